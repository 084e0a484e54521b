package grammar

import "bytes"

// conflictMarks begin the lines that git writes into a file it cannot merge. None is
// the beginning of a line in any language that is read.
var conflictMarks = [][]byte{[]byte("<<<<<<< "), []byte("||||||| "), []byte("=======\n"), []byte("=======\r"), []byte(">>>>>>> ")}

// WithoutConflicts returns src with spaces for those lines, so that the two sides are
// read one after the other and every byte keeps its place.
func WithoutConflicts(src []byte) []byte {
	out := src
	for _, mark := range conflictMarks {
		for at := 0; at < len(src); {
			n := bytes.Index(src[at:], mark)
			if n < 0 {
				break
			}
			at += n + len(mark)
			start := at - len(mark)
			if start > 0 && src[start-1] != '\n' {
				continue
			}
			line, _, _ := bytes.Cut(src[start:], []byte("\n"))
			out = Blank(out, src, start, start+len(line))
		}
	}
	return out
}

// Blank makes bytes of a source blank, but for the ends of lines, in out, which is the source
// itself or a copy of it. It returns the copy, made when there is none yet.
func Blank(out, src []byte, start, end int) []byte {
	if start < end && &out[0] == &src[0] {
		out = bytes.Clone(src)
	}
	for i := start; i < end; i++ {
		if src[i] != '\n' {
			out[i] = ' '
		}
	}
	return out
}
