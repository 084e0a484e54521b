package aggregate

import (
	"fmt"
	"strings"

	"dossier/aggregate/diff"
	"dossier/aggregate/text"
)

// Differs reports whether a block was changed, added, removed or moved.
func (b BlockDifference) Differs() bool { return b.State != Same || b.Moved }

// Unified returns the difference as text: for each part that differs, a line that describes the
// change and a unified diff that patch tools accept. old and new are the names of the two
// documents. It is empty if nothing differs.
func (d Difference) Unified(old, new string) string {
	var out strings.Builder
	for _, s := range d.Sections {
		for _, b := range s.Blocks {
			if b.Differs() {
				fmt.Fprintf(&out, "%s: %s\n", text.Escape(s.Title), b.Summary())
				out.WriteString(b.Unified(old, new))
			}
		}
	}
	return out.String()
}

// Unified returns the unified diff of one block. It is empty if the text is the same.
func (b BlockDifference) Unified(old, new string) string {
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
	return "--- " + side(old, b.State != Added) + "\n+++ " + side(new, b.State != Removed) + "\n" + diff.UnifiedOf(b.Changes, b.Old, b.New)
}

// Texts returns the text of the block in both documents, even if it is the same.
func (b BlockDifference) Texts() (old, new string) {
	if b.State == Same && b.pair[1] != nil {
		r := b.pair[1]
		whole := r.head + r.plain() + r.tail + "\n"
		return whole, whole
	}
	return b.Old, b.New
}

// SourceLines returns, for each line of [BlockDifference.Texts], its line number in the file,
// from 1; 0 for headings, fences and content that is not shown line by line. Both are nil for
// blocks that are not files.
func (b BlockDifference) SourceLines() (old, new []int) {
	oldBlock := b.pair[0]
	if b.State == Same {
		oldBlock = b.pair[1]
	}
	return oldBlock.sourceLines(b.OldMode), b.pair[1].sourceLines(b.NewMode)
}

// Summary describes the change on one line.
func (b BlockDifference) Summary() string {
	out := text.Escape(b.Title) + " "
	switch {
	case b.State == Same && b.Moved:
		out += "moved"
	case b.Moved:
		out += string(b.State) + " and moved"
	default:
		out += string(b.State)
	}
	if b.State == Changed && b.OldMode != b.NewMode {
		out += fmt.Sprintf(", %s → %s", b.OldMode, b.NewMode)
	}
	if b.State != Same {
		out += fmt.Sprintf(", -%d +%d lines", b.Removed, b.Added)
	}
	return out + fmt.Sprintf(", %+d tokens", b.Tokens)
}
