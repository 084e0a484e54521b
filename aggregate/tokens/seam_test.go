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
		if whole, sum := c.Count(left+right), c.Count(left)+c.Count(right); whole != sum {
			t.Fatalf("%q and %q: %d together, %d apart", left, right, whole, sum)
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
			if tt.want && c.Count(tt.left+tt.right) != c.Count(tt.left)+c.Count(tt.right) {
				t.Errorf("the counts of %q and %q do not add up", tt.left, tt.right)
			}
		})
	}
	// The rule is not idle: where it does not hold, counts may differ.
	if c.Count(")\n// b") == c.Count(")\n")+c.Count("// b") {
		t.Error("the counts add up before a slash: the lemma is stricter than needed")
	}
}
