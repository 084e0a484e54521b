package groovy

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"dossier/aggregate/code"
	"dossier/aggregate/code/languages/langtest"
)

func TestGolden(t *testing.T) { langtest.Golden(t, Language()) }

func FuzzProperties(f *testing.F) { langtest.Fuzz(f, Language()) }

// TestSkeleton: a skeleton has the symbols of its source. There is no grammar to read it
// back with.
func TestSkeleton(t *testing.T) {
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("no golden files: %v", err)
	}
	for _, name := range archives {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		src := string(archive.Files[0].Data)
		s := read([]byte(src))
		if s.Broken {
			continue
		}
		if diff := cmp.Diff(symbols(s), symbols(read([]byte(readBack(s, src))))); diff != "" {
			t.Errorf("%s: the skeleton has other symbols (-source +skeleton):\n%s", name, diff)
		}
	}
}

func symbols(s *code.Structure) []string {
	var list []string
	for _, sym := range s.Symbols {
		list = append(list, string(sym.Kind)+" "+sym.Path)
	}
	return list
}

// readBack is the skeleton with {} for the elision of a body and 0 for one of a value.
func readBack(s *code.Structure, src string) string {
	var b strings.Builder
	at := 0
	for _, c := range s.Cuts {
		b.WriteString(src[at:c.Start])
		if c.Text == "..." {
			b.WriteString("0")
		} else {
			b.WriteString("{}")
		}
		at = c.End
	}
	b.WriteString(src[at:])
	return b.String()
}

// TestTypesAreNotCut: behind a bracket that is not closed a type keeps its members.
func TestTypesAreNotCut(t *testing.T) {
	const src = "list(1, 2\n\nstatic class Pool {\n    void start() {\n        listen()\n    }\n}\n"
	want := strings.Replace(src, "{\n        listen()\n    }", "{ ... }", 1)
	if diff := cmp.Diff(want, read([]byte(src)).Skeleton(src)); diff != "" {
		t.Errorf("wrong skeleton (-want +got):\n%s", diff)
	}
}
