package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// conflictMarkers begin the lines that git writes around a conflict.
var conflictMarkers = []string{"<<<<<<<", "|||||||", "=======", ">>>>>>>"}

// conflictLines returns the numbers of a document's lines that begin with a conflict marker, outside of fenced code.
func conflictLines(document string) []int {
	var lines []int
	fence := "" // of the current fenced code
	number := 0
	for line := range strings.Lines(document) {
		number++
		line = strings.TrimRight(line, "\r\n")
		text := strings.TrimLeft(line, " ")
		run := text[:len(text)-len(strings.TrimLeft(text, "`"))]
		if run == "" {
			run = text[:len(text)-len(strings.TrimLeft(text, "~"))]
		}
		switch {
		case fence != "":
			if strings.HasPrefix(run, fence) && strings.TrimRight(text, " ") == run {
				fence = ""
			}
		case len(run) >= 3 && (run[0] == '~' || !strings.Contains(text[len(run):], "`")):
			fence = run
		case slices.ContainsFunc(conflictMarkers, func(marker string) bool { return line == marker || strings.HasPrefix(line, marker+" ") }):
			lines = append(lines, number)
		}
	}
	return lines
}

func TestConflictLines(t *testing.T) {
	for _, test := range []struct {
		name, document string
		want           []int
	}{
		{"both sides", "a\n<<<<<<< HEAD\nb\n||||||| base\n=======\nc\n>>>>>>> other\nd\n", []int{2, 4, 5, 7}},
		{"a single marker, without a newline", "a\r\n=======", []int{2}},
		{"in fenced code", "```\n<<<<<<< HEAD\n```\n~~~~ text\n=======\n~~~\n>>>>>>> x\n~~~~\n", nil},
		{"after fenced code", "```go\n```` x\n````\n<<<<<<< HEAD\n", []int{4}},
		{"within a line, and longer lines", "`<<<<<<< SEARCH`\n  <<<<<<< a\n========\n<<<<<<<<\n```<<<<<<< a```\n", nil},
	} {
		if got := conflictLines(test.document); !slices.Equal(got, test.want) {
			t.Errorf("%s: lines %v, want %v", test.name, got, test.want)
		}
	}
}

func TestNoDocumentHasAConflictMarker(t *testing.T) {
	root := os.DirFS("../..")
	documents := 0
	err := fs.WalkDir(root, ".", func(path string, entry fs.DirEntry, err error) error {
		switch name := entry.Name(); {
		case err != nil:
			return err
		case entry.IsDir() && path != "." && name != ".ci" && (name[0] == '.' || name == "testdata"):
			return fs.SkipDir
		case entry.IsDir() || filepath.Ext(name) != ".md":
			return nil
		}
		text, err := fs.ReadFile(root, path)
		if err != nil {
			return err
		}
		documents++
		for _, line := range conflictLines(string(text)) {
			t.Errorf("%s:%d begins with the marker of a conflict; resolve the conflict", path, line)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if documents < 10 {
		t.Errorf("%d documents were checked, want those of the repository", documents)
	}
}
