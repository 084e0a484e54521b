package mentions

import (
	"slices"
	"strconv"
	"strings"
)

// Lines is a range of lines from 1, inclusive. The zero value is the whole file.
type Lines struct{ Start, End int }

// MaxLine is the maximum line number; as the end of a range it means the end of the file.
const MaxLine = 10_000_000

// expression is a phrase that requests lines or a symbol of a path near it.
type expression struct {
	at, end        int // byte offsets in the text
	lines          []Lines
	symbol         string
	nextToPathOnly bool // whether it counts only next to a path: L2
}

// lineExpressions returns the expressions for lines in a text, in order. If two overlap, the one of the first form is
// used.
func lineExpressions(s string) []expression {
	var out []expression
	add := func(e expression) {
		e.lines = slices.DeleteFunc(e.lines, func(l Lines) bool { return l == Lines{} })
		if len(e.lines) > 0 && !slices.ContainsFunc(out, func(other expression) bool { return e.at < other.end && other.at < e.end }) {
			out = append(out, e)
		}
	}
	for _, m := range firstLines().FindAllStringSubmatchIndex(s, -1) {
		add(expression{at: m[0], end: m[1], lines: []Lines{newLines("1", submatch(s, m, 1)+submatch(s, m, 2)+submatch(s, m, 3))}})
	}
	for _, m := range offsetAndLimit().FindAllStringSubmatchIndex(s, -1) {
		add(expression{at: m[0], end: m[1], lines: []Lines{window(submatch(s, m, 1), submatch(s, m, 2))}})
	}
	for from := 0; from < len(s); {
		m := lineList().FindStringSubmatchIndex(s[from:])
		if m == nil {
			break
		}
		e := numberedLines(s[from:], m)
		e.at, e.end = e.at+from, e.end+from
		add(e)
		from = e.end
	}
	for from := 0; from < len(s); {
		m := shortLine().FindStringSubmatchIndex(s[from:])
		if m == nil {
			break
		}
		at := from + m[2] - 1 // the L
		list, n := numbers(s[at:], false, false)
		add(expression{at: at, end: at + n, lines: list, nextToPathOnly: len(list) == 1 && list[0].Start == list[0].End})
		from = at + max(n, 1)
	}
	if !ascii(s) {
		for _, m := range easternLines().FindAllStringSubmatchIndex(s, -1) {
			var lines []Lines
			for _, n := range strings.FieldsFunc(submatch(s, m, 1), func(r rune) bool { return r < '0' || r > '9' }) {
				lines = append(lines, newLines(n, ""))
			}
			last, end := newLines(submatch(s, m, 2), submatch(s, m, 3)), m[1]
			if n := len(easternOpenRange().FindString(s[end:])); n > 0 && last.Start == last.End {
				last.End, end = MaxLine, end+n
			}
			add(expression{at: m[0], end: end, lines: append(lines, last)})
		}
	}
	slices.SortFunc(out, func(a, b expression) int { return a.at - b.at })
	return out
}

// numberedLines parses the list of line numbers at a match of [lineList].
func numberedLines(s string, m []int) expression {
	until, between, word := submatch(s, m, 1), submatch(s, m, 2) != "" || submatch(s, m, 4) != "", submatch(s, m, 3)
	at := m[10]
	for s[at-1] == 'L' || s[at-1] == '#' {
		at--
	}
	list, n := numbers(s[at:], between, singular().MatchString(word))
	if further, n2 := numbers(s[at:], between, false); n2 > n && strings.IndexByte(")]", append([]byte(s[at+n2:]), ' ')[0]) >= 0 {
		list, n = further, n2 // (line 6, 19 and 23)
	}
	if len(list) == 1 && list[0].Start == list[0].End {
		on := openRange().FindString(s[at+n:])
		switch {
		case on != "":
			list[0].End = MaxLine
		case until != "":
			list[0].Start = 1
		}
		n += len(on)
	}
	return expression{at: m[6], end: at + n, lines: list}
}

// numbers parses a list of lines and ranges, and returns its length in bytes. With between, "and"
// makes a range. With single, each further element repeats the word: line 18 and line 44.
func numbers(s string, between, single bool) (list []Lines, n int) {
	for n < len(s) {
		skip := 0
		if len(list) > 0 {
			link := furtherRange().FindStringSubmatch(s[n:])
			if link == nil || single && !between && link[1] == "" {
				break
			}
			skip = len(link[0])
		}
		m := oneRange().FindStringSubmatchIndex(s[n+skip:])
		if m == nil || len(list) > 0 && m[4] < 0 && (s[n] == ',' || list[0].Start < list[0].End) && afterCount().MatchString(s[n+skip+m[1]:]) && !afterLineNumber().MatchString(s[n+skip+m[1]:]) {
			break
		}
		lines := newLines(submatch(s[n+skip:], m, 1), submatch(s[n+skip:], m, 2))
		if lines == (Lines{}) {
			break
		}
		n += skip + m[1]
		switch last := len(list) - 1; {
		case last >= 0 && list[last].Start == list[last].End && lines.Start == lines.End && between:
			list[last] = Lines{list[last].Start, max(list[last].End, lines.End)}
		case last >= 0 && lines.Start == lines.End && lines.Start == list[last].End+1:
			list[last].End++ // 5, 6 and 7
		default:
			list = append(list, lines)
		}
	}
	return list, n
}

// submatch returns a submatch of an expression; empty if there is none.
func submatch(s string, m []int, i int) string {
	if m[2*i] < 0 {
		return ""
	}
	return s[m[2*i]:m[2*i+1]]
}

// cutLines splits off the lines at the end of a path.
func cutLines(s string) (path string, lines []Lines) {
	m := suffixLines().FindStringSubmatch(s)
	if m == nil {
		return s, nil
	}
	if first := newLines(m[2], m[3]); first != (Lines{}) {
		list := m[2]
		if m[3] != "" {
			list += "-" + m[3]
		}
		lines, _ = numbers(list+m[4], false, false)
		return m[1], lines
	}
	return s, nil
}

// newLines parses two numbers, of which the second may be empty. It returns the zero value for an invalid range.
func newLines(first, last string) Lines {
	start, _ := strconv.Atoi(first)
	end := start
	if last != "" {
		end, _ = strconv.Atoi(last)
	}
	if start < 1 || end < start || end > MaxLine {
		return Lines{}
	}
	return Lines{start, end}
}

// window returns the lines of an offset, which is the first line, and a limit, which is their number; without a limit
// they extend to the end.
func window(offset, limit string) Lines {
	first, _ := strconv.Atoi(offset)
	first = max(first, 1)
	if limit == "" {
		return newLines(strconv.Itoa(first), strconv.Itoa(MaxLine))
	}
	n, _ := strconv.Atoi(limit)
	return newLines(strconv.Itoa(first), strconv.Itoa(first+n-1))
}
