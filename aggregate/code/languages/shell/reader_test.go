package shell

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"mvdan.cc/sh/v3/syntax"

	"dossier/aggregate/code/grammar"
	"dossier/aggregate/code/languages/langtest"
)

// Parsing in a worker gives the same result as in any other process.
func TestBothWaysAgree(t *testing.T) {
	accepted := 0
	for name, src := range langtest.Sources(t) {
		s := exact([]byte(src))
		if s == nil {
			continue
		}
		accepted++
		other, err := read([]byte(src))
		if diff := cmp.Diff(s, other); diff != "" || err != nil {
			t.Errorf("%s: %v (-exact +read):\n%s", name, err, diff)
		}
	}
	if accepted == 0 {
		t.Error("no source is accepted")
	}
}

func TestSkeleton(t *testing.T) {
	langtest.RoundTrips(t, exact, strings.NewReplacer("{ ... }", "{ :; }", "( ... )", "( : )").Replace)
}

// A source with very deep nesting without brackets is not parsed in any process.
func TestWhatNestsWithoutBrackets(t *testing.T) {
	tests := []struct{ before, opener string }{
		{"", "if "},
		{"", "while "},
		{"", "until "},
		{"", "for a; do "},
		{"", "select a in b; do "},
		{"", "case a in a) "},
		{"", "f() "},
		{"", "function f() "},
		{"", "if a; then b; elif "},
		{"(( ", "1?"},
		{"(( ", "a="},
		{"[[ ", "! "},
		{"[[ ", "a && "},
		{"[[ ", "a || "},
	}
	for _, tt := range tests {
		whole := tt.before + strings.Repeat(tt.opener, grammar.MaxBytes/len(tt.opener)-1)
		if opened([]byte(whole)) <= maxOpened {
			t.Errorf("%q%q again and again is read in any process", tt.before, tt.opener)
		}
		if few := tt.before + strings.Repeat(tt.opener, maxOpened/4); opened([]byte(few)) <= maxOpened {
			exact([]byte(few)) // the process survives
		} else {
			t.Errorf("%q is counted too often", tt.opener)
		}
	}
	// Sources without nesting may be as long.
	for _, part := range []string{"a | ", "time ", "<<a\n", "\\", "\"", "'", "$", "`", "1-", "a\n", "> a ", "${a}", "{a,", "x@", ";;", "a&"} {
		for _, before := range []string{"", "$((", "[[ ", "x=\"${a:-"} {
			exact([]byte(before + strings.Repeat(part, grammar.MaxBytes/4/len(part))))
		}
	}
}

// Parsing a source with errors again terminates, regardless of their number.
func TestErrorsEnd(t *testing.T) {
	for _, line := range []string{
		"} ", "}\n", ")\n", "f() {\n}}\n", "if a; then\n", "echo \"\n", "echo '\n\n", "a=$(\n)\n)\n", "it's ", " ((a b\n))", "<<a\n", "fi\n", "a\nb )\n",
	} {
		src := strings.Repeat(line, grammar.MaxBytes/64/len(line))
		if s, err := Language().Parse([]byte(src)); err == nil {
			langtest.Check(t, Language(), src[:min(len(src), 1000)])
			t.Logf("%q has %d symbols, and %d places fail", line, len(s.Symbols), len(s.Failed))
		}
	}
}

// FuzzRead checks that errors are in the source, in order, and that a source without errors has
// none.
func FuzzRead(f *testing.F) {
	for _, src := range langtest.Sources(f) {
		f.Add(src)
	}
	f.Add("f() {\r\n\ta \"$(b <<-E\n\t${c:-'d}\n\tE\n)\"\n} >e\n<<<<<<< x\n((g; h) | i)\n")
	f.Fuzz(func(t *testing.T, src string) {
		s, err := read([]byte(src))
		if err != nil {
			return
		}
		end := 0
		for _, failed := range s.Failed {
			if failed.Start < end || failed.End > len(src) || failed.Empty() {
				t.Errorf("%v of %d bytes fail", s.Failed, len(src))
			}
			end = failed.End
		}
		_, err = syntax.NewParser(syntax.Variant(syntax.LangBats)).Parse(strings.NewReader(string(grammar.WithoutConflicts([]byte(src)))), "")
		if whole := exact([]byte(src)); (whole != nil) != (err == nil) || whole != nil && (s.Broken || !cmp.Equal(s, whole)) {
			t.Errorf("exactly it is %v, %v; read it is %v", whole, err, s)
		}
	})
}
