package answer

import "dossier/aggregate/diff"

// placeViaBase places an edit in b, the text that was sent, and maps its lines to the current file. p is the placement
// by the file alone.
func (f *File) placeViaBase(b *File, e Edit, p Placement) Placement {
	b.index()
	basePlacement := b.placeInCurrent(e)
	if e.Action == Insert {
		if basePlacement.Level == NotFound {
			return p
		}
		basePlacement.Level = Certain // the line numbers are those of the sent text
	}
	if basePlacement.Level != Certain {
		return p
	}
	lineMapping := mapLines(b.lines, f.lines)
	var out []Change
	for _, c := range basePlacement.Changes {
		if f.appliedSince(b, lineMapping, c) {
			continue
		}
		moved, ok := lineMapping.mapChange(c)
		if !ok {
			p.Level, p.Reason = NotFound, "lines that it changes were changed since they were sent"
			p.Choices, p.Changes = nil, nil
			return p
		}
		out = append(out, moved)
	}
	if len(basePlacement.Changes) > 0 && (len(out) == 0 || f.shows(e.Readings, out)) {
		return alreadyApplied(p.Lines)
	}
	at := Lines{}
	same := true
	for i := basePlacement.Lines.Start - 1; i < basePlacement.Lines.End; i++ {
		if i < 0 || i >= len(lineMapping) || lineMapping[i] < 0 {
			same = false
			continue
		}
		if at.Start == 0 {
			at.Start = lineMapping[i] + 1
		}
		same = same && lineMapping[i] == at.Start-1+i-(basePlacement.Lines.Start-1)
		at.End = lineMapping[i] + 1
	}
	placed := Placement{Level: Certain, Changes: out, Lines: at, Note: "placed by the text that was sent"}
	if !same {
		placed.Level, placed.Reason = Likely, "lines around it were changed since they were sent"
	}
	return placed
}

// lineMap maps the lines of one text to those of another; -1 for none.
type lineMap []int

// mapLines maps the lines of one text to those of another by their diff.
func mapLines(old, new []string) lineMap {
	p := make(lineMap, len(old))
	at, next := 0, 0
	for _, c := range diff.Lines(old, new) {
		for ; at < c.Old.Start; at++ {
			p[at] = next
			next++
		}
		for ; at < c.Old.End; at++ {
			p[at] = -1
		}
		next = c.New.End
	}
	for ; at < len(old); at++ {
		p[at] = next
		next++
	}
	return p
}

// mapChange converts a change of the first text to one of the second. ok is false if some of the lines that it
// replaces, or both neighbours of its insertion, are missing.
func (p lineMap) mapChange(c Change) (Change, bool) {
	if c.Start < c.End {
		for i := c.Start; i < c.End; i++ {
			if p[i] < 0 || p[i] != p[c.Start]+i-c.Start {
				return c, false
			}
		}
		n := c.End - c.Start
		c.Start = p[c.Start]
		c.End = c.Start + n
		return c, true
	}
	switch {
	case c.Start > 0 && p[c.Start-1] >= 0:
		c.Start = p[c.Start-1] + 1
	case c.Start < len(p) && p[c.Start] >= 0:
		c.Start = p[c.Start]
	case len(p) == 0:
		c.Start = 0
	default:
		return c, false
	}
	c.End = c.Start
	return c, true
}
