package highlight

import (
	"strings"
	"unicode/utf8"
)

// syntax is how the tokens of a programming language look.
type syntax struct {
	comments []string    // what begins a comment up to the end of the line
	blocks   [][2]string // delimiters of comments over several lines
	nested   bool        // comments over several lines contain others

	quotes string      // delimiters of strings on one line, in which \ escapes
	exact  bool        // nothing escapes in these strings: a delimiter is doubled
	chars  bool        // ' delimits one character, and has other meanings without a second one
	marks  []string    // what precedes a character, as in ?" or #\;
	long   [][2]string // delimiters of strings over several lines, in which \ escapes
	raw    [][2]string // delimiters of strings over several lines, in which nothing escapes

	fold    bool   // keywords ignore case
	letters string // bytes of words besides letters, digits and _
	noCalls bool   // a word before ( is not the name of a function

	directive byte      // at the start of a line it begins an instruction of the preprocessor
	attribute [2]string // delimiters of an annotation on one line
	at        bool      // @word is an annotation
	macros    bool      // word! is the name of a macro
	regexps   bool      // a / that cannot divide begins a regular expression
	heredocs  string    // what begins a text that ends with a line of the word that follows
	apart     bool      // comments begin after white space only, and $ begins a variable
	commands  bool      // $(…) in a string contains commands with strings of their own
	symbols   bool      // :word is a string, and word: before a space
	percents  bool      // %w[…], %q(…) and the like are strings
	transpose bool      // a ' after a value is an operator
	indented  bool      // '' delimits a string over several lines, in which ''$, ''' and ''\ are no end
	named     bool      // R"name(…)name" is a string
	texts     bool      // text between tags contains apostrophes, after letters
	until     string    // what ends the code
}

// code is a syntax with its keywords, prepared for scanning.
type code struct {
	syntax
	words
	isLetter, isQuote [256]bool
}

// lexer returns the lexer of the syntax with its keywords.
func (y syntax) lexer(w words) lexer {
	c := &code{syntax: y, words: w}
	for b := range 256 {
		b := byte(b)
		c.isLetter[b] = isDigit(b) || b == '_' || b >= utf8.RuneSelf || b|0x20 >= 'a' && b|0x20 <= 'z' || strings.IndexByte(y.letters, b) >= 0
		c.isQuote[b] = strings.IndexByte(y.quotes, b) >= 0
	}
	return c.scan
}

// scan is the lexer of the language.
func (c *code) scan(s *scanner) {
	declares := false     // the previous word precedes a name
	var heredocs []string // the last lines of texts that begin on the next line
	if s.has("#!") {
		s.takeLine(Comment)
	}
	for s.at < len(s.src) {
		b := s.src[s.at]
		switch {
		case c.until != "" && s.has(c.until):
			return
		case c.apart && b == '\\':
			s.at = min(s.at+2, len(s.src))
			continue
		case c.takeMarked(s), len(heredocs) == 0 && c.takeComment(s):
			continue
		case b == '\n':
			s.at++
			for _, end := range heredocs {
				s.takeHeredoc(end)
			}
			heredocs = nil
			continue
		case isSpace(b):
			s.at++
			continue
		case c.takeComment(s): // before the lines of a heredoc
			continue
		case c.directive == b && s.atLineStart():
			c.takeDirective(s)
			continue
		}
		isDeclared := declares
		declares = false
		switch {
		case c.takeString(s):
		case isDigit(b) || b == '.' && isDigit(s.peek(1)) && s.peek(-1) != '.':
			s.take(c.numberLength(s.rest()), Number)
		case c.at && b == '@' && c.isLetter[s.peek(1)]:
			n := 1
			for c.isLetter[s.peek(n)] || s.peek(n) == '.' {
				n++
			}
			s.take(n, Name)
		case c.apart && b == '$':
			c.takeVariable(s)
		case c.isLetter[b]:
			n := c.wordLength(s.rest())
			style := c.styleOf(s.rest(), n, isDeclared)
			declares = style == Keyword && c.naming[c.folded(s.src[s.at:s.at+n])]
			s.take(n, style)
		case c.attribute[0] != "" && s.has(c.attribute[0]):
			n := strings.Index(s.ahead(), c.attribute[1])
			s.take(max(n+len(c.attribute[1]), 1), Keyword)
		default:
			if end := c.heredoc(s); end != "" {
				heredocs = append(heredocs, end)
			}
			s.at++
		}
	}
}

// folded returns a word as the keywords are written.
func (c *code) folded(word string) string {
	if c.fold {
		return strings.ToLower(word)
	}
	return word
}

// styleOf returns the style of the word of n bytes that src begins with.
func (c *code) styleOf(src string, n int, isDeclared bool) Style {
	word := c.folded(src[:n])
	next := byte(0)
	if n < len(src) {
		next = src[n]
	}
	switch {
	case c.all[word] && !(c.symbols && strings.HasPrefix(src[n:], ": ")):
		return Keyword
	case c.symbols && next == ':' && (n+1 == len(src) || isSpace(src[n+1])):
		return String
	case isDeclared, next == '(' && !c.noCalls, c.macros && next == '!' && !strings.HasPrefix(src[n:], "!="):
		return Name
	}
	return Plain
}

// wordLength returns the length of the word that src begins with.
func (c *code) wordLength(src string) int {
	n := 1
	for n < len(src) && c.isLetter[src[n]] {
		n++
	}
	return n
}

// numberLength returns the length of the number that src begins with: with its base, separators, exponent and suffix.
func (c *code) numberLength(src string) int {
	n := 1
	for n < len(src) {
		switch b := src[n]; {
		case isDigit(b), b == '_', b|0x20 >= 'a' && b|0x20 <= 'z':
		case b == '.' && n+1 < len(src) && isDigit(src[n+1]) && src[n-1] != '.':
		case b == '\'' && c.chars && n+1 < len(src) && isDigit(src[n+1]): // as in 1'000
		case (b == '+' || b == '-') && src[n-1]|0x20 == 'e' && !strings.HasPrefix(src, "0x") && n+1 < len(src) && isDigit(src[n+1]):
		default:
			return n
		}
		n++
	}
	return n
}

// takeComment takes the comment that begins at the position, if one does.
func (c *code) takeComment(s *scanner) bool {
	for _, b := range c.blocks {
		if s.has(b[0]) {
			if c.nested {
				s.take(nestedLength(s.rest(), b), Comment)
			} else {
				s.take(len(b[0]), Comment)
				s.takeTo(b[1], Comment)
			}
			return true
		}
	}
	for _, mark := range c.comments {
		if s.has(mark) && (!c.apart || s.at == 0 || strings.IndexByte(" \t\n;(", s.src[s.at-1]) >= 0) && (c.attribute[0] == "" || !s.has(c.attribute[0])) {
			n := s.lineLength()
			if end := strings.Index(s.line(), c.until); c.until != "" && end >= 0 {
				n = end
			}
			s.take(n, Comment)
			return true
		}
	}
	return false
}

// takeMarked takes a character after a mark, whatever it means elsewhere.
func (c *code) takeMarked(s *scanner) bool {
	for _, mark := range c.marks {
		if !s.has(mark) || s.at+len(mark) == len(s.src) || isSpace(s.peek(len(mark))) || c.isLetter[s.peek(-1)] {
			continue
		}
		_, n := utf8.DecodeRuneInString(s.src[s.at+len(mark):])
		if c.isLetter[s.peek(len(mark))] {
			n = c.wordLength(s.src[s.at+len(mark):])
		}
		s.take(len(mark)+n, String)
		return true
	}
	return false
}

// nestedLength returns the length of the comment that src begins with, which contains whole comments.
func nestedLength(src string, marks [2]string) int {
	depth := 0
	for at := 0; at < len(src); {
		switch {
		case strings.HasPrefix(src[at:], marks[0]):
			depth, at = depth+1, at+len(marks[0])
		case strings.HasPrefix(src[at:], marks[1]):
			if depth, at = depth-1, at+len(marks[1]); depth == 0 {
				return at
			}
		default:
			at++
		}
	}
	return len(src)
}

// takeDirective takes an instruction of the preprocessor, without its comment.
func (c *code) takeDirective(s *scanner) {
	start := s.at
	for s.at < len(s.src) && s.src[s.at] != '\n' {
		switch {
		case s.has("//"), s.has("/*"):
			end := s.at
			s.at = start
			s.take(end-start, Keyword)
			return
		case s.has("\\\n"), s.has("\\\r"):
			s.at += 2
		case s.src[s.at] == '"':
			s.at += 1 + escapedLength(s.src[s.at+1:], `"`, true)
		default:
			s.at++
		}
	}
	end := s.at
	s.at = start
	s.take(end-start, Keyword)
}

// takeString takes the string that begins at the position, if one does.
func (c *code) takeString(s *scanner) bool {
	for _, q := range c.raw {
		if s.has(q[0]) {
			n := strings.Index(s.src[s.at+len(q[0]):], q[1])
			if n < 0 {
				n = len(s.src)
			}
			s.take(len(q[0])+n+len(q[1]), String)
			return true
		}
	}
	for _, q := range c.long {
		if s.has(q[0]) {
			s.take(len(q[0])+escapedLength(s.src[s.at+len(q[0]):], q[1], false), String)
			return true
		}
	}
	b := s.src[s.at]
	switch {
	case c.named && s.has(`R"`):
		s.take(namedLength(s.rest()), String)
		return true
	case c.indented && s.has("''"):
		s.take(indentedLength(s.rest()), String)
		return true
	case c.percents && b == '%':
		if n := percentLength(s.rest()); n > 0 {
			s.take(n, String)
			return true
		}
	case c.transpose && b == '\'' && (c.isLetter[s.peek(-1)] || s.at > 0 && strings.IndexByte(")]}.'", s.src[s.at-1]) >= 0):
		s.at++
		return true
	case c.texts && b == '\'' && c.isLetter[s.peek(-1)]:
		s.at++
		return true
	case c.commands && b == '"':
		s.take(shellStringLength(s.rest()), String)
		return true
	case c.symbols && b == ':' && c.isLetter[s.peek(1)] && s.peek(-1) != ':' && !c.isLetter[s.peek(-1)]:
		s.take(1+c.wordLength(s.src[s.at+1:]), String)
		return true
	case c.chars && b == '\'':
		n := charLength(s.rest())
		s.take(max(n, 1), styleIf(n > 0, String))
		return true
	case c.isQuote[b] && c.exact:
		s.take(1+exactLength(s.src[s.at+1:], b), String)
		return true
	case c.isQuote[b]:
		s.takeQuoted()
		return true
	case c.regexps && b == '/':
		if n := c.regexpLength(s); n > 0 {
			s.take(n, String)
			return true
		}
	}
	return false
}

func styleIf(condition bool, style Style) Style {
	if condition {
		return style
	}
	return Plain
}

// escapedLength returns the number of bytes up to and including end, which a \ before it hides, or up to the end of
// the line for a string on one line.
func escapedLength(src, end string, oneLine bool) int {
	for i := 0; i < len(src); i++ {
		switch {
		case src[i] == '\\':
			i++
		case strings.HasPrefix(src[i:], end):
			return i + len(end)
		case oneLine && src[i] == '\n':
			return i
		}
	}
	return len(src)
}

// takeQuoted takes the string on one line that begins at the position, with the quote there.
func (s *scanner) takeQuoted() {
	s.take(1+escapedLength(s.src[s.at+1:], s.src[s.at:s.at+1], true), String)
}

// exactLength returns the number of bytes up to and including a quote, or up to the end of the line. A doubled quote
// is a second string, which has the same style.
func exactLength(src string, quote byte) int {
	for i := range len(src) {
		switch src[i] {
		case quote:
			return i + 1
		case '\n':
			return i
		}
	}
	return len(src)
}

// namedLength returns the length of the string R"name(…)name" that src begins with.
func namedLength(src string) int {
	const longestName = 16
	head := src[len(`R"`):]
	open := strings.IndexByte(head[:min(longestName+1, len(head))], '(')
	if open < 0 {
		return len(`R"`) + escapedLength(head, `"`, true)
	}
	end := ")" + head[:open] + `"`
	if n := strings.Index(head[open:], end); n >= 0 {
		return len(`R"`) + open + n + len(end)
	}
	return len(src)
}

// indentedLength returns the length of the string ”…” that src begins with.
func indentedLength(src string) int {
	for i := 2; i < len(src); i++ {
		if !strings.HasPrefix(src[i:], "''") {
			continue
		}
		if i+2 < len(src) && strings.IndexByte(`$'\`, src[i+2]) >= 0 {
			i += 2
			continue
		}
		return i + 2
	}
	return len(src)
}

// percentLength returns the length of the string %w[…], %q(…) or the like that src begins with; 0 if % is an operator.
func percentLength(src string) int {
	n := 1
	if n < len(src) && strings.IndexByte("wWiIqQrs", src[n]) >= 0 {
		n++
	}
	if n == len(src) {
		return 0
	}
	at := strings.IndexByte("[({<|", src[n])
	if at < 0 || n == 1 && at > 2 {
		return 0
	}
	depth := 0
	for i := n; i < len(src) && i < longest; i++ {
		switch src[i] {
		case '\\':
			i++
		case "])}>|"[at]:
			if depth--; depth <= 0 && i > n {
				return i + 1
			}
		case src[n]:
			depth++
		}
	}
	return 0
}

// shellStringLength returns the length of the string that src begins with, in which $(…) contains commands with strings
// of their own.
func shellStringLength(src string) int {
	depth := 0 // of commands
	for i := 1; i < len(src) && (depth == 0 || i < longest); i++ {
		switch {
		case src[i] == '\\':
			i++
		case strings.HasPrefix(src[i:], "$("):
			depth++
			i++
		case depth > 0 && src[i] == '(':
			depth++
		case depth > 0 && src[i] == ')':
			depth--
		case depth == 0 && src[i] == '"':
			return i + 1
		}
	}
	if depth > 0 { // a command without an end
		return 1 + escapedLength(src[1:], `"`, false)
	}
	return len(src)
}

// charLength returns the length of the quoted character that src begins with; 0 if it is something else, such as a
// lifetime.
func charLength(src string) int {
	if len(src) < 3 || src[1] == '\n' {
		return 0
	}
	if src[1] == '\\' {
		const longest = len(`'\U0010FFFF'`)
		if n := strings.IndexByte(src[3:min(len(src), longest)], '\''); n >= 0 {
			return 3 + n + 1
		}
		return 0
	}
	_, n := utf8.DecodeRuneInString(src[1:])
	if 1+n < len(src) && src[1+n] == '\'' {
		return n + 2
	}
	return 0
}

// canDivide reports whether a / at the position divides, because a value precedes it, or ends a tag.
func (c *code) canDivide(s *scanner) bool {
	before := strings.TrimRight(s.src[:s.at], " \t")
	if before == "" {
		return false
	}
	switch b := before[len(before)-1]; {
	case b == '<' && len(before) == s.at, strings.IndexByte(")]}_$\"'`", b) >= 0, isDigit(b):
		return true
	case b|0x20 >= 'a' && b|0x20 <= 'z':
		if c.percents && len(before) < s.at && !isSpace(s.peek(1)) {
			return false // the argument of a method, as in split /,/
		}
		return !strings.HasSuffix(before, "return") && !strings.HasSuffix(before, "case") && !strings.HasSuffix(before, "typeof")
	}
	return false
}

// regexpLength returns the length of the regular expression at the position; 0 if none is there.
func (c *code) regexpLength(s *scanner) int {
	if c.canDivide(s) {
		return 0
	}
	inClass := false
	line := s.ahead()
	for i := 1; i < len(line); i++ {
		switch line[i] {
		case '\\':
			i++
		case '[':
			inClass = true
		case ']':
			inClass = false
		case '/':
			if inClass || i == 1 {
				continue
			}
			for i++; i < len(line) && line[i]|0x20 >= 'a' && line[i]|0x20 <= 'z'; i++ {
			}
			return i
		}
	}
	return 0
}

// takeVariable takes a $ and the name after it, which may be a keyword or a character that begins something elsewhere.
func (c *code) takeVariable(s *scanner) {
	s.at++
	if s.at < len(s.src) && c.isLetter[s.src[s.at]] {
		s.at += c.wordLength(s.rest())
	} else if b := s.peek(0); b == '#' || b == '$' || b == '!' || b == '?' || b == '@' || b == '*' {
		s.at++
	}
}

// heredoc returns the word that ends a text that begins on the next line, if one is announced at the position.
func (c *code) heredoc(s *scanner) string {
	if c.heredocs == "" || !s.has(c.heredocs) || s.has("<<<") && c.heredocs == "<<" || s.peek(-1) == '<' {
		return ""
	}
	if line := s.before(); strings.Count(line, "((") > strings.Count(line, "))") {
		return "" // it shifts
	}
	mark := strings.TrimLeft(s.src[s.at+len(c.heredocs):], "-~")
	isMarked := len(mark) < len(s.src)-s.at-len(c.heredocs)
	if c.apart {
		mark = strings.TrimLeft(mark, " ")
	}
	word := strings.TrimLeft(mark, `"'\`)
	isQuoted := len(word) < len(mark)
	n := 0
	for n < len(word) && (word[n] == '_' || word[n]|0x20 >= 'a' && word[n]|0x20 <= 'z' || n > 0 && isDigit(word[n])) {
		n++
	}
	if n < 2 || !isMarked && !isQuoted && word[0] >= 'a' { // it shifts, or appends
		return ""
	}
	return word[:n]
}

// takeHeredoc takes lines up to the one that consists of the word end.
func (s *scanner) takeHeredoc(end string) {
	start := s.at
	at := start
	for at < len(s.src) {
		line, rest, _ := strings.Cut(s.src[at:], "\n")
		at = len(s.src) - len(rest)
		if strings.TrimRight(strings.TrimSpace(line), ";,)") == end {
			break
		}
	}
	s.take(at-start, String)
	if at > start && s.src[at-1] == '\n' {
		s.at-- // the end of the line may be followed by another text
	}
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }
