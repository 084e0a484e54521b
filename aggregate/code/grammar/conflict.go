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
			if &out[0] == &src[0] {
				out = bytes.Clone(src)
			}
			for i := start; i < len(out) && out[i] != '\n'; i++ {
				out[i] = ' '
			}
		}
	}
	return out
}
