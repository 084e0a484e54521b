package text

import (
	"slices"
	"sort"
	"strings"
)

// Edit replaces a range of bytes of a text.
type Edit struct {
	Start, End int // half-open
	New        string
}

// Mapped is a text derived from the lines of a file.
type Mapped struct {
	Text string
	// From is, for each line of Text, its line number in the file, from 1, or 0 for
	// a line that is not from the file. Nil means that Text is the file.
	From []int
}

// Line returns the file line number of line i of the text, from 0; 0 if it has none.
func (m Mapped) Line(i int) int {
	if m.From == nil {
		return i + 1
	}
	if i < len(m.From) {
		return m.From[i]
	}
	return 0
}

// Apply returns the text with edits applied. A line of the result has the number of the line that
// contained its first byte. Overlapping edits are joined. Edits must be within the text.
func (m Mapped) Apply(edits []Edit) Mapped {
	edits = JoinEdits(edits)
	if len(edits) == 0 {
		return m
	}
	var b strings.Builder
	b.Grow(len(m.Text))
	from := make([]int, 0, strings.Count(m.Text, "\n")+1)
	line := 0      // of m, at the current offset
	begins := true // at the beginning of a line of the result
	copied := func(s string, counts bool) {
		for s != "" {
			if begins {
				from, begins = append(from, m.Line(line)), false
			}
			n := strings.IndexByte(s, '\n') + 1
			if n == 0 {
				b.WriteString(s)
				return
			}
			b.WriteString(s[:n])
			s, begins = s[n:], true
			if counts {
				line++
			}
		}
	}
	at := 0
	for _, e := range edits {
		copied(m.Text[at:e.Start], true)
		copied(e.New, false)
		line += strings.Count(m.Text[e.Start:e.End], "\n")
		at = e.End
	}
	copied(m.Text[at:], true)
	return Mapped{b.String(), from}
}

// JoinEdits sorts edits and joins overlapping ones: an edit within another one is
// dropped, and for two that overlap partially the replacements are concatenated.
func JoinEdits(edits []Edit) []Edit {
	edits = slices.Clone(edits)
	sort.SliceStable(edits, func(i, j int) bool {
		if edits[i].Start != edits[j].Start {
			return edits[i].Start < edits[j].Start
		}
		return edits[i].End > edits[j].End
	})
	out := edits[:0]
	for _, e := range edits {
		n := len(out)
		switch {
		case n == 0 || e.Start >= out[n-1].End:
			out = append(out, e)
		case e.End > out[n-1].End:
			out[n-1].End, out[n-1].New = e.End, out[n-1].New+e.New
		}
	}
	return out
}

// Within returns the parts of edits that are within a range of the text, with offsets
// relative to its start. A replacement is assigned to the first byte that it replaces.
func Within(edits []Edit, start, end int) []Edit {
	var out []Edit
	for _, e := range edits {
		if e.End <= start || e.Start >= end {
			continue
		}
		if e.Start < start {
			e.Start, e.New = start, ""
		}
		out = append(out, Edit{e.Start - start, min(e.End, end) - start, e.New})
	}
	return out
}
