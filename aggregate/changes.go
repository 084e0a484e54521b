package aggregate

import (
	"context"
	"strings"

	"dossier/aggregate/diff"
	"dossier/aggregate/markdown"
	"dossier/aggregate/text"
	"dossier/models"
)

// Sent is a document that was sent before, by the name of its snapshot.
type Sent struct {
	Name     string
	Document *Document // nil when it could not be read
}

// changesKept is what the last build found of the pairs of blocks that differ, and how it
// showed them: a click changes few of them. It belongs to who builds.
type changesKept struct {
	pairs compared
	shown map[[2]*rendered]*rendered
}

// turn returns what the build before found, and forgets what that one did not ask for.
func (k *changesKept) turn() changesKept {
	before := *k
	*k = changesKept{pairs: compared{}, shown: map[[2]*rendered]*rendered{}}
	return before
}

// changesSection makes the section of what differs from a document that was sent: of
// each file, screenshot and list the unified difference, or the whole when that is not
// longer. sections are those of the document without this one and the discussion. The
// error is the context's.
func (b *Builder) changesSection(ctx context.Context, sent Sent, sections []section, items []Item) (section, []Warning, error) {
	s := section{kind: ChangesSection, title: "Changes since " + text.OneLine(text.Escape(sent.Name)), joint: separator}
	if sent.Document == nil {
		return s, []Warning{{Message: sent.Name + " cannot be read, so that nothing can be said of what has changed since"}}, nil
	}
	if sent.Document.whole() {
		return s, []Warning{{Message: sent.Name + " has no record of its parts, so that nothing can be said of what has changed since"}}, nil
	}
	now := compose(sections, append([]Item(nil), items...), nil, uncounted)
	before := b.changes.turn()
	skip := func(k SectionKind) bool { return k == HistorySection || k == ChangesSection }
	rows := make(map[string]int, len(items))
	for row, item := range items {
		rows[item.Path] = row
	}
	hashes := make(map[string]string, len(sent.Document.Items))
	for _, item := range sent.Document.Items {
		hashes[item.Path] = item.Hash
	}
	var deleted, left []string
	for _, d := range compareKinds(sent.Document, now, skip, before.pairs).Sections {
		for _, c := range d.Blocks {
			row, ok := rows[c.Title]
			if !ok || d.Kind != FilesSection {
				row = -1
			}
			if c.State == Changed {
				b.changes.pairs[c.pair] = c
			}
			switch {
			case c.State == Same:
			case c.State == Removed && (d.Kind != FilesSection || b.Status(c.Title) != Missing):
				left = append(left, markdown.CodeSpan(c.Title))
			case c.State == Removed, c.State == Changed && row >= 0 && absent(items[row].Err):
				deleted = append(deleted, markdown.CodeSpan(c.Title))
			case c.State == Changed && row >= 0 && readWhole(c, hashes[c.Title], items[row].Hash):
			default:
				block, ok := before.shown[c.pair]
				if !ok {
					var err error
					if block, err = b.changedBlock(ctx, d.Kind, c); err != nil {
						return s, nil, err
					}
				}
				b.changes.shown[c.pair] = block
				s.blocks = append(s.blocks, sectionBlock{block, row})
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
		return s, []Warning{{Message: "nothing has changed since " + sent.Name}}, nil
	}
	return s, nil, nil
}

// readWhole reports whether a file that looks different now was shown in full and has not
// changed since: then it has been read already. The hashes are of its bytes.
func readWhole(c BlockDifference, was, now string) bool {
	return c.WasMode == models.Full && c.NowMode != models.Full && now != "" && was == now
}

// changedBlock shows one thing that differs: the whole of it, or what differs in it,
// whichever has fewer tokens. The error is the context's.
func (b *Builder) changedBlock(ctx context.Context, kind SectionKind, c BlockDifference) (*rendered, error) {
	name := c.Title
	if kind == FilesSection || kind == ScreenshotsSection {
		name = markdown.CodeSpan(name)
	}
	heading := func(note string) string { return "### " + name + " (" + note + ")\n\n" }
	was, now := partsOf(kind, c.Was), partsOf(kind, c.Now)
	note := "new"
	if c.State == Changed {
		note = "changed, in full"
	}
	whole := newRendered(c.Title, heading(note)+now.open, now.body, now.close)
	if c.State != Changed || kind == ScreenshotsSection {
		return whole, nil
	}
	lines := diff.Unified(was.body, now.body)
	if lines == "" {
		return whole, nil // the fence alone differs
	}
	fence := markdown.Fence(lines)
	part := newRendered(c.Title, heading("changed")+fence+"diff\n", lines, fence)
	shorter, err := b.shorter(ctx, part, whole)
	if err != nil || !shorter {
		return whole, err
	}
	return part, nil
}

// shorter reports whether a block has fewer tokens than another. Estimates tell it where
// they are far apart, and are counted where they are not, so that the answer depends on
// the two texts alone.
func (b *Builder) shorter(ctx context.Context, one, other *rendered) (bool, error) {
	if n, m := one.estimate(), other.estimate(); n > 2*m || m > 2*n {
		return n < m, nil
	}
	n, err := b.count(ctx, one, separator)
	if err != nil {
		return false, err
	}
	m, err := b.count(ctx, other, separator)
	return n.N < m.N, err
}

// fenced is a block without its heading: what opens its text, the text, what closes it.
type fenced struct{ open, body, close string }

// partsOf takes the text of a block apart, without the newline that ends it. A block
// without a fence is all text.
func partsOf(kind SectionKind, block string) fenced {
	block = strings.TrimSuffix(block, "\n")
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
