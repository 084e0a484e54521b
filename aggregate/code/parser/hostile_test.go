package parser

import (
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"dossier/aggregate/code/grammar"
	"dossier/aggregate/code/languages"
	"dossier/aggregate/text"
)

var hostile = flag.Int("hostile", 24, "how many hostile sources each language is given")

// TestHostileSources gives every grammar sources that are designed to break it. Each one is
// parsed or fails with an error, and the next source is parsed as usual.
func TestHostileSources(t *testing.T) {
	examples := goldenInputs(t)
	p := impatient(t)
	for _, language := range slices.Sorted(maps.Keys(examples)) {
		t.Run(language, func(t *testing.T) {
			t.Parallel()
			inputs := examples[language]
			rng := rand.New(rand.NewPCG(1, uint64(len(language))))
			reasons := map[string]int{}
			for i := range *hostile {
				src := hostileSource(rng, i, inputs)
				_, err := p.Parse(t.Context(), language, src)
				var f *Failure
				switch {
				case err == nil:
				case !errors.As(err, &f) || f.Reason() == "" || f.Temporary() && f.Reason() != grammar.ErrTooSlow.Error():
					t.Fatalf("source %d (%.40q…): %v", i, src, err)
				default:
					reasons[f.Reason()]++
				}
			}
			if _, err := p.Parse(t.Context(), language, inputs[0]); err != nil {
				t.Errorf("an ordinary source fails afterwards: %v", err)
			}
			t.Logf("%d sources, failures: %v", *hostile, reasons)
		})
	}
}

// goldenInputs returns the sources of the languages' golden files, by language.
func goldenInputs(t testing.TB) map[string][]string {
	t.Helper()
	archives, err := filepath.Glob("../languages/*/testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("no golden files: %v", err)
	}
	inputs := map[string][]string{}
	for _, name := range archives {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range archive.Files {
			if !strings.HasPrefix(f.Name, "in.") {
				continue
			}
			if language := text.Language(f.Name, string(f.Data)); languages.Find(language) != nil {
				inputs[language] = append(inputs[language], string(f.Data))
			}
		}
	}
	return inputs
}

// openers are constructs that can be nested arbitrarily deep in some language.
var openers = []string{
	"(", "[", "{", "<", "a<", "f(", "a[", "{a:", "${", "\"${", "`${", "(*", "/*", "#{", "\"#{", "<a>", "if(", "if a {", "fn(){", "->", "=>", "!", "-", "*",
	"[[", "{{", "{%", "<%", "<?", "<!--", "'''", "\"\"\"", "R\"(", "@", "\\", "#if\n", "case x of ", "let x = ", "do ", "begin ", "then ", "a.", "a::", "- ", "? ", "> ", "| ",
	"\n ", "\x00", "\xff", "\ufeff", "\u202e", "a: ", "<<E\n", "%{", "~s(", "function(", "lambda x: ", "not ", "template<", "=", ",", ";", "\t", "\r", "0x", "1e", "é",
}

// hostileSource creates the i-th source.
func hostileSource(rng *rand.Rand, i int, examples []string) string {
	opener := openers[rng.IntN(len(openers))]
	switch i % 64 { // few of these: they are long
	case 0:
		return strings.Repeat(opener, 900)
	case 1:
		return strings.Repeat(opener+"\n", 20_000/len(opener))
	case 2:
		return examples[0] + strings.Repeat(opener+" ", 900) + examples[0]
	}
	src := []byte(examples[rng.IntN(len(examples))])
	for range 1 + rng.IntN(8) {
		if len(src) == 0 {
			break
		}
		from := rng.IntN(len(src))
		to := min(len(src), from+rng.IntN(200))
		part := slices.Clone(src[from:to])
		switch rng.IntN(6) {
		case 0: // cut off
			src = src[:from]
		case 1: // remove
			src = slices.Delete(src, from, to)
		case 2: // repeat
			src = slices.Insert(src, to, []byte(strings.Repeat(string(part), 1+rng.IntN(30)))...)
		case 3: // move
			src = slices.Insert(src, rng.IntN(len(src)), part...)
		case 4: // nest
			src = slices.Insert(src, from, []byte(strings.Repeat(openers[rng.IntN(len(openers))], rng.IntN(300)))...)
		case 5: // flip
			src[from] ^= 1 << rng.IntN(8)
		}
	}
	return string(src[:min(len(src), 8<<10)])
}

// TestManyAtOnce parses from more goroutines than there are workers, including hostile sources:
// every answer belongs to its request.
func TestManyAtOnce(t *testing.T) {
	p := newParser(t)
	var wrong atomic.Int64
	t.Run("goroutines", func(t *testing.T) {
		for g := range 8 {
			t.Run("", func(t *testing.T) {
				t.Parallel()
				for i := range 40 {
					name := fmt.Sprintf("f%d_%d", g, i)
					if i%10 == 9 {
						_, _ = p.Parse(t.Context(), "javascript", strings.Repeat("(", 900*i))
						continue
					}
					s, err := p.Parse(t.Context(), "javascript", "function "+name+"() {}\n")
					if err != nil || len(s.Symbols) != 1 || s.Symbols[0].Name != name {
						if wrong.Add(1) == 1 {
							t.Errorf("%s: %v, %+v", name, err, s)
						}
					}
				}
			})
		}
	})
	if n := wrong.Load(); n > 0 {
		t.Errorf("%d wrong answers", n)
	}
}
