package prefilter

import (
	"regexp"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestOf(t *testing.T) {
	tests := []struct {
		expr string
		want []string
	}{
		{`class\s+(\w+)`, []string{"class"}},
		{`(?:class|interface|enum)\s+(\w+)`, []string{"class", "interface", "enum"}},
		{`(?:struct|static)\s+(\w+)`, []string{"ruct", "atic"}}, // the part before is the same
		{`(?:final\s+)?class\s+(\w+)`, []string{"class"}},
		{`(?:func)+\s+(\w+)`, []string{"func"}},
		{`(?:func){2}`, []string{"func"}},
		{`(?:func){0,2}(\w+)`, nil},
		{`(?:func)*(\w+)`, nil},
		{`(?:func|\w+)\s+(\w+)`, nil},
		{`(?:ab)?c`, []string{"c"}},
		{`^abc\d+(?:def|ghi)`, []string{"abc"}}, // one word rather than two
		{`(?i)create\s+table`, []string{"create"}},
		{`(?i)INSERT`, []string{"ert"}}, // ſ folds to s as well
		{`(?i)kk`, nil},                 // and the Kelvin sign to k
		{`(?i)é`, nil},
		{`\w+`, nil},
		{`(`, nil},
	}
	for _, tt := range tests {
		var got []string
		for _, w := range Of(tt.expr).words {
			got = append(got, w.text)
		}
		if !slices.Equal(got, tt.want) || Of(tt.expr).Blind() != (tt.want == nil) {
			t.Errorf("%s needs %q, want %q", tt.expr, got, tt.want)
		}
	}
}

func TestMay(t *testing.T) {
	tests := []struct {
		expr, text string
		want       bool
	}{
		{`class \w`, "a class b", true},
		{`class \w`, "a Class b", false},
		{`(?i)create \w`, "to CrEaTe ", true},
		{`(?i)create \w`, "creat", false},
		{`(?i)insert into 0`, "INſERT INTO 0", true},
		{`\w`, "", true},
	}
	for _, tt := range tests {
		if got := Of(tt.expr).May([]byte(tt.text)); got != tt.want {
			t.Errorf("%s may match in %q: %v, want %v", tt.expr, tt.text, got, tt.want)
		}
	}
}

// Every match of an expression passes its filter.
func TestMatchesPass(t *testing.T) {
	exprs := []string{
		`(?:class|struct|static)\s+(\w+)`, `(?:pub\s+)?(?:fn|func?)\s+(\w+)`, `(\w+)\s*\(`, `(?i)table\s+(\w+)`, `(?:ab){2,3}c?`,
		`(?:def|val+)(?:\s|\w)+`, `a|b|c\w`, `(?i)(?:insert into \w|SELECT k+)`, `(?i:mask)ed|(?i:ſ)x`, `(?i)[ks]ks?i`,
	}
	rapid.Check(t, func(t *rapid.T) {
		expr := rapid.SampledFrom(exprs).Draw(t, "expr")
		text := []byte(rapid.StringMatching(expr).Draw(t, "text"))
		if regexp.MustCompile(expr).Match(text) && !Of(expr).May(text) {
			t.Fatalf("%s matches %q, which has none of %v", expr, text, Of(expr).words)
		}
	})
}
