package grammar

import (
	"regexp"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestNeeds(t *testing.T) {
	tests := []struct {
		expr string
		want []string
	}{
		{`class\s+` + Name, []string{"class"}},
		{`(?:class|interface|enum)\s+` + Name, []string{"class", "interface", "enum"}},
		{`(?:struct|static)\s+` + Name, []string{"ruct", "atic"}}, // what comes before is the same
		{`(?:final\s+)?class\s+` + Name, []string{"class"}},
		{`(?:func)+\s+` + Name, []string{"func"}},
		{`(?:func){2}`, []string{"func"}},
		{`(?:func){0,2}` + Name, nil},
		{`(?:func)*` + Name, nil},
		{`(?:func|\w+)\s+` + Name, nil},
		{TypeName + `\s+` + Name + `\(`, []string{"("}},
		{`(?i)create\s+table\s+` + Name, nil}, // in any case of letters
		{Name, nil},
	}
	for _, tt := range tests {
		if got := needs(tt.expr); !slices.Equal(got, tt.want) {
			t.Errorf("%s needs %q, want %q", tt.expr, got, tt.want)
		}
	}
}

// What an expression fits holds one of the words that it needs.
func TestNeedsAreMet(t *testing.T) {
	exprs := []string{
		`(?:class|struct|static)\s+(\w+)`, `(?:pub\s+)?(?:fn|func?)\s+(\w+)`, `(\w+)\s*\(`, `(?i)table\s+(\w+)`, `(?:ab){2,3}c?`, `(?:def|val+)(?:\s|\w)+`, `a|b|c\w`,
	}
	rapid.Check(t, func(t *rapid.T) {
		expr := rapid.SampledFrom(exprs).Draw(t, "expr")
		line := []byte(rapid.StringMatching(expr).Draw(t, "line"))
		h := quick{regexp.MustCompile(expr), needs(expr)}
		if h.Match(line) && !h.may(line) {
			t.Fatalf("%s fits %q, which has none of %q", expr, line, h.needs)
		}
	})
}
