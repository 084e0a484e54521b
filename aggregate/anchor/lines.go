package anchor

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"unicode/utf8"

	"dossier/aggregate/text"
)

// lines is a text with the offsets of its lines. Lines are counted from 0 here.
type lines struct {
	text   string
	starts []int // one more than lines: the last is the offset after the last line
}

func splitLines(content string) lines { return lines{content, text.LineStarts(content)} }

func (l lines) count() int { return len(l.starts) - 1 }

// line returns line i without its line ending.
func (l lines) line(i int) string {
	return strings.TrimSuffix(l.text[l.starts[i]:l.starts[i+1]-1], "\r")
}

// size returns the size of lines [start, end) in bytes.
func (l lines) size(start, end int) int { return l.starts[end] - l.starts[start] }

const hashPrefix = "sha256:"

// hash returns the content hash of lines [start, end).
func (l lines) hash(start, end int) string {
	joined := ""
	if start < end {
		joined = l.text[l.starts[start] : l.starts[end]-1]
	}
	if strings.IndexByte(joined, '\r') >= 0 {
		var b strings.Builder
		b.Grow(len(joined))
		for i := start; i < end; i++ {
			if i > start {
				b.WriteByte('\n')
			}
			b.WriteString(l.line(i))
		}
		joined = b.String()
	}
	sum := sha256.Sum256([]byte(joined))
	return hashPrefix + hex.EncodeToString(sum[:])
}

// maxAnchor is the max length of a stored line, in bytes that are not white space: enough to
// identify it, and short in a project file.
const maxAnchor = 160

// cut returns the line up to and including the character that reaches maxAnchor.
func cut(line string) string {
	if len(line) <= maxAnchor {
		return line
	}
	kept := 0
	for i := 0; i < len(line); {
		_, n := utf8.DecodeRuneInString(line[i:])
		if !isBlank(line[i]) {
			kept += n
		}
		if i += n; kept >= maxAnchor {
			return line[:i]
		}
	}
	return line
}

// Redacted returns the lines of a text that are different in its redacted form, which has as many lines:
// from each, as Make stores it, to the redacted line, stored likewise.
func Redacted(content, redacted string) map[string]string {
	out := map[string]string{}
	from, to := splitLines(content), splitLines(redacted)
	for i := range min(from.count(), to.count()) {
		if line, clean := cut(from.line(i)), cut(to.line(i)); line != clean {
			out[line] = clean
		}
	}
	return out
}

func isBlank(b byte) bool { return b == ' ' || b == '\t' || b == '\r' }

// signature returns a hash of the line without white space, so that an indented or reformatted
// line keeps its signature. It covers only what cut returns. It is FNV-1a, 64 bits.
func signature(line string) uint64 {
	const offset, prime = 14695981039346656037, 1099511628211
	h := uint64(offset)
	if len(line) <= maxAnchor { // the common case
		for i := range len(line) {
			if b := line[i]; b > ' ' || !isBlank(b) {
				h = (h ^ uint64(b)) * prime
			}
		}
		return h
	}
	kept := 0
	for i := range len(line) {
		b := line[i]
		if isBlank(b) {
			continue
		}
		if kept >= maxAnchor && utf8.RuneStart(b) {
			break
		}
		kept++
		h = (h ^ uint64(b)) * prime
	}
	return h
}

func (l lines) signatures() []uint64 {
	list := make([]uint64, l.count())
	for i := range list {
		list[i] = signature(l.line(i))
	}
	return list
}
