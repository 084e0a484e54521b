package tree_test

import (
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/smacker/go-tree-sitter/javascript"

	"dossier/aggregate/code/grammar/tree"
)

// Trees of several goroutines, of small sources and of sources whose tree needs many memory
// chunks, do not interfere; and an abandoned parse leaves nothing behind.
func TestTreesAreApart(t *testing.T) {
	g := tree.ReadGrammar(javascript.GetLanguage())
	sources := map[string]int{
		"":                                      0,
		"f(1);":                                 1,
		strings.Repeat("f(a, [b, 'c']);\n", 50): 50,
		strings.Repeat("function f(a) { return {b: [a, `c${d}`]}; }\n", 20_000): 20_000,
		"f(" + strings.Repeat("[", 3000) + strings.Repeat("]", 3000) + ");":     1,
	}
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for src, want := range sources {
				parsed, err := tree.Parse(g, []byte(src), nil, time.Minute)
				if err != nil {
					t.Error(err)
					return
				}
				if got := int(parsed.Root().ChildCount()); got != want || int(parsed.Root().EndByte()) != len(src) {
					t.Errorf("%.40q: %d statements, %d wanted", src, got, want)
				}
				parsed.Close()
				if given, err := tree.Parse(g, []byte(strings.Repeat("f(a);\n", 100_000)), nil, time.Microsecond); err == nil {
					given.Close()
					t.Error("a parse that takes too long is not given up")
				}
			}
		})
	}
	group.Wait()
}
