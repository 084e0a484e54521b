package note

import "strings"

// kind is the kind of block that a line belongs to.
type kind uint8

const (
	blank kind = iota
	prose      // a paragraph
	heading
	underline // of a setext heading
	rule
	fence // opens or closes a code block
	code
	markup // HTML
	front  // front matter, including its delimiters
)

// line is one line of a note.
type line struct {
	start, end int // byte offsets without the newline
	kind       kind
	level      int    // of a heading, 1 to 6
	title      string // of a heading
	first      int    // of a heading: its first line
	reference  bool   // in a smart-context block
	paragraph  int    // of prose: the first line of its paragraph
}

// maxNested is the max nesting of quotes and lists.
const maxNested = 32

// container is a block quote or a list item.
type container struct {
	quotation bool
	indent    int  // column of an item's content
	empty     bool // the item has no content yet
}

// blocks parses the lines of a note.
type blocks struct {
	text  string
	lines []line
	open  []container

	leaf        kind // the open block that the next line may continue: blank, prose, fence, code or markup
	paragraph   int  // the first line of the paragraph
	fenceChar   byte // fence character
	fenceLength int  // fence length
	reference   bool // it is a smart-context block
	markupEnd   string
}

// linesOf returns the lines of a text, at least one.
func linesOf(text string) []line {
	b := blocks{text: text, lines: make([]line, 0, strings.Count(text, "\n")+1)}
	for start := 0; ; {
		end := strings.IndexByte(text[start:], '\n')
		if end < 0 {
			b.lines = append(b.lines, line{start: start, end: len(text)})
			break
		}
		b.lines = append(b.lines, line{start: start, end: start + end})
		start += end + 1
	}
	for i := b.frontMatter(); i < len(b.lines); i++ {
		b.classify(i)
	}
	return b.lines
}

func (b *blocks) content(i int) string { return b.text[b.lines[i].start:b.lines[i].end] }

// frontMatter returns the number of the first line after the front matter.
func (b *blocks) frontMatter() int {
	mark := strings.TrimRight(b.content(0), " \t\r")
	if len(mark) != 3 || strings.Trim(mark, "-") != "" && strings.Trim(mark, "+") != "" {
		return 0
	}
	for i := 1; i < len(b.lines); i++ {
		if strings.TrimRight(b.content(i), " \t\r") != mark {
			continue
		}
		for j := range i + 1 {
			b.lines[j].kind = front
		}
		return i + 1
	}
	return 0
}

// classify classifies a line.
func (b *blocks) classify(i int) {
	c := cursor{line: strings.TrimSuffix(b.content(i), "\r")}
	matched := b.matchOpen(&c)
	if matched == len(b.open) && b.continuesLeaf(&c, i) {
		return
	}
	if b.leaf == fence || b.leaf == markup || b.leaf == code {
		b.leaf = blank
	}
	for {
		if c.indent(); c.blank() {
			b.closeTo(matched)
			b.leaf = blank
			return
		}
		if b.opensReferences(&c, i, matched) {
			return
		}
		if c.indent() >= 4 {
			if b.leaf != prose {
				b.begin(matched, code)
				b.lines[i].kind = code
				return
			}
			break
		}
		if b.opensLeaf(&c, i, matched) {
			return
		}
		if !b.opensContainer(&c, matched) {
			break
		}
		matched = len(b.open)
	}
	if b.leaf != prose {
		b.begin(matched, prose)
		b.paragraph = i
	}
	b.lines[i].kind, b.lines[i].paragraph = prose, b.paragraph
}

// matchOpen consumes the markers of the open containers in a line, and returns how many of them
// continue.
func (b *blocks) matchOpen(c *cursor) int {
	for i := range b.open {
		o := &b.open[i]
		indent := c.indent()
		switch {
		case o.quotation && indent < 4 && c.takeQuote():
		case o.quotation:
			return i
		case c.blank():
			if o.empty {
				return i
			}
		case indent < o.indent:
			return i
		default:
			c.skip(o.indent)
		}
	}
	return len(b.open)
}

// closeTo closes the containers that do not continue.
func (b *blocks) closeTo(matched int) {
	b.open = b.open[:matched]
}

// begin closes blocks that do not continue, and begins a leaf.
func (b *blocks) begin(matched int, leaf kind) {
	b.closeTo(matched)
	b.leaf = leaf
	for i := range b.open {
		b.open[i].empty = false
	}
}

// continuesLeaf consumes a line that continues or ends the open leaf.
func (b *blocks) continuesLeaf(c *cursor, i int) bool {
	l := &b.lines[i]
	switch b.leaf {
	case fence:
		rest := c.rest()
		if (c.indent() < 4 || b.reference) && runOf(rest, b.fenceChar) >= b.fenceLength && closes(rest, b.fenceChar) {
			l.kind, b.leaf = fence, blank
			return true
		}
		l.kind, l.reference = code, b.reference
		return true
	case markup:
		if b.markupEnd == "" && c.blank() {
			return false
		}
		l.kind = markup
		if b.markupEnd != "" && endsMarkup(c.rest(), b.markupEnd) {
			b.leaf = blank
		}
		return true
	case code:
		if c.blank() {
			l.kind = blank
			return true
		}
		if c.indent() < 4 {
			return false
		}
		l.kind = code
		return true
	case prose:
		rest := strings.TrimRight(c.rest(), " \t")
		if c.indent() < 4 && (rest != "" && strings.Trim(rest, "=") == "" || rest != "" && strings.Trim(rest, "-") == "") {
			l.kind, b.leaf = underline, blank
			l.level = 1
			if rest[0] == '-' {
				l.level = 2
			}
			l.first = b.paragraph
			l.title = b.titleAbove(i)
			if len(b.open) > 0 {
				l.kind = rule // of a heading inside a container
			}
			return true
		}
	}
	return false
}

// titleAbove returns the text of the paragraph that ends above a line.
func (b *blocks) titleAbove(i int) string {
	if len(b.open) > 0 {
		return ""
	}
	var parts []string
	for j := b.paragraph; j < i; j++ {
		parts = append(parts, strings.TrimSpace(b.content(j)))
	}
	return strings.Join(parts, " ")
}

// opensLeaf consumes a line that is a heading or a rule, or that opens a fence or HTML.
func (b *blocks) opensLeaf(c *cursor, i, matched int) bool {
	l, rest := &b.lines[i], c.rest()
	interrupts := b.leaf == prose
	if level, title, ok := parseATX(rest); ok {
		b.begin(matched, blank)
		l.kind, l.level, l.title, l.first = heading, level, title, i
		if len(b.open) > 0 {
			l.kind = rule // inside a container
		}
		return true
	}
	if b.opensFence(rest) {
		b.begin(matched, fence)
		l.kind = fence
		return true
	}
	if ends, ok := opensMarkup(rest, interrupts); ok {
		b.begin(matched, markup)
		b.markupEnd, l.kind = ends, markup
		if ends != "" && endsMarkup(rest, ends) {
			b.leaf = blank
		}
		return true
	}
	if isThematicBreak(rest) {
		b.begin(matched, blank)
		l.kind = rule
		return true
	}
	return false
}

// opensFence parses the line that opens a code block.
func (b *blocks) opensFence(rest string) bool {
	mark := rest[0]
	if mark != '`' && mark != '~' {
		return false
	}
	run := runOf(rest, mark)
	info := rest[run:]
	if run < 3 || mark == '`' && strings.IndexByte(info, '`') >= 0 {
		return false
	}
	b.fenceChar, b.fenceLength = mark, run
	word, _, _ := strings.Cut(strings.TrimSpace(info), " ")
	b.reference = word == "smart-context"
	return true
}

// opensReferences consumes a line that opens a smart-context block. It and the closing line may
// be indented by any amount, because people align them with list text.
func (b *blocks) opensReferences(c *cursor, i, matched int) bool {
	rest := c.rest()
	if c.indent() < 4 || !b.opensFence(rest) || !b.reference {
		return false
	}
	b.begin(matched, fence)
	b.lines[i].kind = fence
	return true
}

// opensContainer consumes the marker of a block quote or a list item.
func (b *blocks) opensContainer(c *cursor, matched int) bool {
	if matched >= maxNested {
		return false
	}
	if c.takeQuote() {
		b.begin(matched, blank)
		b.open = append(b.open, container{quotation: true})
		return true
	}
	width, number := itemMark(c.rest())
	if width == 0 {
		return false
	}
	after := cursor{line: c.rest()[width:]}
	if b.leaf == prose && matched == len(b.open) && (after.blank() || number > 1 || number == 0) {
		return false // it would interrupt a paragraph
	}
	indent := c.indent() + width
	c.skip(indent)
	inner := c.indent()
	empty := c.blank()
	switch {
	case empty:
		indent++
	case inner > 4:
		indent++
		c.skip(1)
	default:
		indent += inner
		c.skip(inner)
	}
	b.begin(matched, blank)
	b.open = append(b.open, container{indent: indent, empty: empty})
	return true
}

// itemMark returns the length of a list marker in bytes, 0 if there is none, and its number: 1
// for a bullet, 2 for any number except 0 and 1.
func itemMark(s string) (width, number int) {
	switch {
	case s == "":
		return 0, 0
	case strings.IndexByte("-+*", s[0]) >= 0:
		width, number = 1, 1
	default:
		for width < len(s) && width < 9 && '0' <= s[width] && s[width] <= '9' {
			number = min(10*number+int(s[width]-'0'), 2)
			width++
		}
		if width == 0 || width == len(s) || s[width] != '.' && s[width] != ')' {
			return 0, 0
		}
		width++
	}
	if width < len(s) && s[width] != ' ' && s[width] != '\t' {
		return 0, 0
	}
	return width, number
}

// parseATX parses an ATX heading.
func parseATX(s string) (level int, title string, ok bool) {
	level = runOf(s, '#')
	if level == 0 || level > 6 || level < len(s) && s[level] != ' ' && s[level] != '\t' {
		return 0, "", false
	}
	title = strings.TrimSpace(s[level:])
	if bare := strings.TrimRight(title, "#"); bare == "" || strings.HasSuffix(bare, " ") || strings.HasSuffix(bare, "\t") {
		title = strings.TrimSpace(bare)
	}
	return level, title, true
}

// isThematicBreak reports whether a line is a thematic break.
func isThematicBreak(s string) bool {
	if strings.IndexByte("-_*", s[0]) < 0 {
		return false
	}
	marks := strings.Map(func(r rune) rune {
		if r == ' ' || r == '\t' {
			return -1
		}
		return r
	}, s)
	return len(marks) >= 3 && runOf(marks, s[0]) == len(marks)
}

// runOf returns the length of the run of mark at the beginning of s.
func runOf(s string, mark byte) int {
	n := 0
	for n < len(s) && s[n] == mark {
		n++
	}
	return n
}

// closes reports whether only blanks follow the run of mark that s begins with.
func closes(s string, mark byte) bool {
	return strings.Trim(s[runOf(s, mark):], " \t") == ""
}

// cursor reads a line by columns; a tab extends to the next multiple of four.
type cursor struct {
	line   string
	at     int // in bytes
	column int
	left   int // unread columns of a partly consumed tab
}

// indent returns the number of columns of white space ahead.
func (c *cursor) indent() int {
	column := c.column + c.left
	for at := c.at; at < len(c.line); at++ {
		switch c.line[at] {
		case ' ':
			column++
		case '\t':
			column += 4 - column%4
		default:
			return column - c.column
		}
	}
	return column - c.column
}

// blank reports whether only white space is ahead.
func (c *cursor) blank() bool { return c.rest() == "" }

// rest returns the text after the white space ahead.
func (c *cursor) rest() string { return strings.TrimLeft(c.line[c.at:], " \t") }

// skip consumes columns of white space, or of characters one column wide.
func (c *cursor) skip(columns int) {
	taken := min(columns, c.left)
	c.left -= taken
	c.column += taken
	for columns -= taken; columns > 0 && c.at < len(c.line); columns-- {
		if c.line[c.at] == '\t' {
			c.left = 4 - c.column%4 - 1
			c.at++
			c.column++
			taken := min(columns-1, c.left)
			c.left -= taken
			c.column += taken
			columns -= taken
			continue
		}
		c.at++
		c.column++
	}
}

// takeQuote consumes the marker of a block quote and the following blank.
func (c *cursor) takeQuote() bool {
	if !strings.HasPrefix(c.rest(), ">") {
		return false
	}
	c.skip(c.indent() + 1)
	if c.indent() > 0 {
		c.skip(1)
	}
	return true
}
