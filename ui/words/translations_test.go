package words

import (
	"bufio"
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"dossier/ui/language"
)

// field is a field of a text, which each form of each translation has too.
var field = regexp.MustCompile(`\{\{[^}]*\}\}`)

// manyForms are the languages with a form for one thing. The others have one form for all numbers.
var manyForms = map[string]bool{"en": true, "de": true}

// translation returns the texts of a language as they are in its file: strings, and objects of forms.
func translation(t *testing.T, id string) map[string]any {
	t.Helper()
	data, err := os.ReadFile("translations/" + id + ".json")
	if err != nil {
		t.Fatal(err)
	}
	var all map[string]any
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	return all
}

// formsOf returns the forms of a text; one that is not said of numbers has only "other".
func formsOf(text any) map[string]string {
	if s, ok := text.(string); ok {
		return map[string]string{"other": s}
	}
	forms := map[string]string{}
	of, _ := text.(map[string]any)
	for name, s := range of {
		forms[name], _ = s.(string)
	}
	return forms
}

// sameAsEnglish returns the texts that a language may have as they are in English: names and formats, and words that it shares.
func sameAsEnglish(t *testing.T, id string) map[string]bool {
	t.Helper()
	file, err := os.Open("testdata/same.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	same := map[string]bool{}
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		ids, text, ok := strings.Cut(lines.Text(), "\t")
		if ok && (ids == "all" || slices.Contains(strings.Split(ids, ","), id)) {
			same[text] = true
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return same
}

// TestTranslationsAreComplete says which texts of a language are missing, which are not said any more, and which lack a field or a
// form. A new text is put into all files.
func TestTranslationsAreComplete(t *testing.T) {
	english := translation(t, "en")
	files, err := os.ReadDir("translations")
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, l := range language.All() {
		ids = append(ids, l.ID)
	}
	for _, file := range files {
		if id, ok := strings.CutSuffix(file.Name(), ".json"); ok && !slices.Contains(ids, id) {
			t.Errorf("%s is of no language that the window has", file.Name())
		}
	}
	for _, id := range ids {
		t.Run(id, func(t *testing.T) {
			have, same := translation(t, id), sameAsEnglish(t, id)
			for text, in := range english {
				own, ok := have[text]
				if !ok {
					t.Errorf("%q is not translated", text)
					continue
				}
				want := []string{"other"}
				if _, counted := in.(map[string]any); counted && manyForms[id] {
					want = []string{"one", "other"}
				}
				forms := formsOf(own)
				for name, form := range forms {
					if !slices.Contains(want, name) {
						t.Errorf("%q has the form %q, which the language does not have", text, name)
						continue
					}
					en := formsOf(in)[name]
					if strings.TrimSpace(form) == "" {
						t.Errorf("%q is empty", text)
					}
					if a, b := fieldsOf(en), fieldsOf(form); !slices.Equal(a, b) {
						t.Errorf("%q has the fields %q, and its translation %q: %q", text, a, b, form)
					}
					if id != "en" && form == en && strings.ContainsFunc(field.ReplaceAllString(form, ""), isLetter) && !same[text] {
						t.Errorf("%q is left in English", text)
					}
				}
				if len(forms) != len(want) {
					t.Errorf("%q has the forms %v, want %v", text, forms, want)
				}
			}
			for text := range have {
				if _, ok := english[text]; !ok {
					t.Errorf("%q is no text of the window", text)
				}
			}
			for text := range same {
				if form := formsOf(have[text]); have[text] == nil || form["other"] != formsOf(english[text])["other"] {
					t.Errorf("%q is allowed to be as in English, and is not", text)
				}
			}
		})
	}
}

// TestSenses holds keys with a sense to what the English window shows: the text without it, which has another key too. Otherwise the
// sense is of no use.
func TestSenses(t *testing.T) {
	english := translation(t, "en")
	shown := map[string]int{}
	for _, text := range english {
		shown[formsOf(text)["other"]]++
	}
	for key, text := range english {
		plain, _, has := strings.Cut(key, senseMark)
		if own := formsOf(text)["other"]; has && own != plain {
			t.Errorf("%q is shown as %q, want %q", key, own, plain)
		}
		if has && shown[plain] < 2 {
			t.Errorf("%q is the only sense of its text", key)
		}
	}
	for key, want := range map[string]string{"none|tree": "none", "gone": "gone", "a key|that no file has": "a key"} {
		if got := Say(key); got != want {
			t.Errorf("%q is %q, want %q", key, got, want)
		}
	}
}

func fieldsOf(text string) []string {
	all := field.FindAllString(text, -1)
	slices.Sort(all)
	return all
}

func isLetter(r rune) bool { return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' }

// TestTranslationsAreSorted holds the files to the order and the form that a merge of two branches needs.
func TestTranslationsAreSorted(t *testing.T) {
	for _, l := range language.All() {
		data, err := os.ReadFile("translations/" + l.ID + ".json")
		if err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		enc := json.NewEncoder(&out)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		if err := enc.Encode(translation(t, l.ID)); err != nil { // sorted
			t.Fatal(err)
		}
		if out.String() != string(data) {
			t.Errorf("%s.json is not sorted, or indented in another way than by two spaces", l.ID)
		}
	}
}

// TestPunctuation holds Chinese and Japanese to marks of full width behind their characters (Japanese programs have colons and question
// marks of half width too), and German to its quotes.
func TestPunctuation(t *testing.T) {
	half := map[string]*regexp.Regexp{
		"zh-Hans": regexp.MustCompile(`\p{Han}[,;:?!.](\s|$)`),
		"ja":      regexp.MustCompile(`[\p{Han}\p{Hiragana}\p{Katakana}][,;.](\s|$)`),
	}
	for _, l := range language.All() {
		for text, own := range translation(t, l.ID) {
			for _, form := range formsOf(own) {
				if half[l.ID] != nil && half[l.ID].MatchString(form) {
					t.Errorf("%s: %q has a mark of half width: %q", l.ID, text, form)
				}
				if l.ID == "de" && strings.ContainsAny(form, `"`) {
					t.Errorf("%s: %q has quotes of another language: %q", l.ID, text, form)
				}
			}
		}
	}
}
