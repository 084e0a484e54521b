package aggregate

import (
	"errors"
	"fmt"
	"slices"

	"dossier/aggregate/format"
)

// Part is a part of a document that is sent separately. Its text begins with a line
// that states its number and the number of parts, and ends with one newline.
type Part struct {
	Text   string
	Blocks Range  // of the document
	Tokens Count  // including about 20 for the first line
	First  string // title of its first block with content
	Over   bool   // whether it does not fit, because a block is not split
}

// ErrWhole reports a format that cannot be split, because its documents have a beginning and an end that a part would lack.
var ErrWhole = errors.New("a document in this format is not split; choose another one, such as Markdown")

// partTokens and partBytes are the approximate size of a part's first line.
const (
	partTokens = 20
	partBytes  = 80
)

// Parts splits the document at block boundaries. fits reports whether a part may have a number of bytes and
// tokens; if it accepts a size, it must accept each smaller one. A block that does not fit is a separate
// part, which is Over. A section's heading is in the same part as the section's first block. The only error is [ErrWhole].
func (d *Document) Parts(fits func(bytes int, tokens Count) bool) ([]Part, error) {
	if format.Of(d.Format).Separators().Begin != "" {
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
		if heading(i) && i+1 < d.Blocks() { // it is not separated from the block after it
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
		p.Over = !fits(len(p.Text), p.Tokens)
	}
	return parts, nil
}

// withLine adds the tokens of a part's first line.
func withLine(c Count) Count {
	c.N, c.Exact = c.N+partTokens, false
	return c
}

// partLine returns the first line of a part.
func partLine(i, of int) string {
	switch {
	case i == of:
		return fmt.Sprintf("Part %d of %d, the last one.", i, of)
	case i == 1:
		return fmt.Sprintf("Part 1 of %d. Wait for the last part before you answer.", of)
	}
	return fmt.Sprintf("Part %d of %d. Wait for the last part.", i, of)
}
