package ignore

import "strings"

// outcome is what a match of the rest of a pattern with the rest of a text comes to.
// The aborts say that no shorter rest of the text can match either, which is what
// keeps a run of stars from trying everything.
type outcome uint8

const (
	unknown outcome = iota
	noMatch
	match
	abortAll        // the text is too short
	abortToStarStar // a star cannot pass this slash; a double star could
)

// manySteps is when a match begins to remember: patterns that people write end long
// before, and those made to be slow then take at most one step for each pair of
// places in pattern and text.
const manySteps = 1 << 12

// matcher compares one pattern with one text.
type matcher struct {
	pattern, text string
	pathname      bool // stars and question marks stop at slashes
	steps         int
	seen          []outcome // by place in pattern and text, once there were many steps
}

// wildmatch reports whether pattern matches text as git's function of that name does,
// with its quirks: they are what people's ignore files are tested with.
func wildmatch(pattern, text string, pathname bool) bool {
	m := matcher{pattern: pattern, text: text, pathname: pathname}
	return m.from(0, 0) == match
}

// from matches the rest of the pattern at p with the rest of the text at t.
func (m *matcher) from(p, t int) outcome {
	m.steps++
	if m.steps < manySteps {
		return m.compare(p, t)
	}
	if m.seen == nil {
		m.seen = make([]outcome, (len(m.pattern)+1)*(len(m.text)+1))
	}
	at := p*(len(m.text)+1) + t
	if m.seen[at] == unknown {
		m.seen[at] = m.compare(p, t)
	}
	return m.seen[at]
}

// at returns the byte of s at i; 0 behind the end, which no pattern and no path holds.
func at(s string, i int) byte {
	if i < len(s) {
		return s[i]
	}
	return 0
}

func (m *matcher) compare(p, t int) outcome {
	start := p
	for ; p < len(m.pattern); p, t = p+1, t+1 {
		char, have := m.pattern[p], at(m.text, t)
		if have == 0 && char != '*' {
			return abortAll
		}
		switch char {
		case '\\':
			p++
			if at(m.pattern, p) != have {
				return noMatch
			}
		case '?':
			if m.pathname && have == '/' {
				return noMatch
			}
		case '[':
			end, result := m.class(p, have)
			if result != match {
				return result
			}
			p = end
		case '*':
			next, slash, result := m.star(start, p, t)
			if result != unknown {
				return result
			}
			p, t = next, slash
		default:
			if char != have {
				return noMatch
			}
		}
	}
	if t < len(m.text) {
		return noMatch
	}
	return match
}

// star matches from a star on. Where one star stands before a slash, it gives the
// places of the slashes instead, to go on from.
func (m *matcher) star(start, p, t int) (next, slash int, result outcome) {
	before := p - 1
	p++
	crosses := !m.pathname // whether the star matches slashes
	if at(m.pattern, p) == '*' {
		for at(m.pattern, p) == '*' {
			p++
		}
		opens := before < start || m.pattern[before] == '/'
		closes := p == len(m.pattern) || m.pattern[p] == '/' || m.pattern[p] == '\\' && at(m.pattern, p+1) == '/'
		if m.pathname && opens && closes {
			// "**/" also stands for no folder at all.
			if at(m.pattern, p) == '/' && m.from(p+1, t) == match {
				return 0, 0, match
			}
			crosses = true
		}
	}
	rest := m.text[min(t, len(m.text)):]
	if p == len(m.pattern) {
		if !crosses && strings.Contains(rest, "/") {
			return 0, 0, noMatch
		}
		return 0, 0, match
	}
	if !crosses && m.pattern[p] == '/' {
		i := strings.IndexByte(rest, '/')
		if i < 0 {
			return 0, 0, noMatch
		}
		return p, t + i, unknown
	}
	return 0, 0, m.stretch(p, t, crosses)
}

// stretch tries a star over ever more of the text.
func (m *matcher) stretch(p, t int, crosses bool) outcome {
	want := m.pattern[p]
	special := strings.IndexByte(`*?[\`, want) >= 0
	for have := at(m.text, t); have != 0; have = at(m.text, t) {
		if !special {
			// The text before the literal belongs to the star.
			for have != 0 && have != want && (crosses || have != '/') {
				t++
				have = at(m.text, t)
			}
			if have != want {
				return noMatch
			}
		}
		result := m.from(p, t)
		if result != noMatch {
			if !crosses || result != abortToStarStar {
				return result
			}
		} else if !crosses && have == '/' {
			return abortToStarStar
		}
		t++
	}
	return abortAll
}

// class matches a bracket expression that begins at p, and gives the place of its
// closing bracket.
func (m *matcher) class(p int, have byte) (end int, result outcome) {
	p++
	negated := at(m.pattern, p) == '!' || at(m.pattern, p) == '^'
	if negated {
		p++
	}
	found := false
	var previous byte
	for first := true; first || at(m.pattern, p) != ']'; first = false {
		char := at(m.pattern, p)
		switch {
		case char == 0:
			return 0, abortAll
		case char == '\\':
			p++
			if char = at(m.pattern, p); char == 0 {
				return 0, abortAll
			}
			found = found || have == char
		case char == '-' && previous != 0 && at(m.pattern, p+1) != 0 && m.pattern[p+1] != ']':
			p++
			if char = m.pattern[p]; char == '\\' {
				p++
				if char = at(m.pattern, p); char == 0 {
					return 0, abortAll
				}
			}
			found = found || have >= previous && have <= char
			char = 0 // the end of a range begins none
		case char == '[' && at(m.pattern, p+1) == ':':
			name := p + 2
			close := strings.IndexByte(m.pattern[name:], ']')
			if close < 0 {
				return 0, abortAll
			}
			close += name
			if close == name || m.pattern[close-1] != ':' {
				found = found || have == '[' // no name: the bracket is one of the set
				break
			}
			in, known := namedClass(m.pattern[name:close-1], have)
			if !known {
				return 0, abortAll
			}
			found = found || in
			p, char = close, 0
		default:
			found = found || have == char
		}
		previous = char
		p++
	}
	if found == negated || m.pathname && have == '/' {
		return 0, noMatch
	}
	return p, match
}

// namedClass reports whether a byte is in a POSIX class, and whether there is one.
func namedClass(name string, c byte) (in, known bool) {
	lower, upper, digit := c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9'
	graph := c > ' ' && c < 0x7f
	switch name {
	case "alnum":
		return lower || upper || digit, true
	case "alpha":
		return lower || upper, true
	case "blank":
		return c == ' ' || c == '\t', true
	case "cntrl":
		return c < ' ' || c == 0x7f, true
	case "digit":
		return digit, true
	case "graph":
		return graph, true
	case "lower":
		return lower, true
	case "print":
		return graph || c == ' ', true
	case "punct":
		return graph && !lower && !upper && !digit, true
	case "space":
		return c == ' ' || c >= '\t' && c <= '\r', true
	case "upper":
		return upper, true
	case "xdigit":
		return digit || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F', true
	}
	return false, false
}
