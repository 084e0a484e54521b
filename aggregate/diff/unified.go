package diff

import (
	"fmt"
	"strings"

	"dossier/aggregate/text"
)

// Context is the number of context lines around a change in a unified diff.
const Context = 3

// Hunk is a range of both texts with its changes and context lines.
type Hunk struct {
	Old, New Range
	Changes  []Change
}

// Hunks groups changes that are at most twice context lines apart. old and new are the lengths of
// the compared lists.
func Hunks(changes []Change, old, new, context int) []Hunk {
	var out []Hunk
	for _, c := range changes {
		n := len(out)
		if n > 0 && c.Old.Start-out[n-1].Changes[len(out[n-1].Changes)-1].Old.End <= 2*context {
			out[n-1].Changes = append(out[n-1].Changes, c)
			continue
		}
		out = append(out, Hunk{Changes: []Change{c}})
	}
	for i := range out {
		h := &out[i]
		first, last := h.Changes[0], h.Changes[len(h.Changes)-1]
		above := min(context, first.Old.Start, first.New.Start)
		below := min(context, old-last.Old.End, new-last.New.End)
		h.Old = Range{first.Old.Start - above, last.Old.End + below}
		h.New = Range{first.New.Start - above, last.New.End + below}
	}
	return out
}

// Head returns the header line of a hunk in a unified diff, without its newline.
func (h Hunk) Head() string { return "@@ -" + place(h.Old) + " +" + place(h.New) + " @@" }

// place formats a range, counting lines from 1; an empty range is named by the preceding line.
func place(r Range) string {
	switch r.Len() {
	case 0:
		return fmt.Sprintf("%d,0", r.Start)
	case 1:
		return fmt.Sprint(r.Start + 1)
	}
	return fmt.Sprintf("%d,%d", r.Start+1, r.Len())
}

// Unified returns the hunks of a unified diff of two texts, without file headers; it is empty if
// the texts are equal. Every line ends with a newline.
func Unified(old, new string) string {
	return UnifiedOf(Lines(Split(old), Split(new)), old, new)
}

// UnifiedOf is [Unified] for known changes.
func UnifiedOf(changes []Change, old, new string) string {
	return UnifiedWith(changes, old, new, Context)
}

// UnifiedWith is [UnifiedOf] with another number of context lines.
func UnifiedWith(changes []Change, old, new string, context int) string {
	var out strings.Builder
	a, b := lineReader{rest: old}, lineReader{rest: new}
	for _, h := range Hunks(changes, text.CountLines(old), text.CountLines(new), context) {
		out.WriteString(h.Head())
		out.WriteByte('\n')
		at := h.Old.Start
		for _, c := range h.Changes {
			a.write(&out, ' ', Range{at, c.Old.Start})
			a.write(&out, '-', c.Old)
			b.write(&out, '+', c.New)
			at = c.Old.End
		}
		a.write(&out, ' ', Range{at, h.Old.End})
	}
	return out.String()
}

// lineReader reads a text line by line.
type lineReader struct {
	rest string
	line int // number of the next line
}

func (r *lineReader) next() (line string) {
	end := strings.IndexByte(r.rest, '\n') + 1
	if end == 0 {
		end = len(r.rest)
	}
	line, r.rest = r.rest[:end], r.rest[end:]
	r.line++
	return line
}

// write writes lines, each after a sign. They must not precede lines already read.
func (r *lineReader) write(out *strings.Builder, sign byte, lines Range) {
	for r.line < lines.Start {
		r.next()
	}
	for r.line < lines.End {
		line := r.next()
		out.WriteByte(sign)
		out.WriteString(line)
		if !strings.HasSuffix(line, "\n") {
			out.WriteString("\n" + noNewline)
		}
	}
}

// noNewline follows a final line without a newline.
const noNewline = "\\ No newline at end of file\n"

// Count returns the numbers of removed and added lines.
func Count(changes []Change) (removed, added int) {
	for _, c := range changes {
		removed += c.Old.Len()
		added += c.New.Len()
	}
	return removed, added
}
