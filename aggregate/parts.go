package aggregate

import (
	"errors"
	"fmt"
	"slices"

	"dossier/aggregate/format"
)

// Part is a part of a document that is sent by itself. Its text begins with a line that says which part of how many it
// is, and ends with one newline.
type Part struct {
	Text   string
	Blocks Range  // of the document
	Tokens Count  // about 20 of them are for the first line
	First  string // title of its first block with content
}

// ErrWhole reports a format whose documents cannot be split: a part would not be a document of the format.
var ErrWhole = errors.New("only documents in Markdown and plain text are split; choose one of these formats")

// partTokens and partBytes are about how many tokens and bytes the first line of a part has.
const (
	partTokens = 20
	partBytes  = 80
)

// Parts splits the document at the borders of its blocks. fits reports whether so many bytes and tokens are one part: if
// it holds for a number it holds for each smaller one. A block that does not fit is a part of its own. The heading of a
// section is in the part of the section's first block. The error is [ErrWhole].
func (d *Document) Parts(fits func(bytes int, tokens Count) bool) ([]Part, error) {
	if name := format.Of(d.Format).Name(); name != "markdown" && name != "plain" {
		return nil, ErrWhole
	}
	heading := func(i int) bool {
		return slices.ContainsFunc(d.Sections, func(s Section) bool { return s.Blocks.Start == i && s.Blocks.Len() > 1 })
	}
	var parts []Part
	start, bytes, tokens := 0, partBytes, Count{}
	end := func(at int) {
		parts = append(parts, Part{Blocks: Range{start, at}, Tokens: withLine(tokens)})
		start, bytes, tokens = at, partBytes, Count{}
	}
	for i := 0; i < d.Blocks(); i++ {
		b := d.Block(i)
		size, cost := b.Bytes.Len(), b.Tokens
		if heading(i) && i+1 < d.Blocks() { // it is not separated from what follows
			next := d.Block(i + 1)
			size, cost = size+next.Bytes.Len(), cost.Add(next.Tokens)
		}
		if i > start && !fits(bytes+size, withLine(tokens.Add(cost))) && !heading(i-1) {
			end(i)
		}
		bytes, tokens = bytes+b.Bytes.Len(), tokens.Add(b.Tokens)
	}
	if start < d.Blocks() {
		end(d.Blocks())
	}
	for i := range parts {
		p := &parts[i]
		first := p.Blocks.Start
		if heading(first) && first+1 < p.Blocks.End {
			first++
		}
		p.First = d.Block(first).Title
		p.Text = partLine(i+1, len(parts)) + "\n\n" + d.join(p.Blocks, false)
	}
	return parts, nil
}

// withLine adds the first line of a part.
func withLine(c Count) Count {
	c.N, c.Exact = c.N+partTokens, false
	return c
}

// partLine is the first line of a part.
func partLine(i, of int) string {
	switch {
	case i == of:
		return fmt.Sprintf("Part %d of %d, the last one.", i, of)
	case i == 1:
		return fmt.Sprintf("Part 1 of %d. Wait for the last part before you answer.", of)
	}
	return fmt.Sprintf("Part %d of %d. Wait for the last part.", i, of)
}
