package code

import (
	"math"
	"sort"
	"strings"
	"unicode/utf8"

	"dossier/ui/kit"
	"dossier/ui/kit/prose"
)

// plainLines are [Lines] that can return only the text of a line, which is cheaper.
type plainLines interface{ Text(i int) string }

// textsOf returns a function that returns the text of a line.
func textsOf(lines Lines) func(i int) string {
	if l, ok := lines.(plainLines); ok {
		return l.Text
	}
	return func(i int) string { return lines.Line(i).Text }
}

// rowed maps the lines of a document to rows: one row each or, with wrapping, as many as needed.
// That requires an inspection of every line, about 10 ms for 100,000; the breaks of a long line are only
// computed while it is visible.
type rowed struct {
	lines int
	cols  int     // characters per row; 0 for no wrapping
	first []int32 // first row of each line, and finally the number of rows; nil if line i is row i
	text  func(i int) string
	ruler *prose.Ruler
	cell  float32

	line   int // line of breaks, or -1
	breaks []int32
	indent float32
}

// set sets the document and the number of characters per row.
func (r *rowed) set(lines Lines, cols int, cell float32) {
	r.lines, r.cols, r.cell, r.line = lines.Len(), cols, cell, -1
	r.text = textsOf(lines)
	if cols == 0 {
		r.first = nil
		return
	}
	if r.ruler == nil || r.ruler.Width('0') != cell {
		r.ruler = &prose.NewRulers().Mono
	}
	r.first = append(r.first[:0], make([]int32, r.lines+1)...)
	row := int32(0)
	for i := range r.lines {
		r.first[i] = row
		row += int32(r.count(r.text(i)))
	}
	r.first[r.lines] = row
}

// rows returns the number of rows.
func (r *rowed) rows() int {
	if r.first == nil {
		return r.lines
	}
	return int(r.first[r.lines])
}

// row returns the first row of a line.
func (r *rowed) row(line int) int {
	if r.first == nil {
		return line
	}
	return int(r.first[max(0, min(line, r.lines))])
}

// lineAt returns the line of a row; -1 for -1.
func (r *rowed) lineAt(row int) int {
	if r.first == nil || row < 0 {
		return row
	}
	return sort.Search(r.lines, func(i int) bool { return int(r.first[i+1]) > row })
}

// part is the part of a line in one row: the bytes [from, to) of its text; the whole line without
// wrapping.
type part struct {
	line, from, to int
	first, last    bool    // it is the first or the last row of its line
	indent         float32 // of a continuation row
}

// part returns the content of a row.
func (r *rowed) part(row int) part {
	line := r.lineAt(row)
	if r.first == nil {
		return part{line: line, to: math.MaxInt, first: true, last: true}
	}
	r.computeBreaks(line)
	k := row - int(r.first[line])
	p := part{line: line, from: 0, to: len(r.text(line)), first: k == 0, last: k >= len(r.breaks)}
	if k > 0 && len(r.breaks) > 0 { // the line has changed, and SetLines has not been called yet
		p.from, p.indent = int(r.breaks[min(k, len(r.breaks))-1]), r.indent
	}
	if !p.last {
		p.to = int(r.breaks[k])
	}
	return p
}

// rowOf returns the row of a byte in a line. A position between two rows belongs to the second.
func (r *rowed) rowOf(at spot) int {
	if r.first == nil {
		return at.line
	}
	r.computeBreaks(at.line)
	k := sort.Search(len(r.breaks), func(k int) bool { return int(r.breaks[k]) > at.at })
	return int(r.first[at.line]) + k
}

// computeBreaks computes the breaks of a line.
func (r *rowed) computeBreaks(line int) {
	if line == r.line {
		return
	}
	r.line, r.breaks, r.indent = line, r.breaks[:0], 0
	if text := r.text(line); !r.fits(text) {
		r.indent = r.broken(text, func(at int) { r.breaks = append(r.breaks, int32(at)) })
	}
}

// fits reports whether a text certainly fits into a row. No character except a tab is wider than
// its number of bytes.
func (r *rowed) fits(text string) bool {
	return len(text) <= r.cols && (len(text)+(tabCells-1)*strings.Count(text, "\t") <= r.cols)
}

// count returns the number of rows of a text.
func (r *rowed) count(text string) int {
	n := 1
	if !r.fits(text) {
		r.broken(text, func(int) { n++ })
	}
	return n
}

// broken calls begins for each row of a text except the first, and returns their indentation,
// which is that of the text, so that code keeps its shape. Rows break after blanks, next to
// ideographs, and within a word only if it does not fit into a row.
func (r *rowed) broken(text string, begins func(at int)) (indent float32) {
	width := float32(r.cols) * r.cell
	indent = r.blanks(text)
	if indent > width/2 {
		indent = 0
	}
	from, brk, runes := 0, 0, 0
	x, left := float32(0), float32(0) // left is the start of the row
	joined := false
	for at := 0; at < len(text); {
		c, n := rune(text[at]), 1
		w := r.cell
		switch {
		case c == '\t':
			w = toTab(x-left, r.cell)
		case c < utf8.RuneSelf:
		default:
			c, n = utf8.DecodeRuneInString(text[at:])
			if w = r.ruler.Width(c); joined {
				w = 0
			}
			if kit.BreaksAnywhere(c) {
				brk = at
			}
		}
		joined = c == 0x200D
		blank := c == ' ' || c == '\t'
		if (x+w > width+r.cell/100 && !blank && w > 0 || runes == prose.MaxRunes) && at > from {
			to := brk
			if to <= from {
				to = at
			}
			begins(to)
			from, brk, at, runes = to, to, to, 0
			x, left = indent, indent
			continue
		}
		at += n
		x += w
		runes++
		if blank || c > 0x2E7F && kit.BreaksAnywhere(c) {
			brk = at
		}
	}
	return indent
}

// blanks returns the width of the leading white space of a text.
func (r *rowed) blanks(text string) (x float32) {
	for i := 0; i < len(text) && i < prose.MaxRunes; i++ {
		switch text[i] {
		case ' ':
			x += r.cell
		case '\t':
			x += toTab(x, r.cell)
		default:
			return x
		}
	}
	return 0 // only blanks
}

// toTab returns the distance from x to the next tab stop.
func toTab(x, cell float32) float32 {
	tab := cell * tabCells
	// A thousandth of a cell of tolerance for rounding.
	return float32(int(x/tab+0.001)+1)*tab - x
}

// of returns the content of a row as a line, with its runs and marks.
func (p part) of(line Line) Line {
	if p.first && p.last {
		return line
	}
	out := Line{Text: line.Text[p.from:p.to], Tint: line.Tint, MarkTint: line.MarkTint, Jump: line.Jump}
	if p.first {
		out.Number, out.Fold, out.Rule, out.Detail, out.DetailTone = line.Number, line.Fold, line.Rule, line.Detail, line.DetailTone
	}
	at := sort.Search(len(line.Runs), func(i int) bool { return line.Runs[i].End > p.from })
	for _, run := range line.Runs[at:] {
		if run.Start >= p.to {
			break
		}
		out.Runs = append(out.Runs, Run{max(run.Start, p.from) - p.from, min(run.End, p.to) - p.from, run.Style})
	}
	out.Marks = line.Marks // byte offsets in the whole line; see [part.place]
	return out
}
