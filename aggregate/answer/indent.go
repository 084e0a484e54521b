package answer

import "strings"

// class is how much a place differs from the quoted text: lower is more similar.
type class int

const (
	exact         class = iota
	trailingSpace       // white space at line ends differs
	shifted             // the indentation as a whole
	retabbed            // tabs and spaces of the indentation are exchanged
	irregular           // the indentation differs from line to line
)

// indentation maps the indentation of an answer to that of a file.
type indentation struct {
	class class
	add   string            // additional indentation of the file, or
	cut   string            // additional indentation of the answer
	known map[string]string // indentations by those of lines that both have
	width int               // of a tab, if tabs and spaces are exchanged
	shift int               // in columns, likewise
	tabs  bool              // whether the file indents with tabs
	// to and from are the proportion of the file's indentation to the answer's, if they differ from line to line; zero
	// if there is none.
	to, from int
}

// indentOf returns the leading white space of a line.
func indentOf(s string) string { return s[:len(s)-len(strings.TrimLeft(s, " \t"))] }

// columns returns the width of an indentation.
func columns(indent string, width int) int {
	n := 0
	for _, c := range indent {
		if c == '\t' {
			n += width - n%width
		} else {
			n++
		}
	}
	return n
}

// relate returns the relation between the indentation of quoted lines and of the file's lines at the same places. The
// lines are equal except for white space.
func relate(quoted, file []string) indentation {
	m := indentation{class: exact, known: map[string]string{}}
	var from, to []string
	for i, s := range quoted {
		if s != file[i] {
			m.class = max(m.class, trailingSpace)
		}
		if trimSpace(s) == "" {
			continue
		}
		a, b := indentOf(s), indentOf(file[i])
		m.known[a] = b
		from, to = append(from, a), append(to, b)
	}
	same := true
	for i := range from {
		same = same && from[i] == to[i]
	}
	if same {
		return m
	}
	if m.uniform(from, to) || m.exchanged(from, to) {
		return m
	}
	m.class = irregular
	m.scale(from, to)
	return m
}

// scale sets the proportion of the indentations, if it is the same for all lines and both use spaces.
func (m *indentation) scale(from, to []string) {
	a, b := 0, 0
	for i := range from {
		if strings.Contains(from[i]+to[i], "\t") {
			return
		}
		if x, y := len(from[i]), len(to[i]); a == 0 {
			a, b = x, y
		} else if x*b != y*a {
			return
		}
	}
	if a > 0 && b > 0 {
		m.from, m.to = a, b
	}
}

// uniform reports whether the indentation of all lines differs by the same text.
func (m *indentation) uniform(from, to []string) bool {
	add, okAdd := strings.CutSuffix(to[0], from[0])
	cut, okCut := strings.CutSuffix(from[0], to[0])
	for i := range from {
		okAdd = okAdd && to[i] == add+from[i]
		okCut = okCut && from[i] == cut+to[i]
	}
	switch {
	case okAdd:
		m.add, m.class = add, shifted
	case okCut:
		m.cut, m.class = cut, shifted
	default:
		return false
	}
	return true
}

// exchanged reports whether for some width of a tab the lines begin in the same columns, all shifted by the same
// number.
func (m *indentation) exchanged(from, to []string) bool {
	for _, b := range to {
		m.tabs = m.tabs || strings.Contains(b, "\t")
	}
	best := -1
	for _, width := range []int{4, 2, 8, 3} {
		shift, ok := columns(to[0], width)-columns(from[0], width), true
		for i := range from {
			ok = ok && columns(to[i], width)-columns(from[i], width) == shift
		}
		if ok && (best < 0 || shift == 0 && m.shift != 0) {
			best, m.width, m.shift = width, width, shift
		}
	}
	if best < 0 {
		return false
	}
	m.class = retabbed
	return true
}

// apply returns new lines of an answer with the file's indentation.
func (m indentation) apply(lines []string) []string {
	if m.class <= trailingSpace {
		return lines
	}
	out := make([]string, len(lines))
	for i, s := range lines {
		out[i] = m.line(s)
	}
	return out
}

func (m indentation) line(s string) string {
	if trimSpace(s) == "" && m.class != retabbed {
		return s
	}
	indent := indentOf(s)
	rest := s[len(indent):]
	if m.class != shifted {
		if known, ok := m.known[indent]; ok {
			return known + rest
		}
	}
	switch m.class {
	case shifted:
		if m.add != "" {
			return m.add + s
		}
		if cut, ok := strings.CutPrefix(s, m.cut); ok {
			return cut
		}
		return rest
	case retabbed:
		n := max(0, columns(indent, m.width)+m.shift)
		if m.tabs {
			return strings.Repeat("\t", n/m.width) + strings.Repeat(" ", n%m.width) + rest
		}
		return strings.Repeat(" ", n) + rest
	case irregular:
		if m.from > 0 && !strings.Contains(indent, "\t") {
			return strings.Repeat(" ", len(indent)*m.to/m.from) + rest
		}
	}
	return s
}
