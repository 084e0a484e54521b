package kotlin

import "bytes"

// delegates removes delegations from the header of a class or an object: by store. The grammar
// parses a brace after an expression as its trailing lambda, and would lose the members of the
// type.
func (p *preparer) delegates() {
	if !bytes.Contains(p.src, []byte("by")) {
		return
	}
	for _, keyword := range []string{"class", "object"} {
		for at := 0; ; {
			next := bytes.Index(p.src[at:], []byte(keyword))
			if next < 0 {
				break
			}
			start := at + next
			at = start + len(keyword)
			if (start == 0 || !inName(p.src[start-1])) && at < len(p.src) && !inName(p.src[at]) {
				p.delegatesOf(at)
			}
		}
	}
}

// delegatesOf scans the header of a type after its keyword.
func (p *preparer) delegatesOf(at int) {
	at = p.pastName(at)
	for {
		switch at = pastBlanks(p.src, at); {
		case at == len(p.src):
			return
		case p.src[at] == '<' || p.src[at] == '(':
			at = pastBrackets(p.src, at)
			continue
		case p.src[at] == '@':
			at = pastAnnotation(p.src, at)
			continue
		case p.src[at] != ':':
			word := p.wordAt(at)
			switch string(word) {
			case "public", "private", "internal", "protected", "constructor":
				at += len(word)
				continue
			}
			return
		}
		break
	}
	for more := true; more; {
		by := pastBlanks(p.src, p.pastType(at+1))
		at = by
		if string(p.wordAt(by)) == "by" {
			end := p.pastDelegate(by + len("by"))
			at = pastBlanks(p.src, end)
			if at < len(p.src) && (p.src[at] == '{' || string(p.wordAt(at)) == "where") {
				p.blankLines(by, end)
			}
		}
		more = at < len(p.src) && p.src[at] == ','
	}
}

// pastName returns the end of the name after an offset.
func (p *preparer) pastName(at int) int {
	at = pastBlanks(p.src, at)
	if at < len(p.src) && p.src[at] == '`' {
		if n := bytes.IndexByte(p.src[at+1:], '`'); n >= 0 {
			return at + n + 2
		}
	}
	return at + len(p.wordAt(at))
}

// pastType returns the end of the type after an offset, including constructor arguments.
func (p *preparer) pastType(at int) int {
	for {
		at, _ = pastAnnotations(p.src, pastBlanks(p.src, at))
		if at < len(p.src) && p.src[at] == '(' { // of a function
			at = pastBrackets(p.src, at)
		} else {
			at = p.pastName(at)
		}
		for at < len(p.src) && bytes.IndexByte([]byte("<(?"), p.src[at]) >= 0 {
			if p.src[at] == '?' {
				at++
			} else {
				at = pastBrackets(p.src, at)
			}
		}
		switch next := pastBlanks(p.src, at); {
		case bytes.HasPrefix(p.src[next:], []byte("->")):
			at = next + len("->")
		case next < len(p.src) && p.src[next] == '.':
			at = next + 1
		default:
			return at
		}
	}
}

// pastDelegate returns the end of the expression after by. A brace ends it, unless it is the
// first one after object.
func (p *preparer) pastDelegate(at int) int {
	start, end, inObject := at, at, false
	for limit := min(len(p.src), at+maxArguments); at < limit; {
		switch c := p.src[at]; {
		case c == '\n' && end > start:
			next := pastBlanks(p.src, at)
			if next == len(p.src) || !isOperator(p.src[end-1]) && !continues(p.src[next]) && string(p.wordAt(next)) != "where" {
				return end
			}
			at = next
			continue
		case isBlank(c) || c == '/' && pastBlanks(p.src, at) > at:
			at = pastComment(p.src, at)
			continue
		case c == '{' && inObject:
			at, inObject = pastBrackets(p.src, at), false
		case c == '{' || c == ',' && !inObject || c == ';' || c == ')' || c == ']' || c == '}':
			return end
		case c == '(' || c == '[':
			at = pastBrackets(p.src, at)
		case c == '<':
			at++
			if close := pastBrackets(p.src, at-1); close < len(p.src) && p.src[close-1] == '>' && p.src[close] == '(' {
				at = close // of a call
			}
		case c == '"':
			at = pastString(p.src, at)
		case c == '`':
			at = max(at+1, p.pastName(at))
		case inName(c):
			word := p.wordAt(at)
			switch string(word) {
			case "object":
				inObject = true
			case "where":
				return end
			}
			at += len(word)
		default:
			at++
		}
		end = at
	}
	return end
}

// pastComment returns the end of a blank or a comment.
func pastComment(src []byte, at int) int {
	switch {
	case isBlank(src[at]):
		return at + 1
	case src[at+1] == '/':
		if n := bytes.IndexByte(src[at:], '\n'); n >= 0 {
			return at + n
		}
	default:
		if n := bytes.Index(src[at:], []byte("*/")); n >= 0 {
			return at + n + len("*/")
		}
	}
	return len(src)
}

// isOperator reports whether an expression continues after a line that ends with a byte.
func isOperator(c byte) bool { return bytes.IndexByte([]byte(".?:=+-*/&|<"), c) >= 0 }

// continues reports whether an expression, or the header after it, continues on a line that begins
// with a byte.
func continues(c byte) bool { return bytes.IndexByte([]byte(".?,{"), c) >= 0 }

// wordAt returns the word that begins at an offset.
func (p *preparer) wordAt(at int) []byte {
	end := at
	for end < len(p.src) && inName(p.src[end]) {
		end++
	}
	return p.src[at:end]
}

// inName reports whether a byte can be part of a name.
func inName(c byte) bool {
	return c == '_' || c >= 0x80 || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}
