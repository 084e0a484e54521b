package difference

import (
	"slices"
	"strings"

	"dossier/aggregate/diff"
)

// Kind is the kind of a line of a comparison.
type Kind int

// The kinds of lines.
const (
	Same Kind = iota
	Removed
	Added
	Changed // only side by side: removed on the left, added on the right
	Gap     // equal lines that are folded
	Heading // heading of a change
)

// Line is a line of a difference. Line numbers count from 0; -1 means none.
type Line struct {
	Kind     Kind
	Old, New int
	Hidden   int // number of lines in a gap
	Change   int // index of the change that it belongs to, or is the heading of; -1 for none
}

// Lines compares two texts line by line, unified or side by side, with equal lines folded. The zero
// value is an empty comparison.
type Lines struct {
	side    bool
	text    [2][]string
	numbers [2][]int // of the lines in their files; nil if lines count from the first one
	changes []diff.Change
	headed  func(change int) bool // whether a change has a heading; nil if none has
	lines   []Line
	unfold  map[int]bool // expanded gaps, by their first line in the second text
}

// Set compares two texts by their changes. Unfolded gaps stay unfolded; see [Lines.Fold].
func (l *Lines) Set(old, new []string, changes []diff.Change) {
	l.text, l.numbers, l.changes = [2][]string{old, new}, [2][]int{}, changes
	l.show()
}

// SetNumbers sets the line numbers in the files, from 1; 0 is a line that is not from a file.
// Without numbers, lines count from the first one.
func (l *Lines) SetNumbers(old, new []int) { l.numbers = [2][]int{old, new} }

// SetHeaded adds a line above each change for which headed reports true.
func (l *Lines) SetHeaded(headed func(change int) bool) {
	l.headed = headed
	l.show()
}

// Fold folds all gaps again when the next text is set.
func (l *Lines) Fold() { l.unfold = nil }

// SideBySide reports whether the texts are shown side by side.
func (l *Lines) SideBySide() bool { return l.side }

// SetSideBySide shows the texts side by side, or one below the other.
func (l *Lines) SetSideBySide(on bool) {
	l.side = on
	l.show()
}

func (l *Lines) show() {
	l.lines = nil
	old, new, n := 0, 0, 0
	for _, h := range diff.Hunks(l.changes, len(l.text[0]), len(l.text[1]), diff.Context) {
		l.same(old, new, h.Old.Start-old, true)
		old, new = h.Old.Start, h.New.Start
		for _, c := range h.Changes {
			l.same(old, new, c.Old.Start-old, false)
			l.change(n, c)
			old, new = c.Old.End, c.New.End
			n++
		}
		l.same(old, new, h.Old.End-old, false)
		old, new = h.Old.End, h.New.End
	}
	l.same(old, new, len(l.text[0])-old, len(l.changes) > 0)
}

// same adds n lines that both texts have, as a gap if folds is set.
func (l *Lines) same(old, new, n int, folds bool) {
	if folds && n > 1 && !l.unfold[new] {
		l.lines = append(l.lines, Line{Kind: Gap, Old: old, New: new, Hidden: n, Change: -1})
		return
	}
	for i := range n {
		l.lines = append(l.lines, Line{Old: old + i, New: new + i, Change: -1})
	}
}

func (l *Lines) change(n int, c diff.Change) {
	if l.headed != nil && l.headed(n) {
		l.lines = append(l.lines, Line{Kind: Heading, Old: -1, New: -1, Change: n})
	}
	if !l.side {
		for i := c.Old.Start; i < c.Old.End; i++ {
			l.lines = append(l.lines, Line{Removed, i, -1, 0, n})
		}
		for i := c.New.Start; i < c.New.End; i++ {
			l.lines = append(l.lines, Line{Added, -1, i, 0, n})
		}
		return
	}
	for i := range max(c.Old.Len(), c.New.Len()) {
		line := Line{Changed, c.Old.Start + i, c.New.Start + i, 0, n}
		if line.Old >= c.Old.End {
			line.Kind, line.Old = Added, -1
		}
		if line.New >= c.New.End {
			line.Kind, line.New = Removed, -1
		}
		l.lines = append(l.lines, line)
	}
}

// Len returns the number of visible lines.
func (l *Lines) Len() int { return len(l.lines) }

// Line returns a visible line.
func (l *Lines) Line(i int) Line { return l.lines[i] }

// Text returns a line of the first text, or of the second, without its newline.
func (l *Lines) Text(now bool, line int) string {
	text := l.text[0]
	if now {
		text = l.text[1]
	}
	if line < 0 || line >= len(text) {
		return ""
	}
	return strings.TrimSuffix(text[line], "\n")
}

// Number returns the line number in its file of a line of the first or the second text, from 1; 0
// for a line that is not from a file.
func (l *Lines) Number(now bool, line int) int {
	numbers := l.numbers[0]
	if now {
		numbers = l.numbers[1]
	}
	switch {
	case l.numbers[0] == nil && l.numbers[1] == nil:
		return line + 1
	case line < 0 || line >= len(numbers):
		return 0
	}
	return numbers[line]
}

// Words returns the bytes of line i, of the first or the second text, that differ from its
// counterpart in the other text.
func (l *Lines) Words(new bool, i int) []diff.Range {
	line := l.lines[i]
	old, is := line.Old, line.New
	if line.Kind == Removed || line.Kind == Added {
		old, is = l.partner(line)
	}
	if line.Change < 0 || old < 0 || is < 0 {
		return nil
	}
	gone, came := diff.Words(l.Text(false, old), l.Text(true, is))
	if new {
		return came
	}
	return gone
}

// partner returns the line of a change at the same position in the other text.
func (l *Lines) partner(line Line) (old, new int) {
	c := l.changes[line.Change]
	offset := line.Old - c.Old.Start
	if line.Old < 0 {
		offset = line.New - c.New.Start
	}
	if offset < 0 || offset >= min(c.Old.Len(), c.New.Len()) {
		return -1, -1
	}
	return c.Old.Start + offset, c.New.Start + offset
}

// Unfold shows the lines of a gap, and reports whether line i is one.
func (l *Lines) Unfold(i int) bool {
	if i < 0 || i >= len(l.lines) || l.lines[i].Kind != Gap {
		return false
	}
	if l.unfold == nil {
		l.unfold = map[int]bool{}
	}
	l.unfold[l.lines[i].New] = true
	l.show()
	return true
}

// NextChange returns the first line of the next run of changed lines after line i, or of the
// previous one with -1; -1 if there is none.
func (l *Lines) NextChange(i, by int) int {
	differs := func(k int) bool { return l.lines[k].Change >= 0 }
	for k := i + by; k >= 0 && k < len(l.lines); k += by {
		if differs(k) && (k == 0 || !differs(k-1) || l.lines[k].Kind == Heading) && (by > 0 || k < i) {
			return k
		}
	}
	return -1
}

// ChangeAt returns the heading or first line of a change; -1 if it has none.
func (l *Lines) ChangeAt(change int) int {
	return slices.IndexFunc(l.lines, func(line Line) bool { return line.Change == change })
}
