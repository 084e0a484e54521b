package main

import (
	_ "embed"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

//go:embed clean.txt
var clean string

func TestSearch(t *testing.T) {
	rows, err := parseGlossary("# a comment\n\nkept: kept, is kept -> stored\nanew!: anew -> again\n")
	if err != nil {
		t.Fatal(err)
	}
	files := fstest.MapFS{
		"a/a.go":                        {Data: []byte("package a\n\n// A is kept\n// anew, not keptish.\nfunc rowsKept() { kept := 1; _ = kept }\n")},
		"b.md":                          {Data: []byte("Rows are *kept*.\n\nIs\nkept.\n")},
		"ui/words/translations/en.json": {Data: []byte("{\n  \"Draw anew\": \"Kept\"\n}\n")},
		"testdata/c.md":                 {Data: []byte("kept")},
		".git/d.md":                     {Data: []byte("kept")},
	}
	got, err := search(files, ".", rows)
	if err != nil {
		t.Fatal(err)
	}
	want := [][]place{
		{
			{"a/a.go", 3, comment, "is kept"},
			{"a/a.go", 5, identifier, "kept"},
			{"a/a.go", 5, identifier, "kept"},
			{"b.md", 1, document, "kept"},
			{"b.md", 3, document, "is kept"},
		},
		{
			{"a/a.go", 4, comment, "anew"},
			{"ui/words/translations/en.json", 2, window, "anew"},
		},
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(place{})); diff != "" {
		t.Errorf("wrong places (-want +got):\n%s", diff)
	}
	if !rows[1].strict || rows[0].strict {
		t.Errorf("strict: %t, %t, want false, true", rows[0].strict, rows[1].strict)
	}
}

func TestGlossaryErrors(t *testing.T) {
	for _, text := range []string{"kept", "kept: kept", "kept -> stored"} {
		if rows, err := parseGlossary(text); err == nil {
			t.Errorf("%q gives %v, want an error", text, rows)
		}
	}
}

// TestCleanFolders checks the folders of clean.txt, and those below them.
func TestCleanFolders(t *testing.T) {
	rows, err := parseGlossary(glossary)
	if err != nil {
		t.Fatal(err)
	}
	root := os.DirFS("../..")
	for line := range strings.Lines(clean) {
		dir := strings.TrimSpace(line)
		if dir == "" || strings.HasPrefix(dir, "#") {
			continue
		}
		places, err := search(root, dir, rows)
		if err != nil {
			t.Fatal(err)
		}
		for i, r := range rows {
			if !r.strict {
				continue
			}
			for _, p := range places[i] {
				t.Errorf("%s:%d: %s: %q; write instead: %s", p.path, p.line, p.kind, p.text, r.instead)
			}
		}
	}
}
