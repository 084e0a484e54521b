package swift

import (
	"testing"

	"dossier/aggregate/code/languages/langtest"
)

func TestPrepare(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"the type of an error", "func a() throws(B<C>) -> D { e() }", "func a() throws       -> D { e() }"},
		{"a result in parentheses stays", "func a() throws -> (B) { c() }", "func a() throws -> (B) { c() }"},
		{"isolation", "nonisolated(unsafe) var a: B", "nonisolated         var a: B"},
		{"arguments of attributes", "@_lifetime(borrow self)\n@available(iOS 1, *)\nfunc a()", "@_lifetime             \n@available(iOS 1, *)\nfunc a()"},
		{"an extension of an optional", "extension A? { }\nextension B?: C { }", "extension A  { }\nextension B : C { }"},
		{"other optionals stay", "let a: B? { c }", "let a: B? { c }"},
		{"a regular expression", "let a = /^(\\d+) \"b\\/c/\nlet d = e / f / g\n", "let a = \"            \"\nlet d = e / f / g\n"},
		{"macros as values", "func a(b: C = #_sourceLocation, d: E = #isolation, f: G = #line)", "func a(b: C = __sourceLocation, d: E = _isolation, f: G = #line)"},
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
		"@_a(b) nonisolated(unsafe) func c() throws(D) -> E { f = /g/\n }\nextension A? { #isolation }",
	)
}
