package prose

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestAPlaceOfALineIsTheNearestByte(t *testing.T) {
	begin(t)
	tests := []struct {
		name string
		text string
		want []int // positions between characters
	}{
		{name: "letters", text: "abc", want: []int{0, 1, 2, 3}},
		{name: "pairs that are kerned", text: "AVAVAVAVTo", want: []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}},
		{name: "an ideograph before a letter", text: "日a", want: []int{0, 3, 4}},
		{name: "ideographs in a row", text: "日日日", want: []int{0, 3, 6, 9}},
		{name: "a script that no font may have", text: "한국어 a", want: []int{0, 3, 6, 9, 10, 11}},
		{name: "emoji", text: "a😀b", want: []int{0, 1, 5, 6}},
		{name: "emoji that are drawn as one", text: "👩\u200d💻a", want: []int{0, 11, 12}},
		{name: "an accent of its own", text: "e\u0301a", want: []int{0, 3, 4}},
		{name: "tabs", text: "\ta\tb", want: []int{0, 1, 2, 3, 4}},
		{name: "a control character", text: "a\x01b", want: []int{0, 1, 2, 3}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var l Layout
			l.Wrap(tt.text, 800, NewRulers())
			for k, at := range tt.want {
				x := l.X(0, at)
				if k > 0 {
					before := l.X(0, tt.want[k-1])
					if got := l.ByteAt(0, x-(x-before)*0.4); got != at {
						t.Errorf("shortly before byte %d it is byte %d", at, got)
					}
				}
				if k+1 < len(tt.want) {
					behind := l.X(0, tt.want[k+1])
					if got := l.ByteAt(0, x+(behind-x)*0.4); got != at {
						t.Errorf("shortly behind byte %d it is byte %d", at, got)
					}
				}
			}
		})
	}
}

// No position between two characters of a line is nearer than the result, for left-to-right
// scripts.
func TestNoPlaceOfALineIsNearer(t *testing.T) {
	begin(t)
	rulers := NewRulers()
	distance := func(a, b float32) float32 { return max(a-b, b-a) }
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.SampledFrom([]rune("abAV é日한😀\u0301\t\n"))).Draw(t, "text")
		x := float32(rapid.IntRange(-5, 100).Draw(t, "x"))
		var l Layout
		l.Wrap(text, 80, rulers)
		for i, line := range l.Lines {
			got := l.ByteAt(i, x)
			if got < line.Start || got > line.End {
				t.Fatalf("byte %d is not on line %d of %q, [%d, %d)", got, i, text, line.Start, line.End)
			}
			for at := line.Start; at < line.End; at = NextChar(text, at) {
				if distance(l.X(i, at), x) < distance(l.X(i, got), x) {
					t.Fatalf("at %v of line %d of %q, byte %d at %v is nearer than byte %d at %v", x, i, text, at, l.X(i, at), got, l.X(i, got))
				}
			}
		}
	})
}

// The last position of a line is on that line: a caret there does not appear on the next.
func TestTheLastPlaceOfALineIsOnIt(t *testing.T) {
	begin(t)
	rulers := NewRulers()
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.SampledFrom([]rune("ab é日\u0301\n`"))).Draw(t, "text")
		var l Layout
		l.Wrap(text, 40, rulers)
		for i := range l.Lines {
			if at := l.LastIn(i); l.LineOf(at) != i {
				t.Fatalf("the last place of line %d of %q is byte %d, which is on line %d", i, text, at, l.LineOf(at))
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
