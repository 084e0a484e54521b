package notes

import (
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// Whatever a pattern matches has its needles, also those of the languages.
func TestNeedlesAreInWhateverMatches(t *testing.T) {
	var patterns []string
	for _, signs := range languageSigns() {
		for _, s := range signs {
			patterns = append(patterns, s.is.String())
		}
	}
	blind := 0
	for _, pattern := range patterns {
		if len(needlesOf(pattern)) == 0 {
			blind++
		}
	}
	if blind > 3 {
		t.Errorf("of %d patterns %d have no needles", len(patterns), blind)
	}
	rapid.Check(t, func(t *rapid.T) {
		pattern := rapid.SampledFrom(patterns).Draw(t, "pattern")
		text := rapid.StringMatching(strings.NewReplacer(`\b`, "", "(?m)", "", "^", "", "$", "").Replace(pattern)).Draw(t, "text")
		if regexp.MustCompile(pattern).MatchString(text) && !needlesOf(pattern).in(strings.ToLower(text)) {
			t.Fatalf("%q matches %s, and has none of %q", text, pattern, needlesOf(pattern))
		}
	})
	for pattern, want := range map[string]string{`^abc\d+`: "abc", `x(?:yes|no)`: "no|yes", `a*`: "", `(?i)AB`: "ab", `(?:ab)?c`: "c"} {
		got := needlesOf(pattern)
		if len(got) == 2 && got[0] > got[1] {
			got[0], got[1] = got[1], got[0]
		}
		if strings.Join(got, "|") != want {
			t.Errorf("%s needs %q, want %q", pattern, got, want)
		}
	}
}

func BenchmarkContentLanguage(b *testing.B) {
	content := strings.Repeat("\tif err != nil {\n\t\treturn fmt.Errorf(\"a line: %w\", err)\n\t}\n", 20)
	b.SetBytes(int64(len(content)))
	b.ReportAllocs()
	for b.Loop() {
		ContentLanguage(content)
	}
}
