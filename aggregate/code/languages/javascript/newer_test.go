package javascript

import (
	"testing"
	"testing/quick"
)

func TestPrepare(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"using is const", "{\n  using a = b();\n}", "{\n  const a = b();\n}"},
		{"await using too", "await using a = b", "      const a = b"},
		{"a variable called using stays", "x = using [0]", "x = using [0]"},
		{"assert is with", `import a from "b" assert { type: "json" }`, `import a from "b" with   { type: "json" }`},
		{"a call of assert stays", "assert (a)", "assert (a)"},
		{"deferred imports", `import defer * as a from "b"`, `import       * as a from "b"`},
		{"types of another module", `export type * from "a"`, `export      * from "a"`},
		{"variance", "interface A<in B, out C,\n  in out D> {}", "interface A<   B,     C,\n         D> {}"},
		{"in between a name and an object stays", "for (const a in B) {}", "for (const a in B) {}"},
		{"imported types", `let a: import("b").C<D>`, `let a: _          .C<D>`},
		{"imported values stay", `import("b").then(c)`, `import("b").then(c)`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			src := []byte(tt.src)
			if got := string(prepare(src, true)); got != tt.want || string(src) != tt.src {
				t.Errorf("got %q, want %q; the source is now %q", got, tt.want, src)
			}
		})
	}
}

func TestPrepareKeepsPlaces(t *testing.T) {
	keeps := func(src []byte) bool { return len(prepare(src, true)) == len(src) }
	if err := quick.Check(keeps, nil); err != nil {
		t.Error(err)
	}
}

func TestPrepareLeavesTypesToTypeScript(t *testing.T) {
	const src = "a <out, in B"
	if got := string(prepare([]byte(src), false)); got != src {
		t.Errorf("got %q of JavaScript", got)
	}
}
