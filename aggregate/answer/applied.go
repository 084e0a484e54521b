package answer

import (
	"slices"
	"strings"
)

// hasNewText is the reason of a placement whose place already has the new text.
const hasNewText = "the file has the new text already"

// alreadyApplied is the placement of an edit whose place already has the new text.
func alreadyApplied(at Lines) Placement {
	return Placement{Level: NotFound, Lines: at, Reason: hasNewText}
}

// isApplied reports whether the place already has the new text.
func (p Placement) isApplied() bool { return p.Level == NotFound && p.Reason == hasNewText }

// applied reports whether the lines around a place of the old text are those that the edit adds to it, as they would be
// written there.
func (f *File) applied(m match, old, new []string) bool {
	if len(new) <= len(old) {
		return false
	}
	at := m.lines()
	for i := range len(new) - len(old) + 1 {
		if slices.Equal(new[i:i+len(old)], old) && f.hasAt(at.Start-1-i, m.indent.apply(new[:i])) && f.hasAt(at.End, m.indent.apply(new[i+len(old):])) {
			return true
		}
	}
	return m.blanksDiffer && f.shows([]Reading{{New: joinLines(new)}}, []Change{{Start: at.Start - 1, End: at.End}})
}

// hasAt reports whether the file has some lines from a line on, ignoring white space at line ends.
func (f *File) hasAt(at int, lines []string) bool {
	return at >= 0 && at+len(lines) <= len(f.lines) && slices.Equal(trimLineEnds(f.lines[at:at+len(lines)]), trimLineEnds(lines))
}

// contains reports whether the file has the new text of an edit.
func (f *File) contains(readings []Reading) bool { return f.shows(readings, nil) }

// shows reports whether the file has the new text of an edit at a place that covers some changes.
func (f *File) shows(readings []Reading, changes []Change) bool {
	covers := func(m match) bool {
		at := m.lines()
		return !slices.ContainsFunc(changes, func(c Change) bool { return c.Start < at.Start-1 || c.End > at.End })
	}
	return slices.ContainsFunc(readings, func(r Reading) bool {
		return strings.TrimSpace(r.New) != "" && slices.ContainsFunc(f.matchLines(splitLines(r.New)), covers)
	})
}

// appliedInline reports whether the text around an occurrence of old is what the edit adds to it. A word, or a line if
// whole lines are added, is not a part of a longer one.
func appliedInline(text string, at int, old, new string) bool {
	if new == old {
		return false
	}
	for i := 0; i+len(old) <= len(new); i++ {
		start, end := at-i, at-i+len(new)
		if new[i:i+len(old)] != old || start < 0 || end > len(text) || text[start:end] != new {
			continue
		}
		above, below := new[:i], new[i+len(old):]
		if !endsWithin(text, start, above, strings.HasSuffix(above, "\n")) && !endsWithin(text, end, below, strings.HasPrefix(below, "\n")) {
			return true
		}
	}
	return false
}

// endsWithin reports whether an added text has its outer end within a word of a text or, if it consists of lines, within
// a line.
func endsWithin(text string, at int, added string, lines bool) bool {
	if added == "" || at == 0 || at == len(text) {
		return false
	}
	if lines {
		return text[at-1] != '\n' && text[at] != '\n'
	}
	return wordByte(text[at-1]) && wordByte(text[at])
}

// appliedSince reports whether a change of an older version of the file is part of the current one: p maps the lines of
// b to those of f.
func (f *File) appliedSince(b *File, p lineMap, c Change) bool {
	from, to := 0, len(f.lines) // between the lines around it
	okFrom, okTo := true, true
	if c.Start > 0 {
		from, okFrom = p[c.Start-1]+1, p[c.Start-1] >= 0
	}
	if c.End < len(p) {
		to, okTo = p[c.End], p[c.End] >= 0
	}
	if okFrom && okTo && to-from == len(c.New) && f.hasAt(from, c.New) {
		return true
	}
	if c.Start < c.End {
		return false
	}
	for at := from; okFrom && okTo && at+len(c.New) <= to; at++ {
		if f.hasAt(at, c.New) {
			return true
		}
	}
	// Lines that equal those around them may be mapped differently.
	n := len(c.New)
	return okFrom && f.hasAt(from, c.New) && !b.hasAt(c.Start, c.New) || okTo && f.hasAt(to-n, c.New) && !b.hasAt(c.Start-n, c.New)
}
