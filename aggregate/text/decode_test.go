package text

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// encode encodes s without a byte order mark.
func encode(s string, e Encoding) []byte {
	var out []byte
	switch e {
	case UTF8:
		return []byte(s)
	case UTF16LE, UTF16BE:
		for _, u := range utf16.Encode([]rune(s)) {
			if e == UTF16LE {
				out = binary.LittleEndian.AppendUint16(out, u)
			} else {
				out = binary.BigEndian.AppendUint16(out, u)
			}
		}
	case UTF32LE, UTF32BE:
		for _, r := range s {
			if e == UTF32LE {
				out = binary.LittleEndian.AppendUint32(out, uint32(r))
			} else {
				out = binary.BigEndian.AppendUint32(out, uint32(r))
			}
		}
	}
	return out
}

func allEncodings() []Encoding { return []Encoding{UTF8, UTF16LE, UTF16BE, UTF32LE, UTF32BE} }

func TestDecode(t *testing.T) {
	const (
		marks   = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
		england = "\U0001F3F4\U000E0067\U000E0062\U000E0065\U000E006E\U000E0067\U000E007F"
		hidden  = "\U000E0001\U000E0068\U000E0069\U000E007F"
	)
	flag := func(tags string) string {
		return "\U0001F3F4" + strings.Map(func(r rune) rune { return 0xE0000 + r }, tags) + "\U000E007F"
	}
	tests := []struct {
		name string
		data string
		want Decoded
	}{
		{name: "nothing", data: "", want: Decoded{}},
		{name: "ASCII", data: "package x\n", want: Decoded{Text: "package x\n"}},
		{name: "line ends stay", data: "a\r\nb\rc\n", want: Decoded{Text: "a\r\nb\rc\n"}},
		{name: "any other character stays", data: "naïve — 日本語 🎉 \u200d \u200c \ufffd \x1b[0m", want: Decoded{Text: "naïve — 日本語 🎉 \u200d \u200c \ufffd \x1b[0m"}},
		{name: "Arabic and Hebrew without controls are silent", data: "مرحبا שלום", want: Decoded{Text: "مرحبا שלום"}},
		{name: "the mark of UTF-8 is dropped", data: "\ufeffa", want: Decoded{Text: "a", Changed: true}},
		{name: "the mark alone is an empty text", data: "\ufeff", want: Decoded{Changed: true}},
		{name: "a mark further on stays", data: "a\ufeffb", want: Decoded{Text: "a\ufeffb"}},
		{name: "Latin-1 is replaced byte by byte", data: "x\ncaf\xe9 \xfc\xff\n", want: Decoded{Text: "x\ncaf\ufffd \ufffd\ufffd\n", Changed: true, Invalid: 3, InvalidLine: 2}},
		{name: "a character cut at the end", data: "a\xe2\x82", want: Decoded{Text: "a\ufffd\ufffd", Changed: true, Invalid: 2, InvalidLine: 1}},
		{name: "a byte in the middle of no character", data: "a\x80b", want: Decoded{Text: "a\ufffdb", Changed: true, Invalid: 1, InvalidLine: 1}},
		{name: "an overlong NUL is invalid, not a NUL", data: "a\xc0\x80", want: Decoded{Text: "a\ufffd\ufffd", Changed: true, Invalid: 2, InvalidLine: 1}},
		{name: "the nine controls are counted and stay", data: "\n" + marks, want: Decoded{Text: "\n" + marks, Bidi: 9, BidiLine: 2}},
		{name: "tag characters are removed and decoded", data: "a\nb" + hidden + "c", want: Decoded{Text: "a\nbc", Changed: true, Tags: 4, TagsLine: 2, TagsText: "hi"}},
		{name: "the first and the last of the tag characters", data: "\U000E0000a\U000E007F", want: Decoded{Text: "a", Changed: true, Tags: 2, TagsLine: 1}},
		{name: "tags that spell the first and the last sign of ASCII", data: "\U000E001F\U000E0020\U000E007E\U000E007F", want: Decoded{Changed: true, Tags: 4, TagsLine: 1, TagsText: " ~"}},
		{name: "eighty letters of a long text are spelt", data: strings.Repeat("\U000E0061", 81), want: Decoded{Changed: true, Tags: 81, TagsLine: 1, TagsText: strings.Repeat("a", 80)}},
		{name: "a flag stays", data: england, want: Decoded{Text: england}},
		{name: "a flag of three tags, the first and the last that may be in it", data: flag("a0z"), want: Decoded{Text: flag("a0z")}},
		{name: "a flag of seven tags", data: flag("abcdef9"), want: Decoded{Text: flag("abcdef9")}},
		{name: "two tags are no flag", data: flag("az"), want: Decoded{Text: "\U0001F3F4", Changed: true, Tags: 3, TagsLine: 1, TagsText: "az"}},
		{name: "neither are signs beside the letters", data: flag("ab{"), want: Decoded{Text: "\U0001F3F4", Changed: true, Tags: 4, TagsLine: 1, TagsText: "ab{"}},
		{name: "nor signs beside the digits", data: flag("ab:"), want: Decoded{Text: "\U0001F3F4", Changed: true, Tags: 4, TagsLine: 1, TagsText: "ab:"}},
		{name: "tags behind a flag do not", data: england + hidden, want: Decoded{Text: england, Changed: true, Tags: 4, TagsLine: 1, TagsText: "hi"}},
		{name: "a flag cannot hold a sentence", data: "\U0001F3F4\U000E0069\U000E0020\U000E0061\U000E007F", want: Decoded{Text: "\U0001F3F4", Changed: true, Tags: 4, TagsLine: 1, TagsText: "i a"}},
		{name: "a flag cannot hold a long word", data: "\U0001F3F4" + strings.Repeat("\U000E0061", 8) + "\U000E007F", want: Decoded{Text: "\U0001F3F4", Changed: true, Tags: 9, TagsLine: 1, TagsText: "aaaaaaaa"}},
		{name: "UTF-16 with a lone surrogate", data: "\xff\xfea\x00\x00\xd8b\x00", want: Decoded{Text: "a\ufffdb", Encoding: UTF16LE, Changed: true, Invalid: 1, InvalidLine: 1}},
		{name: "UTF-16 with an odd byte at its end", data: "\xfe\xff\x00a\x00\n\x00", want: Decoded{Text: "a\n\ufffd", Encoding: UTF16BE, Changed: true, Invalid: 1, InvalidLine: 2}},
		{name: "UTF-32 beyond Unicode", data: "\x00\x00\xfe\xff\x00\x11\x00\x00", want: Decoded{Text: "\ufffd", Encoding: UTF32BE, Changed: true, Invalid: 1, InvalidLine: 1}},
		{name: "the last character of Unicode in UTF-32", data: "\x00\x00\xfe\xff\x00\x10\xff\xff", want: Decoded{Text: "\U0010ffff", Encoding: UTF32BE, Changed: true}},
		{name: "UTF-16 without a mark, with blanks", data: "a\x00 \x00\t\x00b\x00", want: Decoded{Text: "a \tb", Encoding: UTF16LE, Changed: true}},
		{name: "UTF-16 without a mark", data: "a\x00\r\x00\n\x00", want: Decoded{Text: "a\r\n", Encoding: UTF16LE, Changed: true}},
		{name: "UTF-16 without a mark, some letters beyond Latin", data: "\x00a\x00b\x00c\x20\x14", want: Decoded{Text: "abc—", Encoding: UTF16BE, Changed: true}},
		{name: "controls count in UTF-16 too", data: "\xff\xfe\x2e\x20", want: Decoded{Text: "\u202e", Encoding: UTF16LE, Changed: true, Bidi: 1, BidiLine: 1}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Decode([]byte(tt.data))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("wrong text (-want +got):\n%s", diff)
			}
		})
	}
}

func TestDecodeBinary(t *testing.T) {
	tests := []struct {
		name   string
		data   string
		offset int
	}{
		{"a NUL in text", "ab\x00c", 2},
		{"a word with a NUL behind it", "hello\x00", 5},
		{"a NUL behind the mark of UTF-8", "\ufeffa\x00", 4},
		{"a NUL character in UTF-16", "\xff\xfea\x00\x00\x00", 4},
		{"a NUL character in UTF-32", "\x00\x00\xfe\xff\x00\x00\x00\x00", 4},
		{"NULs in both places", "a\x00\x00b", 1},
		{"small numbers of 16 bits", "\x01\x00\x02\x00\x03\x00", 1},
		{"an odd number of bytes", "a\x00b", 1},
		{"UTF-16 without a mark that is broken", "a\x00b\x00c\x00\x01\xd8", 1},
		{"an ELF header", "\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00", 7},
		{"a PNG header", "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", 8},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Decode([]byte(tt.data))
			if !errors.Is(err, ErrBinary) {
				t.Fatalf("error %v, want ErrBinary", err)
			}
			if want := (&BinaryError{tt.offset}); cmp.Diff(want, err) != "" {
				t.Errorf("error %v, want %v", err, want)
			}
		})
	}
}

// Every encoding at sizes around the powers of two, at which a chunked reader would split a
// character.
func TestDecodeSizes(t *testing.T) {
	kinds := map[string]string{"ASCII": "x", "two bytes": "é", "three bytes": "漢", "four bytes": "🎉"}
	marks := map[Encoding]string{UTF8: "\ufeff", UTF16LE: "\ufeff", UTF16BE: "\ufeff", UTF32LE: "\ufeff", UTF32BE: "\ufeff"}
	for _, e := range allEncodings() {
		for kind, unit := range kinds {
			for _, n := range []int{0, 1, 2, 7, 8, 9, 4095, 4096, 8191, 8192, 8193} {
				want := strings.Repeat("a", n%3) + strings.Repeat(unit, n)
				got, err := Decode(encode(marks[e]+want, e))
				if err != nil {
					t.Fatalf("%s %s × %d: %v", e, kind, n, err)
				}
				if got.Text != want || got.Encoding != e || got.Invalid != 0 {
					t.Errorf("%s %s × %d: %d bytes as %q with %d invalid", e, kind, n, len(got.Text), got.Encoding, got.Invalid)
				}
			}
		}
	}
}

func TestDecodeRespectsItsOptions(t *testing.T) {
	const content = "a\U000E0068\U000E0069"
	got, err := Options{KeepTags: true}.Decode([]byte(content))
	if err != nil {
		t.Fatal(err)
	}
	want := Decoded{Text: content, Tags: 2, TagsLine: 1, TagsText: "hi", TagsKept: true}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("wrong text (-want +got):\n%s", diff)
	}
	if got, err := (Options{KeepTags: true}).Decode([]byte("a — b")); err != nil || got.TagsKept {
		t.Errorf("a text without tags gives %+v, %v", got, err)
	}
}

func TestNotes(t *testing.T) {
	d := Decoded{
		Invalid: 3, InvalidLine: 88, Bidi: 1, BidiLine: 41,
		Tags: 64, TagsLine: 2, TagsText: "ignore all",
	}
	want := []string{
		"3 invalid bytes were replaced by U+FFFD (first in line 88)",
		"1 text-direction control can make the text look different from what it is (first in line 41)",
		`64 invisible tag characters spelling "ignore all" (first in line 2), removed`,
	}
	if diff := cmp.Diff(want, d.Notes()); diff != "" {
		t.Errorf("wrong notes (-want +got):\n%s", diff)
	}
	if notes := (Decoded{Text: "x", Encoding: UTF16LE, Changed: true}).Notes(); notes != nil {
		t.Errorf("notes %q for a text that lost nothing", notes)
	}
}

// The complete text is inspected, at every offset of the eight-byte steps.
func TestDecodeFindsAtEveryOffset(t *testing.T) {
	for _, special := range []string{"\x00", "\xff", "\u202e", "\U000E0041"} {
		for at := range 40 {
			data := []byte(strings.Repeat("x", at) + special + strings.Repeat("y", 40-at))
			d, err := Decode(data)
			if err == nil && d.Invalid+d.Bidi+d.Tags != 1 {
				t.Errorf("%q at %d was not seen", special, at)
			}
			if (err != nil) != (special == "\x00") {
				t.Errorf("%q at %d: error %v", special, at, err)
			}
		}
	}
}

func TestDecodeRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := rapid.StringMatching(`(\PC|\n|\t)*`).Draw(t, "text")
		want = strings.Map(func(r rune) rune {
			if isTag(r) || r == byteOrderMark || r == 0 {
				return -1
			}
			return r
		}, want)
		e := rapid.SampledFrom(allEncodings()).Draw(t, "encoding")
		got, err := Decode(encode("\ufeff"+want, e))
		if err != nil || got.Text != want || got.Encoding != e {
			t.Fatalf("%q in %q came back as %q in %q (error %v)", want, e, got.Text, got.Encoding, err)
		}
	})
}

func FuzzDecode(f *testing.F) {
	for _, seed := range []string{"a", "\xff\xfea\x00", "a\x00b\x00", "\U000E0041x\xff\u202e\n", "\U0001F3F4\U000E0067\U000E0062\U000E0065\U000E007F"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		d, err := Decode(data)
		if err != nil {
			var binary *BinaryError
			if !errors.As(err, &binary) || binary.Offset >= len(data) || data[binary.Offset] != 0 {
				t.Fatalf("%v is no NUL of %q", err, data)
			}
			return
		}
		if !utf8.ValidString(d.Text) || strings.IndexByte(d.Text, 0) >= 0 {
			t.Fatalf("%q is no text", d.Text)
		}
		if d.Changed != (d.Text != string(data)) {
			t.Fatalf("Changed is %t for %q from %q", d.Changed, d.Text, data)
		}
		again, err := Decode([]byte(d.Text))
		if err != nil || again.Text != strings.TrimPrefix(d.Text, "\ufeff") && again.Tags == 0 {
			t.Fatalf("%q reads again as %q (error %v)", d.Text, again.Text, err)
		}
		if utf8.Valid(data) && d.Encoding == UTF8 {
			if d.Invalid > 0 {
				t.Fatalf("%d invalid bytes in valid %q", d.Invalid, data)
			}
			kept, err := Options{KeepTags: true}.Decode(data)
			if err != nil || kept.Text != strings.TrimPrefix(string(data), "\ufeff") {
				t.Fatalf("%q became %q (error %v)", data, kept.Text, err)
			}
			visible := func(r rune) rune {
				if isTag(r) {
					return -1
				}
				return r
			}
			if strings.Map(visible, d.Text) != strings.Map(visible, kept.Text) {
				t.Fatalf("leaving tags out changed the visible text of %q", data)
			}
		}
		for _, line := range []int{d.InvalidLine, d.BidiLine, d.TagsLine} {
			if line < 0 || line > strings.Count(d.Text, "\n")+1 {
				t.Fatalf("line %d of %q", line, d.Text)
			}
		}
	})
}

// Binary content is detected at any position, and each byte of plain text is inspected.
func TestDecodeInspectsEachByte(t *testing.T) {
	for n := 16; n < 100; n++ { // shorter ones could be UTF-16
		ascii := strings.Repeat("a", n)
		for at := range n {
			data := []byte(ascii)
			data[at] = 0
			if _, err := Decode(data); !errors.Is(err, ErrBinary) {
				t.Fatalf("a NUL at %d of %d bytes: %v", at, n, err)
			}
			if data[at] = 0xff; at+3 < n { // alone it is not text
				if d, err := Decode(data); err != nil || d.Invalid != 1 {
					t.Fatalf("a byte of no text at %d of %d: %+v, %v", at, n, d, err)
				}
			}
			if d, err := Decode([]byte(ascii[:at] + "é\u202e" + ascii[at:])); err != nil || d.Bidi != 1 || d.Invalid != 0 {
				t.Fatalf("a text-direction control at %d of %d: %+v, %v", at, n, d, err)
			}
		}
	}
}

func BenchmarkDecode(b *testing.B) {
	line := "\tif err != nil {\n\t\treturn fmt.Errorf(\"read %s: %w\", path, err)\n\t}\n"
	for _, c := range []struct{ name, content string }{
		{"ascii", strings.Repeat(line, 15_000)},
		{"mixed", strings.Repeat(line+"// naïve — 日本語\n", 12_000)},
		{"latin1", strings.Repeat(line, 7_000) + "\xe9" + strings.Repeat(line, 7_000)},
	} {
		b.Run(c.name, func(b *testing.B) {
			data := []byte(c.content)
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Decode(data); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	b.Run("utf16", func(b *testing.B) {
		data := encode("\ufeff"+strings.Repeat(line, 8_000), UTF16LE)
		b.SetBytes(int64(len(data)))
		b.ReportAllocs()
		for b.Loop() {
			if _, err := Decode(data); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func ExampleDecode() {
	d, err := Decode(bytes.Join([][]byte{[]byte("caf"), {0xe9}}, nil))
	fmt.Println(d.Text, d.Notes(), err)
	// Output: caf� [1 invalid byte was replaced by U+FFFD (first in line 1)] <nil>
}
