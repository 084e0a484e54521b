package aggregate

import (
	"fmt"
	"strings"

	"dossier/aggregate/diff"
	"dossier/aggregate/text"
)

// Differs reports whether a part is not as it was, where it was.
func (b BlockDifference) Differs() bool { return b.State != Same || b.Moved }

// Unified returns what differs as text: for each part that does a line that says how, and
// the unified difference of its text, as programs that apply such read it. was and now
// name the two documents. It is empty when nothing differs.
func (d Difference) Unified(was, now string) string {
	var out strings.Builder
	for _, s := range d.Sections {
		for _, b := range s.Blocks {
			if b.Differs() {
				fmt.Fprintf(&out, "%s: %s\n", text.Escape(s.Title), b.InShort())
				out.WriteString(b.Unified(was, now))
			}
		}
	}
	return out.String()
}

// Unified returns the unified difference of one part; it is empty when its text is the
// same.
func (b BlockDifference) Unified(was, now string) string {
	if b.State == Same {
		return ""
	}
	title := text.Escape(b.Title)
	side := func(document string, has bool) string {
		if !has {
			return "/dev/null"
		}
		return text.Escape(document) + "/" + title
	}
	return "--- " + side(was, b.State != Added) + "\n+++ " + side(now, b.State != Removed) + "\n" + diff.UnifiedOf(b.Changes, b.Was, b.Now)
}

// Texts returns the text of the part in both documents, also where it is the same.
func (b BlockDifference) Texts() (was, now string) {
	if b.State == Same && b.pair[1] != nil {
		r := b.pair[1]
		whole := r.head + r.body + r.tail + "\n"
		return whole, whole
	}
	return b.Was, b.Now
}

// SourceLines returns the line of its file that each line of [BlockDifference.Texts] is,
// from 1; 0 where it is none: of a heading, a fence, and of what is not shown line by
// line. What is no file has none.
func (b BlockDifference) SourceLines() (was, now []int) {
	before := b.pair[0]
	if b.State == Same {
		before = b.pair[1]
	}
	return before.sourceLines(b.WasMode), b.pair[1].sourceLines(b.NowMode)
}

// InShort says on one line what became of a part.
func (b BlockDifference) InShort() string {
	out := text.Escape(b.Title) + " "
	switch {
	case b.State == Same && b.Moved:
		out += "moved"
	case b.Moved:
		out += string(b.State) + " and moved"
	default:
		out += string(b.State)
	}
	if b.State == Changed && b.WasMode != b.NowMode {
		out += fmt.Sprintf(", %s → %s", b.WasMode, b.NowMode)
	}
	if b.State != Same {
		out += fmt.Sprintf(", -%d +%d lines", b.Removed, b.Added)
	}
	return out + fmt.Sprintf(", %+d tokens", b.Tokens)
}
