package cli

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"

	"dossier/models"
)

// everyText is what a project keeps, each file with every key that it can have. [decoded] adds texts of dossier.toml, and lists of
// texts, that are not here.
var everyText = map[string]string{
	"dossier.toml": `
schema = 1
[project]
name = "acme"
namespace = "acme"
aggregation_strategy = "full"
summary_only = true
execution_mode = "beads"
instruction = "find it"
prompts = ["plan"]
instruction_place = "both"
guide = true
tree = "full"
[output]
format = "xml"
text = ["line-numbers"]
dir = ".dossier/out"
[roots]
lib = "../lib"
[files]
base_dir = "."
exclude = ["*.tmp"]
languages = { "*.x" = "go" }
items = [
	{ path = "a.go", view_mode = "masked", ast_mask = { A = "def", Gone = "sig" } },
	{ path = "b.md", view_mode = "custom", max_bytes = 9000, custom_slices = [{ start_line = 1, end_line = 2, tag = "head", comment = "read it", content_hash = "sha256:00", anchor_lines = ["# B"] }] },
	{ path = "gone.go", text = ["short-data"], force_full = true, ast_signatures = true, ast_definitions = true },
]
[screenshots]
base_dir = "."
paths = [{ path = "a.png", caption = "a picture" }]
[git]
range = "uncommitted"
as = "slices"
exclude = ["c.txt"]
views = { "e.go" = "skeleton" }
[links]
link_depth = 1
excluded_headings = ["Draft"]
templates = { "0" = { before = "zero", after = "more" } }
[links.contexts.two]
document = true
context_items = ["b.md"]
[links.contexts.two.context_opts]
link_depth = 1
excluded_headings = ["Old"]
templates = { "-1" = { before = "{{FILE_TREE}}", after = "end" }, "0" = { before = "one", after = "two" } }
[presets.one]
description = "some"
git = { range = "main...", as = "full", exclude = ["d.txt"], views = { "e.go" = "slices" } }
files = [{ path = "a.go", text = ["short-data"], view_mode = "masked", ast_mask = { A = "def" }, custom_slices = [{ start_line = 1, end_line = 2, tag = "t", comment = "c", content_hash = "sha256:00", anchor_lines = ["package a"] }] }]
screenshots = [{ path = "a.png", caption = "seen" }]
instruction = "try"
prompts = ["review"]
notes_exclude = ["ctx-8"]
format = "xml"
text = ["line-numbers"]
fit = { question = "where", git = "staged", max_tokens = 9000, also = ["notes"] }
`,
	"dossier_history.toml": `
active = "main"
[discussions.main]
history = [{ role = "User", content = "hello" }, { role = "AI", content = "there" }]
[discussions.other]
history = [{ role = "User", content = "bye" }]
`,
	"dossier_notes.toml": `
[[notes]]
id = "ctx-1"
type = "code"
timestamp = 3910982400
content = "(+ 1 2)"
[notes.metadata]
filename = "a.lisp"
start_line = 1
end_line = 2
package = "acme"
content_hash = "sha256:00"
anchor_lines = ["(+ 1 2)"]
`,
	".beads/issues.jsonl": `{"id":"a-1","title":"First","description":"what","design":"how","acceptance_criteria":"when","notes":"more","status":"open","priority":1,"issue_type":"task","labels":["red"],"assignee":"ada","owner":"bob","created_by":"cy","external_ref":"x-1","spec_id":"s-1","close_reason":"done","dependencies":[{"issue_id":"a-1","depends_on_id":"a-2","type":"blocks"}]}`,
}

// setElsewhere are the fields that no valid project file sets; those of one message are
// tried in records.
var setElsewhere = []string{"Extra", "Problem", "Written", "Unknown", "Show", "Focus", "Changes"}

// TestEveryTextIsTried: the project file has each text that one can have, a new one too.
func TestEveryTextIsTried(t *testing.T) {
	p, err := models.ParseProject(decoded(t, "dossier.toml").(map[string]any))
	if err != nil {
		t.Fatal(err)
	}
	var walk func(at string, list []reflect.Value)
	walk = func(at string, list []reflect.Value) {
		switch list[0].Kind() {
		case reflect.Bool, reflect.Int, reflect.Int64, reflect.Float64, reflect.Pointer:
			return // no texts
		}
		set := slices.DeleteFunc(slices.Clone(list), reflect.Value.IsZero)
		if len(set) == 0 {
			t.Errorf("no %s is set", at)
			return
		}
		var inner []reflect.Value
		switch v := set[0]; v.Kind() {
		case reflect.Struct:
			for i := range v.NumField() {
				f := v.Type().Field(i)
				if !f.IsExported() || slices.Contains(setElsewhere, f.Name) {
					continue
				}
				inner = inner[:0]
				for _, one := range set {
					inner = append(inner, one.Field(i))
				}
				walk(at+"."+f.Name, inner)
			}
			return
		case reflect.Slice, reflect.Map:
			for _, one := range set {
				for _, e := range one.Seq2() {
					inner = append(inner, e)
				}
			}
		}
		if len(inner) > 0 && inner[0].Kind() == reflect.Struct {
			walk(at, inner)
		}
	}
	walk("Project", []reflect.Value{reflect.ValueOf(p)})
}

func decoded(t *testing.T, name string) any {
	t.Helper()
	var v map[string]any
	decode := func() error { return toml.Unmarshal([]byte(everyText[name]), &v) }
	if strings.HasSuffix(name, ".jsonl") {
		decode = func() error { return json.Unmarshal([]byte(everyText[name]), &v) }
	}
	if err := decode(); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if name != "dossier.toml" {
		return v
	}
	for _, field := range (models.Project{}).Stored() {
		var some any
		switch field.Value.(type) {
		case string:
			some = "some"
		case []string:
			some = []any{"some"}
		default:
			continue
		}
		table, last := v, len(field.Place)-1
		for _, name := range field.Place[:last] {
			inner, _ := table[name].(map[string]any)
			if inner == nil {
				inner = map[string]any{}
				table[name] = inner
			}
			table = inner
		}
		if table[field.Place[last]] == nil {
			table[field.Place[last]] = some
		}
	}
	return v
}

// replaced returns a value with secret in the place of its n-th string or key, and which that was; empty: it has
// fewer.
func replaced(v any, n int, secret string) (out any, old string) {
	swap := func(s, at string) string {
		if n--; n == -1 {
			old = at + s
			return secret
		}
		return s
	}
	var walk func(v any, at string) any
	walk = func(v any, at string) any {
		switch v := v.(type) {
		case string:
			return swap(v, at+" = ")
		case []any:
			list := slices.Clone(v)
			for i := range list {
				list[i] = walk(list[i], at)
			}
			return list
		case map[string]any:
			keys := make([]string, 0, len(v))
			for key := range v {
				keys = append(keys, key)
			}
			slices.Sort(keys)
			table := make(map[string]any, len(v))
			for _, key := range keys {
				table[swap(key, at+".")] = walk(v[key], at+"."+key)
			}
			return table
		}
		return v
	}
	return walk(v, ""), old
}

// TestNoTextOfAProjectLeaves: whichever string or key of what a project keeps is a secret, no command prints it,
// and no document, record or cache has it.
func TestNoTextOfAProjectLeaves(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	secret := []byte("gh" + "p_")
	for range 36 {
		secret = append(secret, "abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ0123456789"[rng.IntN(59)])
	}
	for name := range everyText {
		t.Run(name, func(t *testing.T) {
			v := decoded(t, name)
			step := 1
			if testing.Short() {
				step = 7
			}
			for n := 0; ; n += step {
				changed, old := replaced(v, n, string(secret))
				if old == "" {
					break
				}
				t.Run(strings.ReplaceAll(old, "/", "|"), func(t *testing.T) { leavesNoText(t, name, changed, string(secret)) })
			}
		})
	}
}

func leavesNoText(t *testing.T, name string, changed any, secret string) {
	dir := t.TempDir()
	files := map[string]string{
		"a.go": "package a\n\nfunc A() {}\n", "b.md": "# B\n\ntext\n", "a.png": "no image", ".beads/config.yaml": "",
	}
	for name, text := range everyText {
		files[name] = text
	}
	encode := toml.Marshal
	if strings.HasSuffix(name, ".jsonl") {
		encode = json.Marshal
	}
	data, err := encode(changed)
	if err != nil {
		t.Fatal(err)
	}
	files[name] = string(data)
	for name, text := range files {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, line := range []string{
		"build --json", "build --stdout", "presets check", "presets list --json", "fit --query find --rank 3", "links uses a.go", "links list", "discussion list", "notes list", "beads", "snapshots show latest --json",
	} {
		var out, said bytes.Buffer
		run(t, Env{Stdout: &out, Stderr: &said, Stdin: strings.NewReader("")}, dir, strings.Fields(line)...)
		for which, text := range map[string]string{"output": out.String(), "error": said.String()} {
			if at := strings.Index(text, secret); at >= 0 {
				t.Errorf("%s prints it on standard %s: …%q…", line, which, text[max(0, at-100):min(len(text), at+60)])
			}
		}
	}
	err = filepath.WalkDir(dir, func(p string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || files[strings.TrimPrefix(p, dir+string(filepath.Separator))] != "" {
			return err
		}
		data, err := os.ReadFile(p)
		if at := bytes.Index(data, []byte(secret)); at >= 0 {
			t.Errorf("%s holds it: …%q…", p[len(dir):], data[max(0, at-100):min(len(data), at+60)])
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
