package note

import "strings"

// kind is what a line is part of.
type kind uint8

const (
	blank kind = iota
	prose      // a paragraph
	heading
	underline // of a heading that is the paragraph above it
	rule
	fence // opens or closes a block of code
	code
	markup // HTML
	front  // front matter, with its marks
)

// line is one line of a note.
type line struct {
	start, end int // in bytes, without the newline
	kind       kind
	level      int    // of a heading, from 1
	title      string // of a heading
	first      int    // of a heading: the line on which it begins
	reference  bool   // stands in a smart-context block
	paragraph  int    // of prose: the line on which its paragraph begins
}

// maxNested is how many quotations and lists may stand in one another.
const maxNested = 32

// container is a quotation, or an item of a list.
type container struct {
	quotation bool
	indent    int  // of the content of an item, in columns
	empty     bool // the item has no content yet
}

// blocks reads the lines of a note.
type blocks struct {
	text  string
	lines []line
	open  []container

	leaf      kind // that the next line may go on with: blank, prose, fence, code or markup
	paragraph int  // the line on which the paragraph began
	mark      byte // of the fence
	run       int  // how long its mark is
	reference bool // it is a smart-context block
	ends      string
}

// linesOf returns the lines of a text, which is never none.
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
		b.read(i)
	}
	return b.lines
}

func (b *blocks) content(i int) string { return b.text[b.lines[i].start:b.lines[i].end] }

// frontMatter returns the number of the first line behind the front matter.
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

// read says what a line is.
func (b *blocks) read(i int) {
	c := cursor{line: strings.TrimSuffix(b.content(i), "\r")}
	matched := b.matched(&c)
	if matched == len(b.open) && b.goesOn(&c, i) {
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

// matched takes the marks of the open containers off a line, and returns how many of them
// go on.
func (b *blocks) matched(c *cursor) int {
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

// closeTo ends the containers that do not go on.
func (b *blocks) closeTo(matched int) {
	b.open = b.open[:matched]
}

// begin ends what does not go on, and begins a leaf.
func (b *blocks) begin(matched int, leaf kind) {
	b.closeTo(matched)
	b.leaf = leaf
	for i := range b.open {
		b.open[i].empty = false
	}
}

// goesOn takes a line that the open leaf goes on with, or that ends it.
func (b *blocks) goesOn(c *cursor, i int) bool {
	l := &b.lines[i]
	switch b.leaf {
	case fence:
		rest := c.rest()
		if (c.indent() < 4 || b.reference) && runOf(rest, b.mark) >= b.run && closes(rest, b.mark) {
			l.kind, b.leaf = fence, blank
			return true
		}
		l.kind, l.reference = code, b.reference
		return true
	case markup:
		if b.ends == "" && c.blank() {
			return false
		}
		l.kind = markup
		if b.ends != "" && endsMarkup(c.rest(), b.ends) {
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
				l.kind = rule // of a heading that is not the note's own
			}
			return true
		}
	}
	return false
}

// titleAbove is the text of the paragraph that ends above a line.
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

// opensLeaf takes a line that is a heading or a rule, or that opens a fence or HTML.
func (b *blocks) opensLeaf(c *cursor, i, matched int) bool {
	l, rest := &b.lines[i], c.rest()
	interrupts := b.leaf == prose
	if level, title, ok := atx(rest); ok {
		b.begin(matched, blank)
		l.kind, l.level, l.title, l.first = heading, level, title, i
		if len(b.open) > 0 {
			l.kind = rule // of something that is not the note's own
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
		b.ends, l.kind = ends, markup
		if ends != "" && endsMarkup(rest, ends) {
			b.leaf = blank
		}
		return true
	}
	if thematic(rest) {
		b.begin(matched, blank)
		l.kind = rule
		return true
	}
	return false
}

// opensFence reads the line that opens a block of code.
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
	b.mark, b.run = mark, run
	word, _, _ := strings.Cut(strings.TrimSpace(info), " ")
	b.reference = word == "smart-context"
	return true
}

// opensReferences takes a line that opens a smart-context block, however far it is
// indented: people indent them in lists by eye. So may the line that closes it.
func (b *blocks) opensReferences(c *cursor, i, matched int) bool {
	rest := c.rest()
	if c.indent() < 4 || !b.opensFence(rest) || !b.reference {
		return false
	}
	b.begin(matched, fence)
	b.lines[i].kind = fence
	return true
}

// opensContainer takes the mark of a quotation or of an item off a line.
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
		return false // it would cut a paragraph
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

// itemMark returns how many bytes the mark of an item has, 0 without one, and its number:
// 1 for a bullet, 2 for any number but 0 and 1.
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

// atx reads a heading of its own line.
func atx(s string) (level int, title string, ok bool) {
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

// thematic reports whether a line is a rule.
func thematic(s string) bool {
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

// runOf counts how often mark stands at the beginning of s.
func runOf(s string, mark byte) int {
	n := 0
	for n < len(s) && s[n] == mark {
		n++
	}
	return n
}

// closes reports whether nothing but blanks follows the run of mark that s begins with.
func closes(s string, mark byte) bool {
	return strings.Trim(s[runOf(s, mark):], " \t") == ""
}

// cursor reads a line by columns, in which a tab reaches to the next multiple of four.
type cursor struct {
	line   string
	at     int // in bytes
	column int
	left   int // columns of a tab that was taken in part
}

// indent returns how many columns of white space are ahead.
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

// blank reports whether nothing but white space is ahead.
func (c *cursor) blank() bool { return c.rest() == "" }

// rest is what stands behind the white space ahead.
func (c *cursor) rest() string { return strings.TrimLeft(c.line[c.at:], " \t") }

// skip takes columns: of white space, or of characters that are a column each.
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

// takeQuote takes the mark of a quotation, with the blank behind it.
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
