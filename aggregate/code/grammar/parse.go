package grammar

import (
	"bytes"
	"errors"
	"slices"
	"sort"
	"strings"
	"time"

	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar/tree"
)

// Limits of parsing.
const (
	// MaxBytes is the max size of a source: its tree takes about twenty times as much memory.
	MaxBytes = 1 << 20
	// maxTime is the approximate max processor time of a parse: the parser checks the clock
	// periodically.
	maxTime = 2 * time.Second
	// maxDepth is the max nesting of brackets. Code written by hand stays below a hundred.
	maxDepth = 1000
)

// Reasons why a source has no structure.
var (
	ErrTooLarge = errors.New("larger than 1 MiB")
	ErrTooSlow  = errors.New("its parse takes longer than two seconds")
	ErrTooDeep  = errors.New("its brackets nest deeper than a thousand")
	// ErrUnreadable is returned if the grammar fails in at least half of the lines and none of
	// them look like a declaration.
	ErrUnreadable = errors.New("it does not parse as code of its language")
)

// Parse parses a source into its structure.
func (l *Language) Parse(src []byte) (*code.Structure, error) {
	if s, err := l.ParseExact(src); s != nil || err != nil {
		return s, err
	}
	return l.ParseRefused(src)
}

// ParseRefused is [Language.Parse] for a source for which [Language.ParseExact] returns nothing.
func (l *Language) ParseRefused(src []byte) (*code.Structure, error) {
	if l.Read != nil {
		return l.Read(src)
	}
	if d := l.dialect(src, false); d != nil {
		return d.Parse(src)
	}
	s, hasNoErrors, err := l.parse(src)
	if errors.Is(err, ErrUnreadable) || err == nil && !hasNoErrors {
		if d := l.dialect(src, true); d != nil {
			if other, hasNoErrors, failed := d.parse(src); failed == nil && (hasNoErrors || s == nil || s.Broken && !other.Broken || isWorse(s, other)) {
				return other, nil
			}
		}
	}
	return s, err
}

// isWorse reports whether a structure has more failed lines than another and no more symbols.
func isWorse(s, other *code.Structure) bool {
	count := func(s *code.Structure) (n int) {
		for _, failed := range s.Failed {
			n += failed.Len()
		}
		return n
	}
	return count(s) > count(other) && len(s.Symbols) <= len(other.Symbols)
}

// ParseExact is [Language.Parse] as far as it is possible in any process: without C code, and
// safe for any source. It returns nil without an error if that is not possible.
func (l *Language) ParseExact(src []byte) (*code.Structure, error) {
	switch {
	case len(src) > MaxBytes:
		return nil, ErrTooLarge
	case depth(src) > maxDepth:
		return nil, ErrTooDeep
	case l.Exact != nil:
		return l.Exact(src), nil
	}
	return nil, nil
}

func (l *Language) dialect(src []byte, broken bool) *Language {
	if l.Dialect == nil {
		return nil
	}
	return l.Dialect(src, broken)
}

// parse is [Language.Parse] with the grammar of l. It reports whether the tree has no errors.
func (l *Language) parse(src []byte) (s *code.Structure, hasNoErrors bool, err error) {
	q, err := l.query()
	if err != nil {
		return nil, false, err
	}
	if bodies := q.bodies(l, src); len(bodies) > 0 {
		if s, hasNoErrors, err = l.read(q, src, bodies); s != nil || err != nil {
			return s, hasNoErrors, err
		}
	}
	return l.read(q, src, nil)
}

// readUncut is [Language.read] without gaps. It also returns the comments outside failed lines.
func (l *Language) readUncut(src []byte) (s *code.Structure, comments []code.Span, err error) {
	q, err := l.query()
	if err != nil {
		return nil, nil, err
	}
	prepared := l.prepare(src)
	t, err := q.parse(prepared, nil)
	if err != nil {
		return nil, nil, err
	}
	defer t.Close()
	// Prepare can turn code that the grammar does not know into a comment.
	comments = slices.DeleteFunc(q.commentsIn(t), func(s code.Span) bool {
		return !bytes.Equal(prepared[s.Start:s.End], src[s.Start:s.End])
	})
	s, _, err = l.readTree(q, t, src, nil)
	if err != nil {
		return nil, nil, err
	}
	return s, outsideFailed(comments, s.Failed), nil
}

// read converts a source by its tree, parsed without bodies, and reports whether that has no
// errors. It returns nil if the tree does not confirm that they are bodies.
func (l *Language) read(q *query, src []byte, bodies tree.Gaps) (s *code.Structure, hasNoErrors bool, err error) {
	text := src
	if len(bodies) > 0 {
		text = bodies.Cut(src, l.Bodies.End.placeholder())
	}
	t, err := q.parse(l.prepare(text), bodies)
	if err != nil {
		return nil, false, err
	}
	defer t.Close()
	return l.readTree(q, t, src, bodies)
}

// readTree is [Language.read] for a tree.
func (l *Language) readTree(q *query, t *tree.Tree, src []byte, bodies tree.Gaps) (s *code.Structure, hasNoErrors bool, err error) {
	walk := q.Walk(t, src)
	result := q.matches(l, walk, src)
	result.closed = outermost(result.closed)
	if len(bodies) > 0 && !confirmsBodies(t, result.closed, bodies) {
		return nil, false, nil
	}
	result.imports = q.importsIn(walk, src, result)
	if l.Support == code.FullSupport {
		result.comments = q.commentsIn(t)
	}
	var d *damage
	if t.Root().HasError() {
		d = l.damage(t.Pieces(q.marks), src)
	}
	s, err = l.structure(src, result, d)
	return s, d == nil, err
}

func (l *Language) prepare(src []byte) []byte {
	if l.Prepare == nil {
		return src
	}
	return l.Prepare(src)
}

// depth returns the nesting depth of the brackets in a text, including those in strings and
// comments; if there are no more than the limit, it returns their number as an upper bound.
func depth(src []byte) int {
	opening := 0
	for _, c := range []byte("([{") {
		opening += bytes.Count(src, []byte{c})
	}
	if opening <= maxDepth {
		return opening
	}
	deepest, open := 0, 0
	for _, c := range src {
		switch c {
		case '(', '[', '{':
			open++
			deepest = max(deepest, open)
		case ')', ']', '}':
			open = max(0, open-1)
		}
	}
	return deepest
}

// parse returns the tree of src, which the caller must close.
func (q *query) parse(src []byte, gaps tree.Gaps) (*tree.Tree, error) {
	t, err := tree.Parse(q.grammar, WithoutConflicts(src), gaps, maxTime)
	if errors.Is(err, tree.ErrTooSlow) {
		return nil, ErrTooSlow
	}
	return t, err
}

// Errors returns the number of syntax errors.
func (l *Language) Errors(src []byte) (int, error) {
	if d := l.dialect(src, false); d != nil {
		return d.Errors(src)
	}
	count, err := l.errors(src)
	if err == nil && count > 0 {
		if d := l.dialect(src, true); d != nil {
			if other, err := d.Errors(src); err == nil && other == 0 {
				return 0, nil
			}
		}
	}
	return count, err
}

// errors is [Language.Errors] with the grammar of l.
func (l *Language) errors(src []byte) (int, error) {
	q, err := l.query()
	if err != nil {
		return 0, err
	}
	t, err := q.parse(l.prepare(src), nil)
	if err != nil {
		return 0, err
	}
	defer t.Close()
	count := 0
	for p := range t.Pieces(nil) {
		if p.IsError || p.IsMissing {
			count++
		}
	}
	return count, nil
}

// match is a definition, a body without one, or an import.
type match struct {
	Definition
	pattern      int
	isDefinition bool // a definition or a scope
	declNode     *tree.Node
	rescued      bool // found by its text
}

// queryResult is the result of a query.
type queryResult struct {
	matches  []match
	imports  []code.Import
	names    []string    // of @package captures
	closed   []code.Span // bodies, values and skipped parts, which are not searched; outermost, sorted
	data     []code.Span // literals too long to be shown
	comments []code.Span // sorted
}

// matches runs the query and skips what need not be searched. The closed spans are not sorted
// yet.
func (q *query) matches(l *Language, walk *tree.Walk, src []byte) queryResult {
	var f queryResult
	for {
		m, ok := walk.Next()
		if !ok {
			return f
		}
		result := match{pattern: m.Pattern, Definition: Definition{Src: src}}
		var (
			last    code.Span // as captured, for body and value
			imports []code.Span
		)
		for _, c := range m.Captures {
			text := src[c.Start:c.End]
			whole := code.Span{Start: c.Start, End: c.End}
			span := Trimmed(src, whole) // some grammars include preceding white space in a node
			switch role := q.captures[c.Name]; role.role {
			case definition:
				result.Node, result.Span, result.Kind, result.isDefinition = c.Node(), span, role.kind, true
			case scope:
				result.Node, result.Span, result.Scope, result.isDefinition = c.Node(), span, true, true
			case name, scopeName:
				result.NameNode, result.Name = c.Node(), string(bytes.TrimSpace(text))
			case owner:
				result.OwnerNode, result.Owner = c.Node(), string(text)
			case declaration:
				result.Declaration, result.declNode = span, c.Node()
			case body:
				result.Body = join(result.Body, span)
				last = whole
			case value:
				result.Value, last = span, whole
			case members:
				result.Members = span
			case doc:
				result.Doc = span
			case imported:
				imports = append(imports, span)
			case packaged:
				f.names = append(f.names, string(src[span.Start:span.End]))
			case data:
				if _, _, headed := l.Container(src, span.Start); !headed && l.isLongData(src, c) {
					f.data = append(f.data, span)
				}
			case skip:
				f.closed = append(f.closed, span)
				walk.Skip(c.Start, c.End)
			case leaf:
				walk.Skip(c.Start, c.End)
			}
		}
		f.addImports(src, imports, result.Declaration)
		wanted := result.isDefinition || !result.Body.Empty() || !result.Value.Empty()
		if !wanted || result.isDefinition && l.Refine != nil && !l.Refine(&result.Definition) {
			continue
		}
		if l.open(&result.Definition) {
			last = code.Span{} // its contents are searched
			if !result.isDefinition && result.Body.Empty() && result.Value.Empty() {
				continue
			}
		}
		if result.Name = OneLine(result.Name); result.Name == "" && result.isDefinition && !result.Scope {
			continue // a node inserted for error recovery has no name
		}
		f.matches = append(f.matches, result)
		if last == (code.Span{}) {
			continue
		}
		if result.Body.Empty() && !IsLong(src, result.Value) {
			continue
		}
		s, captured := join(result.Body, result.Value), Trimmed(src, last)
		f.closed = append(f.closed, s)
		if s.Start <= captured.Start && (s.End >= captured.End || endsBlock(src[s.End:captured.End])) {
			walk.Skip(min(s.Start, last.Start), max(s.End, last.End))
		} // otherwise Refine shortened it: its surroundings must be searched
	}
}

// addImports adds the imports of a match. Its statement is its declaration, or else the name.
func (f *queryResult) addImports(src []byte, names []code.Span, statement code.Span) {
	for _, span := range names {
		in := code.Import{Name: importName(string(src[span.Start:span.End])), Written: span}
		if statement.Contains(span) {
			in.Written = statement
		}
		f.imports = append(f.imports, in)
	}
}

// importsIn returns the imports found, including those in bodies.
func (q *query) importsIn(walk *tree.Walk, src []byte, f queryResult) []code.Import {
	list := slices.DeleteFunc(f.imports, func(in code.Import) bool { return isInside(f.closed, in.Written) })
	if q.imports == nil {
		return list
	}
	for _, span := range f.closed {
		if text := src[span.Start:span.End]; q.filter.May(text) && q.imports.Match(text) {
			list = append(list, q.importsOf(walk, src, span)...)
		}
	}
	slices.SortStableFunc(list, func(a, b code.Import) int { return a.Written.Start - b.Written.Start })
	return slices.Compact(list)
}

// importsOf returns the imports in a part of a source.
func (q *query) importsOf(walk *tree.Walk, src []byte, part code.Span) []code.Import {
	walk.Within(part.Start, part.End)
	var f queryResult
	for m, ok := walk.Next(); ok; m, ok = walk.Next() {
		var names []code.Span
		var statement code.Span
		for _, c := range m.Captures {
			switch span := Trimmed(src, code.Span{Start: c.Start, End: c.End}); q.captures[c.Name].role {
			case imported:
				if part.Contains(span) {
					names = append(names, span)
				}
			case declaration:
				statement = span
			}
		}
		f.addImports(src, names, statement)
	}
	return f.imports
}

// maxName is the max length of a name in characters, because outlines are read line by line.
const maxName = 120

// OneLine returns a name on one line of bounded length.
func OneLine(name string) string {
	if len(name) <= maxName && !strings.ContainsAny(name, "\t\r\n") {
		return name
	}
	runes := []rune(strings.Join(strings.Fields(name), " "))
	return string(runes[:min(len(runes), maxName)])
}

// endsBlock reports whether a text is just a word that ends a block.
func endsBlock(text []byte) bool {
	word := bytes.TrimSpace(text)
	for _, c := range word {
		if c < 'a' || c > 'z' {
			return false
		}
	}
	return len(word) <= len("end")+1
}

// Trimmed returns a span without white space at its ends.
func Trimmed(src []byte, s code.Span) code.Span {
	text := src[s.Start:s.End]
	s.Start += len(text) - len(bytes.TrimLeft(text, " \t\r\n"))
	return code.Span{Start: s.Start, End: s.Start + len(bytes.TrimSpace(text))}
}

// Joined sorts spans and merges those that are separated only by white space.
func Joined(src []byte, spans []code.Span) []code.Span {
	slices.SortFunc(spans, func(a, b code.Span) int { return a.Start - b.Start })
	var list []code.Span
	for _, s := range spans {
		if n := len(list); n > 0 && len(bytes.TrimSpace(src[min(list[n-1].End, s.Start):s.Start])) == 0 {
			list[n-1].End = max(list[n-1].End, s.End)
		} else {
			list = append(list, s)
		}
	}
	return list
}

func join(a, b code.Span) code.Span {
	switch {
	case a.Empty():
		return b
	case b.Empty():
		return a
	}
	return code.Span{Start: min(a.Start, b.Start), End: max(a.End, b.End)}
}

// maxValue is the max length in bytes of a one-line literal that is shown in a skeleton. Longer
// ones are data, like those of several lines.
const maxValue = 160

// IsLong reports whether a value is omitted from a skeleton.
func IsLong(src []byte, s code.Span) bool {
	return isMultiline(src, s) || s.Len() > maxValue && bytes.IndexByte([]byte("\"'`/[{"), src[s.Start]) >= 0
}

func isMultiline(src []byte, s code.Span) bool {
	return !s.Empty() && bytes.IndexByte(src[s.Start:s.End], '\n') >= 0
}

// structure creates the structure from the matches. d is not nil if the source has syntax errors.
func (l *Language) structure(src []byte, f queryResult, d *damage) (*code.Structure, error) {
	s := &code.Structure{}
	closed := f.closed
	list := dropInside(closed, dropDuplicates(f.matches))
	if d != nil {
		list, closed = d.repair(list, closed)
		if s.Failed = d.failed(list, closed); len(list) == 0 && d.isMostlyFailed() {
			return nil, ErrUnreadable
		}
		s.Broken = len(s.Failed) > 0
	}

	declared := map[code.Span]int{}
	var scopes []*match
	for i := range list {
		m := &list[i]
		if m.Scope {
			if m.Body.Empty() && m.Value.Empty() { // otherwise it is not searched
				scopes = append(scopes, m)
			}
		} else if m.isDefinition && !m.Declaration.Empty() {
			declared[m.Declaration]++
		}
	}
	s.Cuts = dataCuts(src, f.data, closed, list)
	groups := map[code.Span]code.Group{}
	group := func(span code.Span, node *tree.Node, deep bool) code.Group {
		g, ok := groups[span]
		if !ok {
			if g = (code.Group{Span: l.Comments.With(src, span), Members: bracketContents(node, deep)}); !span.Contains(g.Members) {
				g.Members = code.Span{} // it ends before its end in the tree
			}
			groups[span] = g
		}
		return g
	}
	var prefixes []string
	var enclosing []*match // the scopes that may contain the current definition
	isSorted := areSorted(list)
	if !isSorted {
		enclosing = scopes
	}
	for i := range list {
		m := &list[i]
		body := m.bodyCut(l, src)
		s.Cuts = append(s.Cuts, body...)
		if !m.isDefinition || m.Scope {
			continue
		}
		sym := code.Symbol{Kind: m.Kind, Name: m.Name, Node: m.Span, Whole: m.Span, Own: m.Own, Rescued: m.rescued}
		switch n := declared[m.Declaration]; {
		case n == 1 && m.Declaration.Contains(m.Span):
			sym.Whole = m.Declaration
		case n > 1 && m.Declaration.Contains(m.Span):
			sym.Group = group(m.Declaration, m.declNode, false)
		}
		prefix := m.Owner
		if isSorted {
			enclosing = slices.DeleteFunc(enclosing, func(scope *match) bool { return scope.Span.End <= m.Span.Start })
			for len(scopes) > 0 && scopes[0].Span.Start <= m.Span.Start {
				enclosing, scopes = append(enclosing, scopes[0]), scopes[1:]
			}
		}
		for _, scope := range enclosing {
			if !scope.Span.Contains(m.Span) || scope.Span == m.Span {
				continue
			}
			if sym.Group.Empty() {
				sym.Group = group(join(scope.Declaration, scope.Span), scope.Node, true)
			}
			if prefix == "" {
				prefix = scope.Name
			}
		}
		sym.Doc = l.docAbove(src, sym.Whole.Start)
		sym.Head = m.head(src, body)
		sym.Head.Start = HeadStart(src, sym)
		if !m.Members.Empty() {
			sym.Fold = m.fold(l, src)
		}
		prefixes = append(prefixes, prefix)
		s.Symbols = append(s.Symbols, sym)
	}
	s.Cuts = append(s.Cuts, l.Comments.Remarks(src, outsideFailed(f.comments, s.Failed), s.Cuts)...)
	s.Imports, s.Packages = f.imports, f.names
	s.Finish(prefixes)
	for i := range s.Symbols {
		sym := &s.Symbols[i]
		if sym.Parent < 0 || !s.Symbols[sym.Parent].Kind.HasMembers() {
			continue
		}
		if sym.Kind == code.Function {
			sym.Kind = code.Method
		}
	}
	return s, nil
}

// areSorted reports whether definitions are sorted by their starts. They are, except after some errors.
func areSorted(list []match) bool {
	last := 0
	for i := range list {
		if m := &list[i]; m.isDefinition {
			if m.Span.Start < last {
				return false
			}
			last = m.Span.Start
		}
	}
	return true
}

// HeadStart returns the start of the header of a symbol: a keyword before it; decorators are on
// separate lines.
func HeadStart(src []byte, sym code.Symbol) int {
	if bytes.Contains(src[sym.Whole.Start:sym.Head.Start], []byte("\n")) {
		return sym.Head.Start
	}
	return sym.Whole.Start
}

// bracketContents returns the range between the brackets at the end of a declaration or block, or an empty
// span. If deep is set, it also searches its last child recursively; a parenthesized list is
// always searched.
func bracketContents(n *tree.Node, deep bool) code.Span {
	for n != nil {
		i := int(n.ChildCount()) - 1
		for i > 0 && (n.Child(i).Type() == ";" || n.Child(i).Type() == ",") {
			i--
		}
		if i < 0 {
			return code.Span{}
		}
		last := n.Child(i)
		if at := strings.Index(")}", last.Type()); at >= 0 {
			for j := range i {
				if c := n.Child(j); c.Type() == "({"[at:at+1] {
					return code.Span{Start: int(c.EndByte()), End: int(last.StartByte())}
				}
			}
			return code.Span{}
		}
		if n = last; !deep && (n.ChildCount() == 0 || n.Child(0).Type() != "(") {
			return code.Span{}
		}
	}
	return code.Span{}
}

// dropInside drops the matches inside bodies, values and skipped parts.
func dropInside(closed []code.Span, list []match) []match {
	return slices.DeleteFunc(list, func(m match) bool {
		return isInside(closed, m.span()) || m.isDefinition && contains(closed, m.Span)
	})
}

// span returns the range of a match that must not be inside a body.
func (m *match) span() code.Span {
	if m.isDefinition {
		return m.Span
	}
	return join(m.Body, m.Value)
}

// dropDuplicates drops matches of a node and name that an earlier pattern matched.
func dropDuplicates(list []match) []match {
	last := map[int]int{} // by start: index in result, from 1
	var (
		result   []match
		previous []int // for each of result: the previous one with the same start, from 1
	)
	for _, m := range list {
		place := m.span()
		i := last[place.Start]
		for i > 0 && !result[i-1].isSame(&m, place) {
			i = previous[i-1]
		}
		if i > 0 {
			if existing := &result[i-1]; m.pattern < existing.pattern || m.pattern == existing.pattern && m.captureCount() > existing.captureCount() {
				*existing = m
			}
			continue
		}
		previous = append(previous, last[place.Start])
		result = append(result, m)
		last[place.Start] = len(result)
	}
	return result
}

// isSame reports whether another match, at a place, has the same node and name.
func (m *match) isSame(other *match, place code.Span) bool {
	return m.span() == place && m.Name == other.Name && m.isDefinition == other.isDefinition && SpanOf(m.NameNode) == SpanOf(other.NameNode)
}

// captureCount returns the number of optional captures of a match.
func (m *match) captureCount() int {
	n := 0
	for _, s := range []code.Span{m.Declaration, m.Body, m.Value, m.Members, m.Doc} {
		if !s.Empty() {
			n++
		}
	}
	return n
}

// outermost sorts spans and drops nested ones.
func outermost(spans []code.Span) []code.Span {
	sort.Slice(spans, func(a, b int) bool {
		if spans[a].Start != spans[b].Start {
			return spans[a].Start < spans[b].Start
		}
		return spans[a].End > spans[b].End
	})
	var result []code.Span
	for _, s := range spans {
		if n := len(result); n == 0 || !result[n-1].Contains(s) {
			result = append(result, s)
		}
	}
	return result
}

// isInside reports whether s is a proper part of one of the spans.
func isInside(spans []code.Span, s code.Span) bool {
	at := sort.Search(len(spans), func(i int) bool { return spans[i].Start > s.Start }) - 1
	return at >= 0 && spans[at].Contains(s) && spans[at] != s
}

// contains reports whether s is one of the spans.
func contains(spans []code.Span, s code.Span) bool {
	at := sort.Search(len(spans), func(i int) bool { return spans[i].Start >= s.Start })
	return at < len(spans) && spans[at] == s
}

// bodyCut returns what a skeleton omits from a definition.
func (m *match) bodyCut(l *Language, src []byte) []code.Cut {
	var cuts []code.Cut
	if b := m.Body; !b.Empty() {
		b.Start = max(b.Start, m.Doc.End)
		if text, ok := l.Elision.placeholder(string(src[b.Start:max(b.Start, b.End)]), m.BodyText); ok {
			if m.Doc.End > 0 {
				text = "\n" + indentOf(src, m.Doc.Start) + text
			}
			cuts = append(cuts, code.Cut{Span: b, Text: padPlaceholder(src, b, text)})
		}
	}
	if IsLong(src, m.Value) {
		cuts = append(cuts, code.Cut{Span: m.Value, Text: padPlaceholder(src, m.Value, l.Elision.Value)})
	}
	return cuts
}

// padPlaceholder adds a blank between the replacement of a span and an adjacent word: do1end is not
// do...end.
func padPlaceholder(src []byte, s code.Span, text string) string {
	letter := func(at int) bool {
		return at >= 0 && at < len(src) && (src[at] == '_' || src[at] >= '0' && src[at] <= '9' || src[at]|0x20 >= 'a' && src[at]|0x20 <= 'z')
	}
	if text[0] == '.' && letter(s.Start-1) {
		text = " " + text
	}
	if text[len(text)-1] == '.' && letter(s.End) {
		text += " "
	}
	return text
}

// indentOf returns the white space before an offset on its line.
func indentOf(src []byte, at int) string {
	start := LineStart(src, at)
	end := start
	for end < at && (src[end] == ' ' || src[end] == '\t') {
		end++
	}
	return string(src[start:end])
}

// head returns the part of a definition before its body, members or long value.
func (m *match) head(src []byte, cuts []code.Cut) code.Span {
	end := m.Span.End
	for _, s := range []code.Span{m.Body, m.Members, m.Doc} {
		if !s.Empty() && s.Start > m.Span.Start {
			end = min(end, s.Start)
		}
	}
	if IsLong(src, m.Value) {
		end = min(end, m.Value.Start)
	}
	if m.HeadEnd > m.Span.Start {
		end = min(end, m.HeadEnd)
	}
	for _, c := range cuts {
		end = min(end, max(c.Start, m.Span.Start))
	}
	return code.Span{Start: m.Span.Start, End: end}
}

// fold returns the cut that leaves the header of a type.
func (m *match) fold(l *Language, src []byte) code.Cut {
	span, text := m.Members, l.Elision.Members
	if m.MembersText != "" {
		text = m.MembersText
	}
	if !m.Doc.Empty() && span.Contains(m.Doc) {
		span.Start = m.Doc.End
		text = "\n" + indentOf(src, m.Doc.Start) + text
	}
	if strings.Trim(string(src[span.Start:span.End]), "{} \t\r\n") == "" {
		return code.Cut{}
	}
	return code.Cut{Span: span, Text: text}
}

// importName returns the text of an import without its keyword, quotes and brackets.
func importName(text string) string {
	text = strings.TrimPrefix(text, "import ")
	return strings.Join(strings.Fields(strings.Trim(text, "\"'`<>;")), " ")
}
