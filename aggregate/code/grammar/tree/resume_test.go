package tree

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/smacker/go-tree-sitter/javascript"
)

// A parse that the library stops before its limit is resumed, and gives the same tree. Here it is
// stopped whenever the library checks its clock, as on a very busy machine.
func TestParseIsResumed(t *testing.T) {
	g := ReadGrammar(javascript.GetLanguage())
	for name, src := range map[string]string{
		"valid":       strings.Repeat("function f(a) { return {b: [a, `c${d}`]}; }\n", 300),
		"with errors": strings.Repeat("function f(a { return }}; ) let\n", 300),
		"one node":    "f(" + strings.Repeat("[", 900) + strings.Repeat("]", 900) + ");",
	} {
		whole, resumed, err := parse(g, []byte(src), nil, time.Hour, time.Hour)
		if err != nil || resumed != 0 {
			t.Fatalf("%s: %v, resumed %d times", name, err, resumed)
		}
		parts, resumed, err := parse(g, []byte(src), nil, time.Hour, time.Microsecond)
		if err != nil {
			t.Fatalf("%s: a parse that is resumed fails: %v", name, err)
		}
		if resumed == 0 {
			t.Errorf("%s: the parse was never given up", name)
		}
		if got, want := shape(parts.Root()), shape(whole.Root()); got != want {
			t.Errorf("%s: resumed %d times it gives another tree:\n%.300s\nwant\n%.300s", name, resumed, got, want)
		}
		parts.Close()
		whole.Close()
	}
}

// shape returns all nodes in a node, with their kinds and positions.
func shape(n *Node) string {
	var b strings.Builder
	fmt.Fprint(&b, n.Type(), n.StartByte(), "-", n.EndByte(), n.IsMissing(), "(")
	for child := range n.Children() {
		b.WriteString(shape(child))
	}
	return b.String() + ")"
}
