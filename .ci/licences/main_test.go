package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestLicence(t *testing.T) {
	for text, want := range map[string]string{
		"MIT License\n\nPermission is hereby granted, free of charge, to any person obtaining a copy\nof this software and associated documentation files": "MIT",
		"Redistribution and use in source and binary forms, with or without\nmodification, are permitted":                                                  "BSD",
		"GNU GENERAL PUBLIC LICENSE\nVersion 3": "",
		"You may look at it on Sundays.":        "",
		"":                                      "",
	} {
		got, err := licence(text)
		if got != want || (err == nil) != (want != "") {
			t.Errorf("%.20q is %q, %v", text, got, err)
		}
	}
}

// The parsers come from grammars of others, whose licences their module does not contain.
func TestEachGrammarHasACopyright(t *testing.T) {
	cmd := exec.Command("go", "list", "-tags=migrated_fynedo", "-deps", ".")
	cmd.Dir = "../.."
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var want, got []string
	for _, path := range strings.Fields(string(out)) {
		if folder, ok := strings.CutPrefix(path, grammars); ok {
			want = append(want, strings.TrimPrefix(folder, "/"))
		}
	}
	for _, c := range copies {
		got = append(got, c.folder)
	}
	slices.Sort(want)
	slices.Sort(got)
	if diff := cmp.Diff(want, slices.Compact(got)); diff != "" {
		t.Errorf("grammars without a line in copies, and lines without a grammar (-want +got):\n%s", diff)
	}
}

func TestNoticesNameEachTextOnce(t *testing.T) {
	dir := t.TempDir()
	for path, text := range map[string]string{
		"a/LICENSE": "Do\nwhat you like.\n", "a/c/COPYING.txt": "Keep this.", "a/c/licence.go": "package c",
		"a/testdata/LICENSE": "A test's.", "b/LICENSE.md": "Do what\r\nyou like.", "b/NOTICE": "By B.",
	} {
		path = filepath.Join(dir, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var texts notices
	for _, name := range []string{"a", "b"} {
		if err := texts.addFolder(name, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	want := notices{
		{text: "Do\nwhat you like.", of: []string{"a", "b"}},
		{text: "Keep this.", of: []string{"a (c)"}},
		{text: "By B.", of: []string{"b"}},
	}
	if diff := cmp.Diff(want, texts, cmp.AllowUnexported(struct {
		text string
		of   []string
	}{})); diff != "" {
		t.Errorf("wrong notices (-want +got):\n%s", diff)
	}
}
