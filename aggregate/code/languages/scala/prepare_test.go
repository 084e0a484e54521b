package scala

import (
	"testing"

	"dossier/aggregate/code/languages/langtest"
)

func TestPrepare(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"a given with a name", "  given a[T <: B[C]](using D): E[T] with {\n  }", "  class a                                {\n  }"},
		{"one without", "inline given (using a: B => C): D with E with {", "inline class x                                {"},
		{"with its members on the line", "given a: B with { def c = 1 }", "class a         { def c = 1 }"},
		{"one with an indent stays", "given a: B with\n  def c = { 1 }", "given a: B with\n  def c = { 1 }"},
		{"a value stays", "given a: B = new B with C { }", "given a: B = new B with C { }"},
		{"captures", "def a(b: => C[D]^, e: F^): C[D]^{b, e.f} = g", "def a(b: => C[D] , e: F ): C[D]          = g"},
		{"further arguments of a constructor", "class A extends B[C[D]](e(f))(g)(h) with I", "class A extends B[C[D]](e(f))       with I"},
		{"annotations of a constructor", "class A[B] @C() @d.E(1) private (@F h: I)(j: K)", "class A[B]              private (@F h: I)(j: K)"},
		{"one without a blank", "class A @B()(\n  @C(\"d\") e: F\n)", "class A     (\n  @C(\"d\") e: F\n)"},
		{"the type of an implicit parameter of a function", "A { implicit b: C[D[E]] =>\n f }", "A { implicit b          =>\n f }"},
		{"a package in another one", "package a {\n  package b.c {\n  }\n}", "package a {\n  object  b_c {\n  }\n}"},
		{"that of a method stays", "def a(implicit b: C[D] => E) = f", "def a(implicit b: C[D] => E) = f"},
		{"annotations of a class stay", "@A() class B(c: D)", "@A() class B(c: D)"},
		{"those at the end stay", "class A extends B(c)(d)\nclass E", "class A extends B(c)(d)\nclass E"},
		{"type parameters of functions", "def a(b: [C, D] => E[C] => F) = [G] => (h: G) => i", "def a(b:           E[C] => F) =        (h: G) => i"},
		{"operators stay", "def a = b ^ c\ndef d = e^f", "def a = b ^ c\ndef d = e^f"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			src := []byte(tt.src)
			if got := string(prepare(src)); got != tt.want || string(src) != tt.src {
				t.Errorf("prepare(%q)\n = %q,\nwant %q; the source is now %q", tt.src, got, tt.want, src)
			}
		})
	}
}

func FuzzPrepare(f *testing.F) {
	langtest.FuzzPrepare(f, prepare,
		"given a[T]: B with {\n}\ngiven (using C): D with{\ndef e: F[G]^{h} = i^\n",
	)
}
