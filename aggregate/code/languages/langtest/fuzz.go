package langtest

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"dossier/aggregate/code/grammar"
)

// Fuzz holds a language to what is true of every source ([Check]). The seeds are the
// golden files, their first halves, what remains of them when brackets are lost, and a
// merge conflict.
func Fuzz(f *testing.F, l *grammar.Language) {
	f.Helper()
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		f.Fatalf("no golden files: %v", err)
	}
	for _, name := range archives {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range archive.Files {
			if !strings.HasPrefix(file.Name, "in.") {
				continue
			}
			src := string(file.Data)
			half := len(src) / 2
			f.Add(src)
			f.Add(src[:half])
			f.Add(src[half:])
			f.Add(strings.ReplaceAll(src, "}", ""))
			f.Add(strings.ReplaceAll(src, ")", ""))
			f.Add("<<<<<<< HEAD\n" + src[:half] + "\n=======\n" + src[half:] + "\n>>>>>>> branch\n")
		}
	}
	f.Fuzz(func(t *testing.T, src string) { check(t, l, src, false) })
}
