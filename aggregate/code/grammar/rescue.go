package grammar

import (
	"bytes"
	"iter"
	"slices"
	"sort"
	"strings"

	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar/tree"
)

// damage is the information about syntax errors of a source, from the tree and from its lines.
//
// Where a grammar fails it may lose declarations, or extend one over those after it. Two things
// are reliable in any broken source: the form of a declaration's first line ([Head]), and that
// local code is indented deeper. So a damaged declaration ends at the latest before the next one
// that is not indented deeper, and a line that looks like a declaration which the grammar did not
// find is rescued.
type damage struct {
	l           *Language
	src         []byte
	errors      []code.Span // nodes that could not be parsed, and missing tokens, which are empty; sorted
	errorLeaves []code.Span // unattached parts of them
	intact      []code.Span // the largest nodes without errors, sorted
	texts       []code.Span // strings and comments, sorted
	brackets    []bracket   // braces of the code, in order
	lines       []line
	shortened   []code.Span // declarations that end before the end in the tree
	released    []code.Span // parts removed from them, sorted
}

// bracket is a brace.
type bracket struct {
	at   int
	step int // 1 opens, -1 closes
}

// line is a line of a source.
type line struct {
	start, end int // without white space at both ends
	indent     int // in columns
	isCode     bool
}

// tabWidth is the width of a tab in columns, for comparing lines indented by tabs with others.
const tabWidth = 4

// Marks of symbols.
const (
	unmarked  byte = iota
	textMark       // a string or a comment
	openMark       // ends with an opening brace
	closeMark      // a closing brace
)

// markOf returns the mark of a symbol.
func markOf(name string, named bool) byte {
	switch {
	case named && isText(name):
		return textMark
	case strings.HasSuffix(name, "{"):
		return openMark
	case name == "}":
		return closeMark
	}
	return unmarked
}

// damage collects the pieces of the tree of a source with errors.
func (l *Language) damage(pieces iter.Seq[tree.Piece], src []byte) *damage {
	d := &damage{l: l, src: WithoutConflicts(src)}
	past := 0 // end of the last text, which contains no code
	for p := range pieces {
		if p.IsSound { // a token may be the rest of the file
			d.intact = append(d.intact, code.Span{Start: p.Start, End: p.End})
		}
		inText := p.Start < past || p.End == past && p.Mark != unmarked && !p.IsMissing // including an empty one at its end
		if !inText && d.read(p) {
			past = p.End
		}
	}
	d.errors = outermost(d.errors)
	d.readLines()
	return d
}

// read records a piece, and reports whether it is text.
func (d *damage) read(p tree.Piece) bool {
	span := Trimmed(d.src, code.Span{Start: p.Start, End: p.End})
	switch {
	case p.IsMissing:
		d.errors, d.errorLeaves = append(d.errors, span), append(d.errorLeaves, span)
	case p.Mark == textMark && !p.IsBroken && !d.isUnclosed(span):
		d.texts = append(d.texts, span)
		return true
	case p.IsError:
		d.errors = append(d.errors, span)
	case p.Mark == openMark:
		d.brackets = append(d.brackets, bracket{span.Start, 1})
	case p.Mark == closeMark:
		d.brackets = append(d.brackets, bracket{span.Start, -1})
	}
	if p.IsLeaf && (p.IsError || p.InError) {
		last := len(d.errorLeaves) - 1
		if last >= 0 && len(bytes.TrimSpace(d.src[d.errorLeaves[last].End:max(d.errorLeaves[last].End, span.Start)])) == 0 {
			d.errorLeaves[last].End = max(d.errorLeaves[last].End, span.End)
		} else {
			d.errorLeaves = append(d.errorLeaves, span)
		}
	}
	return false
}

// isText reports whether nodes of a type contain text rather than code.
func isText(kind string) bool {
	for _, part := range []string{"comment", "string", "heredoc", "regex", "sigil"} {
		if strings.Contains(kind, part) {
			return true
		}
	}
	return false
}

// isUnclosed reports whether a text with a single quote extends beyond its line: after a syntax
// error, its end is the start of the next string.
func (d *damage) isUnclosed(s code.Span) bool {
	text := d.src[s.Start:s.End]
	if len(text) < 2 || text[0] != '"' && text[0] != '\'' || bytes.IndexByte(text, '\n') < 0 {
		return false
	}
	return text[1] != text[0] || len(text) == 2 || text[2] != text[0]
}

func (d *damage) readLines() {
	at := 0
	for text := range bytes.Lines(d.src) {
		s := Trimmed(d.src, code.Span{Start: at, End: at + len(text)})
		ln := line{start: s.Start, end: s.End, isCode: !s.Empty() && textAt(d.texts, s.Start).Empty()}
		for _, c := range d.src[at:s.Start] {
			if ln.indent++; c == '\t' {
				ln.indent += tabWidth - 1
			}
		}
		d.lines = append(d.lines, ln)
		at += len(text)
	}
}

// textAt returns the span that contains an offset, or an empty span.
func textAt(spans []code.Span, at int) code.Span {
	i := sort.Search(len(spans), func(i int) bool { return spans[i].End > at })
	if i < len(spans) && spans[i].Start <= at {
		return spans[i]
	}
	return code.Span{}
}

// lineAt returns the index of the line that contains an offset.
func (d *damage) lineAt(at int) int {
	i := sort.Search(len(d.lines), func(i int) bool { return d.lines[i].start > at }) - 1
	return max(0, i)
}

// repair shortens declarations that include later ones, and adds lost ones.
func (d *damage) repair(list []match, closed []code.Span) ([]match, []code.Span) {
	if len(d.l.Heads.Lines) == 0 {
		return list, closed
	}
	list = slices.DeleteFunc(list, d.isMistaken)
	sortMatches(list)
	starts := d.starts(list)
	for i := range list {
		end := d.endOf(&list[i], starts)
		if end == 0 {
			continue
		}
		original := list[i].Span
		d.released = append(d.released, code.Span{Start: end, End: original.End})
		d.shortened = append(d.shortened, code.Span{Start: original.Start, End: end})
		list[i].truncate(end)
		// Other matches of the same body:
		j := sort.Search(len(list), func(j int) bool { return list[j].span().Start >= original.Start })
		for ; j < len(list) && list[j].span().Start < end; j++ {
			if m := &list[j]; !m.isDefinition && original.Contains(m.span()) {
				m.truncate(end)
			}
		}
		j = sort.Search(len(closed), func(j int) bool { return closed[j].Start >= original.Start })
		for ; j < len(closed) && closed[j].Start < end; j++ {
			closed[j].End = min(closed[j].End, end)
		}
	}
	d.released = outermost(d.released)
	list = append(list, d.rescueLost(list, closed, starts)...)
	sortMatches(list)
	for i := range list {
		if m := &list[i]; m.rescued && !m.Body.Empty() {
			closed = append(closed, m.Body)
		}
	}
	closed = outermost(closed)
	// A match that extended out of a body may be inside it once its enclosing match has been
	// shortened.
	return dropInside(closed, nested(dropInside(closed, list))), closed
}

// isMistaken reports whether a definition found by the grammar has another name than its line
// shows, because the grammar failed in its header, or took a modifier for a name.
func (d *damage) isMistaken(m match) bool {
	if !m.isDefinition || m.Scope || m.Span.Empty() {
		return false
	}
	ln := d.lines[d.lineAt(m.Span.Start)]
	header := code.Span{Start: ln.start, End: max(ln.start, min(ln.end, m.opening()))}
	isModifier := slices.Contains(strings.Split(d.l.Heads.Modifiers, "|"), m.Name)
	if join(m.Declaration, m.Span).Start > ln.start || !isModifier && (m.NameNode == nil || !d.hasError(header)) {
		return false
	}
	s, ok := d.l.head(d.src[ln.start:ln.end])
	return ok && string(d.src[ln.start+s.name.Start:ln.start+s.name.End]) != m.Name
}

func sortMatches(list []match) {
	slices.SortStableFunc(list, func(a, b match) int {
		x, y := a.span(), b.span()
		if x.Start != y.Start {
			return x.Start - y.Start
		}
		return y.End - x.End
	})
}

// starts returns the first lines of declarations, those found by the grammar and those that look
// like one, sorted.
func (d *damage) starts(list []match) []declStart {
	found := map[int]code.Kind{} // by line
	header := map[int]bool{}     // lines that belong to a found declaration
	for i := range list {
		m := &list[i]
		if !m.isDefinition || m.Scope && !m.Body.Empty() {
			continue
		}
		first := d.lineAt(join(m.Declaration, m.Span).Start)
		if at := join(m.Declaration, m.Span).Start; d.lines[first].start == at && m.Kind != code.Macro {
			found[first] = m.Kind
		}
		last := d.lineAt(max(m.Span.Start, SpanOf(m.NameNode).Start))
		for ; first <= last; first++ {
			header[first] = true
		}
	}
	var starts []declStart
	for i, ln := range d.lines {
		if kind, ok := found[i]; ok {
			starts = append(starts, declStart{line: i, kind: kind, byGrammar: true})
			continue
		}
		if !ln.isCode || header[i] {
			continue
		}
		s, ok := d.l.head(d.src[ln.start:ln.end])
		if inFirstColumn := s.kind == code.Variable || s.kind == code.Constant; !ok || inFirstColumn && ln.indent > 0 {
			continue
		}
		s.line, s.end = i, s.end+ln.start
		s.name.Start, s.name.End = s.name.Start+ln.start, s.name.End+ln.start
		starts = append(starts, s)
	}
	return starts
}

// endOf returns the end of a declaration that includes the next one, or 0.
func (d *damage) endOf(m *match, starts []declStart) int {
	open := m.opening()
	if !m.isDefinition || open < 0 || m.Kind == code.Namespace || m.Kind == code.Module || m.Scope && m.Name == "" {
		return 0
	}
	indent := d.lines[d.lineAt(join(m.Declaration, m.Span).Start)].indent
	if last := d.lines[d.lineAt(m.Span.End-1)]; !d.hasError(m.Span) && last.indent >= indent {
		return 0
	}
	from := sort.Search(len(starts), func(i int) bool { return d.lines[starts[i].line].start > open })
	for _, s := range starts[from:] {
		switch ln := d.lines[s.line]; {
		case ln.start >= m.Span.End:
			return 0
		case ln.indent <= indent:
			return d.endBefore(s.line, open)
		}
	}
	return 0
}

// opening returns the start of the body or members of a definition, else the end of its name, or
// -1.
func (m *match) opening() int {
	for _, s := range []code.Span{m.Body, m.Members, m.Value} {
		if !s.Empty() {
			return s.Start
		}
	}
	switch {
	case m.Scope:
		return m.Span.Start
	case m.NameNode != nil:
		return SpanOf(m.NameNode).End
	}
	return -1
}

// hasError reports whether a span overlaps a syntax error or its end.
func (d *damage) hasError(s code.Span) bool {
	i := sort.Search(len(d.errors), func(i int) bool { return d.errors[i].End >= s.Start })
	return i < len(d.errors) && d.errors[i].Start <= s.End
}

// endBefore returns the end of the text before a declaration and its comments and annotations; at
// least at.
func (d *damage) endBefore(line, at int) int {
	end := d.declarationStart(line)
	if doc := d.l.docAbove(d.src, end); !doc.Empty() {
		end = doc.Start
	}
	end = max(end, at)
	return at + len(bytes.TrimRight(d.src[at:end], " \t\r\n"))
}

// declarationStart returns the start of a declaration including the annotations on the lines above it.
func (d *damage) declarationStart(line int) int {
	for line > 0 && d.isAnnotation(d.lines[line-1]) {
		line--
	}
	return d.lines[line].start
}

// isAnnotation reports whether a line contains only annotations, judged by its ends.
func (d *damage) isAnnotation(ln line) bool {
	text := d.src[ln.start:ln.end]
	if !ln.isCode || text[0] != '@' && (text[0] != '[' && text[0] != '#' || text[len(text)-1] != ']') {
		return false
	}
	_, isHead := d.l.head(text)
	return !isHead
}

// truncate shortens a definition.
func (m *match) truncate(end int) {
	m.Own = nil
	for _, s := range []*code.Span{&m.Span, &m.Declaration, &m.Body, &m.Value, &m.Members, &m.Doc} {
		if s.Start >= end {
			*s = code.Span{}
		} else {
			s.End = min(s.End, end)
		}
	}
}

// nested drops definitions that overlap others without being nested.
func nested(list []match) []match {
	var open []*match
	for i := range list {
		m := &list[i]
		if !m.isDefinition {
			continue
		}
		for len(open) > 0 && open[len(open)-1].Span.End <= m.Span.Start {
			open = open[:len(open)-1]
		}
		if n := len(open); n > 0 && open[n-1].Span.End < m.Span.End {
			m.truncate(open[n-1].Span.End)
		}
		open = append(open, m)
	}
	return list
}

// rescueLost returns the declarations that the grammar lost.
func (d *damage) rescueLost(list []match, closed []code.Span, starts []declStart) []match {
	limits := d.limits(starts)
	var (
		lost []match
		open []container // enclosing, innermost last
		next int         // index in list
		past int         // end of the last function, which is not searched
	)
	for i, s := range starts {
		at := d.lines[s.line].start
		for ; next < len(list) && list[next].Span.Start <= at; next++ {
			if m := &list[next]; m.isDefinition && m.opening() >= 0 {
				open = append(open, d.container(m))
			}
		}
		for len(open) > 0 && open[len(open)-1].end <= at {
			open = open[:len(open)-1]
		}
		if s.byGrammar || at < past || !textAt(closed, at).Empty() || !d.isDoubtful(at) {
			continue
		}
		limit, inType, inHeader := limits[i], false, false
		if n := len(open); n > 0 {
			limit, inType, inHeader = min(limit, open[n-1].end), open[n-1].isType, at < open[n-1].start
		}
		if s.kind == code.Method && !inType || inHeader {
			continue
		}
		m := d.declaration(s, limit)
		lost = append(lost, m)
		if m.Body.Empty() {
			open = append(open, d.container(&m))
		} else {
			past = m.Span.End
		}
	}
	return lost
}

// container is a declaration that contains others.
type container struct {
	start, end int // of its contents
	isType     bool
}

func (d *damage) container(m *match) container {
	c := container{m.opening(), m.Span.End, m.Kind.HasMembers() || m.Scope}
	if c.end > 0 && d.src[c.end-1] == '}' {
		c.end--
	}
	return c
}

// limits returns, for each start, the max end of its declaration: before the next one that is not
// indented deeper.
func (d *damage) limits(starts []declStart) []int {
	limits := make([]int, len(starts))
	var open []int // starts without a limit so far, by increasing indentation
	for i, s := range starts {
		for len(open) > 0 && d.lines[starts[open[len(open)-1]].line].indent >= d.lines[s.line].indent {
			last := open[len(open)-1]
			limits[last] = d.endBefore(s.line, d.lines[starts[last].line].end)
			open = open[:len(open)-1]
		}
		open = append(open, i)
	}
	for _, i := range open {
		limits[i] = len(bytes.TrimRight(d.src, " \t\r\n"))
	}
	return limits
}

// isDoubtful reports whether the line at an offset is inside a node with syntax errors.
func (d *damage) isDoubtful(at int) bool {
	return textAt(d.intact, at-1).End <= at || !textAt(d.released, at).Empty()
}

// declaration parses a declaration by its text. It ends at limit at the latest.
func (d *damage) declaration(s declStart, limit int) match {
	ln := d.lines[s.line]
	m := match{isDefinition: true, rescued: true, Definition: Definition{
		Src: d.src, Kind: s.kind, Scope: s.kind == "", Name: string(d.src[s.name.Start:s.name.End]), Owner: s.owner,
	}}
	limit = max(limit, s.end) // the enclosing declaration may end on its line
	open, mark := d.findBody(s.end, limit)
	var block code.Span
	end := min(d.indentedEnd(s.line, limit), limit)
	if _, _, ok := d.l.Container(d.src, open); ok && mark == '{' && m.isFunction() {
		mark, open, end = '\n', min(ln.end, limit), min(ln.end, limit) // a brace after an unclosed parenthesis does not belong to it
	}
	switch mark {
	case '{':
		if close := d.closing(open); close > 0 && close <= limit {
			end = close
		}
		block = code.Span{Start: open, End: max(end, open+1)}
		if end = block.End; end < len(d.src) && d.src[end] == ';' {
			end++
		}
	case ':':
		block = Trimmed(d.src, code.Span{Start: open + 1, End: max(end, open+1)})
	case '=':
		if m.isFunction() {
			block, m.BodyText = Trimmed(d.src, code.Span{Start: open + 1, End: max(end, open+1)}), d.l.Elision.Value
			if block.Len() <= len(d.l.Elision.Value) {
				block = code.Span{}
			}
		}
	case ';':
		end = open + 1
	default:
		if open = max(open, s.end); d.l.Elision == Words && end > open {
			inner := end
			if last := d.lines[d.lineAt(end-1)]; last.indent == ln.indent && string(d.src[last.start:last.end]) == "end" {
				inner = max(open, last.start)
			}
			block, m.HeadEnd = m.Within(open, inner), open
		}
	}
	m.Span = code.Span{Start: ln.start, End: end}
	if lead := d.declarationStart(s.line); lead < ln.start {
		m.Declaration = code.Span{Start: lead, End: end}
	}
	switch {
	case m.isFunction():
		m.Body = block
	case mark == ':' && !block.Empty():
		m.Members, m.MembersText = code.Span{Start: open, End: end}, ": "+Dots.Members
	case mark != '=':
		m.Members = block
	}
	return m
}

func (m *match) isFunction() bool {
	return m.Kind == code.Function || m.Kind == code.Method || m.Kind == code.Property
}

// maxHead is the max distance between the name of a declaration and its body, in bytes.
const maxHead = 4 << 10

// findBody returns the start of the body of a declaration, after its name, and what opens it: a
// brace, a colon at the end of a line, the last character of = or =>; a semicolon or a line break
// if it has none.
func (d *damage) findBody(at, limit int) (int, byte) {
	limit = min(limit, at+maxHead)
	depth, last := 0, max(0, at-1) // last is the index of the line's last character
	for ; at < limit; at++ {
		if text := textAt(d.texts, at); !text.Empty() {
			at = text.End - 1
			continue
		}
		c := d.src[at]
		switch c {
		case '(', '[':
			depth++
		case ')', ']':
			depth = max(0, depth-1)
		case '{':
			if depth == 0 {
				return at, c
			}
			depth++
		case '}':
			if depth == 0 {
				return at, '\n'
			}
			depth--
		case ';':
			if depth == 0 {
				return at, c
			}
		case '=':
			if depth == 0 {
				return d.equals(at)
			}
		case '\n':
			switch {
			case d.src[last] == '{': // an unclosed parenthesis
				return last, '{'
			case d.src[last] == ':':
				return last, ':'
			case depth == 0 && !d.continues(last, at):
				return at, c
			}
		}
		if !isSpace(c) {
			last = at
		}
	}
	return limit, '\n'
}

// equals returns the end of = or =>, or of the brace after it.
func (d *damage) equals(at int) (int, byte) {
	if at+1 < len(d.src) && d.src[at+1] == '>' {
		at++
	}
	rest := d.src[at+1:]
	if text := bytes.TrimLeft(rest, " \t"); bytes.HasPrefix(text, []byte("{")) {
		return at + 1 + len(rest) - len(text), '{'
	}
	return at, '='
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

// continues reports whether a header continues after the end of its line, whose last character is at
// last.
func (d *damage) continues(last, end int) bool {
	if bytes.IndexByte([]byte(",.&|:<>"), d.src[last]) >= 0 {
		return true
	}
	next := bytes.TrimLeft(d.src[end:min(len(d.src), end+maxHead)], " \t\r\n")
	for _, word := range []string{"{", ":", "->", "=>", "=", "where ", "throws ", "extends ", "implements ", "with ", "permits ", ")"} {
		if bytes.HasPrefix(next, []byte(word)) {
			return true
		}
	}
	return false
}

// closing returns the end of the brace that closes the one at an offset, or 0.
func (d *damage) closing(open int) int {
	depth := 0
	for i := sort.Search(len(d.brackets), func(i int) bool { return d.brackets[i].at >= open }); i < len(d.brackets); i++ {
		if depth += d.brackets[i].step; depth == 0 {
			return d.brackets[i].at + 1
		}
	}
	return 0
}

// indentedEnd returns the end of the following lines that are indented deeper, including the one that
// closes them; at most limit.
func (d *damage) indentedEnd(first, limit int) int {
	end := d.lines[first].end
	for _, ln := range d.lines[first+1:] {
		text := d.src[ln.start:ln.end]
		switch {
		case ln.start >= limit:
			return end
		case len(text) == 0:
		case ln.indent > d.lines[first].indent || !ln.isCode:
			end = min(ln.end, limit)
		case ln.indent == d.lines[first].indent && (text[0] == '{' || text[len(text)-1] == ':'): // or public:
			end = min(ln.end, limit)
		case ln.indent == d.lines[first].indent && (text[0] == '}' || text[0] == ')' || string(text) == "end"):
			return min(ln.end, limit)
		default:
			return end
		}
	}
	return end
}

// failed returns the whole lines of a source that were not parsed correctly, or only by their
// text; sorted. It omits errors in function bodies that do no harm, and an extra word in a
// header.
func (d *damage) failed(list []match, closed []code.Span) []code.Span {
	header := map[int]bool{}
	spans := slices.Clone(d.shortened)
	for i := range list {
		m := &list[i]
		if !m.isDefinition {
			continue
		}
		head := m.head(d.src, nil)
		switch {
		case m.rescued && m.isFunction():
			spans = append(spans, m.Span)
		case m.rescued:
			spans = append(spans, head)
		default:
			for i := d.lineAt(head.Start); i < len(d.lines) && d.lines[i].start < head.End; i++ {
				header[i] = true
			}
		}
	}
	for _, s := range d.errorLeaves {
		text, first := d.src[s.Start:s.End], d.lineAt(s.Start)
		isWord := header[first] && d.lines[first].end >= s.End && !bytes.ContainsAny(text, "()[]{}")
		if textAt(closed, s.Start).Empty() && (s.Empty() || !isWord && len(bytes.Trim(text, ";, \t\r\n")) > 0) {
			spans = append(spans, s)
		}
	}
	return d.wholeLines(spans)
}

// wholeLines extends spans to whole lines, and merges those that are separated only by white
// space.
func (d *damage) wholeLines(spans []code.Span) []code.Span {
	var whole []code.Span
	for _, s := range spans {
		s.Start = d.lines[d.lineAt(s.Start)].start
		s.End = max(s.End, d.lines[d.lineAt(max(s.Start, s.End-1))].end)
		if !s.Empty() {
			whole = append(whole, s)
		}
	}
	return Joined(d.src, whole)
}

// isMostlyFailed reports whether at least half of the code of a source could not be parsed. A single line
// is not enough evidence.
func (d *damage) isMostlyFailed() bool {
	all, in := 0, 0
	for _, ln := range d.lines {
		if ln.isCode {
			if all++; !textAt(d.errors, ln.start).Empty() {
				in++
			}
		}
	}
	return in > 1 && 2*in >= all
}
