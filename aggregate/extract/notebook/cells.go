package notebook

import (
	"fmt"
	"strconv"
	"strings"
)

// Kind is the kind of a cell.
type Kind string

// Kinds of cells.
const (
	Code     Kind = "code"
	Markdown Kind = "markdown"
	Raw      Kind = "raw"
)

const (
	headingStart = "## Cell "
	// OutputStart begins the output part of a cell.
	OutputStart = "Output"
)

// headingOf returns the heading of a cell.
func headingOf(number int, kind Kind, empty bool) string {
	suffix := ""
	if empty {
		suffix = ", empty"
	}
	return fmt.Sprintf("%s%d (%s%s)", headingStart, number, kind, suffix)
}

// Cell is a cell in the text of a notebook. Its fields are byte offsets.
type Cell struct {
	Number   int
	Kind     Kind
	Language string // info string of the fence of a code cell
	Start    int    // start of the heading
	HeadEnd  int    // end of the heading, without its newline
	// Source is the source without fences; empty for an empty cell.
	SourceStart, SourceEnd int
	// OutputStart is the offset of a code cell's outputs, which begin with
	// [OutputStart]; it equals End if there are none.
	OutputStart int
	End         int // end of the last line that is not blank, without its newline
}

// Cells returns the cells in the text of a notebook, in order: a line is a cell
// heading if it has the next number and is not inside the fence of a code cell. For
// a text that is not a notebook it returns none.
func Cells(src string) []Cell {
	var cells []Cell
	fence := "" // closing fence of the source or output of a code cell
	at := 0
	for line := range strings.SplitAfterSeq(src, "\n") {
		start := at
		at += len(line)
		line = strings.TrimRight(line, "\r\n")
		n := len(cells)
		if fence != "" {
			if line == fence {
				if c := &cells[n-1]; c.SourceEnd < c.SourceStart {
					c.SourceEnd = max(c.SourceStart, start-1)
				}
				fence = ""
			}
			extend(cells, start, line)
			continue
		}
		if kind, ok := heading(line, n+1); ok {
			cells = append(cells, Cell{Number: n + 1, Kind: kind, Start: start, HeadEnd: start + len(line), End: start + len(line)})
			continue
		}
		if n == 0 || strings.TrimSpace(line) == "" {
			continue
		}
		c := &cells[n-1]
		run := len(line) - len(strings.TrimLeft(line, "`"))
		switch {
		case c.Kind == Markdown:
			if c.SourceStart == 0 {
				c.SourceStart = start
			}
			c.SourceEnd = start + len(line)
		case run >= 3:
			fence = line[:run]
			if c.SourceStart == 0 && c.OutputStart == 0 {
				c.Language, c.SourceStart, c.SourceEnd = line[run:], at, -1
			}
		case c.OutputStart == 0 && strings.HasPrefix(line, OutputStart):
			c.OutputStart = start
		}
		extend(cells, start, line)
	}
	for i := range cells {
		c := &cells[i]
		if c.SourceEnd < c.SourceStart { // unterminated fence
			c.SourceStart, c.SourceEnd = min(c.SourceStart, c.End), c.End
		}
		if c.OutputStart == 0 {
			c.OutputStart = c.End
		}
	}
	return cells
}

// extend ends the last cell at a line, unless the line is blank.
func extend(cells []Cell, start int, line string) {
	if strings.TrimSpace(line) != "" {
		cells[len(cells)-1].End = start + len(line)
	}
}

// heading returns the kind in a cell heading with the given number, and whether the line is one.
func heading(line string, number int) (Kind, bool) {
	rest, ok := strings.CutPrefix(line, headingStart+strconv.Itoa(number)+" (")
	if !ok {
		return "", false
	}
	rest, ok = strings.CutSuffix(rest, ")")
	kind := Kind(strings.TrimSuffix(rest, ", empty"))
	return kind, ok && (kind == Code || kind == Markdown || kind == Raw)
}

// withoutHeadings indents the lines of Markdown that look like cell headings by a
// space, which does not change their meaning.
func withoutHeadings(s string) string {
	if !strings.Contains(s, headingStart) {
		return s
	}
	return strings.TrimPrefix(strings.ReplaceAll("\n"+s, "\n"+headingStart, "\n "+headingStart), "\n")
}

// magicLanguage returns the language of a cell's source, whose first line can select
// another one than the notebook's, as %%bash does in Python.
func magicLanguage(language, source string) string {
	line, _, _ := strings.Cut(source, "\n")
	name, ok := strings.CutPrefix(line, "%%")
	if !ok {
		return language
	}
	name, _, _ = strings.Cut(strings.TrimRight(name, " \t\r"), " ")
	switch strings.ToLower(name) {
	case "bash", "sh", "script", "system", "sx", "!":
		return "shell"
	case "html", "svg":
		return "html"
	case "javascript", "js":
		return "javascript"
	case "latex":
		return "tex"
	case "markdown":
		return "markdown"
	case "perl", "ruby", "sql", "r", "julia", "cython":
		return strings.ToLower(name)
	case "bigquery":
		return "sql"
	case "writefile", "file":
		return "text"
	}
	return language
}
