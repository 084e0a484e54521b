package diff

import (
	"unicode"
	"unicode/utf8"
)

// maxWords is the max number of words in a line that is compared; longer lines are not readable
// word by word anyway.
const maxWords = 2000

// Words returns the byte ranges that differ between two lines, in order; nil if the lines have
// too little in common for this to help a reader.
func Words(old, new string) (removed, added []Range) {
	a, b := words(old), words(new)
	if len(a) > maxWords || len(b) > maxWords {
		return nil, nil
	}
	left, right := texts(old, a), texts(new, b)
	changes := Lines(left, right)
	differing := 0
	for _, c := range changes {
		if c.Old.Len() > 0 {
			removed = append(removed, Range{a[c.Old.Start].Start, a[c.Old.End-1].End})
		}
		if c.New.Len() > 0 {
			added = append(added, Range{b[c.New.Start].Start, b[c.New.End-1].End})
		}
	}
	for _, list := range [][]Range{removed, added} {
		for _, r := range list {
			differing += r.Len()
		}
	}
	if differing*4 > (len(old)+len(new))*3 {
		return nil, nil
	}
	return removed, added
}

func texts(line string, at []Range) []string {
	out := make([]string, len(at))
	for i, r := range at {
		out[i] = line[r.Start:r.End]
	}
	return out
}

// words splits a line into words, runs of blanks, and other characters one by one.
func words(line string) []Range {
	var out []Range
	last := other
	for i := 0; i < len(line); {
		r, size := utf8.DecodeRuneInString(line[i:])
		kind := kindOf(r)
		if n := len(out); n > 0 && kind == last && kind != other {
			out[n-1].End = i + size
		} else {
			out = append(out, Range{i, i + size})
		}
		last = kind
		i += size
	}
	return out
}

type kind byte

const (
	other kind = iota
	word
	blank
)

func kindOf(r rune) kind {
	switch {
	case r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r):
		return word
	case unicode.IsSpace(r):
		return blank
	}
	return other
}
