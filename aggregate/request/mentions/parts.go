package mentions

import (
	"cmp"
	"slices"
	"strings"

	"dossier/aggregate/lazyregexp"
)

// A text requests a part of a file in one of five ways, tried for each path that has no part at its
// own end:
//
//   - a command prints it: sed -n '1,40p' a.go ([pipelines])
//   - the object, call, tag or fields in which the path is a value have it ([finder.record])
//   - its sentence names it before the path, with a preposition: lines 3 to 9 of a.go
//   - its sentence names it after the path: a.go, somewhere around lines 3 to 9
//   - the lines below one that ends in the path begin with it: a.go:\n- lines 3 to 9
//
// Each such part is an [expression], found once per line of the text and attached to the nearest
// path that these rules allow.

const (
	// maxSentence is the maximum length of lines in which expressions are searched, in bytes.
	maxSentence = 4000
	// maxBelow is the maximum number of lines below a path that are searched for its parts.
	maxBelow = 60
)

// placedMention is a mention with its place in the text and the parts found for it.
type placedMention struct {
	Mention
	end          int  // the offset after its last byte
	partsAllowed bool // whether the text around it may name a part of it
	lines        []Lines
	symbols      []string
	extra        []expression // parts requested in addition to these: of "the same file"
}

// add adds a mention that ends at a byte.
func (f *finder) add(m Mention, end int, open bool) {
	f.list = append(f.list, placedMention{Mention: m, end: min(end, len(f.text)), partsAllowed: open})
}

// parts finds the parts of each path that the text requests.
func (f *finder) parts() {
	order := make([]int, len(f.list))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(f.list[a].At, f.list[b].At) })
	for len(order) > 0 {
		at := f.list[order[0]].At
		start := strings.LastIndexByte(f.text[:at], '\n') + 1
		end := len(f.text)
		if n := strings.IndexByte(f.text[at:], '\n'); n >= 0 {
			end = at + n
		}
		n := 1
		for n < len(order) && f.list[order[n]].At < end {
			n++
		}
		if end-start <= maxSentence {
			f.sentence(start, end, order[:n])
		}
		for _, i := range order[:n] {
			if p := &f.list[i]; p.partsAllowed && p.lines == nil && p.symbols == nil {
				record := f.record(p.At, p.end)
				p.lines = linesIn(record)
				p.symbols = symbolsIn(record)
			}
		}
		if last := order[n-1]; end < len(f.text) {
			until := len(f.text)
			if n < len(order) {
				until = f.list[order[n]].At
			}
			f.attachLinesBelow(start, end, until, &f.list[last], f.same(order[:n]))
		}
		order = order[n:]
	}
}

// same reports whether paths are one file at one place.
func (f *finder) same(paths []int) bool {
	for _, i := range paths {
		if f.list[i].At != f.list[paths[0]].At {
			return false
		}
	}
	return true
}

// sentence finds the parts of its paths that a line of the text requests.
func (f *finder) sentence(start, end int, paths []int) {
	s := f.text[start:end]
	inPath := func(e expression) bool {
		return slices.ContainsFunc(paths, func(i int) bool {
			return e.at < f.list[i].end-start && f.list[i].At-start < e.end
		})
	}
	for _, i := range paths {
		f.attachSuffix(s, start, i)
	}
	if strings.ContainsAny(s, digits) {
		f.commands(s, start, paths)
		for _, e := range lineExpressions(s) {
			if !inPath(e) {
				f.attachLines(s, start, paths, e)
			}
		}
	}
	var symbols []expression
	for _, e := range symbolExpressions(s) {
		if !inPath(e) {
			symbols = append(symbols, e)
		}
	}
	f.attachSymbols(s, start, paths, symbols)
}

const digits = "0123456789"

// commands gives the one path of a command the lines that it prints.
func (f *finder) commands(s string, start int, paths []int) {
	for _, c := range pipelines(s) {
		in := slices.DeleteFunc(slices.Clone(paths), func(i int) bool {
			return f.list[i].At < start+c.at || f.list[i].At >= start+c.end
		})
		if len(in) == 1 && f.list[in[0]].partsAllowed && len(c.lines) > 0 {
			f.list[in[0]].lines = append(f.list[in[0]].lines, c.lines...)
		}
	}
}

// attachSuffix parses numbers directly after a path: (12,5), (1-80), a cell of a table, and further
// numbers after a line at the path's end.
func (f *finder) attachSuffix(s string, start, i int) {
	p := &f.list[i]
	if p.end-start > len(s) {
		return
	}
	after := s[p.end-start:]
	if p.Lines != (Lines{}) && p.extra == nil {
		after = strings.TrimLeft(after, "`")
		if n := len(furtherRange().FindString(after)); n > 0 && !p.grouped() {
			list, n := numbers("1"+after, false, false)
			if len(list) > 1 && n < len(after)+2 {
				p.lines = append([]Lines{p.Lines}, list[1:]...)
			}
		}
		return
	}
	if m := symbolAfterPath().FindStringSubmatch(after); m != nil && p.partsAllowed {
		p.symbols = append(p.symbols, plainSymbol(m[1]))
		return
	}
	if n := f.cell(s, start, p.At-start, after); n != (Lines{}) && p.partsAllowed {
		p.lines = append(p.lines, n)
		return
	}
	if m := linesAfterPath().FindStringSubmatch(after); m != nil && p.partsAllowed {
		if lines := newLines(m[1]+m[2]+m[4]+m[5]+m[6], m[3]+m[7]); lines != (Lines{}) {
			p.lines = append(p.lines, lines)
		}
	}
}

// cell returns the line number in the cell after that of a path, if its column is one of lines: headed Line, or Lines
// with a range below it. A column headed Lines with only single numbers contains line counts.
func (f *finder) cell(s string, start, at int, after string) Lines {
	m := numberCell().FindStringSubmatch(after)
	if m == nil || !tableRow(s) {
		return Lines{}
	}
	column := strings.Count(s[:at], "|") + 1
	cells := f.column(start, column)
	if len(cells) > 0 && (lineColumn().MatchString(cells[0]) || strings.Contains(strings.ToLower(cells[0]), "lines") && slices.ContainsFunc(cells, rangeCell().MatchString)) {
		return newLines(m[1], "")
	}
	return Lines{}
}

func tableRow(s string) bool { return strings.HasPrefix(strings.TrimLeft(s, " "), "|") }

// column returns a column of the table in which a line of the text is, within [maxSentence] bytes of it.
func (f *finder) column(start, column int) []string {
	first := start
	for first > 0 && start-first < maxSentence {
		above := strings.LastIndexByte(f.text[:first-1], '\n') + 1
		if !tableRow(f.text[above:first]) {
			break
		}
		first = above
	}
	var out []string
	for row := range strings.Lines(f.text[first:min(start+maxSentence, len(f.text))]) {
		cells := strings.Split(row, "|")
		if !tableRow(row) {
			break
		}
		if column < len(cells) {
			out = append(out, cells[column])
		}
	}
	return out
}

// attachLines attaches an expression for lines to its path.
func (f *finder) attachLines(s string, start int, paths []int, e expression) {
	before, after := -1, -1
	for _, i := range paths {
		switch {
		case f.list[i].end <= start+e.at:
			before = i
		case f.list[i].At >= start+e.end && after < 0:
			after = i
		}
	}
	if after >= 0 && f.list[after].partsAllowed && expressionToPath().MatchString(s[e.end:f.list[after].At-start]) {
		if alreadyHas().MatchString(s[:e.at]) {
			e.lines = remainder(e.lines, s[f.list[after].end-start:])
		}
		f.list[after].lines = append(f.list[after].lines, e.lines...)
		return
	}
	if before < 0 {
		return
	}
	between := s[f.list[before].end-start : e.at]
	p := &f.list[before]
	if inSameFile().MatchString(between) {
		p.extra = append(p.extra, e)
		return
	}
	switch {
	case oneOfSeveral().MatchString(between) && len(paths) > 1:
		return
	case len(e.lines) == 1 && e.lines[0].Start == e.lines[0].End && truncated().MatchString(between):
		e.lines = []Lines{{e.lines[0].Start + 1, MaxLine}}
	case alreadyHas().MatchString(s[:p.At-start]):
		e.lines = remainder(e.lines, s[e.end:])
	}
	if !p.partsAllowed {
		if p.Lines != (Lines{}) && sentenceEnd().MatchString(between) && requestsPart(between) {
			p.extra = append(p.extra, e) // a.go:52. Open it from line 40
		}
		if p.Lines.Start == p.Lines.End && p.Lines != (Lines{}) && !e.nextToPathOnly && pathToExpression().MatchString(strings.TrimPrefix(between, ")")) {
			p.lines = e.lines
		}
		return
	}
	if !pathToExpression().MatchString(between) {
		other := otherOwner().FindStringSubmatch(s[e.end:])
		if sentenceEnd().MatchString(between) && !requestsPart(between) || other != nil && other[1] == "" || e.nextToPathOnly && !beforeLooseLines().MatchString(between) {
			return
		}
	}
	for _, l := range e.lines {
		if !slices.Contains(p.lines, l) {
			p.lines = append(p.lines, l)
		}
	}
}

// remainder returns the lines after those from the first one, if the text after them asks for the rest.
func remainder(have []Lines, after string) []Lines {
	if len(have) == 1 && have[0].Start == 1 && have[0].End < MaxLine && wantsRest().MatchString(after) {
		return []Lines{{have[0].End + 1, MaxLine}}
	}
	return have
}

// requestsPart reports whether the last sentence of a text asks for a part of a file.
func requestsPart(between string) bool {
	ends := sentenceEnd().FindAllStringIndex(between, -1)
	last := between[ends[len(ends)-1][1]:]
	return requestWords().MatchString(last) || partWords().MatchString(last)
}

// symbolExpressions returns the symbols in a text, in order.
func symbolExpressions(s string) []expression {
	var out []expression
	if strings.Contains(s, "`") {
		for _, m := range spanSymbol().FindAllStringSubmatchIndex(s, -1) {
			if name := plainSymbol(s[m[2]:m[3]]); name != "" {
				out = append(out, expression{at: m[0], end: m[1], symbol: name})
			}
		}
	}
	for _, m := range wordSymbol().FindAllStringSubmatchIndex(s, -1) {
		group := 2
		if m[2] < 0 {
			group = 4
		}
		if name := plainSymbol(s[m[group]:m[group+1]]); name != "" {
			out = append(out, expression{at: m[group], end: m[group+1], symbol: name})
		}
	}
	slices.SortFunc(out, func(a, b expression) int { return a.at - b.at })
	return out
}

// attachSymbols attaches the symbols of a line to their paths.
func (f *finder) attachSymbols(s string, start int, paths []int, symbols []expression) {
	owner, further := f.ownersAfter(s, start, paths, symbols)
	for k, e := range symbols {
		if before := f.lastBefore(paths, start+e.at); before >= 0 && owner[k] < 0 {
			p := &f.list[before]
			between, after := s[p.end-start:e.at], s[e.end:]
			listed := k > 0 && owner[k-1] == before && symbols[k-1].at+start > p.end && symbolList().MatchString(s[symbols[k-1].end:e.at])
			named := symbolKind().MatchString(between) || (symbolNext().MatchString(between) || listed) && symbolEnds().MatchString(after)
			if named && f.acceptsSymbol(before) {
				owner[k] = before
			}
		}
		switch i := owner[k]; {
		case i < 0:
		case further[k]:
			f.list[i].extra = append(f.list[i].extra, expression{symbol: e.symbol})
		default:
			f.list[i].symbols = append(f.list[i].symbols, e.symbol)
		}
	}
}

// ownersAfter returns the path that the words after each symbol name, or -1, and whether it is "the
// same file". A list belongs to the path of its last symbol.
func (f *finder) ownersAfter(s string, start int, paths []int, symbols []expression) (owner []int, further []bool) {
	owner, further = make([]int, len(symbols)), make([]bool, len(symbols))
	for k, e := range slices.Backward(symbols) {
		owner[k] = -1
		for _, i := range paths {
			if p := f.list[i]; p.At >= start+e.end && p.partsAllowed && !proseLike(p.Path) && symbolOfPath().MatchString(s[e.end:p.At-start]) {
				owner[k] = i
			}
		}
		if before := f.lastBefore(paths, start+e.at); owner[k] < 0 && before >= 0 && f.acceptsSymbol(before) && sameFile().MatchString(s[e.end:]) {
			owner[k], further[k] = before, true
		}
		if next := k + 1; owner[k] < 0 && next < len(symbols) && owner[next] >= 0 && (further[next] || f.list[owner[next]].At >= start+symbols[next].end) && symbolList().MatchString(s[e.end:symbols[next].at]) {
			owner[k], further[k] = owner[next], further[next]
		}
	}
	return owner, further
}

// lastBefore returns the last of some paths that ends before a byte, or -1.
func (f *finder) lastBefore(paths []int, at int) int {
	before := -1
	for _, i := range paths {
		if f.list[i].end <= at {
			before = i
		}
	}
	return before
}

// acceptsSymbol reports whether the text around a path may name a symbol of it.
func (f *finder) acceptsSymbol(i int) bool {
	p := f.list[i]
	return p.partsAllowed && !p.grouped() && !proseLike(p.Path)
}

// subject represents the path that the lines below it are about.
type subject struct {
	about    bool // whether they still are
	section  bool // whether its line is a Markdown heading
	bullet   bool // whether its line is a list item
	labelled bool // whether it has a label: File: a.go
	alone    bool // whether its line begins with it
	indent   int
}

// subject returns the subject of the lines below the one from start to end. one reports whether that
// line names a single path.
func (f *finder) subject(start, end int, p *placedMention, one bool) subject {
	head := f.text[start:end]
	h := subject{
		about:  one && p.partsAllowed && p.lines == nil && p.symbols == nil && p.end <= end,
		bullet: bulleted().MatchString(head), labelled: labelLine().MatchString(head), alone: beforeReportedPath().MatchString(f.text[start:p.At]),
		indent: indentOf(head),
	}
	h.section = h.about && strings.HasPrefix(strings.TrimLeft(head, " "), "#")
	h.about = h.about && (h.section || introducesBelow().MatchString(f.text[p.end:end]))
	return h
}

func indentOf(s string) int { return len(s) - len(strings.TrimLeft(s, " \t")) }

// covers reports whether a line below is still about the path. It must be called for each line in turn.
func (h *subject) covers(l string) bool {
	switch column, bare := indentOf(l), strings.Trim(l, " \t"); {
	case h.section, !h.about, bare != "" && strings.Trim(bare, " \t-=") == "": // a rule of a table
	case bare == "", column < h.indent, h.bullet && column == h.indent && !(h.labelled && labelLine().MatchString(l)):
		h.about = false
	}
	return h.about
}

// lines returns the lines of the file that a line below requests.
func (h *subject) lines(l string) []Lines {
	if m := reportedLine().FindStringSubmatch(l); m != nil && h.alone {
		return listOf(newLines(m[1]+m[2], ""))
	}
	var out []Lines
	for _, e := range lineExpressions(l) {
		before, other := l[:e.at], otherOwner().FindStringSubmatch(l[e.end:])
		switch {
		case lineStart().MatchString(before):
		case !h.section && (!bulleted().MatchString(l) || sentenceEnd().MatchString(before)),
			e.nextToPathOnly && !beforeLooseLines().MatchString(before) && !strings.HasSuffix(before, "("), other != nil && other[1] == "":
			continue
		}
		out = append(out, e.lines...)
	}
	return out
}

// attachLinesBelow parses the lines of text below p up to the next path, and adds the lines of the file that they
// request: in a list, in fields, in a tool's report below a path, in the section of a heading, or as
// the further places of a review comment ("Also applies to: 20-21").
func (f *finder) attachLinesBelow(start, end, until int, p *placedMention, one bool) {
	h := f.subject(start, end, p, one)
	rest := f.text[min(end+1, len(f.text)):until]
	for n := 0; n < maxBelow && rest != ""; n++ {
		l, more, whole := strings.Cut(rest, "\n")
		if rest = more; !whole && until < len(f.text) {
			return // the line of the next path
		}
		l = strings.TrimRight(l, "\r")
		if len(l) > maxSentence || fenceLine().MatchString(l) || h.section && strings.HasPrefix(l, "#") {
			return
		}
		if m := appliesAlso().FindString(l); m != "" {
			list, _ := numbers(l[len(m):], false, false)
			if p.lines == nil && list != nil {
				p.lines = listOf(p.Lines)
			}
			if p.lines != nil {
				p.lines = append(p.lines, list...)
			}
			return
		}
		if h.covers(l) {
			for _, lines := range h.lines(l) {
				p.lines = appendLines(p.lines, lines)
			}
		}
	}
}

// appendLines appends lines to a list. A single line that repeats or follows the last one extends it.
func appendLines(list []Lines, l Lines) []Lines {
	if last := len(list) - 1; last >= 0 && l.Start == l.End && (l.Start == list[last].End+1 || l.Start == list[last].End) {
		list[last].End = l.End
		return list
	}
	return append(list, l)
}

// expand returns a mention for each requested part, or one for the whole file.
func (p placedMention) expand() []Mention {
	var out []Mention
	add := func(lines Lines, symbol string) {
		m := p.Mention
		m.Lines, m.Symbol = lines, symbol
		out = append(out, m)
	}
	for _, l := range p.lines {
		add(l, "")
	}
	if p.lines == nil {
		for _, s := range p.symbols {
			add(Lines{}, s)
		}
	}
	if out == nil && (p.Lines != Lines{} || p.Symbol != "") {
		add(p.Lines, p.Symbol)
	}
	for _, e := range p.extra {
		if e.symbol != "" {
			add(Lines{}, e.symbol)
		}
		for _, l := range e.lines {
			add(l, "")
		}
	}
	if out == nil {
		return []Mention{p.Mention}
	}
	return out
}

// keyword contains words after a path and a colon that are not symbols: a.go:func New, from grep; a.cs:line 3.
var keyword = words(`line lines func function def class fn type var let const import from package use pub public private static struct return if for`)

var labelSymbol = lazyregexp.New(`^(?:::?|#)([A-Za-z_]\w*(?:(?:\.|::)[A-Za-z_]\w*)*(?:\(\))?)$`)

// plainSymbol returns the parts of a symbol's name separated by dots; empty if it is not one.
func plainSymbol(name string) string {
	m := symbolName().FindStringSubmatch(strings.TrimSpace(name))
	if m == nil || nameLike(name) {
		return ""
	}
	name = separators.Replace(m[2])
	if m[1] != "" {
		name = m[1] + "." + name
	}
	return name
}

// labelled returns the symbol at the end of a path: a.py::TestX::test_y. In a link to prose the text after # is a
// heading's anchor, not a symbol.
func labelled(s, path string) string {
	at := strings.Index(s, path)
	if at < 0 {
		return ""
	}
	if m := labelSymbol().FindStringSubmatch(s[at+len(path):]); m != nil && !proseLike(path) && !keyword[m[1]] {
		return plainSymbol(m[1])
	}
	return ""
}

// proseLike reports whether a path is that of a text with headings or of data.
func proseLike(path string) bool {
	switch extension(path[strings.LastIndexByte(path, '/')+1:]) {
	case "md", "html", "yml", "yaml", "json", "toml":
		return true
	}
	return false
}
