package highlight

import (
	"strconv"
	"strings"
)

// markup is the lexer of tags: HTML, XML and what contains them.
func markup(s *scanner) { tags(s, nil) }

// templates returns the lexer of a template language: tags with instructions between the delimiters.
func templates(marks ...[2]string) lexer {
	return func(s *scanner) { tags(s, marks) }
}

// tags finds the tags of a text, and instructions between marks.
func tags(s *scanner, marks [][2]string) {
scan:
	for s.at < len(s.src) {
		for _, m := range marks {
			if s.has(m[0]) {
				style := Keyword
				if rest := strings.TrimLeft(s.rest(), "{<%"); strings.HasPrefix(rest, "#") || strings.HasPrefix(rest, "!--") || strings.HasPrefix(rest, "/*") {
					style = Comment
				}
				s.takeTo(m[1], style)
				continue scan
			}
		}
		switch {
		case s.has("<!--"):
			s.takeTo("-->", Comment)
		case s.has("<![CDATA["):
			s.takeTo("]]>", String)
		case s.has("<?"):
			s.takeTo("?>", Keyword)
		case s.has("<!"):
			s.takeTo(">", Keyword)
		case s.peek(0) == '<' && (isTagByte(s.peek(1)) || s.peek(1) == '/' || s.peek(1) == '>'):
			takeTag(s)
		case s.peek(0) == '&':
			n := 1
			for n < len("&CounterClockwiseContourIntegral") && isTagByte(s.peek(n)) {
				n++
			}
			s.take(n, styleIf(s.peek(n) == ';', Name))
		default:
			s.at++
		}
	}
}

func isTagByte(b byte) bool {
	return b|0x20 >= 'a' && b|0x20 <= 'z' || isDigit(b) || strings.IndexByte("-_:.@#$", b) >= 0 && b != 0
}

// tagLength returns the number of bytes from the position to the end of a name, or of the bytes in more, of which n
// are known.
func (s *scanner) tagLength(n int, more string) int {
	for isTagByte(s.peek(n)) || strings.IndexByte(more, s.peek(n)) >= 0 {
		n++
	}
	return n
}

// takeTag takes a tag with its attributes, and the contents of one that contains another language.
func takeTag(s *scanner) {
	start := s.at
	n := 1
	if s.peek(1) == '/' {
		n++
	}
	n = s.tagLength(n, "")
	name := strings.ToLower(s.src[start+1 : start+n])
	s.take(n, Name)
	language := ""
	switch name {
	case "script":
		language = "javascript"
	case "style":
		language = "css"
	}
	for s.at < len(s.src) {
		switch b := s.src[s.at]; {
		case b == '>':
			s.take(1, Name)
			if language != "" {
				s.embed(elementLength(s.rest(), name), lexerOf(language))
			}
			return
		case b == '/' && s.peek(1) == '>':
			s.take(2, Name)
			return
		case b == '<': // the tag has no end
			return
		case b == '"' || b == '\'':
			if end := strings.IndexByte(s.src[s.at+1:], b); end >= 0 {
				s.take(end+2, String)
			} else {
				s.takeLine(String)
			}
		case isTagByte(b):
			n := s.tagLength(1, "")
			switch {
			case s.has(`lang="ts`):
				language = "tsx"
			case s.has(`lang="scss"`), s.has(`lang="sass"`), s.has(`lang="less"`):
				language = "scss"
			}
			s.take(n, Name)
		default:
			s.at++
		}
	}
}

// elementLength returns the number of bytes before the end tag of an element.
func elementLength(src, name string) int {
	for at := 0; ; {
		n := strings.Index(src[at:], "</")
		if n < 0 {
			return len(src)
		}
		at += n
		if end := at + len("</") + len(name); end <= len(src) && strings.EqualFold(src[at+len("</"):end], name) {
			return at
		}
		at += len("</")
	}
}

// php returns the lexer of PHP: tags around the code, or code alone in a part of a file.
func php(code lexer) lexer {
	return func(s *scanner) {
		if !strings.Contains(s.src, "<?") {
			code(s)
			return
		}
		for s.at < len(s.src) {
			before, inside, _ := strings.Cut(s.rest(), "<?")
			s.embed(len(before), markup)
			s.take(len("<?")+len(inside)-len(strings.TrimLeft(strings.TrimPrefix(inside, "php"), "=")), Keyword)
			code(s)
			if s.has("?>") {
				s.take(len("?>"), Keyword)
			}
		}
	}
}

// markdown is the lexer of Markdown, with the languages of its fences.
func markdown(s *scanner) {
	for s.at < len(s.src) {
		line := s.line()
		trimmed := strings.TrimLeft(line, " \t")
		switch {
		case s.at == 0 && strings.TrimRight(line, " \t\r") == "---" && strings.Contains(s.src, "\n---"):
			s.takeLine(Comment)
			s.embed(strings.Index(s.rest(), "\n---")+1, lexerOf("yaml"))
			s.takeLine(Comment)
		case strings.HasPrefix(trimmed, "```") && !strings.Contains(strings.TrimLeft(trimmed, "`"), "`"), strings.HasPrefix(trimmed, "~~~"):
			takeFence(s, trimmed)
		case strings.HasPrefix(trimmed, "#") && strings.HasPrefix(strings.TrimLeft(trimmed, "#"), " "):
			s.takeLine(Heading)
		case strings.HasPrefix(trimmed, "<!--"):
			s.takeTo("-->", Comment)
		case isUnderlined(s, "=-"):
			s.takeLine(Heading)
			s.at++
			s.takeLine(Heading)
		default:
			s.skip()
			if n := bulletLength(trimmed); n > 0 {
				s.take(n, Keyword)
			}
			inline(s)
		}
		s.at++ // the end of the line
	}
}

// isUnderlined reports whether the next line consists of a byte of marks, which makes the line at the position a
// heading.
func isUnderlined(s *scanner, marks string) bool {
	line := s.line()
	if strings.TrimSpace(line) == "" || bulletLength(line) > 0 || s.at+len(line) >= len(s.src) {
		return false
	}
	next, _, _ := strings.Cut(s.src[s.at+len(line)+1:], "\n")
	next = strings.TrimRight(next, " \t\r")
	return len(next) > 2 && strings.IndexByte(marks, next[0]) >= 0 && strings.Trim(next, next[:1]) == ""
}

// bulletLength returns the length of the mark of a list or of a quotation that a line begins with.
func bulletLength(line string) int {
	if line == "" {
		return 0
	}
	if line[0] == '>' {
		return 1
	}
	n := 0
	for n < len(line) && isDigit(line[n]) {
		n++
	}
	switch {
	case n > 0 && n < 10 && n+1 < len(line) && (line[n] == '.' || line[n] == ')') && line[n+1] == ' ':
		return n + 1
	case n == 0 && len(line) > 1 && (line[0] == '-' || line[0] == '*' || line[0] == '+') && line[1] == ' ':
		return 1
	}
	return 0
}

// takeFence takes a block between fences.
func takeFence(s *scanner, opening string) {
	fence := opening[:len(opening)-len(strings.TrimLeft(opening, opening[:1]))]
	language := strings.ToLower(strings.TrimSpace(opening[len(fence):]))
	if fields := strings.FieldsFunc(language, func(r rune) bool { return r == ' ' || r == '{' || r == '}' || r == ',' }); len(fields) > 0 {
		language = fields[0]
	}
	s.takeLine(Comment)
	body := s.rest()
	length, closing := len(body), 0
	for at := 0; at < len(body); {
		line, _, _ := strings.Cut(body[at:], "\n")
		if t := strings.TrimSpace(line); strings.HasPrefix(t, fence) && strings.Trim(t, fence[:1]) == "" && at > 0 {
			length, closing = at, len(line)
			break
		}
		at += len(line) + 1
	}
	if lex := lexerOf(language); lex != nil && language != "markdown" {
		s.embed(length, lex)
	} else {
		s.take(length, String)
	}
	s.take(closing, Comment)
}

// inline takes the rest of a line of prose: code between backquotes is a string.
func inline(s *scanner) {
	end := s.at + s.lineLength()
	for s.at < end {
		if s.src[s.at] != '`' {
			s.at++
			continue
		}
		n := 1
		for s.peek(n) == '`' {
			n++
		}
		marks := s.src[s.at : s.at+n]
		if to := strings.Index(s.src[s.at+n:end], marks); to >= 0 {
			s.take(to+2*n, String)
		} else {
			s.at += n
		}
	}
}

// outline returns the lexer of prose whose headings, comments and instructions are lines that begin with a mark.
func outline(headings, comments, instructions []string, underlines string) lexer {
	begins := func(line string, marks []string) bool {
		for _, m := range marks {
			if strings.HasPrefix(line, m) {
				return true
			}
		}
		return false
	}
	return func(s *scanner) {
		for s.at < len(s.src) {
			line := s.line()
			switch {
			case begins(line, headings):
				s.takeLine(Heading)
			case begins(line, instructions):
				s.takeLine(Keyword)
			case begins(line, comments):
				s.takeLine(Comment)
			case underlines != "" && isUnderlined(s, underlines):
				s.takeLine(Heading)
				s.at++
				s.takeLine(Heading)
			default:
				inline(s)
			}
			s.at++
		}
	}
}

// difference is the lexer of unified differences, and of the normal form of diff. Within a hunk the first
// character alone decides: a removed line can begin with two hyphens, as the header of a file does.
func difference(s *scanner) {
	old, new := 0, 0 // lines of the hunk that are left
	for s.at < len(s.src) {
		line := s.line()
		first := byte(' ')
		if line != "" {
			first = line[0]
		}
		switch {
		case first == '\\':
			s.takeLine(Comment)
		case first == '+' && new > 0:
			new--
			s.takeLine(Added)
		case first == '-' && old > 0:
			old--
			s.takeLine(Removed)
		case first == ' ' && old > 0 && new > 0:
			old, new = old-1, new-1
			s.takeLine(Plain)
		case strings.HasPrefix(line, "@@"):
			old, new = hunkLines(line)
			s.takeLine(Heading)
		case isDifferenceHeader(line):
			old, new = 0, 0
			s.takeLine(Comment)
		case first == '+', first == '>':
			s.takeLine(Added)
		case first == '-', first == '<':
			s.takeLine(Removed)
		default:
			s.takeLine(Plain)
		}
		s.at++
	}
}

// hunkLines returns the numbers of lines that the header of a hunk announces; 0 for those that it does not.
func hunkLines(header string) (old, new int) {
	for field := range strings.FieldsSeq(header[:min(len(header), longest)]) {
		if field[0] != '-' && field[0] != '+' {
			continue
		}
		n := 1
		if _, count, ok := strings.Cut(field, ","); ok {
			n, _ = strconv.Atoi(count)
		}
		if field[0] == '-' {
			old = n
		} else {
			return old, n
		}
	}
	return old, new
}

// isDifferenceHeader reports whether a line precedes the hunks of a file.
func isDifferenceHeader(line string) bool {
	for _, word := range []string{"diff ", "index ", "--- ", "+++ ", "new file mode ", "deleted file mode ", "old mode ", "new mode ", "similarity index ", "rename from ", "rename to ", "copy from ", "copy to ", "Binary files "} {
		if strings.HasPrefix(line, word) {
			return true
		}
	}
	return false
}

// tex is the lexer of TeX.
func tex(s *scanner) {
	for s.at < len(s.src) {
		switch b := s.src[s.at]; {
		case b == '%':
			s.takeLine(Comment)
		case b == '\\':
			n := 1
			for c := s.peek(n); c|0x20 >= 'a' && c|0x20 <= 'z' || c == '@'; c = s.peek(n) {
				n++
			}
			s.take(max(n, 2), Keyword)
		case b == '$':
			marks := "$"
			if s.peek(1) == '$' {
				marks = "$$"
			}
			s.take(len(marks)+escapedLength(s.src[s.at+len(marks):], marks, len(marks) == 1), String)
		default:
			s.at++
		}
	}
}
