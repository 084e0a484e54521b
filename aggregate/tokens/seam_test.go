package tokens

import (
	"testing"

	"pgregory.net/rapid"
)

func TestCountsAddUpAtSeams(t *testing.T) {
	var c Counter
	text := rapid.StringOf(rapid.OneOf(
		rapid.SampledFrom([]rune("aB1 \t\n\r/'_.#`|\u00a0\u2028中\u0301é👍")),
		rapid.Rune(),
	))
	rapid.Check(t, func(t *rapid.T) {
		left := text.Draw(t, "left") + rapid.SampledFrom([]string{"\n", "\r\n", "\r", " \n", "//\n", "\n\n"}).Draw(t, "end")
		right := text.Draw(t, "right")
		if !Seam(left, right) {
			return
		}
		for v := range Vocabulary(Vocabularies) {
			if whole, sum := c.Count(v, left+right), c.Count(v, left)+c.Count(v, right); whole != sum {
				t.Fatalf("%s of %q and %q: %d together, %d apart", v, left, right, whole, sum)
			}
		}
	})
}

func TestSeam(t *testing.T) {
	tests := []struct {
		name, left, right string
		want              bool
	}{
		{"a newline before a word", "a\n", "b", true},
		{"a carriage return is a newline", "a\r", "b", true},
		{"a heading after a fence", "```\n", "## Screenshots", true},
		{"empty text joins anything", "a", "", true},
		{"no newline", "a", "b", false},
		{"a slash is drawn to the newline", ")\n", "// b", false},
		{"white space merges with the newline", "a\n", "\n", false},
		{"so does the space of any script", "a\n", "\u3000", false},
	}
	var c Counter
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Seam(tt.left, tt.right); got != tt.want {
				t.Errorf("Seam(%q, %q) = %t, want %t", tt.left, tt.right, got, tt.want)
			}
			for v := range Vocabulary(Vocabularies) {
				if tt.want && c.Count(v, tt.left+tt.right) != c.Count(v, tt.left)+c.Count(v, tt.right) {
					t.Errorf("the counts of %s of %q and %q do not add up", v, tt.left, tt.right)
				}
			}
		})
	}
	// The rule is necessary: where it does not hold, counts may differ.
	if c.Count(O200k, ")\n// b") == c.Count(O200k, ")\n")+c.Count(O200k, "// b") {
		t.Error("the counts add up before a slash: the lemma is stricter than needed")
	}
}
