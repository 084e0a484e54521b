package golang

import (
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
	"dossier/aggregate/gosrc"
	"dossier/aggregate/text"
)

var goSources = flag.String("go-sources", "", "the folder of Go that the parser and the grammar must agree on; empty is net and go of the standard library")

// byGrammar returns Go parsed with only the grammar.
func byGrammar() *grammar.Language {
	l := *Language()
	l.Exact = nil
	return &l
}

// better contains sources that the grammar parses differently.
var better = map[string]*regexp.Regexp{
	"a body or a value without a name is elided like any other": regexp.MustCompile(`(?m)^\s*(func|var|const)?[ \t]*(\([^)]*\)[ \t]*)?_\b[^,]`),
	"the empty interface belongs to the header of a variable":   regexp.MustCompile(`(?m)^\s*(var\s)?.*\binterface *\{ *\}`),
	"of more than a hundred names each has what is its own":     regexp.MustCompile(`(?:\w+,\s+){99}`),
	"a type parameter is not a symbol":                          regexp.MustCompile(`\[P \[`),
}

// TestTheGrammarAgrees parses real sources with the standard library's parser and with the
// grammar: sources that both accept have the same structure.
func TestTheGrammarAgrees(t *testing.T) {
	other, alike, different := byGrammar(), 0, 0
	for path, src := range sources(t) {
		exact := read([]byte(src))
		if exact == nil {
			continue
		}
		want, err := other.Parse([]byte(src))
		if err != nil || want.Broken {
			continue
		}
		diff := cmp.Diff(want, exact)
		switch {
		case diff == "":
			alike++
		case isBetter(src):
			different++
		default:
			t.Errorf("%s (-grammar +parser):\n%s", path, diff)
		}
	}
	t.Logf("%d sources have the same structure, %d a better one", alike, different)
}

func isBetter(src string) bool {
	for _, difference := range better {
		if difference.MatchString(src) {
			return true
		}
	}
	return false
}

// sources returns the Go files of a folder, by path.
func sources(t testing.TB) map[string]string {
	t.Helper()
	roots := []string{*goSources}
	if *goSources == "" {
		root := gosrc.Dir(t)
		roots = []string{filepath.Join(root, "net"), filepath.Join(root, "go")}
	}
	found := map[string]string{}
	for _, root := range roots {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || !d.Type().IsRegular() || !strings.HasSuffix(path, ".go") {
				return err
			}
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			if decoded, err := text.Decode(data); err == nil {
				found[path] = decoded.Text
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return found
}

// TestNestingEnds parses nesting without brackets, as deep as the max source length allows: the
// parser either fails or succeeds, and the process survives.
func TestNestingEnds(t *testing.T) {
	for _, opener := range []string{"!", "-", "*", "&", "[]", "map[a]", "chan ", "func() ", "a.", "a+", "if a {} else ", "L: ", "go ", "case a: "} {
		for _, before := range []string{"package a\nvar x = ", "package a\ntype T ", "package a\nfunc f() { "} {
			read([]byte(before + strings.Repeat(opener, grammar.MaxBytes/len(opener)-40)))
		}
	}
}

// BenchmarkRead prints the speed of the parser and of the grammar for the same sources.
func BenchmarkRead(b *testing.B) {
	var all []string
	size := 0
	for _, src := range sources(b) {
		all = append(all, src)
		size += len(src)
	}
	for name, parse := range map[string]func([]byte) (*code.Structure, error){"parser": Language().Parse, "grammar": byGrammar().Parse} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(size))
			for b.Loop() {
				for _, src := range all {
					_, _ = parse([]byte(src))
				}
			}
		})
	}
}
