package models

import (
	"strings"
	"testing"
)

func TestPromptNames(t *testing.T) {
	for name, problem := range map[string]string{
		"review": "", "Write tests": "", "übersetzen-2.1": "", "a_b": "",
		"": "must have a name", ".hidden": "begins and ends", "a.": "begins and ends", " a": "begins and ends", "a/b": `no '/'`, "a\\b": `no '\\'`, "a:b": `no ':'`,
		"a\nb": `no '\n'`, "\xff": "at most 64 bytes", strings.Repeat("x", 65): "at most 64 bytes", "..": "begins and ends",
	} {
		if err := CheckPromptName(name); (err == nil) != (problem == "") || err != nil && !strings.Contains(err.Error(), problem) {
			t.Errorf("%q: %v, want %q", name, err, problem)
		}
	}
}

func TestVariablesAreExpandedOnce(t *testing.T) {
	values := map[string]string{"project": "{{date}}", "date": "2026-11-26", "question": "", "branch": "main"}
	for text, want := range map[string]string{
		"":                             "",
		"of {{project}} on {{date}}":   "of {{date}} on 2026-11-26",
		"{{ branch }}!":                "main!",
		"{{unknown}} {{date}}":         "{{unknown}} 2026-11-26",
		"{{{date}}}":                   "{2026-11-26}",
		"{{ {{date}} }}":               "{{ 2026-11-26 }}",
		"{{date":                       "{{date",
		"a {{question}} b":             "a  b",
		"json: {\"a\": {\"b\": 1}} ok": "json: {\"a\": {\"b\": 1}} ok",
	} {
		if got, _ := ExpandPrompt(text, values); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
	if _, used := ExpandPrompt("{{question}} {{date}} {{x}}", values); len(used) != 2 || !used["question"] || !used["date"] {
		t.Errorf("used are %v", used)
	}
}

// FuzzExpandPrompt says that nothing outside of variables changes: with each variable as its own value, the text stays.
func FuzzExpandPrompt(f *testing.F) {
	for _, s := range []string{"{{date}}", "{{{date}}", "{{ date }} {{x}}", "}}{{"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if strings.Contains(text, "{{ ") || strings.Contains(text, " }}") || strings.ContainsAny(text, "\t\r\n\v\f\u0085\u00a0") {
			return // a variable may be written with blanks
		}
		same := map[string]string{}
		for _, name := range PromptVariables() {
			same[name] = "{{" + name + "}}"
		}
		if got, _ := ExpandPrompt(text, same); got != text {
			t.Errorf("%q becomes %q", text, got)
		}
	})
}
