package aggregate

import (
	"strings"

	"dossier/aggregate/diff"
	"dossier/aggregate/text"
	"dossier/models"
)

// Sent is a document that was sent before, by the name of its snapshot.
type Sent struct {
	Name     string
	Document *Document // nil when it could not be read
}

// changesSection makes the section of what differs from a document that was sent: of
// each file, screenshot and list the unified difference, or the whole when that is not
// longer. sections are those of the document without this one and the discussion; status
// says what a path is on the disk.
func changesSection(sent Sent, sections []section, items []Item, status func(string) Status) (section, []Warning) {
	s := section{kind: ChangesSection, title: "Changes since " + text.OneLine(text.Escape(sent.Name)), joint: separator}
	if sent.Document == nil {
		return s, []Warning{{Message: sent.Name + " cannot be read, so that nothing can be said of what has changed since"}}
	}
	if sent.Document.whole() {
		return s, []Warning{{Message: sent.Name + " has no record of its parts, so that nothing can be said of what has changed since"}}
	}
	now := compose(sections, append([]Item(nil), items...), nil, uncounted)
	var deleted, left []string
	for _, d := range Compare(sent.Document, now).Sections {
		if d.Kind == HistorySection || d.Kind == ChangesSection {
			continue
		}
		for _, b := range d.Blocks {
			row := -1
			if d.Kind == FilesSection {
				row = now.rowOf(d.Kind, b.Title)
			}
			switch {
			case b.State == Same:
			case b.State == Removed && (d.Kind != FilesSection || status(b.Title) != Missing):
				left = append(left, text.CodeSpan(b.Title))
			case b.State == Removed, b.State == Changed && row >= 0 && absent(items[row].Err):
				deleted = append(deleted, text.CodeSpan(b.Title))
			case b.State == Changed && row >= 0 && sent.Document.readWhole(b, items[row]):
			default:
				s.blocks = append(s.blocks, sectionBlock{changedBlock(d.Kind, b), row})
			}
		}
	}
	for _, list := range []struct {
		title string
		names []string
	}{{"Deleted", deleted}, {"No longer shown", left}} {
		if len(list.names) > 0 {
			s.blocks = append(s.blocks, sectionBlock{newRendered(list.title, "", list.title+": "+strings.Join(list.names, ", "), ""), -1})
		}
	}
	if len(s.blocks) == 0 {
		return s, []Warning{{Message: "nothing has changed since " + sent.Name}}
	}
	return s, nil
}

// rowOf returns the item that the block of a title shows, or -1.
func (d *Document) rowOf(kind SectionKind, title string) int {
	for _, b := range d.blocks {
		if b.title == title && b.row >= 0 && d.Sections[b.section].Kind == kind {
			return b.row
		}
	}
	return -1
}

// readWhole reports whether a file that looks different now was shown in full and has not
// changed since: then it has been read already.
func (d *Document) readWhole(b BlockDifference, now Item) bool {
	if b.WasMode != models.Full || b.NowMode == models.Full || now.Hash == "" {
		return false
	}
	for _, item := range d.Items {
		if item.Path == now.Path {
			return item.Hash == now.Hash
		}
	}
	return false
}

// changedBlock shows one thing that differs: the whole of it, or what differs in it,
// whichever is shorter.
func changedBlock(kind SectionKind, b BlockDifference) *rendered {
	name := b.Title
	heading := func(note string) string {
		if kind == FilesSection || kind == ScreenshotsSection {
			name = text.CodeSpan(b.Title)
		}
		return "### " + name + " (" + note + ")\n\n"
	}
	was, now := partsOf(kind, b.Was), partsOf(kind, b.Now)
	note := "new"
	if b.State == Changed {
		note = "changed, in full"
	}
	whole := newRendered(b.Title, heading(note)+now.open, now.body, now.close)
	if b.State != Changed || kind == ScreenshotsSection {
		return whole
	}
	lines := diff.Unified(was.body, now.body)
	if lines == "" {
		return whole // the fence alone differs
	}
	fence := text.Fence(lines)
	part := newRendered(b.Title, heading("changed")+fence+"diff\n", lines, fence)
	if part.size() < whole.size() {
		return part
	}
	return whole
}

// fenced is a block without its heading: what opens its text, the text, what closes it.
type fenced struct{ open, body, close string }

// partsOf takes the text of a block apart. A block without a fence is all text.
func partsOf(kind SectionKind, block string) fenced {
	if kind == FilesSection || kind == ScreenshotsSection {
		_, rest, ok := strings.Cut(block, "\n")
		if !ok {
			return fenced{}
		}
		block = strings.TrimPrefix(rest, "\n")
	}
	first, rest, ok := strings.Cut(block, "\n")
	fence := first[:len(first)-len(strings.TrimLeft(first, "`"))]
	if body, closes := strings.CutSuffix(rest, fence); ok && len(fence) >= 3 && closes {
		return fenced{first + "\n", body, fence}
	}
	return fenced{body: block}
}
