package answer

import "dossier/aggregate/diff"

// viaBase places an edit in b, the text that was sent, and follows its lines to where they stand today.
// p is what the file alone says.
func (f *File) viaBase(b *File, e Edit, p Placement) Placement {
	b.index()
	sent := b.today(e)
	if e.Action == Insert {
		if sent.Level == NotFound {
			return p
		}
		sent.Level = Certain // the numbers are those of the text that was sent
	}
	if sent.Level != Certain {
		return p
	}
	now := follow(b.lines, f.lines)
	var out []Change
	for _, c := range sent.Changes {
		moved, ok := now.change(c)
		if !ok {
			p.Level, p.Reason = NotFound, "lines that it changes were changed since they were sent"
			p.Choices, p.Changes = nil, nil
			return p
		}
		out = append(out, moved)
	}
	at := Lines{}
	same := true
	for i := sent.Lines.Start - 1; i < sent.Lines.End; i++ {
		if i < 0 || i >= len(now) || now[i] < 0 {
			same = false
			continue
		}
		if at.Start == 0 {
			at.Start = now[i] + 1
		}
		same = same && now[i] == at.Start-1+i-(sent.Lines.Start-1)
		at.End = now[i] + 1
	}
	placed := Placement{Level: Certain, Changes: out, Lines: at, Note: "placed by the text that was sent"}
	if !same {
		placed.Level, placed.Reason = Likely, "lines around it were changed since they were sent"
	}
	return placed
}

// places are where the lines of a text stand in another one; -1: nowhere.
type places []int

// follow returns where the lines of one text stand in another.
func follow(was, now []string) places {
	p := make(places, len(was))
	at, next := 0, 0
	for _, c := range diff.Lines(was, now) {
		for ; at < c.Was.Start; at++ {
			p[at] = next
			next++
		}
		for ; at < c.Was.End; at++ {
			p[at] = -1
		}
		next = c.Now.End
	}
	for ; at < len(was); at++ {
		p[at] = next
		next++
	}
	return p
}

// change returns a change of the one text as one of the other. ok is false where the lines that it
// replaces are not all there, or neither neighbour of what it inserts is.
func (p places) change(c Change) (Change, bool) {
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
