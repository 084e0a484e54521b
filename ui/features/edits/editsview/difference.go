package editsview

import (
	"strings"

	"dossier/aggregate/answer"
	"dossier/aggregate/diff"
	"dossier/aggregate/text"
	"dossier/ui/features/edits"
	"dossier/ui/kit"
	"dossier/ui/kit/code"
	"dossier/ui/words"
)

// changed is the difference of a file: its changes, and the hunk of each.
type changed struct {
	old, new         []string
	oldNums, newNums []int // line numbers in the current file and in the written one
	changes          []diff.Change
	hunks            []int  // index by change
	ticked           []bool // by hunk
}

// add adds the changes of a hunk.
func (d *changed) add(hunk int, changes []answer.Change) {
	by := 0 // additional lines of the new text
	if n := len(d.changes); n > 0 {
		by = d.changes[n-1].New.End - d.changes[n-1].Old.End
	}
	for _, c := range changes {
		at := diff.Change{Old: diff.Range{Start: c.Start, End: c.End}, New: diff.Range{Start: c.Start + by, End: c.Start + by + len(c.New)}}
		by += len(c.New) - (c.End - c.Start)
		d.changes, d.hunks = append(d.changes, at), append(d.hunks, hunk)
	}
}

// headed reports whether a change is the first of its hunk.
func (d *changed) headed(change int) bool {
	return change == 0 || d.hunks[change] != d.hunks[change-1]
}

// first returns the first change of a hunk, or -1.
func (d *changed) first(hunk int) int {
	for i, h := range d.hunks {
		if h == hunk {
			return i
		}
	}
	return -1
}

// differenceOf returns the difference made by the hunks of a file, ticked or not.
func differenceOf(f edits.File) changed {
	old, new := f.Text()
	d := changed{old: diff.Split(old), new: diff.Split(new)}
	for i, h := range f.Shown() {
		d.ticked = append(d.ticked, f.Hunks[i].Ticked)
		if d.add(i, h.Changes); h.Action == answer.Delete && len(d.old) > 0 {
			d.changes, d.hunks = []diff.Change{{Old: diff.Range{End: len(d.old)}}}, []int{i}
		}
	}
	d.number()
	return d
}

// placeOf returns the difference made by an ambiguous edit at one of its places.
func placeOf(e edits.Row, place int) changed {
	now, changes := e.Chosen(place)
	d := changed{old: diff.Split(e.Text()), new: diff.Split(now), ticked: []bool{true}}
	d.add(0, changes)
	d.number()
	return d
}

// number numbers the lines of both texts. Lines of unticked hunks have no number in the new text.
func (d *changed) number() {
	d.oldNums, d.newNums = make([]int, len(d.old)), make([]int, len(d.new))
	for i := range d.oldNums {
		d.oldNums[i] = i + 1
	}
	n, at := 1, 0
	count := func(to int) {
		for ; at < to; at++ {
			d.newNums[at] = n
			n++
		}
	}
	for i, c := range d.changes {
		count(c.New.Start)
		if d.ticked[d.hunks[i]] {
			count(c.New.End)
		} else {
			n += c.Old.Len()
		}
		at = c.New.End
	}
	count(len(d.new))
}

// heading returns the drawing of a hunk's heading: its tick, its lines and how certain it is.
func heading(h edits.Hunk) code.Line {
	word, _ := stateOf(h)
	s := whereOf(h) + " · " + word
	if h.Reason != "" {
		s += " · " + text.Escape(h.Reason)
	}
	if h.Ticked {
		return headingLine("☑", s, true)
	}
	return headingLine("☐", s, false)
}

// placeHeading returns the drawing of the heading of a place of an ambiguous edit.
func placeHeading(e edits.Row, place int) code.Line {
	if e.Choice == place {
		return headingLine(chosenSign, candidate(e, place)+" · "+words.Say("chosen"), true)
	}
	return headingLine(unchosenSign, candidate(e, place)+" · "+words.Say("Apply it here"), false)
}

// headingLine returns a clickable line with a symbol, as wide as that of a changed line.
func headingLine(sign, s string, on bool) code.Line {
	line := code.Line{Text: sign + "   " + s, Jump: true, Tint: kit.ColorPanel}
	style := code.StyleMuted
	if on {
		style = code.StyleLink
	}
	line.Runs = []code.Run{{Start: len(sign), End: len(line.Text), Style: style}}
	return line
}

// remarks returns lines about an edit without a difference: the reason, the answer's text, and the
// nearest place.
func remarks(e edits.Row) fixed {
	var out fixed
	note := func(s string, style code.Style) {
		out = append(out, code.Line{Text: s, Runs: []code.Run{{Start: 0, End: len(s), Style: style}}})
	}
	block := func(title, body, sign string) {
		if body == "" {
			return
		}
		out = append(out, code.Line{})
		note(title, code.StyleMuted)
		for s := range strings.Lines(body) {
			out = append(out, code.Line{Text: sign + strings.TrimRight(s, "\r\n")})
		}
	}
	if e.Applied { // it has no place any more because it was applied
		note(tipOfEdit(e), code.StyleMuted)
	} else if e.Reason != "" {
		note(text.Escape(e.Reason), code.StyleWarn)
	}
	block(words.Say("The answer replaces:"), e.Old, "-   ")
	block(words.Say("by:"), e.New, "+   ")
	if near := e.Near(); near.Start > 0 && !e.Applied && answer.Level(e.Certainty) == answer.NotFound {
		lines := diff.Split(e.Text())
		if from, to := max(1, near.Start-3), min(len(lines), near.End+3); from <= to {
			out = append(out, code.Line{})
			note(words.Say("The nearest place in the file:"), code.StyleMuted)
			for n := from; n <= to; n++ {
				out = append(out, code.Line{Text: "    " + strings.TrimRight(lines[n-1], "\r\n"), Number: n})
			}
		}
	}
	if len(out) == 0 {
		note(tipOfEdit(e), code.StyleMuted)
	}
	return out
}

// fixed are constant lines.
type fixed []code.Line

func (f fixed) Len() int             { return len(f) }
func (f fixed) Line(i int) code.Line { return f[i] }
