package prose

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// What stands at the place of a byte is that byte, in a font of which each character is
// measured: of scripts with very many, one is measured for all of a block.
func TestPlacesAndBytesOfALayoutAgree(t *testing.T) {
	begin(t)
	rulers := NewRulers()
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.SampledFrom([]rune("ab é \n"))).Draw(t, "text")
		var l Layout
		l.Wrap(text, 80, rulers)
		for at := range text {
			i := l.LineOf(at)
			line := l.Lines[i]
			if at < line.Start || at >= line.End { // an end of line, or a blank that the wrap took
				continue
			}
			if got := l.ByteAt(i, l.X(i, at)+0.5, rulers); got != at {
				t.Fatalf("byte %d of %q is at %v of line %d, where byte %d is", at, text, l.X(i, at), i, got)
			}
		}
	})
}

func TestWholeIsBetweenCharacters(t *testing.T) {
	const text = "aé日"
	for at, want := range []int{0, 1, 1, 3, 3, 3, 6} {
		if got := Whole(text, at); got != want {
			t.Errorf("byte %d is within the character at %d, want %d", at, got, want)
		}
	}
	if got := [2]int{Whole(text, -1), Whole(text, 99)}; got != [2]int{0, len(text)} {
		t.Errorf("beyond the text it is %v", got)
	}
}

func TestWordsAreLettersAndNumbers(t *testing.T) {
	for _, r := range "aé日_9" {
		if !InWord(r) {
			t.Errorf("%q is in no word", r)
		}
	}
	if i := strings.IndexFunc(" .-\n/", InWord); i >= 0 {
		t.Errorf("byte %d is in a word", i)
	}
}
