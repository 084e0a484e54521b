package langtest

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"dossier/aggregate/code/grammar"
)

// Fuzz checks the properties of [Check] for all sources. The seeds are parts of the golden files,
// variants with missing brackets, and a merge conflict. They are small, because the checks take
// quadratic time; complete files are checked by the golden tests.
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
			for _, src := range partsOf(string(file.Data)) {
				half := len(src) / 2
				f.Add(src)
				f.Add(strings.ReplaceAll(src, "}", ""))
				f.Add(strings.ReplaceAll(src, ")", ""))
				f.Add("<<<<<<< HEAD\n" + src[:half] + "\n=======\n" + src[half:] + "\n>>>>>>> branch\n")
			}
		}
	}
	f.Fuzz(func(t *testing.T, src string) {
		if len(src) > 2*part {
			t.Skip("too large for many of them")
		}
		check(t, l, src, false)
	})
}

// FuzzPrepare checks that prepare, which rewrites a source for its grammar,
// preserves the length and the line breaks.
func FuzzPrepare(f *testing.F, prepare func(src []byte) []byte, seeds ...string) {
	f.Helper()
	for _, src := range seeds {
		f.Add(src)
	}
	f.Fuzz(func(t *testing.T, src string) {
		got := prepare([]byte(src))
		if len(got) != len(src) {
			t.Fatalf("%d bytes of %d", len(got), len(src))
		}
		for i := range got {
			if (got[i] == '\n') != (src[i] == '\n') {
				t.Fatalf("the lines of %q became %q", src, got)
			}
		}
	})
}

// part is the approximate length of a seed in bytes.
const part = 500

// partsOf splits a source into parts of whole lines.
func partsOf(src string) []string {
	var parts []string
	var lines strings.Builder
	for line := range strings.Lines(src) {
		if lines.WriteString(line); lines.Len() >= part {
			parts = append(parts, lines.String())
			lines.Reset()
		}
	}
	return append(parts, lines.String())
}
