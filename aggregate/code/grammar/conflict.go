package grammar

import "bytes"

// conflictMarks begin the conflict marker lines of git. No supported language has such lines.
var conflictMarks = [][]byte{[]byte("<<<<<<< "), []byte("||||||| "), []byte("=======\n"), []byte("=======\r"), []byte(">>>>>>> ")}

// WithoutConflicts returns src with conflict marker lines replaced by spaces, so that both sides
// are parsed one after the other and offsets are unchanged.
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

// Blank replaces a range of bytes by blanks, except line ends, in out, which is src itself or a
// copy of it. It returns out, copied first if it is src.
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
