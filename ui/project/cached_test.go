package project

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"dossier/models"
	"dossier/presets"
)

// token is a secret by its form. It is assembled here, so that no scanner reports this file.
var token = "gh" + "p_" + "0123456789abcdefABCDEF0123456789abcd"

// parts are lines of sources, which random files are assembled from. Some conflict with others:
// then a source cannot be parsed.
var parts = map[string][]string{
	"go":   {"package a\n", "// F is " + token + "\nfunc F() string {\n\treturn \"" + token + "\"\n}\n", "type T struct {\n\tA int\n}\n", "func (\n"},
	"sh":   {"f() {\n  echo " + token + "\n}\n", "export A=1 B=2\n", "g() (\n  ls\n)\n", "if a; then\n"},
	"json": {"{\"a\": [1, 2],\n\"b\": \"" + token + "\"}\n", "[1,\n", "]\n"},
	"py":   {"def f(a):\n    return '" + token + "'\n", "class C:\n    x = 1\n", "def g(:\n"},
	"md":   {"# A\n", "text with password = \"hunter2-" + token[4:20] + "\"\n", "```\ncode\n```\n"},
	"txt":  {"one\r\ntwo\n", token + " # gitleaks:allow\n", "\xff\xfe\n"},
}

// A run with caches gives the same bytes as one without: however many runs there were before,
// whatever changed between them, and if the caches are damaged.
func TestCachesChangeNoByte(t *testing.T) {
	found := 0 // secrets
	rapid.Check(t, func(rt *rapid.T) {
		d := newFolder(t, nil)
		source := func(ext string) string {
			return strings.Join(rapid.SliceOfN(rapid.SampledFrom(parts[ext]), 1, 4).Draw(rt, "parts"), "")
		}
		kinds := []string{"go", "json", "md", "py", "sh", "txt"}
		modes := []models.ViewMode{models.Full, models.Skeleton, models.Outline, models.Summary}
		var items []models.FileItem
		for i := range rapid.IntRange(1, 4).Draw(rt, "files") {
			ext := rapid.SampledFrom(kinds).Draw(rt, "kind")
			item := models.NewFileItem(string(rune('a'+i)) + "." + ext)
			item.ViewMode = rapid.SampledFrom(modes).Draw(rt, "mode")
			items = append(items, item)
			d.write(item.Path, source(ext))
		}
		build := func(places presets.Places) string {
			p, err := Open(d.dir, places)
			if err != nil {
				rt.Fatal(err)
			}
			in := p.Input()
			in.Composition.Files = items
			doc, err := p.Builder.Build(t.Context(), in, nil)
			if err == nil {
				doc, err = p.Builder.Count(t.Context(), doc, nil)
			}
			if err != nil {
				rt.Fatal(err)
			}
			if err := p.Close(); err != nil {
				rt.Fatal(err)
			}
			said := []string{doc.Text()}
			for _, item := range doc.Items {
				said = append(said, fmt.Sprint(item.Path, item.Tokens, item.Notes))
			}
			found += len(doc.Secrets.List)
			return strings.Join(append(said, fmt.Sprintf("%+v", doc.Secrets.List)), "\n")
		}
		without := d.places
		without.Cache = ""
		for range rapid.IntRange(2, 4).Draw(rt, "runs") {
			if diff := cmp.Diff(build(without), build(d.places)); diff != "" {
				rt.Fatalf("(-without +with what is kept):\n%s", diff)
			}
			switch rapid.SampledFrom([]string{"nothing", "a file", "damage"}).Draw(rt, "then") {
			case "a file":
				item := rapid.SampledFrom(items).Draw(rt, "item")
				d.write(item.Path, source(strings.TrimPrefix(filepath.Ext(item.Path), ".")))
			case "damage":
				kept, _ := filepath.Glob(filepath.Join(d.places.Cache, "*"))
				name := rapid.SampledFrom(kept).Draw(rt, "kept")
				data, err := os.ReadFile(name)
				if err != nil {
					rt.Fatal(err)
				}
				at := rapid.IntRange(0, len(data)-1).Draw(rt, "at")
				data[at] ^= byte(rapid.IntRange(1, 255).Draw(rt, "bits"))
				if err := os.WriteFile(name, data[:rapid.IntRange(at, len(data)).Draw(rt, "to")], 0o600); err != nil {
					rt.Fatal(err)
				}
			}
		}
	})
	if found == 0 {
		t.Error("no secret was looked for")
	}
}
