package text

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func TestEscape(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"a plain name", "src/app.go", "src/app.go"},
		{"letters and emoji stay", "日本語/naïve 🎉👩\u200d💻.md", "日本語/naïve 🎉👩\u200d💻.md"},
		{"joiners of Persian stay", "می\u200cخواهم", "می\u200cخواهم"},
		{"a flag stays", "\U0001F3F4\U000E0067\U000E0062\U000E0065\U000E006E\U000E0067\U000E007F", "\U0001F3F4\U000E0067\U000E0062\U000E0065\U000E006E\U000E0067\U000E007F"},
		{"backslashes stay", `a\nb`, `a\nb`},
		{"line ends", "a\nb\rc\td", `a\nb\rc\td`},
		{"controls", "\x1b[31m\x00\x7f\x08", `\x1b[31m\x00\x7f\x08`},
		{"line ends alone", "\n\t", `\n\t`},
		{"the last control of ASCII alone", "a\x7f", `a\x7f`},
		{"the first control beyond ASCII", "a\u0080", "a⟦U+0080⟧"},
		{"a hidden character alone", "\u202e", "⟦U+202E⟧"},
		{"controls beyond ASCII", "a\u0085b\u2028c\u2029", "a⟦U+0085⟧b⟦U+2028⟧c⟦U+2029⟧"},
		{"bidirectional controls", "\u202egpj.exe\u2066", "⟦U+202E⟧gpj.exe⟦U+2066⟧"},
		{"directional marks", "a\u200e\u200f\u061c", "a⟦U+200E⟧⟦U+200F⟧⟦U+061C⟧"},
		{"characters that are not drawn", "a\u200b\u2060\ufeff\u00ad", "a⟦U+200B⟧⟦U+2060⟧⟦U+FEFF⟧⟦U+00AD⟧"},
		{"tag characters", "a\U000E0041\U000E0002", "a⟦U+E0041⟧⟦U+E0002⟧"},
		{"invalid UTF-8", "caf\xe9\xff", `caf\xe9\xff`},
		{"the replacement character itself", "\ufffd", "\ufffd"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, Escape(tt.in)); diff != "" {
				t.Errorf("wrong text (-want +got):\n%s", diff)
			}
		})
	}
}

func FuzzEscape(f *testing.F) {
	f.Add("a\nb\x1b\u202e\xff")
	f.Fuzz(func(t *testing.T, s string) {
		got := Escape(s)
		if !utf8.ValidString(got) || strings.ContainsFunc(got, func(r rune) bool { return r < ' ' || r == 0x7f || isBidi(r) }) {
			t.Fatalf("%q is shown as %q", s, got)
		}
		if again := Escape(got); again != got {
			t.Fatalf("%q is shown as %q and then as %q", s, got, again)
		}
	})
}

func TestOneLine(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"nothing", "", ""},
		{"one line stays", "a b c", "a b c"},
		{"runs of blanks and controls", " a\t\r\n b\x00\u2028c  ", "a b c"},
		{"blanks in front", "  a", "a"},
		{"blanks behind", "a  ", "a"},
		{"two blanks between", "a  b", "a b"},
		{"the last control of ASCII", "a\x7fb", "a b"},
		{"blanks beyond ASCII alone", "\u2028\u00a0", ""},
	} {
		if got := OneLine(tt.in); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}
