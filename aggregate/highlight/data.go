package highlight

import "strings"

// literals are the words that are values in most formats of data.
var literals = map[string]bool{
	"true": true, "false": true, "True": true, "False": true, "yes": true, "no": true, "on": true, "off": true,
	"null": true, "Null": true, "none": true, "None": true, "nil": true, "inf": true, "nan": true,
}

// keyed describes a format of data whose lines are a key and a value.
type keyed struct {
	comments []string // at the start of a line, or after white space if they may follow a value
	trailing bool     // comments may follow a value
	assign   string   // the bytes between key and value
	strings  bool     // values are quoted strings, numbers and literals; otherwise they are plain
	long     [][2]string
}

// scan is the lexer of the format.
func (k keyed) scan(s *scanner) {
	for s.at < len(s.src) {
		s.skip()
		line := s.line()
		switch {
		case line == "":
		case k.takeComment(s):
		case line[0] == '[':
			n := strings.LastIndexByte(line, ']') + 1
			if k.trailing {
				n = strings.IndexByte(line, ']') + 1
				for n > 0 && n < len(line) && line[n] == ']' {
					n++
				}
			}
			s.take(max(n, 1), Keyword)
			k.value(s)
		default:
			if n := k.keyLength(line); n > 0 {
				s.take(n, Name)
				s.at += len(line[n:]) - len(strings.TrimLeft(line[n:], k.assign+" \t"))
			}
			k.value(s)
		}
		if s.at < len(s.src) && s.src[s.at] == '\n' {
			s.at++
		}
	}
}

func (k keyed) takeComment(s *scanner) bool {
	for _, mark := range k.comments {
		if s.has(mark) {
			s.takeLine(Comment)
			return true
		}
	}
	return false
}

// keyLength returns the length of the key that a line begins with; 0 if it has none.
func (k keyed) keyLength(line string) int {
	n := 0
	if line[0] == '"' || line[0] == '\'' {
		n = quotedLength(line)
	}
	at := strings.IndexAny(line[n:], k.assign)
	if at < 0 || strings.ContainsAny(line[n:n+at], "{}()<>#,\"'") {
		return 0
	}
	return len(strings.TrimRight(line[:n+at], " \t"))
}

// value takes the rest of the line, or a string that begins there and ends on another.
func (k keyed) value(s *scanner) {
	for s.at < len(s.src) && s.src[s.at] != '\n' {
		switch b := s.src[s.at]; {
		case isSpace(b):
			s.at++
			if k.trailing && k.takeComment(s) {
				return
			}
			if !k.strings && !k.trailing {
				s.takeLine(Plain)
			}
		case !k.strings:
			s.at++
		default:
			takeValue(s, k.long)
		}
	}
}

// takeValue takes a string, a number, a literal, or one byte of something else.
func takeValue(s *scanner, long [][2]string) {
	for _, q := range long {
		if s.has(q[0]) && q[0][0] == '\'' {
			s.take(len(q[0]), String)
			s.takeTo(q[1], String)
			return
		}
		if s.has(q[0]) {
			s.take(len(q[0])+escapedLength(s.src[s.at+len(q[0]):], q[1], false), String)
			return
		}
	}
	if b := s.src[s.at]; b == '"' || b == '\'' {
		s.take(quotedLength(s.rest()), String)
		return
	}
	n := 0
	for c := s.peek(n); isTagByte(c) || c == '+' || c >= 0x80; c = s.peek(n) {
		n++
	}
	if n == 0 {
		s.at++
		return
	}
	s.takeLiteral(n)
}

// takeLiteral takes a word of n bytes: a literal, a number, or one without colour.
func (s *scanner) takeLiteral(n int) {
	switch word := s.src[s.at : s.at+n]; {
	case literals[word]:
		s.take(n, Keyword)
	case isNumber(word):
		s.take(n, Number)
	default:
		s.at += n
	}
}

// quotedLength returns the length of the string on one line that src begins with: \ escapes between double quotes
// only.
func quotedLength(src string) int {
	if src[0] == '"' {
		return 1 + escapedLength(src[1:], `"`, true)
	}
	return 1 + exactLength(src[1:], src[0])
}

// isNumber reports whether a word is a number or a date.
func isNumber(word string) bool {
	digits := strings.TrimLeft(word, "+-.")
	if digits == "" || !isDigit(digits[0]) {
		return false
	}
	return strings.Trim(digits, "0123456789abcdefABCDEFxo_.:+-TZ") == ""
}

// jsonData is the lexer of JSON and its dialects.
func jsonData(s *scanner) {
	for s.at < len(s.src) {
		switch b := s.src[s.at]; {
		case s.has("//"):
			s.takeLine(Comment)
		case s.has("/*"):
			s.takeTo("*/", Comment)
		case b == '"' || b == '\'':
			n := 1 + escapedLength(s.src[s.at+1:], s.src[s.at:s.at+1], true)
			style := String
			if strings.HasPrefix(strings.TrimLeft(s.src[s.at+n:], " \t"), ":") {
				style = Name
			}
			s.take(n, style)
		default:
			takeValue(s, nil)
		}
	}
}

// yaml is the lexer of YAML.
func yaml(s *scanner) {
	block := -1 // the column of the key whose value is a text over several lines; -1 without one
	for s.at < len(s.src) {
		line := s.line()
		indent := len(line) - len(strings.TrimLeft(line, " "))
		if block >= 0 && (indent > block || strings.TrimSpace(line) == "") {
			s.takeLine(String)
		} else {
			block = yamlLine(s)
		}
		s.at++
	}
}

// yamlLine takes a line. It returns the column of its key if the value is the text of the following lines; otherwise -1.
func yamlLine(s *scanner) int {
	line := strings.TrimRight(s.line(), " \t\r")
	if line == "---" || line == "..." || strings.HasPrefix(line, "%") {
		s.takeLine(Comment)
		return -1
	}
	start := s.at
	s.skip()
	column := s.at - start
	for s.peek(0) == '-' && (s.peek(1) == ' ' || s.peek(1) == '\n') {
		column = s.at - start
		s.at++
		s.skip()
	}
	rest := s.line()
	if n := yamlKeyLength(rest); n > 0 {
		column = s.at - start
		s.take(n, Name)
	}
	for s.at < len(s.src) && s.src[s.at] != '\n' {
		b, before := s.src[s.at], byte(' ')
		if s.at > 0 {
			before = s.src[s.at-1]
		}
		isFirst := isSpace(before) || strings.IndexByte("[{,:", before) >= 0
		switch {
		case b == '#' && isSpace(before):
			s.takeLine(Comment)
		case isFirst && (b == '&' || b == '*' || b == '!'):
			s.take(s.tagLength(1, "!/"), Keyword)
		case isFirst && (b == '"' || b == '\''), isFirst && isTagByte(b):
			if n := yamlWordLength(s.ahead()); isTagByte(b) {
				s.takeLiteral(n)
			} else {
				s.take(n, String)
			}
		default:
			s.at++
		}
	}
	if endsInBlock(line) {
		return column
	}
	return -1
}

// endsInBlock reports whether a line ends with the mark of a text over several lines: | or >, with indicators.
func endsInBlock(line string) bool {
	mark := strings.TrimRight(line, "0123456789+-")
	return len(line)-len(mark) <= 2 && (strings.HasSuffix(mark, " |") || strings.HasSuffix(mark, " >"))
}

// yamlKeyLength returns the length of the key that a line begins with; 0 without one.
func yamlKeyLength(line string) int {
	n := 0
	if line != "" && (line[0] == '"' || line[0] == '\'') {
		n = quotedLength(line)
	} else if line != "" && strings.IndexByte("{[#&*!|>", line[0]) >= 0 {
		return 0
	}
	for ; n < len(line); n++ {
		switch {
		case line[n] == ':' && (n+1 == len(line) || line[n+1] == ' ' || line[n+1] == '\r' || line[n+1] == '\t'):
			return n
		case line[n] == '#' && n > 0 && line[n-1] == ' ':
			return 0
		}
	}
	return 0
}

// yamlWordLength returns the length of the scalar that line begins with.
func yamlWordLength(line string) int {
	if line[0] == '"' || line[0] == '\'' {
		return quotedLength(line)
	}
	if n := strings.IndexAny(line, ",]}\r"); n > 0 {
		line = line[:n]
	}
	if n := strings.Index(line, " #"); n > 0 {
		line = line[:n]
	}
	return len(strings.TrimRight(line, " \t"))
}

// styles returns the lexer of style sheets. Comments up to the end of a line are not in all of them.
func styles(lineComments bool) lexer {
	return func(s *scanner) {
		for s.at < len(s.src) {
			b := s.src[s.at]
			switch {
			case s.has("/*"):
				s.takeTo("*/", Comment)
			case lineComments && s.has("//"):
				s.takeLine(Comment)
			case b == '"' || b == '\'':
				s.takeQuoted()
			case b == '@' || b == '$':
				n := s.tagLength(1, "")
				if colon := strings.IndexByte(s.src[s.at:s.at+n], ':'); colon > 0 {
					n = colon
				}
				style := Name
				if b == '@' {
					style = Keyword
				}
				s.take(n, style)
			case isSpace(b) || strings.IndexByte("{};", b) >= 0:
				s.at++
			default:
				takeStatement(s)
			}
		}
	}
}

// takeStatement takes a selector, or a property with its value.
func takeStatement(s *scanner) {
	text := s.src[s.at:min(s.at+longest, len(s.src))]
	end := strings.IndexAny(text, "{};")
	if end < 0 {
		end = len(text)
	}
	if comment := strings.Index(text[:end], "/*"); comment > 0 {
		end = comment
	}
	colon := strings.IndexByte(text[:end], ':')
	if end < len(text) && text[end] == '{' && !strings.HasSuffix(text[:end], "#") || colon < 0 {
		s.take(end, Name)
		return
	}
	s.take(colon, Keyword)
	for end := s.at + end - colon; s.at < end; {
		switch b := s.src[s.at]; {
		case b == '"' || b == '\'':
			s.takeQuoted()
		case b == '#' && isTagByte(s.peek(1)) || isDigit(b) || (b == '.' || b == '-') && (isDigit(s.peek(1)) || s.peek(1) == '.'):
			s.take(s.tagLength(1, "%"), Number)
		case isTagByte(b):
			n := s.tagLength(1, "")
			s.take(n, styleIf(s.peek(n) == '(', Name))
		case b == '!':
			s.take(s.tagLength(1, ""), Keyword)
		default:
			s.at++
		}
	}
}
