package answer

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"dossier/aggregate/diff"
)

// Level is how certain a placement is.
type Level string

// The levels.
const (
	Certain   Level = "certain"
	Likely    Level = "likely"
	Ambiguous Level = "ambiguous"
	NotFound  Level = "not found"
)

// Lines is a range of lines from 1, inclusive.
type Lines struct{ Start, End int }

// String returns "12-15", or "12" for one line.
func (l Lines) String() string {
	if l.End <= l.Start {
		return fmt.Sprint(l.Start)
	}
	return fmt.Sprintf("%d-%d", l.Start, l.End)
}

// Placement is the place of an edit in a file, and its changes there.
type Placement struct {
	Level Level
	// Changes are in order and do not overlap. If the place is ambiguous, they are those of Choices[0] and are not
	// applied without a choice.
	Changes []Change
	Lines   Lines // in the current file; the nearest place if not found; zero for none
	// Choices are the places of an ambiguous edit, in order; at most [MaxChoices].
	Choices []Choice
	// Reason says why the level is not Certain, as a sentence without a full stop.
	Reason string
	// Note says how a certain place differs from the quoted text, or how it was found.
	Note string
}

// Choice is one of the places of an ambiguous edit.
type Choice struct {
	Lines   Lines
	Changes []Change
}

// MaxChoices is the maximum number of places listed for an ambiguous edit.
const MaxChoices = 50

// maxPlaces is the maximum number of places of a text that are inspected.
const maxPlaces = 2000

// match is a place of quoted lines.
type match struct {
	at           []int // for each quoted line the file's; -1 for a blank line that the file does not have
	indent       indentation
	blanksDiffer bool // blank lines differ
}

func (m match) lines() Lines {
	first, last := -1, -1
	for _, at := range m.at {
		if at >= 0 {
			if first < 0 {
				first = at
			}
			last = at
		}
	}
	return Lines{first + 1, last + 1}
}

// Place finds the place of a Modify or Insert in the file.
func (f *File) Place(e Edit) Placement {
	if e.Unsupported != "" {
		return Placement{Level: NotFound, Reason: e.Unsupported}
	}
	f.index()
	p := f.placeInCurrent(f.restoreEdit(e))
	if p.Level != Certain && f.Base != nil {
		if base := f.Base(); base != nil {
			p = f.placeViaBase(base, e, p)
		}
	}
	return f.finish(f.scrubReason(p, e))
}

// placeInCurrent places an edit using only the current file.
func (f *File) placeInCurrent(e Edit) Placement {
	switch {
	case e.Action == Insert:
		return f.placeInsert(e)
	case e.Form == Elided:
		return f.placeElided(splitLines(e.content()))
	}
	best := Placement{Level: NotFound}
	readings := f.readings(e)
	longest := -1
	for _, r := range readings {
		p := f.placeReading(e, r)
		found := p.Level == Certain || p.isApplied()
		if found && e.Form == Search && len(readings) > 1 { // the longest old text in the file
			if n := len(r.Old); n > longest {
				longest, best = n, p
			}
			continue
		}
		if found {
			return p
		}
		if rankOf(p.Level) < rankOf(best.Level) || best.Reason == "" && longest < 0 {
			best = p
		}
	}
	if best.Level != NotFound || best.isApplied() {
		return best
	}
	for _, r := range readings {
		p := f.placeNear(e, r)
		if p.Level == Likely && f.shows([]Reading{r}, p.Changes) {
			return alreadyApplied(p.Lines)
		}
		if rankOf(p.Level) < rankOf(best.Level) || p.Lines.Start > 0 && best.Lines.Start == 0 {
			best = p
		}
	}
	if best.Level == NotFound && f.contains(readings) {
		best.Reason = hasNewText
	}
	return best
}

func rankOf(l Level) int { return slices.Index([]Level{Certain, Ambiguous, Likely, NotFound}, l) }

// readings returns the readings of an edit, in the order of their likelihood for this file.
func (f *File) readings(e Edit) []Reading {
	if e.Form != XML || len(e.Readings) != 2 {
		return e.Readings
	}
	raw, plain := e.Readings[0], e.Readings[1]
	if strings.ContainsAny(raw.Old+raw.New, "<>") {
		return e.Readings
	}
	for _, s := range f.lines {
		if strings.Contains(s, "&lt;") || strings.Contains(s, "&gt;") || strings.Contains(s, "&amp;") || strings.Contains(s, "&quot;") {
			return e.Readings
		}
	}
	return []Reading{plain, raw}
}

// placeReading places one reading of an edit if the file contains its text, ignoring white space.
func (f *File) placeReading(e Edit, r Reading) Placement {
	if trimSpace(r.Old) == "" && strings.Trim(r.Old, "\n \t") == "" && !e.Inline {
		if r.Old == "" {
			return f.placeInEmpty(r)
		}
	}
	if e.Inline {
		if p, ok := f.placeInline(e, r); ok {
			return p
		}
	}
	old, new := splitLines(r.Old), splitLines(r.New)
	if p, ok := f.placeQuoted(e, old, new, ""); ok {
		return p
	}
	if plainOld, ok := stripLineNumbers(old); ok {
		plainNew, numbered := stripLineNumbers(new)
		if !numbered {
			plainNew = new
		}
		if p, ok := f.placeQuoted(e, plainOld, plainNew, "the quoted text has line numbers"); ok {
			return p
		}
	}
	if p, ok := f.placeDotted(e, old, new); ok {
		return p
	}
	if e.Form == Search || e.Form == XML {
		if p, ok := f.placePartial(e, r); ok {
			return p
		}
	}
	return Placement{Level: NotFound, Reason: "the text to replace is not in the file"}
}

// placeInEmpty places an edit without old text, which replaces an empty file.
func (f *File) placeInEmpty(r Reading) Placement {
	if len(f.nonBlank) > 0 {
		return Placement{Level: NotFound, Reason: "the text to replace is empty, and the file is not"}
	}
	return Placement{Level: Certain, Changes: []Change{{End: len(f.lines), New: splitLines(r.New)}}, Lines: Lines{1, max(1, len(f.lines))}}
}

// placeQuoted places lines that are in the file, ignoring white space. ok is false if they are not.
func (f *File) placeQuoted(e Edit, old, new []string, note string) (Placement, bool) {
	matches := f.matchLines(old)
	if len(matches) == 0 {
		matches = f.matchIgnoringBlanks(old)
	}
	if len(matches) == 0 {
		return Placement{}, false
	}
	best := slices.MinFunc(matches, func(a, b match) int { return cmp.Compare(a.indent.class, b.indent.class) }).indent.class
	matches = slices.DeleteFunc(matches, func(m match) bool { return m.indent.class > max(best, exact) })
	if len(matches) > 1 && !e.All {
		if under := f.underHeadings(matches, e.Under); len(under) == 1 {
			matches = under
		}
	}
	places := len(matches)
	at := matches[0].lines()
	if matches = slices.DeleteFunc(matches, func(m match) bool { return f.applied(m, old, new) }); len(matches) == 0 {
		return alreadyApplied(at), true
	}
	if e.All && best < irregular {
		var all []Change
		for _, m := range matches {
			all = append(all, f.changes(m, old, new, e.Final)...)
		}
		if !overlapping(all) {
			return Placement{Level: Certain, Changes: all, Lines: matches[0].lines(), Note: note}, true
		}
	}
	if len(matches) > 1 {
		p := f.ambiguousPlacement(matches, old, new, e)
		if len(matches) < places {
			p.Reason += withoutNewText
		}
		return p, true
	}
	m := matches[0]
	p := Placement{Level: Certain, Changes: f.changes(m, old, new, e.Final), Lines: m.lines(), Note: noteOf(m, note)}
	if len(p.Changes) == 0 {
		p.Changes = f.finalChange(m, e.Final)
	}
	if len(p.Changes) == 0 {
		p.Note = "it changes nothing"
	}
	if best == irregular {
		p.Level, p.Reason = Likely, "the indentation of the quoted lines differs from the file's from line to line"
	}
	if places > 1 {
		p.Level, p.Reason = Likely, "the text to replace is in the file once"+withoutNewText
	}
	if p.Level == Certain && m.indent.class <= shifted && f.introducesTabs(old, new, p.Changes) {
		p.doubt("new lines are indented by tabs, and the file's by spaces")
	}
	return p, true
}

// doubt makes a certain placement likely for a reason, if there is one.
func (p *Placement) doubt(reason string) {
	if reason != "" && p.Level == Certain {
		p.Level, p.Reason = Likely, reason
	}
}

// anyBegins reports whether one of some lines begins with a text.
func anyBegins(lines []string, with string) bool {
	return slices.ContainsFunc(lines, func(s string) bool { return strings.HasPrefix(s, with) })
}

// introducesTabs reports whether changes indent lines by tabs, although neither the file nor the quoted text does, and
// the file indents by spaces. An edit that replaces the spaces of the quoted lines by tabs does not count.
func (f *File) introducesTabs(old, new []string, changes []Change) bool {
	return slices.ContainsFunc(changes, func(c Change) bool { return anyBegins(c.New, "\t") }) && !anyBegins(old, "\t") && (!anyBegins(old, "  ") || anyBegins(new, "  ")) && !anyBegins(f.lines, "\t") && anyBegins(f.lines, "  ")
}

// withoutNewText follows the number of places if there are others.
const withoutNewText = " without the new text"

// noteOf describes how a place differs from the quoted text.
func noteOf(m match, note string) string {
	switch {
	case note != "":
		return note
	case m.indent.class == retabbed:
		return "tabs and spaces of the indentation are exchanged"
	case m.indent.class == shifted:
		return "the indentation is shifted"
	case m.blanksDiffer:
		return "blank lines differ"
	case m.indent.class == trailingSpace:
		return "white space at line ends differs"
	}
	return ""
}

// ambiguousPlacement returns the placement of an edit whose text occurs several times.
func (f *File) ambiguousPlacement(matches []match, old, new []string, e Edit) Placement {
	p := Placement{Level: Ambiguous, Reason: fmt.Sprintf("the text to replace is in the file %d times", len(matches))}
	for _, m := range matches[:min(len(matches), MaxChoices)] {
		p.Choices = append(p.Choices, Choice{m.lines(), f.changes(m, old, new, e.Final)})
	}
	p.Changes, p.Lines = p.Choices[0].Changes, p.Choices[0].Lines
	return p
}

// matchLines returns the places where all quoted lines occur consecutively, ignoring the white space around them.
func (f *File) matchLines(old []string) []match {
	if len(old) == 0 || len(old) > len(f.lines) {
		return nil
	}
	cores := make([]string, len(old))
	pivot, fewest := -1, 0
	for i, s := range old {
		cores[i] = trimSpace(s)
		if n := len(f.byTrimmed[cores[i]]); n == 0 {
			return nil
		} else if pivot < 0 || n < fewest {
			pivot, fewest = i, n
		}
	}
	var out []match
	for _, at := range f.byTrimmed[cores[pivot]] {
		start := at - pivot
		if start < 0 || start+len(old) > len(f.lines) || !slices.Equal(f.trimmed[start:start+len(old)], cores) {
			continue
		}
		m := match{at: make([]int, len(old)), indent: relate(old, f.lines[start:start+len(old)])}
		for i := range old {
			m.at[i] = start + i
		}
		if out = append(out, m); len(out) == maxPlaces {
			break
		}
	}
	return out
}

// minLoose is the minimum number of lines that are not blank for finding a text with different blank lines.
const minLoose = 2

// matchIgnoringBlanks returns the places where the quoted lines occur consecutively, ignoring blank lines.
func (f *File) matchIgnoringBlanks(old []string) []match {
	var cores []string
	var rows []int // in old
	for i, s := range old {
		if c := trimSpace(s); c != "" {
			cores, rows = append(cores, c), append(rows, i)
		}
	}
	if len(cores) < minLoose || len(cores) > len(f.nonBlank) {
		return nil
	}
	pivot, fewest := -1, 0
	for i, c := range cores {
		if n := len(f.byTrimmed[c]); n == 0 {
			return nil
		} else if pivot < 0 || n < fewest {
			pivot, fewest = i, n
		}
	}
	var out []match
next:
	for _, at := range f.byTrimmed[cores[pivot]] {
		start := f.nonBlankBefore[at] - pivot
		if start < 0 || start+len(cores) > len(f.nonBlank) {
			continue
		}
		m := match{at: make([]int, len(old)), blanksDiffer: true}
		for i := range m.at {
			m.at[i] = -1
		}
		var quoted, file []string
		for i, c := range cores {
			line := f.nonBlank[start+i]
			if f.trimmed[line] != c {
				continue next
			}
			m.at[rows[i]] = line
			quoted, file = append(quoted, old[rows[i]]), append(file, f.lines[line])
		}
		f.pairBlank(&m)
		m.indent = relate(quoted, file)
		if out = append(out, m); len(out) == maxPlaces {
			break
		}
	}
	return out
}

// pairBlank matches blank lines of a text with those of the file between the same lines.
func (f *File) pairBlank(m *match) {
	for i := 0; i < len(m.at); i++ {
		if m.at[i] >= 0 {
			continue
		}
		next := -1
		if i > 0 {
			if before := m.at[i-1]; before >= 0 {
				next = before + 1
			}
		} else {
			solid := i
			for solid < len(m.at) && m.at[solid] < 0 {
				solid++
			}
			if solid < len(m.at) {
				next = m.at[solid] - (solid - i)
			}
		}
		if next >= 0 && next < len(f.lines) && f.trimmed[next] == "" {
			m.at[i] = next
		}
	}
}

// changes returns what an edit changes at a place. Lines that the old and the new text have in common are not
// changed.
func (f *File) changes(m match, old, new []string, final Final) []Change {
	var out []Change
	for _, c := range diff.Lines(old, new) {
		first, last := -1, -1
		for i := c.Old.Start; i < c.Old.End; i++ {
			if m.at[i] >= 0 {
				if first < 0 {
					first = m.at[i]
				}
				last = m.at[i]
			}
		}
		ch := Change{New: m.indent.apply(new[c.New.Start:c.New.End]), Final: final}
		if first >= 0 {
			ch.Start, ch.End = first, last+1
		} else {
			if len(ch.New) == 0 {
				continue
			}
			ch.Start = f.point(m, c.Old.Start)
			ch.End = ch.Start
		}
		out = append(out, ch)
	}
	return out
}

// finalChange returns the change of the newline at the end of the file, if a place includes its last line and an edit
// changes it.
func (f *File) finalChange(m match, final Final) []Change {
	last := len(f.lines) - 1
	if final == FinalUnchanged || m.lines().End != last+1 || (f.ends[last] == "") == (final == FinalAbsent) {
		return nil
	}
	return []Change{{Start: last, End: last + 1, New: f.lines[last:], Final: final}}
}

// point returns the line before which text is inserted that precedes an old line.
func (f *File) point(m match, i int) int {
	for j := i - 1; j >= 0; j-- {
		if m.at[j] >= 0 {
			return m.at[j] + 1
		}
	}
	for j := i; j < len(m.at); j++ {
		if m.at[j] >= 0 {
			return m.at[j]
		}
	}
	return len(f.lines)
}

// underHeadings returns the places inside the blocks that the headings open.
func (f *File) underHeadings(matches []match, headings []string) []match {
	if len(headings) == 0 {
		return matches
	}
	heading := trimSpace(headings[len(headings)-1])
	if heading == "" {
		return matches
	}
	var out []match
	for _, m := range matches {
		first := m.lines().Start - 1
		for i := first; i >= 0; i-- {
			if f.trimmed[i] == heading || len(heading) > 8 && strings.HasPrefix(f.trimmed[i], heading) {
				if i == first || f.inBlock(i, first) {
					out = append(out, m)
				}
				break
			}
		}
	}
	return out
}

// inBlock reports whether a line is in the block that another one opens: all lines between are indented deeper, or
// continue its beginning.
func (f *File) inBlock(head, line int) bool {
	depth := columns(indentOf(f.lines[head]), 4)
	for i := head + 1; i <= line; i++ {
		if c := f.trimmed[i]; c != "" && columns(indentOf(f.lines[i]), 4) <= depth && !continuesHead(c) {
			return false
		}
	}
	return true
}

// continuesHead reports whether a line continues the one that a block begins with.
func continuesHead(c string) bool { return strings.IndexByte("{)(", c[0]) >= 0 }

// placeInsert places a text by the number of the line before it, the only information about its place.
func (f *File) placeInsert(e Edit) Placement {
	if e.Line > len(f.lines) {
		return Placement{Level: NotFound, Reason: fmt.Sprintf("the file has %d lines, and line %d is named", len(f.lines), e.Line)}
	}
	new := splitLines(e.content())
	if len(new) > 0 && f.hasAt(e.Line, new) {
		return alreadyApplied(Lines{e.Line + 1, e.Line + len(new)})
	}
	return Placement{
		Level: Likely, Changes: []Change{{Start: e.Line, End: e.Line, New: new}},
		Lines: Lines{max(1, e.Line), max(1, e.Line)}, Reason: "only a line number determines its position",
	}
}

// placeInline places a text that may begin and end within a line. ok is false if it is not in the file literally.
func (f *File) placeInline(e Edit, r Reading) (Placement, bool) {
	if r.Old == "" {
		return Placement{}, false
	}
	text := joinLines(f.lines)
	if len(f.lines) > 0 && f.ends[len(f.ends)-1] == "" {
		text = strings.TrimSuffix(text, "\n")
	}
	old, new := strings.ReplaceAll(r.Old, "\r\n", "\n"), strings.ReplaceAll(r.New, "\r\n", "\n")
	var places []int // without the new text
	applied := 0
	for at := 0; e.All || len(places) < maxPlaces; {
		i := strings.Index(text[at:], old)
		if i < 0 {
			break
		}
		if at += i; appliedInline(text, at, old, new) {
			applied++
		} else {
			places = append(places, at)
		}
		if at++; e.All {
			at += len(old) - 1
		}
	}
	starts := lineStarts(text)
	switch {
	case len(places) == 0 && applied == 0:
		return Placement{}, false
	case len(places) == 0:
		return alreadyApplied(Lines{}), true
	case e.All:
		return Placement{
			Level: Certain, Changes: f.between(0, len(f.lines), splitLines(replaceAt(text, places, len(old), new))),
			Lines: f.inlineChoice(text, starts, places[0], len(old), new).Lines,
		}, true
	}
	var choices []Choice
	for _, at := range places[:min(len(places), MaxChoices)] {
		choices = append(choices, f.inlineChoice(text, starts, at, len(old), new))
	}
	p := Placement{Level: Certain, Changes: choices[0].Changes, Lines: choices[0].Lines}
	switch {
	case len(places) > 1:
		p.Level, p.Choices, p.Reason = Ambiguous, choices, fmt.Sprintf("the text to replace is in the file %d times", len(places))
		if applied > 0 {
			p.Reason += withoutNewText
		}
	case applied > 0:
		p.Level, p.Reason = Likely, "the text to replace is in the file once"+withoutNewText
	}
	return p, true
}

// replaceAt replaces n bytes of a text at each of some offsets.
func replaceAt(text string, places []int, n int, new string) string {
	var b strings.Builder
	from := 0
	for _, at := range places {
		b.WriteString(text[from:at] + new)
		from = at + n
	}
	return b.String() + text[from:]
}

// minPartial is the minimum length of a text that is searched within lines.
const minPartial = 8

// placePartial places whole lines whose last one is the beginning of a line of the file, or that are one part of a
// line. The placement is Likely, because an answer of whole lines seldom means a part. ok is false if they are not in
// the file exactly once.
func (f *File) placePartial(e Edit, r Reading) (Placement, bool) {
	old, new := strings.TrimSuffix(r.Old, "\n"), strings.TrimSuffix(r.New, "\n")
	if len(strings.TrimSpace(old)) < minPartial {
		return Placement{}, false
	}
	p, ok := f.placeInline(e, Reading{old, new})
	if !ok || p.Level != Certain {
		return p, ok && p.isApplied()
	}
	p.Level, p.Reason = Likely, "it is a part of a line of the file"
	return p, true
}

// lineStarts returns the offsets of the lines of a text.
func lineStarts(text string) []int {
	starts := []int{0}
	for i := range len(text) {
		if text[i] == '\n' && i+1 < len(text) {
			starts = append(starts, i+1)
		}
	}
	return starts
}

// inlineChoice returns the change of the lines that contain a byte range of the text.
func (f *File) inlineChoice(text string, starts []int, at, n int, new string) Choice {
	lineAt := func(offset int) int {
		i, ok := slices.BinarySearch(starts, offset)
		if !ok {
			i--
		}
		return i
	}
	first, last := lineAt(at), lineAt(max(at, at+n-1))
	lineEnd := func(i int) int {
		if i+1 < len(starts) {
			return starts[i+1]
		}
		return len(text)
	}
	now := text[starts[first]:at] + new + text[at+n:lineEnd(last)]
	for !strings.HasSuffix(now, "\n") && now != "" && last+1 < len(starts) { // the last line is joined with the next one
		last++
		now += text[starts[last]:lineEnd(last)]
	}
	shown := Lines{first + 1, last + 1}
	lines := splitLines(now)
	var out []Change
	for _, c := range diff.Lines(f.lines[first:last+1], lines) {
		out = append(out, Change{Start: first + c.Old.Start, End: first + c.Old.End, New: lines[c.New.Start:c.New.End]})
	}
	return Choice{shown, out}
}

// overlapping reports whether two changes, in any order, affect the same lines.
func overlapping(list []Change) bool {
	list = slices.Clone(list)
	slices.SortStableFunc(list, compareChanges)
	for i := 1; i < len(list); i++ {
		if list[i].Start < list[i-1].End || list[i].Start == list[i-1].Start && list[i].End == list[i].Start && list[i-1].End == list[i-1].Start {
			return true
		}
	}
	return false
}
