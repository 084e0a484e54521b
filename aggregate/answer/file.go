package answer

import (
	"bytes"
	"encoding/binary"
	"errors"
	"strings"
	"sync"
	"unicode/utf16"
	"unicode/utf8"

	"dossier/aggregate/code"
	"dossier/aggregate/diff"
)

// ErrBinary means that a file is not text.
var ErrBinary = errors.New("it is not a text file")

// encoding is the encoding of a file's text.
type encoding uint8

const (
	plainBytes encoding = iota // UTF-8, or bytes that extend ASCII
	utf16LE
	utf16BE
)

var utf8BOM = []byte("\xef\xbb\xbf")

// File is the text of a file in which edits are placed. It is immutable and safe for concurrent use.
type File struct {
	// Structure returns the symbols of the file, which are needed for functions without their file. It may be nil,
	// and may return nil if they are not known. It must be set before the first use.
	Structure func() *code.Structure
	// Base returns the file as it was sent to the model. It may be nil, and may return nil if that is not known. It
	// is called only for an edit without a certain place. It must be set before the first use.
	Base func() *File

	lines    []string // without line ends
	ends     []string // "\n", "\r\n", or "" for a last line without a newline
	hasBOM   bool     // begins with a byte-order mark
	encoding encoding
	valid    bool // valid UTF-8

	indexing       sync.Once
	byTrimmed      map[string][]int // line numbers by trimmed text
	trimmed        []string
	nonBlank       []int // the lines that are not blank
	nonBlankBefore []int // for each line, the number of lines before it that are not blank

	parsing sync.Once
	parsed  *code.Structure // of Structure; nil if it is not known
	numbers code.Lines      // of the text that was parsed
	defined map[int]bool    // the lines with which definitions of several lines begin

	findingSecrets sync.Once
	withSecret     map[int]bool // the lines with a part of a certain secret, from 0
}

// NewFile returns the file with the given bytes, or [ErrBinary] if they are not text.
func NewFile(data []byte) (*File, error) {
	f := &File{}
	text, err := f.decode(data)
	if err != nil {
		return nil, err
	}
	f.valid = f.encoding != plainBytes || utf8.ValidString(text)
	n := strings.Count(text, "\n") + 1
	f.lines, f.ends = make([]string, 0, n), make([]string, 0, n)
	for s := range strings.Lines(text) {
		line := strings.TrimSuffix(s, "\n")
		if len(line) < len(s) {
			line = strings.TrimSuffix(line, "\r")
		}
		f.lines, f.ends = append(f.lines, line), append(f.ends, s[len(line):])
	}
	return f, nil
}

// decode returns the text of some bytes, and records their encoding.
func (f *File) decode(data []byte) (string, error) {
	if rest, ok := bytes.CutPrefix(data, utf8BOM); ok {
		f.hasBOM, data = true, rest
	}
	if !f.hasBOM && len(data) >= 2 && len(data)%2 == 0 {
		switch {
		case data[0] == 0xff && data[1] == 0xfe:
			f.encoding = utf16LE
		case data[0] == 0xfe && data[1] == 0xff:
			f.encoding = utf16BE
		}
		if f.encoding != plainBytes {
			f.hasBOM = true
			codeUnits := make([]uint16, len(data)/2-1)
			for i := range codeUnits {
				codeUnits[i] = f.order16().Uint16(data[2*i+2:])
			}
			text := string(utf16.Decode(codeUnits))
			if strings.IndexByte(text, 0) >= 0 || !bytes.Equal(f.encode(text), data) {
				return "", ErrBinary
			}
			return text, nil
		}
	}
	if bytes.IndexByte(data, 0) >= 0 {
		return "", ErrBinary
	}
	return string(data), nil
}

func (f *File) order16() interface {
	binary.ByteOrder
	binary.AppendByteOrder
} {
	if f.encoding == utf16BE {
		return binary.BigEndian
	}
	return binary.LittleEndian
}

// encode encodes a text in the encoding of the file.
func (f *File) encode(text string) []byte {
	if f.encoding == plainBytes {
		if f.hasBOM {
			return append(bytes.Clone(utf8BOM), text...)
		}
		return []byte(text)
	}
	units := utf16.Encode([]rune(text))
	out := make([]byte, 0, 2*len(units)+2)
	out = f.order16().AppendUint16(out, 0xfeff)
	for _, u := range units {
		out = f.order16().AppendUint16(out, u)
	}
	return out
}

// Text returns the file's text, with its own line ends.
func (f *File) Text() string {
	var b strings.Builder
	for i, s := range f.lines {
		b.WriteString(s)
		b.WriteString(f.ends[i])
	}
	return b.String()
}

// Lines returns the number of lines.
func (f *File) Lines() int { return len(f.lines) }

// trimSpace returns a line without the white space around it.
func trimSpace(s string) string { return strings.Trim(s, " \t\r\f\v\u00a0") }

// index builds the lookup tables once.
func (f *File) index() {
	f.indexing.Do(func() {
		f.byTrimmed = make(map[string][]int, len(f.lines))
		f.trimmed = make([]string, len(f.lines))
		f.nonBlankBefore = make([]int, len(f.lines)+1)
		for i, s := range f.lines {
			c := trimSpace(s)
			f.trimmed[i] = c
			f.byTrimmed[c] = append(f.byTrimmed[c], i)
			f.nonBlankBefore[i] = len(f.nonBlank)
			if c != "" {
				f.nonBlank = append(f.nonBlank, i)
			}
		}
		f.nonBlankBefore[len(f.lines)] = len(f.nonBlank)
	})
}

// Change replaces the lines from Start to End of a file, counted from 0, with End excluded.
type Change struct {
	Start, End int
	Old, New   []string // without line ends
	Final      Final    // for the last line of the file, if the change includes it
}

// quote sets the replaced lines of changes.
func (f *File) quote(list []Change) {
	for i, c := range list {
		list[i].Old = f.lines[c.Start:c.End]
	}
}

// Compose returns the file's bytes with some changes, which are in order and do not overlap. Everything else stays
// byte for byte, including the newline of a line that becomes the last one.
func (f *File) Compose(changes []Change) []byte {
	var b strings.Builder
	at := 0
	for _, c := range changes {
		for ; at < c.Start; at++ {
			end := f.ends[at]
			if end == "" && len(c.New) > 0 { // lines follow the previous last line
				end = f.endAt(at)
			}
			b.WriteString(f.lines[at])
			b.WriteString(end)
		}
		for i, s := range c.New {
			end := f.endAt(c.Start)
			if i < c.End-c.Start && f.ends[c.Start+i] != "" {
				end = f.ends[c.Start+i]
			}
			if last := i == len(c.New)-1 && c.End == len(f.lines); last && f.lacksFinal(c) {
				end = ""
			}
			b.WriteString(s)
			b.WriteString(end)
		}
		at = c.End
	}
	for ; at < len(f.lines); at++ {
		b.WriteString(f.lines[at])
		b.WriteString(f.ends[at])
	}
	return f.encode(b.String())
}

// lacksFinal reports whether the last line that a change produces at the end of the file has no newline.
func (f *File) lacksFinal(c Change) bool {
	switch {
	case c.Final == FinalAbsent:
		return true
	case c.Final == FinalPresent || len(f.lines) == 0:
		return false
	}
	return f.ends[len(f.ends)-1] == ""
}

// endAt returns the line end for a new line: that of the existing line there, or of the nearest line with one.
func (f *File) endAt(i int) string {
	for _, at := range []int{i, i - 1, i + 1} {
		if at >= 0 && at < len(f.ends) && f.ends[at] != "" {
			return f.ends[at]
		}
	}
	if len(f.ends) > 0 && f.ends[0] != "" {
		return f.ends[0]
	}
	return "\n"
}

// between returns the changes that convert the file's lines from start to end to lines.
func (f *File) between(start, end int, lines []string) []Change {
	var out []Change
	for _, c := range diff.Lines(f.lines[start:end], lines) {
		out = append(out, Change{Start: start + c.Old.Start, End: start + c.Old.End, New: lines[c.New.Start:c.New.End]})
	}
	return out
}

func trimLineEnds(lines []string) []string {
	out := make([]string, len(lines))
	for i, s := range lines {
		out[i] = strings.TrimRight(s, " \t\r")
	}
	return out
}

// splitLines returns the lines of a text without line ends.
func splitLines(text string) []string {
	lines := make([]string, 0, strings.Count(text, "\n")+1)
	for s := range strings.Lines(text) {
		lines = append(lines, strings.TrimSuffix(strings.TrimSuffix(s, "\n"), "\r"))
	}
	return lines
}
