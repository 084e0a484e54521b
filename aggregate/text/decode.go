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

// Encoding is the encoding of a file.
type Encoding string

// Supported encodings. The zero value is [UTF8].
const (
	UTF8    Encoding = ""
	UTF16LE Encoding = "UTF-16LE"
	UTF16BE Encoding = "UTF-16BE"
	UTF32LE Encoding = "UTF-32LE"
	UTF32BE Encoding = "UTF-32BE"
)

// Decoded is the text of a file and what a reader should know about it. Lines are counted from 1;
// a line is 0 if its count is.
type Decoded struct {
	Text     string   // valid UTF-8 without a byte-order mark
	Encoding Encoding // of the bytes
	Changed  bool     // Text differs from the bytes

	Invalid     int // invalid bytes, or UTF-16 and UTF-32 units, each replaced by U+FFFD
	InvalidLine int

	Bidi     int // the nine bidirectional controls U+202A–U+202E and U+2066–U+2069, which are kept
	BidiLine int

	Tags     int // Unicode tag characters outside flag emoji, which are removed unless the options keep them
	TagsLine int
	TagsKept bool
	TagsText string // the text encoded by the tag characters, in ASCII; at most 80 bytes
}

// Options are the user's choices for one file. The zero value is that of [Decode].
type Options struct {
	KeepTags bool // keep Unicode tag characters
}

// ErrBinary matches every [*BinaryError] with errors.Is.
var ErrBinary = errors.New("not text")

// BinaryError reports a file that contains NUL bytes but is not in an encoding that uses them.
type BinaryError struct {
	Offset int // of the first NUL byte, from 0
}

func (e *BinaryError) Error() string {
	return fmt.Sprintf("not text: there is a NUL byte at 0x%x", e.Offset)
}

// Is reports whether target is [ErrBinary].
func (e *BinaryError) Is(target error) bool { return target == ErrBinary }

// Decode decodes data as text.
//
//	starts with a BOM of UTF-8, UTF-16 or UTF-32    that encoding; the BOM is dropped
//	no NUL                                          UTF-8; each invalid byte becomes U+FFFD
//	NUL on one side of at least 3 in 4 byte pairs   UTF-16, if all of it is valid and has no controls
//	any other NUL                                   a [*BinaryError]
//
// A NUL character after a BOM is binary as well. Unicode tag characters, which are invisible to
// users but not to models, are removed except in flag emoji. UTF-8 that needs none of this takes
// one pass, and the text shares the memory of data, which must not be modified afterwards.
func Decode(data []byte) (Decoded, error) { return Options{}.Decode(data) }

// Decode decodes data as described for the function [Decode].
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
		notes = append(notes, fmt.Sprintf("%s %s replaced by U+FFFD (first in line %d)", Counted(d.Invalid, "invalid byte"), verb, d.InvalidLine))
	}
	if d.Bidi > 0 {
		notes = append(notes, fmt.Sprintf("%s can make the text look different from what it is (first in line %d)", Counted(d.Bidi, "text-direction control"), d.BidiLine))
	}
	if d.Tags > 0 {
		spelling := ""
		if d.TagsText != "" {
			spelling = fmt.Sprintf(" spelling %q", d.TagsText)
		}
		fate := "removed"
		if d.TagsKept {
			fate = "kept"
		}
		notes = append(notes, fmt.Sprintf("%s%s (first in line %d), %s", Counted(d.Tags, "invisible tag character"), spelling, d.TagsLine, fate))
	}
	return notes
}

// plain reports whether data is valid UTF-8 that needs no special treatment by [Decode]. It
// checks runs of ASCII 32 or 8 bytes at a time.
func plain(data []byte) bool {
	const (
		ones  = 0x0101010101010101
		highs = 0x8080808080808080
	)
	for len(data) > 0 {
		if len(data) >= 32 {
			// A zero byte borrows from the bit above it, and only that or a byte over 0x7f sets a
			// high bit.
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

// transcode decodes data and counts invalid units; inspect counts hidden characters.
func transcode(data []byte) (Decoded, error) {
	switch {
	case hasPrefix(data, 0xEF, 0xBB, 0xBF):
		return fromUTF8(data[3:], 3)
	case hasPrefix(data, 0x00, 0x00, 0xFE, 0xFF):
		return marked(data, 4, UTF32BE)
	// The BOM of UTF-32LE is also that of UTF-16LE followed by a NUL, which is not text.
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

// fromUTF8 replaces invalid bytes. skipped is the number of bytes before data.
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
			countAt(&d.Invalid, &d.InvalidLine, line)
		}
		b.WriteRune(r)
		i += size
	}
	d.Text = b.String()
	return d, nil
}

// marked decodes the data after a BOM.
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

// decodeUnits decodes UTF-16 or UTF-32. An unpaired surrogate, an invalid code point and an
// incomplete unit at the end become U+FFFD.
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
			countAt(&d.Invalid, &d.InvalidLine, line)
		}
		if r == '\n' {
			line++
		}
		b.WriteRune(r)
	}
	d.Text = b.String()
	return d
}

// alternating detects UTF-16 without a BOM: the NUL bytes are all at even offsets, or all at odd
// ones, and fill at least three in four of those. So it detects text in Latin letters, but not
// NUL-terminated strings.
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

// hasControls reports whether s contains a control character that does not occur in text files.
func hasControls(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool {
		return r < ' ' && (r < '\t' || r > '\r') && r != 0x1b
	}) >= 0
}

// countAt increments a count and stores the line of the first occurrence.
func countAt(n, line *int, at int) {
	if *n++; *n == 1 {
		*line = at
	}
}
