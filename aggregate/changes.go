package aggregate

import (
	"context"

	"dossier/aggregate/content"
	"dossier/aggregate/diff"
	"dossier/aggregate/secrets"
	"dossier/aggregate/text"
	"dossier/aggregate/tokens"
	"dossier/models"
)

// Sent is a document that was sent before, by the name of its snapshot.
type Sent struct {
	Name     string
	Document *Document // nil when it could not be read
}

// changesSection shows what differs from a document that was sent: of each file,
// screenshot and list the unified difference, or the whole when that is not longer. It
// looks at the sections that stand above it.
//
// It keeps what it found last of the pairs of blocks that differ, and how it showed them:
// a click changes few of them.
type changesSection struct {
	pairs compared
	shown map[[2]*rendered]*rendered
}

// Kind implements [SectionBuilder].
func (*changesSection) Kind() SectionKind { return ChangesSection }

// turn returns what the build before found, and forgets what that one did not ask for.
func (s *changesSection) turn() changesSection {
	before := *s
	*s = changesSection{pairs: compared{}, shown: map[[2]*rendered]*rendered{}}
	return before
}

// Build implements [SectionBuilder].
func (s *changesSection) Build(ctx context.Context, b *Building) (Content, error) {
	changes := b.Input.Composition.Changes
	if changes.Since == "" {
		return Content{}, nil
	}
	sent := Sent{Name: changes.Since}
	if b.Input.Sent != nil {
		sent = b.Input.Sent(changes)
	}
	c := Content{Title: "Changes since " + text.OneLine(text.Escape(sent.Name)), Alone: changes.Only}
	warn := func(message string) { c.Warnings = append(c.Warnings, Warning{Message: message}) }
	switch {
	case sent.Document == nil:
		warn(sent.Name + " cannot be read, so that nothing can be said of what has changed since")
		return c, nil
	case sent.Document.whole():
		warn(sent.Name + " has no record of its parts, so that nothing can be said of what has changed since")
		return c, nil
	}
	var err error
	if c.Blocks, err = s.blocks(ctx, b, sent.Document); err == nil && len(c.Blocks) == 0 {
		warn("nothing has changed since " + sent.Name)
	}
	return c, err
}

// blocks shows what differs from a document. The error is the context's.
func (s *changesSection) blocks(ctx context.Context, b *Building, sent *Document) ([]SectionBlock, error) {
	now := compose(b.format, b.above, append([]Item(nil), b.Items...), nil, uncounted)
	before := s.turn()
	rows := make(map[string]int, len(b.Items))
	for row, item := range b.Items {
		rows[item.Path] = row
	}
	hashes := make(map[string]string, len(sent.Items))
	for _, item := range sent.Items {
		hashes[item.Path] = item.Hash()
	}
	var blocks []SectionBlock
	var deleted, left content.Names
	skip := func(k SectionKind) bool { return b.below[k] }
	for _, d := range compareKinds(sent, now, skip, before.pairs).Sections {
		for _, c := range d.Blocks {
			row, ok := rows[c.Title]
			if !ok || d.Kind != FilesSection {
				row = -1
			}
			if c.State == Changed {
				s.pairs[c.pair] = c
			}
			switch {
			case c.State == Same:
			case c.State == Removed && (d.Kind != FilesSection || b.builder.Status(c.Title) != Missing):
				left = append(left, c.Title)
			case c.State == Removed, c.State == Changed && row >= 0 && absent(b.Items[row].Err):
				deleted = append(deleted, c.Title)
			case c.State == Changed && row >= 0 && readWhole(c, hashes[c.Title], b.Items[row].Hash()):
			default:
				was, told, err := b.sentBefore(ctx, c)
				if err != nil {
					return nil, err
				}
				block, ok := before.shown[c.pair]
				if !ok {
					if block, err = b.changedBlock(ctx, c, was); err != nil {
						return nil, err
					}
				}
				if !told {
					s.shown[c.pair] = block
				}
				blocks = append(blocks, SectionBlock{block, row, nil})
			}
		}
	}
	for _, list := range []struct {
		title string
		names content.Names
	}{{"Deleted", deleted}, {"No longer shown", left}} {
		if len(list.names) > 0 {
			blocks = append(blocks, b.Block(content.Block{Title: list.title, Body: list.names}))
		}
	}
	return blocks, nil
}

// readWhole reports whether a file that looks different now was shown in full and has not
// changed since: then it has been read already. The hashes are of its bytes.
func readWhole(c BlockDifference, was, now string) bool {
	return c.WasMode == models.Full && c.NowMode != models.Full && now != "" && was == now
}

// sentBefore is what was sent of something that has changed since, and whether it told a secret,
// as a document may that was sent before it was one, or by another program: then without it. The
// error is the context's.
func (b *Building) sentBefore(ctx context.Context, c BlockDifference) (was string, told bool, err error) {
	if c.State != Changed {
		return "", false, nil
	}
	was = c.pair[0].said()
	found, err := b.guard.checker.Check(ctx, c.Title, was)
	if err != nil || b.guard.policy.Off {
		return was, false, err
	}
	cuts := b.guard.cuts(was, found.Findings)
	return secrets.Apply(was, cuts), len(cuts) > 0, nil
}

// changedBlock shows one thing that differs from what was sent: the whole of it, or what differs
// in it, whichever has fewer tokens. The error is the context's.
func (b *Building) changedBlock(ctx context.Context, c BlockDifference, was string) (*rendered, error) {
	now := c.pair[1]
	says := now.says
	says.Headed, says.Note = true, "new"
	if c.State == Changed {
		says.Note = "changed, in full"
	}
	whole := b.render(says)
	if _, image := says.Body.(content.Image); image || c.State != Changed {
		return whole, nil
	}
	lines := diff.Unified(was, now.said())
	if lines == "" {
		return whole, nil // nothing but what stands around it differs
	}
	says.Note, says.Body = "changed", content.Code{Info: "diff", Text: lines}
	part := b.render(says)
	shorter, err := b.builder.shorter(ctx, part, whole)
	if err != nil || !shorter {
		return whole, err
	}
	return part, nil
}

// shorter reports whether a block has fewer tokens than another. Estimates tell it where
// they are far apart, and are counted where they are not, in o200k, so that the answer
// depends on the two texts alone.
func (b *Builder) shorter(ctx context.Context, one, other *rendered) (bool, error) {
	if n, m := one.estimate().N, other.estimate().N; n > 2*m || m > 2*n {
		return n < m, nil
	}
	sep := one.format.Separators().Blocks
	n, err := b.count(ctx, tokens.O200k, one, sep)
	if err != nil {
		return false, err
	}
	m, err := b.count(ctx, tokens.O200k, other, sep)
	return n.N < m.N, err
}
