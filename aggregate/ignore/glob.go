package ignore

import "strings"

// glob is a compiled pattern with wildcards. It matches what git's wildmatch does with
// WM_PATHNAME, quirks included, because ignore files are tested with git.
//
// Matching allocates nothing. It backtracks only to the last star, and to the last double star
// once that has reached a slash: everything before has matched as early as possible, and a later
// match of it could not help. That takes at most len(tokens) × len(text) steps, for all patterns.
type glob struct {
	tokens    []token
	sets      []byteSet
	minLength int  // min length of a matching text in bytes
	broken    bool // an unterminated bracket or backslash: git then matches nothing
}

type token struct {
	kind kind
	char byte  // for literal
	set  int32 // for oneOf: index into glob.sets
}

type kind uint8

const (
	literal  kind = iota
	anyByte       // "?": any byte except a slash
	oneOf         // "[…]": never a slash
	star          // "*": any run without a slash
	folders       // "**/": empty, or any run that ends with a slash
	anything      // "**" at the end, or before "\/": any run
)

// byteSet is a set of bytes.
type byteSet [4]uint64

func (s *byteSet) add(c byte) { s[c>>6] |= 1 << (c & 63) }

// addFolded adds a byte and, if fold is set, its lower case.
func (s *byteSet) addFolded(c byte, fold bool) {
	if s.add(c); fold {
		s.add(lowerByte(c))
	}
}

func (s *byteSet) remove(c byte) { s[c>>6] &^= 1 << (c & 63) }

func (s *byteSet) has(c byte) bool { return s[c>>6]&(1<<(c&63)) != 0 }

func (s *byteSet) invert() {
	for i := range s {
		s[i] = ^s[i]
	}
}

// compile parses a pattern. Patterns contain no NUL, so 0 is the end. If fold is set, the glob is
// for texts in lower case, as with git's WM_CASEFOLD: an escaped capital then matches nothing.
func compile(pattern string, fold bool) glob {
	var g glob
	for i := 0; i < len(pattern); i++ {
		switch c := pattern[i]; c {
		case '?':
			g.tokens = append(g.tokens, token{kind: anyByte})
		case '*':
			i = g.stars(pattern, i)
		case '[':
			set, end, ok := parseClass(pattern, i+1, fold)
			if !ok {
				return glob{broken: true}
			}
			g.tokens = append(g.tokens, token{kind: oneOf, set: int32(len(g.sets))})
			g.sets = append(g.sets, set)
			i = end
		case '\\':
			if i++; i == len(pattern) {
				return glob{broken: true}
			}
			g.tokens = append(g.tokens, token{kind: literal, char: pattern[i]})
		default:
			if fold {
				c = lowerByte(c)
			}
			g.tokens = append(g.tokens, token{kind: literal, char: c})
		}
	}
	for _, t := range g.tokens {
		if t.kind <= oneOf {
			g.minLength++
		}
	}
	return g
}

// stars parses a run of stars and returns the index of the last byte consumed. Two or more match
// slashes if they match whole folders; elsewhere they count as one star.
func (g *glob) stars(pattern string, first int) int {
	end := first
	for byteAt(pattern, end) == '*' {
		end++
	}
	opens := first == 0 || pattern[first-1] == '/'
	kind, last := star, end-1
	if opens && end-first > 1 {
		switch {
		case byteAt(pattern, end) == '/':
			kind, last = folders, end
		case end == len(pattern), strings.HasPrefix(pattern[end:], `\/`):
			kind = anything
		}
	}
	// "**/**/" is equivalent to "**/".
	if n := len(g.tokens); n == 0 || kind != folders || g.tokens[n-1].kind != folders {
		g.tokens = append(g.tokens, token{kind: kind})
	}
	return last
}

// ends reports whether a text may have a suffix that the glob requires, which rules out most
// texts.
func (g *glob) ends(text string) bool {
	n := len(g.tokens)
	return n == 0 || g.tokens[n-1].kind > oneOf || text != "" && g.accepts(g.tokens[n-1], text[len(text)-1])
}

// match reports whether the glob matches the whole text.
func (g *glob) match(text string) bool {
	if g.broken || len(text) < g.minLength || !g.ends(text) {
		return false
	}
	p, t := 0, 0
	afterStar, starEnd := -1, 0 // the last star: the following token, and the current end of its match
	afterDeep, deepEnd := -1, 0 // the same for the last folders or anything
	for {
		if p == len(g.tokens) {
			if t == len(text) {
				return true
			}
		} else {
			switch tok := g.tokens[p]; {
			case tok.kind == star:
				p++
				afterStar, starEnd = p, t
				continue
			case tok.kind > star:
				p++
				afterDeep, deepEnd, afterStar = p, t, -1
				continue
			case t < len(text) && g.accepts(tok, text[t]):
				if text[t] == '/' {
					afterStar = -1 // its match must end before this slash
				}
				p++
				t++
				continue
			}
		}
		switch {
		case afterStar >= 0 && starEnd < len(text) && text[starEnd] != '/':
			starEnd++
			p, t = afterStar, starEnd
		case afterDeep < 0:
			return false
		default:
			skip := 0
			if g.tokens[afterDeep-1].kind == folders {
				skip = strings.IndexByte(text[deepEnd:], '/')
			}
			if skip < 0 || deepEnd == len(text) {
				return false
			}
			deepEnd += skip + 1
			p, t, afterStar = afterDeep, deepEnd, -1
		}
	}
}

func (g *glob) accepts(t token, c byte) bool {
	switch t.kind {
	case literal:
		return c == t.char
	case anyByte:
		return c != '/'
	}
	return g.sets[t.set].has(c)
}

// byteAt returns the byte of a pattern at i; 0 after its end.
func byteAt(s string, i int) byte {
	if i < len(s) {
		return s[i]
	}
	return 0
}

// parseClass parses a bracket expression whose bracket precedes i, and returns the index of the
// closing bracket; false if there is none or a named class is unknown. A bracket that is first or
// escaped does not close it. If fold is set, the set is for bytes in lower case: as in git, only
// ranges and named classes also match the lower case of their capitals.
func parseClass(pattern string, i int, fold bool) (set byteSet, end int, ok bool) {
	negated := byteAt(pattern, i) == '!' || byteAt(pattern, i) == '^'
	if negated {
		i++
	}
	var previous byte // possible start of a range with "-"; 0 if there is none
	for first := true; first || byteAt(pattern, i) != ']'; first = false {
		c := byteAt(pattern, i)
		next := byteAt(pattern, i+1)
		switch {
		case c == '-' && previous != 0 && next != 0 && next != ']':
			i++
			if next == '\\' {
				i++
				next = byteAt(pattern, i)
			}
			if next == 0 {
				return set, 0, false
			}
			for b := int(previous); b <= int(next); b++ {
				set.addFolded(byte(b), fold)
			}
			c = 0 // the end of a range cannot begin another
		case c == '[' && next == ':':
			length := strings.IndexByte(pattern[i+2:], ']')
			if length < 0 {
				return set, 0, false
			}
			name, named := strings.CutSuffix(pattern[i+2:i+2+length], ":")
			if !named {
				set.add('[') // a literal; the colon is the next one
				break
			}
			if !set.addNamed(name, fold) {
				return set, 0, false
			}
			i += 2 + length
			c = 0
		case c == '\\':
			i++
			c = next
			fallthrough
		default:
			if c == 0 {
				return set, 0, false
			}
			set.add(c)
		}
		previous = c
		i++
	}
	if negated {
		set.invert()
	}
	set.remove('/')
	return set, i, true
}

// addNamed adds a POSIX class in the C locale, as git defines it: neither vertical tab nor form
// feed is a space. It returns false if there is no such class.
func (s *byteSet) addNamed(name string, fold bool) bool {
	in, ok := namedClasses(name)
	if !ok {
		return false
	}
	for b := range 256 {
		if in(byte(b)) {
			s.addFolded(byte(b), fold)
		}
	}
	return true
}

func namedClasses(name string) (in func(byte) bool, ok bool) {
	lower := func(c byte) bool { return c >= 'a' && c <= 'z' }
	upper := func(c byte) bool { return c >= 'A' && c <= 'Z' }
	digit := func(c byte) bool { return c >= '0' && c <= '9' }
	alpha := func(c byte) bool { return lower(c) || upper(c) }
	alnum := func(c byte) bool { return alpha(c) || digit(c) }
	graph := func(c byte) bool { return c > ' ' && c < 0x7f }
	switch name {
	case "alnum":
		return alnum, true
	case "alpha":
		return alpha, true
	case "blank":
		return func(c byte) bool { return c == ' ' || c == '\t' }, true
	case "cntrl":
		return func(c byte) bool { return c < ' ' || c == 0x7f }, true
	case "digit":
		return digit, true
	case "graph":
		return graph, true
	case "lower":
		return lower, true
	case "print":
		return func(c byte) bool { return c == ' ' || graph(c) }, true
	case "punct":
		return func(c byte) bool { return graph(c) && !alnum(c) }, true
	case "space":
		return func(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }, true
	case "upper":
		return upper, true
	case "xdigit":
		return func(c byte) bool { return digit(c) || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F' }, true
	}
	return nil, false
}
