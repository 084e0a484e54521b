package groovy

import (
	"strings"
	"testing"

	"dossier/aggregate/code/grammar"
)

// TestWorst checks that no source takes more than a few passes. With quadratic time for any of
// these, the test would take minutes.
func TestWorst(t *testing.T) {
	const size = 1 << 17 // quadratic time would take minutes
	for _, piece := range []string{
		"a<b\n", "a<", "/\\", "=/\\", "x.", "@a ", "\n", "class A\n", "class A extends\n", "\"${", "'", "{}", "f(){}\n",
		"def f(a) { }\n", "a b c ", "$/", "/*", "enum E {", "A,", "int ", "if (a) ", "new A() {", "a = ", "stage('a') {",
	} {
		src := "class X {\n" + strings.Repeat(piece, size/len(piece))
		if _, err := Language().Parse([]byte(src)); err != nil && err != grammar.ErrTooDeep {
			t.Errorf("%q: %v", piece, err)
		}
		src = strings.Repeat(piece, size/len(piece))
		if _, err := Language().Parse([]byte(src)); err != nil && err != grammar.ErrTooDeep {
			t.Errorf("%q: %v", piece, err)
		}
	}
}
