package snippets

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// Nearly all patterns of languages have a literal that is searched first, which never rejects a
// match.
func TestSignsAreFiltered(t *testing.T) {
	var all []sign
	blind := 0
	for _, signs := range languageSigns() {
		for _, s := range signs {
			if all = append(all, s); s.filter.Blind() {
				blind++
			}
		}
	}
	if blind > 3 {
		t.Errorf("of %d signs %d have no word", len(all), blind)
	}
	slices.SortFunc(all, func(a, b sign) int { return strings.Compare(a.is.String(), b.is.String()) })
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.SampledFrom(all).Draw(t, "sign")
		text := rapid.StringMatching(strings.NewReplacer(`\b`, "", "(?m)", "", "^", "", "$", "").Replace(s.is.String())).Draw(t, "text")
		if s.is.MatchString(text) && !s.filter.May([]byte(text)) {
			t.Fatalf("%s matches %q, which its filter holds back", s.is, text)
		}
	})
}

func BenchmarkContentLanguage(b *testing.B) {
	content := strings.Repeat("\tif err != nil {\n\t\treturn fmt.Errorf(\"a line: %w\", err)\n\t}\n", 20)
	b.SetBytes(int64(len(content)))
	b.ReportAllocs()
	for b.Loop() {
		ContentLanguage(content)
	}
}
