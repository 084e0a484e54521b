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

// Sent is a document that was sent earlier, named by its snapshot.
type Sent struct {
	Name     string
	Document *Document // nil if it could not be read
}

// changesSection shows the differences from a document that was sent: for each file, screenshot
// and list the unified diff, or the full text if that is not longer. It covers the sections above
// it.
//
// It caches the differing pairs of blocks that the last build found and how they were rendered,
// because an edit changes only a few of them.
type changesSection struct {
	pairs differenceCache
	shown map[[2]*rendered]*rendered
}

// Kind implements [SectionBuilder].
func (*changesSection) Kind() SectionKind { return ChangesSection }

// previousResults returns the results of the previous build and drops those that it did not use.
func (s *changesSection) previousResults() changesSection {
	previous := *s
	*s = changesSection{pairs: differenceCache{}, shown: map[[2]*rendered]*rendered{}}
	return previous
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
	c := Content{Title: "Changes since " + text.OneLine(text.Escape(sent.Name)), About: "what has changed since an earlier message", Alone: changes.Only}
	warn := func(message string) { c.Warnings = append(c.Warnings, Warning{Message: message}) }
	switch {
	case sent.Document == nil:
		warn(sent.Name + " cannot be read, so the changes since are unknown")
		return c, nil
	case sent.Document.isUnstructured():
		warn(sent.Name + " has no record of its parts, so the changes since are unknown")
		return c, nil
	}
	var err error
	if c.Blocks, err = s.blocks(ctx, b, sent.Document); err == nil && len(c.Blocks) == 0 {
		warn("nothing has changed since " + sent.Name)
	}
	return c, err
}

// blocks renders the differences from a document. It returns only the context's error.
func (s *changesSection) blocks(ctx context.Context, b *Building, sent *Document) ([]SectionBlock, error) {
	current := compose(b.format, b.above, append([]Item(nil), b.Items...), nil, uncounted)
	previous := s.previousResults()
	rows := make(map[string]int, len(b.Items))
	for row, item := range b.Items {
		rows[item.Path] = row
	}
	hashes := make(map[string]string, len(sent.Items))
	for _, item := range sent.Items {
		hashes[item.Path] = item.Hash()
	}
	var blocks []SectionBlock
	var deleted, unshown content.Names
	skip := func(k SectionKind) bool { return b.below[k] }
	for _, d := range compareKinds(sent, current, skip, previous.pairs).Sections {
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
				unshown = append(unshown, c.Title)
			case c.State == Removed, c.State == Changed && row >= 0 && isMissingFile(b.Items[row].Err):
				deleted = append(deleted, c.Title)
			case c.State == Changed && row >= 0 && alreadyRead(c, hashes[c.Title], b.Items[row].Hash()):
			default:
				old, leaked, err := b.sentText(ctx, c)
				if err != nil {
					return nil, err
				}
				block, ok := previous.shown[c.pair]
				if !ok || leaked { // one from before a value was redacted may contain it
					if block, err = b.changedBlock(ctx, c, old); err != nil {
						return nil, err
					}
				}
				if !leaked {
					s.shown[c.pair] = block
				}
				blocks = append(blocks, SectionBlock{block, row, nil})
			}
		}
	}
	for _, list := range []struct {
		title string
		names content.Names
	}{{"Deleted", deleted}, {"No longer shown", unshown}} {
		if len(list.names) > 0 {
			blocks = append(blocks, b.Block(content.Block{Title: list.title, Body: list.names}))
		}
	}
	return blocks, nil
}

// alreadyRead reports whether a file that is rendered differently was sent in full and has not
// changed since, so that its full content has already been read. The hashes are of its bytes.
func alreadyRead(c BlockDifference, old, new string) bool {
	return c.OldMode == models.Full && c.NewMode != models.Full && new != "" && old == new
}

// sentText returns the sent text of something that has changed since. Secrets are removed from
// it; leaked reports whether it contained any, as a document may if it was sent before a value was
// classified as secret, or by another program. It returns only the context's error.
func (b *Building) sentText(ctx context.Context, c BlockDifference) (old string, leaked bool, err error) {
	if c.State != Changed {
		return "", false, nil
	}
	old = c.pair[0].comparedBody()
	check, err := b.guard.checker.Check(ctx, c.Title, old)
	if err != nil || b.guard.policy.Off {
		return old, false, err
	}
	cuts := b.guard.cuts(old, check.Findings)
	return secrets.Apply(old, cuts), len(cuts) > 0, nil
}

// changedBlock renders one difference: the full text or the diff, whichever has fewer tokens. It
// returns only the context's error.
func (b *Building) changedBlock(ctx context.Context, c BlockDifference, old string) (*rendered, error) {
	new := c.pair[1]
	block := new.block
	block.Headed, block.Note = true, "new"
	if c.State == Changed {
		block.Note = "changed, in full"
	}
	whole := b.render(block)
	if _, image := block.Body.(content.Image); image || c.State != Changed {
		return whole, nil
	}
	lines := diff.Unified(old, new.comparedBody())
	if lines == "" {
		return whole, nil // only its surroundings differ
	}
	block.Note, block.Body = "changed", content.Code{Info: "diff", Text: lines}
	part := b.render(block)
	shorter, err := b.builder.isShorter(ctx, part, whole)
	if err != nil || !shorter {
		return whole, err
	}
	return part, nil
}

// isShorter reports whether a block has fewer tokens than another. It compares estimates if they
// are far apart and exact o200k counts otherwise, so that the result depends only on the two
// texts.
func (b *Builder) isShorter(ctx context.Context, one, other *rendered) (bool, error) {
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
