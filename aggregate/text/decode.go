package text

import (
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
	"unsafe"
)

// Encoding is how the bytes of a file were read.
type Encoding string

// The encodings that are told apart. The zero value is [UTF8].
const (
	UTF8    Encoding = ""
	UTF16LE Encoding = "UTF-16LE"
	UTF16BE Encoding = "UTF-16BE"
	UTF32LE Encoding = "UTF-32LE"
	UTF32BE Encoding = "UTF-32BE"
)

// Decoded is the text of a file and what a reader should know about it. Lines count
// from 1; a line is 0 when its count is.
type Decoded struct {
	Text     string   // valid UTF-8 without a byte-order mark
	Encoding Encoding // of the bytes
	Changed  bool     // whether Text differs from the bytes in any way

	Invalid     int // bytes, or UTF-16 and UTF-32 units, that became U+FFFD, one for each
	InvalidLine int

	Bidi     int // the nine bidirectional controls U+202A–U+202E and U+2066–U+2069; they stay
	BidiLine int

	Tags     int // Unicode tag characters outside flag emoji; left out unless the options keep them
	TagsLine int
	TagsKept bool
	TagsText string // what the tag characters spell, in ASCII; at most 80 bytes
}

// Options are the person's choices for one file. The zero value is what [Decode] does.
type Options struct {
	KeepTags bool // leaves Unicode tag characters where they are
}

// ErrBinary is what every [*BinaryError] is, for errors.Is.
var ErrBinary = errors.New("not text")

// BinaryError is a file that holds NUL bytes and is in no encoding that explains them.
type BinaryError struct {
	Offset int // of the first NUL byte, counted from 0
}

func (e *BinaryError) Error() string {
	return fmt.Sprintf("not text: there is a NUL byte at 0x%x", e.Offset)
}

// Is reports whether target is [ErrBinary].
func (e *BinaryError) Is(target error) bool { return target == ErrBinary }

// Decode reads data as text.
//
//	starts with a mark of UTF-8, UTF-16 or UTF-32   that encoding; the mark is dropped
//	no NUL                                          UTF-8; each invalid byte becomes U+FFFD
//	NUL on one side of at least 3 in 4 byte pairs   UTF-16, when all of it is valid and has no controls
//	any other NUL                                   a [*BinaryError]
//
// A NUL character behind a mark is binary as well. Unicode tag characters, which
// a reader cannot see and a model can read, are left out except in flag emoji.
// UTF-8 that needs none of this costs one pass, and the text has the bytes of data itself,
// which nobody may change from then on.
func Decode(data []byte) (Decoded, error) { return Options{}.Decode(data) }

// Decode reads data as text, as the function [Decode] describes.
func (o Options) Decode(data []byte) (Decoded, error) {
	if plain(data) {
		return Decoded{Text: unsafe.String(unsafe.SliceData(data), len(data))}, nil
	}
	d, err := transcode(data)
	if err != nil {
		return Decoded{}, err
	}
	o.inspect(&d)
	d.Changed = d.Text != string(data)
	return d, nil
}

// Notes returns one sentence for each thing that a reader should know, or nil.
func (d Decoded) Notes() []string {
	var notes []string
	if d.Invalid > 0 {
		verb := "was"
		if d.Invalid > 1 {
			verb = "were"
		}
		notes = append(notes, fmt.Sprintf("%s %s replaced by U+FFFD (first in line %d)", count(d.Invalid, "invalid byte"), verb, d.InvalidLine))
	}
	if d.Bidi > 0 {
		notes = append(notes, fmt.Sprintf("%s can make the text read differently from what it is (first in line %d)", count(d.Bidi, "text-direction control"), d.BidiLine))
	}
	if d.Tags > 0 {
		spelling := ""
		if d.TagsText != "" {
			spelling = fmt.Sprintf(" spelling %q", d.TagsText)
		}
		fate := "left out"
		if d.TagsKept {
			fate = "kept"
		}
		notes = append(notes, fmt.Sprintf("%s%s (first in line %d), %s", count(d.Tags, "invisible tag character"), spelling, d.TagsLine, fate))
	}
	return notes
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// plain reports whether data is valid UTF-8 without anything that [Decode] treats
// in a special way. Runs of ASCII are looked at 32 bytes at a time, or eight.
func plain(data []byte) bool {
	const (
		ones  = 0x0101010101010101
		highs = 0x8080808080808080
	)
	for len(data) > 0 {
		if len(data) >= 32 {
			// A byte of 0 borrows from the bit above it, and only that or a
			// byte over 0x7f sets a high bit.
			a, b := binary.LittleEndian.Uint64(data), binary.LittleEndian.Uint64(data[8:])
			c, d := binary.LittleEndian.Uint64(data[16:]), binary.LittleEndian.Uint64(data[24:])
			if ((a-ones)|a|(b-ones)|b|(c-ones)|c|(d-ones)|d)&highs == 0 {
				data = data[32:]
				continue
			}
		}
		if len(data) >= 8 {
			if v := binary.LittleEndian.Uint64(data); ((v-ones)|v)&highs == 0 {
				data = data[8:]
				continue
			}
		}
		if c := data[0]; c < utf8.RuneSelf {
			if c == 0 {
				return false
			}
			data = data[1:]
			continue
		}
		r, size := utf8.DecodeRune(data)
		if r == utf8.RuneError && size == 1 || r == byteOrderMark || isBidi(r) || isTag(r) {
			return false
		}
		data = data[size:]
	}
	return true
}

const byteOrderMark = '\uFEFF'

// transcode decodes and counts invalid units; the rest is for inspect.
func transcode(data []byte) (Decoded, error) {
	switch {
	case hasPrefix(data, 0xEF, 0xBB, 0xBF):
		return fromUTF8(data[3:], 3)
	case hasPrefix(data, 0x00, 0x00, 0xFE, 0xFF):
		return marked(data, 4, UTF32BE)
	// The mark of UTF-32LE is also UTF-16LE's with a NUL behind it, which is no text.
	case hasPrefix(data, 0xFF, 0xFE, 0x00, 0x00):
		return marked(data, 4, UTF32LE)
	case hasPrefix(data, 0xFE, 0xFF):
		return marked(data, 2, UTF16BE)
	case hasPrefix(data, 0xFF, 0xFE):
		return marked(data, 2, UTF16LE)
	}
	if e, ok := alternating(data); ok {
		if d := decodeUnits(data, e); d.Invalid == 0 && !hasControls(d.Text) {
			return d, nil
		}
	}
	return fromUTF8(data, 0)
}

func hasPrefix(data []byte, prefix ...byte) bool {
	return len(data) >= len(prefix) && string(data[:len(prefix)]) == string(prefix)
}

// fromUTF8 replaces invalid bytes. skipped is how many bytes stood before data.
func fromUTF8(data []byte, skipped int) (Decoded, error) {
	var (
		b    strings.Builder
		d    Decoded
		line = 1
	)
	b.Grow(len(data))
	for i := 0; i < len(data); {
		c := data[i]
		if c < utf8.RuneSelf {
			if c == 0 {
				return Decoded{}, &BinaryError{skipped + i}
			}
			if c == '\n' {
				line++
			}
			b.WriteByte(c)
			i++
			continue
		}
		r, size := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError && size == 1 {
			first(&d.Invalid, &d.InvalidLine, line)
		}
		b.WriteRune(r)
		i += size
	}
	d.Text = b.String()
	return d, nil
}

// marked decodes what stands behind a byte-order mark.
func marked(data []byte, mark int, e Encoding) (Decoded, error) {
	d := decodeUnits(data[mark:], e)
	if strings.IndexByte(d.Text, 0) < 0 {
		return d, nil
	}
	width := unitWidth(e)
	for i := mark; i+width <= len(data); i += width {
		if unit(data[i:], e) == 0 {
			return Decoded{}, &BinaryError{i}
		}
	}
	return Decoded{}, &BinaryError{mark}
}

func unitWidth(e Encoding) int {
	if e == UTF32LE || e == UTF32BE {
		return 4
	}
	return 2
}

func unit(data []byte, e Encoding) uint32 {
	switch e {
	case UTF16LE:
		return uint32(binary.LittleEndian.Uint16(data))
	case UTF16BE:
		return uint32(binary.BigEndian.Uint16(data))
	case UTF32LE:
		return binary.LittleEndian.Uint32(data)
	}
	return binary.BigEndian.Uint32(data)
}

// decodeUnits decodes UTF-16 or UTF-32. A lone surrogate, a number that is no
// character and an incomplete unit at the end become U+FFFD.
func decodeUnits(data []byte, e Encoding) Decoded {
	var (
		b     strings.Builder
		d     = Decoded{Encoding: e}
		width = unitWidth(e)
		line  = 1
	)
	b.Grow(len(data))
	for i := 0; i < len(data); i += width {
		r := rune(utf8.RuneError)
		valid := false
		if i+width <= len(data) {
			u := unit(data[i:], e)
			switch {
			case width == 2 && utf16.IsSurrogate(rune(u)) && i+2*width <= len(data):
				r = utf16.DecodeRune(rune(u), rune(unit(data[i+width:], e)))
				if valid = r != utf8.RuneError; valid {
					i += width
				}
			case u <= utf8.MaxRune && utf8.ValidRune(rune(u)):
				r, valid = rune(u), true
			}
		}
		if !valid {
			first(&d.Invalid, &d.InvalidLine, line)
		}
		if r == '\n' {
			line++
		}
		b.WriteRune(r)
	}
	d.Text = b.String()
	return d
}

// alternating guesses at UTF-16 without a mark: the NUL bytes all stand at even
// offsets, or all at odd ones, and fill at least three in four of those. So it finds
// text in Latin letters, and takes no string of letters with a NUL behind it.
func alternating(data []byte) (Encoding, bool) {
	if len(data) == 0 || len(data)%2 != 0 {
		return "", false
	}
	var zeros [2]int
	for i, c := range data {
		if c == 0 {
			zeros[i%2]++
		}
	}
	enough := (len(data)/2*3 + 3) / 4
	switch {
	case zeros[0] == 0 && zeros[1] >= enough:
		return UTF16LE, true
	case zeros[1] == 0 && zeros[0] >= enough:
		return UTF16BE, true
	}
	return "", false
}

// hasControls reports whether s holds a control character that no text file uses.
func hasControls(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool {
		return r < ' ' && (r < '\t' || r > '\r') && r != 0x1b
	}) >= 0
}

// first counts one more find and keeps the line of the first.
func first(n, line *int, at int) {
	if *n++; *n == 1 {
		*line = at
	}
}
