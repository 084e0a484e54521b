package code

import (
	"bytes"
	"slices"
	"sort"
	"strings"

	"dossier/aggregate/text"
	"dossier/models"
)

// HiddenError reports that a hidden symbol cannot be removed from a shown one, because one
// declaration defines both, as in a, b = f(). Neither is shown.
type HiddenError struct{ Path, Of string }

func (e *HiddenError) Error() string {
	return "the symbol " + e.Path + " cannot be hidden: it is a part of " + e.Of + ", which is omitted with it"
}

// Masked returns the symbols that mask names, in source order, separated by blank lines. A
// definition is the unchanged source with its doc comment; in a signature, the body or the
// members are elided; hidden symbols are omitted. An entry inside a definition refines it, and
// nothing is printed twice.
//
// Symbols inside something that is not shown as a definition are printed within its header and
// its end. Members of one type share these.
//
// A name that is not in the source is reported by a line at the end, and by a [*LostError]. A
// hidden symbol that cannot be removed is reported by a line in place of the enclosing
// declaration, and by a [*HiddenError]: no byte of a hidden symbol is printed, except symbols in
// it that mask shows.
func (s *Structure) Masked(src string, mask Mask) (string, []error) {
	m, parts := s.masked(src, mask, nil)
	return joinParts(parts), m.problems
}

// MaskedWithout is [Structure.Masked] with edits of the source applied. The result states the source line of each line.
func (s *Structure) MaskedWithout(src string, mask Mask, edits []text.Edit) (text.Mapped, []error) {
	m, parts := s.masked(src, mask, edits)
	return m.mapParts(parts), m.problems
}

func (s *Structure) masked(src string, mask Mask, edits []text.Edit) (*masking, []part) {
	modes, lost := s.resolve(mask)
	m := s.mask(src, modes)
	m.edits = text.JoinEdits(edits)
	parts := m.parts()
	for _, l := range lost {
		parts = append(parts, part{text: "ERROR: symbol not found: " + l.Path})
		m.problems = append(m.problems, l)
	}
	return m, parts
}

// Definitions returns every top-level definition, and nothing else.
func (s *Structure) Definitions(src string) string { return joinParts(s.definitions(src).parts()) }

// DefinitionsWithout is [Structure.Definitions] with edits of the source applied.
// The result states the source line of each line.
func (s *Structure) DefinitionsWithout(src string, edits []text.Edit) text.Mapped {
	m := s.definitions(src)
	m.edits = text.JoinEdits(edits)
	return m.mapParts(m.parts())
}

func (s *Structure) definitions(src string) *masking {
	modes := make([]models.MaskMode, len(s.Symbols))
	for i := range s.Symbols {
		if s.Symbols[i].Parent < 0 {
			modes[i] = models.MaskDef
		}
	}
	return s.mask(src, modes)
}

// part is printed text and the origin of its bytes in the source.
type part struct {
	text    string
	origins []origin
}

// origin is where a piece of the source was printed.
type origin struct {
	out, from int // offsets in the part and in the source
	length    int
}

// joinParts joins parts with blank lines between them.
func joinParts(parts []part) string {
	texts := make([]string, len(parts))
	for i, p := range parts {
		texts[i] = p.text
	}
	return strings.Join(texts, "\n\n")
}

// mapParts is [joinParts] with the source lines that the parts show.
func (m *masking) mapParts(parts []part) text.Mapped {
	lines := NewLines(m.src)
	shown := text.Mapped{Text: joinParts(parts), From: []int{}}
	for i, p := range parts {
		if i > 0 {
			shown.From = append(shown.From, 0)
		}
		at := 0
		for line := range strings.SplitSeq(p.text, "\n") {
			start, end := at+len(line)-len(strings.TrimLeft(line, " \t")), at+len(line)
			if start == end {
				end++ // a blank line is the line of its newline
			}
			shown.From = append(shown.From, p.line(lines, start, end))
			at += len(line) + 1
		}
	}
	return shown
}

// line returns the source line of the first byte in a range of a part that comes
// from the source, or 0 if there is none.
func (p part) line(lines Lines, start, end int) int {
	for ; start < end; start++ {
		i := sort.Search(len(p.origins), func(i int) bool { return p.origins[i].out > start }) - 1
		if i >= 0 && start < p.origins[i].out+p.origins[i].length {
			return lines.At(p.origins[i].from + start - p.origins[i].out)
		}
	}
	return 0
}

// node is a part of the source that a mask applies to: a symbol, several symbols of one
// declaration, or a group.
type node struct {
	symbols          []int // empty for a group
	group            Group
	core             Span // including the doc comment
	extent           Span // core and the white space before it on its line
	children         []*node
	mode             models.MaskMode // the richest mode of symbols; hide for a group
	shown            bool            // a part of it is shown
	changed          bool            // a part of it is not shown as a definition
	explicitlyHidden bool            // it or an enclosing symbol is explicitly hidden
}

// masking prints what a mask shows. It traverses the source once, so nothing is printed twice.
// All printed source goes through [masking.printTo], which refuses hidden bytes.
type masking struct {
	s           *Structure
	src         string
	modes       []models.MaskMode // as in the mask
	shown       []models.MaskMode // for all symbols
	roots       []*node
	edges       []int       // the first and the last byte of each symbol, sorted
	hidden      []bool      // bytes that must not be printed; nil if the mask hides nothing
	edits       []text.Edit // of the source, sorted and disjoint
	out         []byte      // the current part
	origins     []origin    // of it
	at          int         // end of the source printed or skipped so far
	lastPrinted int         // the last printed byte that is not white space
	blocked     []int       // hidden bytes that were to be printed
	problems    []error
}

func (s *Structure) mask(src string, modes []models.MaskMode) *masking {
	m := &masking{s: s, src: src, modes: modes, shown: s.shown(modes)}
	for i := range s.Symbols {
		whole := s.Symbols[i].Whole
		m.edges = append(m.edges, whole.Start, whole.End-1)
	}
	slices.Sort(m.edges)
	root := m.tree()
	m.roots = root.children
	m.computeModes(root)
	if slices.Contains(modes, models.MaskHide) {
		m.hidden = make([]bool, len(src))
		m.hide(root)
	}
	return m
}

// tree groups the symbols into nodes, and returns their root.
func (m *masking) tree() *node {
	type place struct {
		parent int
		group  Group
	}
	root := &node{}
	at := make([]*node, len(m.s.Symbols))
	groups := map[place]*node{}
	first := m.s.firstOfDeclaration()
	for i := range m.s.Symbols {
		sym := &m.s.Symbols[i]
		if n := at[first[i]]; n != nil {
			n.symbols = append(n.symbols, i)
			n.core = Span{min(n.core.Start, sym.core().Start), max(n.core.End, sym.Whole.End)}
			n.extent = fromMargin(m.src, n.core)
			at[i] = n
			continue
		}
		holder := root
		if sym.Parent >= 0 {
			holder = at[sym.Parent]
		}
		if g := sym.Group; g.Contains(sym.Whole) && (sym.Parent < 0 || m.s.Symbols[sym.Parent].Node.Contains(g.Span)) {
			in := groups[place{sym.Parent, g}]
			if in == nil {
				in = &node{group: g, core: g.Span, extent: fromMargin(m.src, g.Span)}
				groups[place{sym.Parent, g}] = in
				holder.children = append(holder.children, in)
			}
			holder = in
		}
		at[i] = &node{symbols: []int{i}, core: sym.core(), extent: sym.extent(m.src)}
		holder.children = append(holder.children, at[i])
	}
	return root
}

// computeModes computes how a node and its children are shown.
func (m *masking) computeModes(n *node) {
	n.mode = models.MaskHide
	for _, i := range n.symbols {
		if mode := m.shown[i]; mode == models.MaskDef || mode == models.MaskSig && n.mode != models.MaskDef {
			n.mode = mode
		}
		n.changed = n.changed || m.shown[i] != models.MaskDef
		n.explicitlyHidden = n.explicitlyHidden || m.modes[i] == models.MaskHide
	}
	n.shown = n.mode != models.MaskHide
	n.explicitlyHidden = n.explicitlyHidden && !n.shown
	for _, c := range n.children {
		c.explicitlyHidden = n.explicitlyHidden
		m.computeModes(c)
		n.shown = n.shown || c.shown
		n.changed = n.changed || c.changed
	}
}

// hide marks the bytes that must not be printed: all of each explicitly hidden symbol except
// the shown symbols in it.
func (m *masking) hide(n *node) {
	shown := visible(n.children)
	if len(n.symbols) > 1 {
		shown = nil // it is not known which of them they are members of
	}
	for _, i := range n.symbols {
		sym := &m.s.Symbols[i]
		spans := sym.Own
		switch {
		case m.modes[i] != models.MaskHide:
			continue
		case n.mode == models.MaskHide || len(spans) == 0:
			spans = []Span{sym.core()}
		}
		for _, span := range spans {
			at := span.Start
			for _, c := range shown {
				m.hideRange(Span{at, min(c.extent.Start, span.End)})
				at = max(at, c.core.End+m.tailLength(c.core.End))
			}
			m.hideRange(Span{at, span.End})
		}
	}
	for _, c := range n.children {
		m.hide(c)
	}
}

func (m *masking) hideRange(span Span) {
	for i := max(0, span.Start); i < min(span.End, len(m.hidden)); i++ {
		m.hidden[i] = true
	}
}

// parts prints what is shown at the top level, each with its contents.
func (m *masking) parts() []part {
	var parts []part
	for _, n := range visible(m.roots) {
		if n.core.End <= m.at {
			continue // inside printed text, which does not happen in a tree without errors
		}
		m.out, m.origins, m.blocked = nil, nil, nil
		m.moveTo(n)
		m.print(n)
		if len(m.blocked) > 0 {
			m.out = nil
			m.printError(n, func(sym *Symbol) bool {
				return slices.ContainsFunc(m.blocked, func(at int) bool { return sym.core().Contains(Span{at, at + 1}) })
			})
		}
		m.skipTo(n.core.End)
		if text := trimEnd(string(m.out)); text != "" {
			parts = append(parts, part{text, m.origins})
		}
	}
	return parts
}

// visible returns the nodes of which something is shown. An explicitly hidden node is replaced by
// its children.
func visible(nodes []*node) []*node {
	var list []*node
	for _, n := range nodes {
		switch {
		case !n.shown:
		case n.explicitlyHidden:
			list = append(list, visible(n.children)...)
		default:
			list = append(list, n)
		}
	}
	return list
}

// printTo prints the source up to an offset, unless a part of it is hidden.
func (m *masking) printTo(end int) {
	if end = min(end, len(m.src)); end <= m.at {
		return
	}
	at := -1
	if m.hidden != nil {
		at = slices.Index(m.hidden[m.at:end], true)
	}
	if at >= 0 {
		m.blocked = append(m.blocked, m.at+at)
	} else {
		m.copy(m.at, end)
		if text := strings.TrimRight(m.src[m.at:end], blanks); text != "" {
			m.lastPrinted = m.at + len(text) - 1
		}
	}
	m.at = end
}

// copy prints a part of the source with the edits in it applied.
func (m *masking) copy(start, end int) {
	for i := sort.Search(len(m.edits), func(i int) bool { return m.edits[i].End > start }); i < len(m.edits) && m.edits[i].Start < end; i++ {
		e := m.edits[i]
		if e.Start >= start {
			m.piece(start, e.Start)
			m.literal(e.New)
		}
		start = e.End
	}
	m.piece(start, end)
}

// piece prints a part of the source unchanged.
func (m *masking) piece(start, end int) {
	if start < end {
		m.origins = append(m.origins, origin{len(m.out), start, end - start})
		m.out = append(m.out, m.src[start:end]...)
	}
}

// moveTo moves to the start of a node. A comment above it that belongs to a hidden neighbour is
// skipped.
func (m *masking) moveTo(n *node) {
	m.skipTo(n.extent.Start)
	if m.hidden == nil || len(n.symbols) == 0 {
		return
	}
	for at := m.s.Symbols[n.symbols[0]].Whole.Start; at > m.at; at-- {
		if m.hidden[at-1] {
			m.skipTo(at)
		}
	}
}

func (m *masking) skipTo(end int)      { m.at = max(m.at, end) }
func (m *masking) literal(text string) { m.out = append(m.out, text...) }

// line begins a line, except at the beginning of the part.
func (m *masking) line() {
	if m.truncate(len(bytes.TrimRight(m.out, blanks))); len(m.out) > 0 {
		m.literal("\n")
	}
}

// truncate removes the end of the printed text.
func (m *masking) truncate(length int) {
	m.out = m.out[:length]
	for i := len(m.origins) - 1; i >= 0 && m.origins[i].out+m.origins[i].length > length; i-- {
		if m.origins[i].length = length - m.origins[i].out; m.origins[i].length <= 0 {
			m.origins = m.origins[:i]
		}
	}
}

// printError prints a line in place of what cannot be printed without hidden symbols.
func (m *masking) printError(n *node, without func(*Symbol) bool) {
	owner := ""
	for i := range m.s.Symbols {
		if sym := &m.s.Symbols[i]; owner == "" && m.shown[i] != models.MaskHide && n.core.Contains(sym.Whole) {
			owner = sym.Path
		}
	}
	margin, rows := m.src[n.extent.Start:n.core.Start], 0
	for i := range m.s.Symbols {
		sym := &m.s.Symbols[i]
		if m.modes[i] != models.MaskHide || !without(sym) {
			continue
		}
		if rows++; rows > 1 {
			m.line()
		}
		m.literal(margin + "ERROR: symbol cannot be hidden: " + sym.Path)
		m.problems = append(m.problems, &HiddenError{sym.Path, owner})
	}
	m.skipTo(n.core.End)
}

// print prints a node as it is shown.
func (m *masking) print(n *node) {
	switch {
	case !m.isSeparable(n):
		m.printError(n, func(sym *Symbol) bool { return len(sym.Own) == 0 && n.core.Contains(sym.Whole) })
	case len(n.symbols) == 0 && n.changed:
		m.printGroup(n)
	case len(n.symbols) == 0, n.mode == models.MaskDef && !m.isEmptied(n):
		m.printDefinition(n.core.End, n.children, m.ownedSpans(n))
	case len(n.symbols) == 1 && !m.fold(n).Empty():
		m.printType(n)
	case n.mode == models.MaskHide:
		m.printMembers(n.children, visible(n.children), true)
	default:
		m.printSignature(n)
	}
	m.skipTo(n.core.End)
}

// fold returns the placeholder for the members of a node, or an empty cut.
func (m *masking) fold(n *node) Cut {
	if len(n.symbols) == 0 {
		return Cut{Span: n.group.Members}
	}
	return m.s.Symbols[n.symbols[0]].Fold
}

// isSeparable reports whether the hidden parts can be removed from a declaration, or from a group
// that consists only of declarations.
func (m *masking) isSeparable(n *node) bool {
	if len(n.symbols) == 0 && n.group.Members.Empty() {
		return !slices.ContainsFunc(n.children, func(c *node) bool { return !m.isSeparable(c) })
	}
	return n.mode == models.MaskHide || !slices.ContainsFunc(n.symbols, func(i int) bool {
		return m.modes[i] == models.MaskHide && len(m.s.Symbols[i].Own) == 0
	})
}

// ownedSpans returns the parts of a declaration that belong only to hidden symbols, sorted.
func (m *masking) ownedSpans(n *node) []Span {
	var own []Span
	for _, i := range n.symbols {
		if m.modes[i] == models.MaskHide {
			own = append(own, m.s.Symbols[i].Own...)
		}
	}
	slices.SortFunc(own, func(a, b Span) int { return a.Start - b.Start })
	return own
}

// isEmptied reports whether all members of a node are hidden, with nothing else between them.
func (m *masking) isEmptied(n *node) bool {
	fold := m.fold(n)
	if len(n.symbols) > 1 || len(n.children) == 0 || slices.ContainsFunc(n.children, func(c *node) bool { return c.shown }) {
		return false
	}
	var remaining strings.Builder
	at := fold.Start
	for _, c := range n.children {
		if c.core.Start > at {
			remaining.WriteString(m.src[at:min(c.core.Start, fold.End)])
		}
		at = max(at, min(fold.End, c.core.End+m.tailLength(c.core.End)))
	}
	remaining.WriteString(m.src[at:fold.End])
	opening, closing := brackets(fold)
	text := strings.TrimPrefix(strings.Trim(remaining.String(), blanks), opening)
	return strings.Trim(strings.TrimSuffix(text, closing), blanks) == ""
}

// brackets returns the delimiters of a type's members: { and } for "{ ... }".
func brackets(fold Cut) (opening, closing string) {
	opening, closing, _ = strings.Cut(fold.Text, "...")
	return strings.Trim(opening, blanks), strings.Trim(closing, blanks)
}

// printDefinition prints a definition up to end, without hidden parts; own are the parts of it that are
// hidden.
func (m *masking) printDefinition(end int, children []*node, own []Span) {
	from := len(m.out)
	for i, c := range children {
		if !c.changed || c.core.Start >= end {
			continue
		}
		m.printTo(c.extent.Start)
		switch group := len(c.symbols) == 0; {
		case group && m.isSeparable(c) && (c.shown || !c.group.Members.Empty() && !m.isEmptied(c)):
			m.printDefinition(c.core.End, c.children, nil) // it belongs to the definition
		case c.explicitlyHidden && c.shown:
			m.printMembers(c.children, visible(c.children), true)
			m.skipTo(c.core.End)
		case c.shown:
			m.print(c)
		default:
			m.omit(c, from, i == len(children)-1)
		}
	}
	for _, span := range own {
		m.printTo(span.Start)
		m.omitFrom(span.End, from)
	}
	m.printTo(end)
}

// omit omits a member: its lines if it is alone on them, else including its separator. from
// is the start of the printed list.
func (m *masking) omit(n *node, from int, last bool) {
	end := n.core.End + m.tailLength(n.core.End)
	rest := end + lineEnd(m.src[end:])
	if !m.isOnOwnLine(n) || strings.Trim(m.src[end:rest], blanks) != "" {
		m.printTo(n.core.Start)
		m.omitFrom(n.core.End, from)
		return
	}
	m.skipTo(min(rest+1, len(m.src)))
	if last && end == n.core.End {
		m.cutComma(from)
	}
	// Blank lines above it are omitted too.
	if above := bytes.TrimRight(m.out[from:], blanks); last || strings.TrimSpace(m.src[m.at:m.at+lineEnd(m.src[m.at:])]) == "" {
		if text := m.out[from+len(above):]; bytes.Count(text, []byte("\n")) > 1 {
			m.truncate(from + len(above))
			m.literal("\n")
		}
	}
}

// omitFrom omits the rest of a list element, with the comma after it or, if there is none, the
// one before it.
func (m *masking) omitFrom(end, from int) {
	m.skipTo(end)
	rest := strings.TrimLeft(m.src[m.at:], " \t")
	if rest != "" && (rest[0] == ',' || rest[0] == ';') {
		m.skipTo(len(m.src) - len(strings.TrimLeft(rest[1:], " \t")))
		return
	}
	m.cutComma(from)
}

// cutComma removes a comma from the end of the text printed since from, unless it is part of the
// previous symbol.
func (m *masking) cutComma(from int) {
	text := m.out[from:]
	list := bytes.TrimRight(text, blanks)
	if _, ends := slices.BinarySearch(m.edges, m.lastPrinted); ends || !bytes.HasSuffix(list, []byte(",")) {
		return
	}
	space := string(text[len(list):])
	m.truncate(from + len(list) - 1)
	if strings.Contains(space, "\n") {
		m.literal(space)
	}
}

// tailLength returns the length of what belongs to a member after its end on the same line: its
// separator, and a comment.
func (m *masking) tailLength(end int) int {
	line := m.src[end : end+lineEnd(m.src[end:])]
	n := 0
	if text := strings.TrimLeft(line, " \t"); text != "" && (text[0] == ',' || text[0] == ';') {
		n = len(line) - len(text) + 1
	}
	if at, found := slices.BinarySearch(m.edges, end); found || at < len(m.edges) && m.edges[at] < end+len(line) {
		return n // the start or end of a symbol is code, whatever it looks like
	}
	comment := strings.TrimSpace(line[n:])
	for _, marks := range [][2]string{{"//"}, {"#"}, {"--"}, {"/*", "*/"}, {"(*", "*)"}, {"{-", "-}"}} {
		if strings.HasPrefix(comment, marks[0]) && strings.HasSuffix(comment, marks[1]) {
			return len(trimEnd(line))
		}
	}
	return n
}

// isOnOwnLine reports whether only white space precedes a node on its line.
func (m *masking) isOnOwnLine(n *node) bool { return m.beginsLine(n.extent.Start) }

func (m *masking) beginsLine(at int) bool { return at == 0 || m.src[at-1] == '\n' }

// lineEnd returns the distance to the end of a line.
func lineEnd(rest string) int {
	if n := strings.IndexByte(rest, '\n'); n >= 0 {
		return n
	}
	return len(rest)
}

// printSignature prints symbols without what a skeleton omits.
func (m *masking) printSignature(n *node) {
	var cuts []Cut
	for _, i := range n.symbols {
		cuts = append(cuts, m.s.elisions(&m.s.Symbols[i])...)
	}
	for _, span := range m.ownedSpans(n) {
		cuts = append(cuts, Cut{Span: span})
	}
	slices.SortStableFunc(cuts, func(a, b Cut) int { return a.Start - b.Start })
	from := len(m.out)
	for _, c := range cuts {
		if c.Start < m.at {
			m.skipTo(c.End)
			continue
		}
		m.printTo(c.Start)
		if c.Text == "" {
			m.omitFrom(c.End, from)
			continue
		}
		m.literal(c.Text)
		m.skipTo(c.End)
	}
	m.printTo(n.core.End)
}

// printType prints the header of a type, its shown members, and its end.
func (m *masking) printType(n *node) {
	sym := &m.s.Symbols[n.symbols[0]]
	head, end := n.children, sym.Fold.Start
	for i, c := range n.children {
		// A member that begins in the header is part of it: the first key of a document.
		if c.shown || c.explicitlyHidden || len(c.symbols) == 0 || m.s.Symbols[c.symbols[0]].Whole.Start >= end {
			if c.core.End > end {
				head, end = n.children[:i], min(end, c.extent.Start)
				break
			}
		}
	}
	members := n.children[len(head):]
	m.printDefinition(end, slices.DeleteFunc(slices.Clone(head), func(c *node) bool { return !c.explicitlyHidden }), nil)
	list := visible(members)
	if len(list) == 0 {
		m.skipTo(sym.Fold.Start - len(m.marginOf(sym.Fold.Start)))
		m.printTo(sym.Fold.Start)
		m.literal(sym.Fold.Text)
		m.skipTo(sym.Fold.End)
		m.printTo(n.core.End)
		return
	}
	opening, closing := brackets(sym.Fold)
	m.literal(opening)
	m.printMembers(members, list, opening == "")
	if closing != "" {
		m.closing(sym.Fold.Start, sym.Fold.End-len(closing), m.marginOf(sym.Node.Start))
		m.literal(closing)
	}
	m.skipTo(sym.Fold.End)
	m.printTo(n.core.End)
}

// printGroup prints the header of a group, its shown members, and its end.
func (m *masking) printGroup(n *node) {
	list, inner := visible(n.children), n.group.Members
	if !inner.Empty() {
		m.printTo(inner.Start)
		m.printMembers(n.children, list, false)
		m.closing(inner.Start, inner.End, m.marginOf(n.core.Start))
		m.skipTo(inner.End)
		m.printTo(n.core.End)
		return
	}
	m.printTo(n.children[0].extent.Start)
	for k, c := range list {
		i := slices.Index(n.children, c)
		switch {
		case k == 0:
			m.moveTo(c)
		case i < 0:
			m.line()
			m.moveTo(c)
		default:
			m.skipTo(n.children[i-1].core.End)
			m.printTo(c.extent.Start) // the separator after the previous one
		}
		m.print(c)
	}
	m.skipTo(n.children[len(n.children)-1].core.End)
	m.printTo(n.core.End)
}

// printMembers prints the members in list with their separators: one per line if they have lines of
// their own, with a blank line if the source has one between them; also below the preceding text
// if below is set, unless that opens a bracket.
func (m *masking) printMembers(all, list []*node, below bool) {
	if behind := len(trimEnd(m.src[:m.at])); below {
		below = m.apart(behind, len(m.src)-len(strings.TrimLeft(m.src[behind:], blanks)))
	}
	for k, c := range list {
		switch {
		case m.isOnOwnLine(c):
			m.line()
			if len(m.out) > 0 && (k == 0 && below || k > 0 && m.apart(m.at, c.extent.Start)) {
				m.literal("\n")
			}
		case strings.Contains(m.src[min(m.at, c.core.Start):c.core.Start], "\n"):
			m.line()
			start := strings.LastIndexByte(m.src[:c.core.Start], '\n') + 1
			line := m.src[start:c.core.Start]
			m.literal(line[:len(line)-len(strings.TrimLeft(line, " \t"))])
		default:
			m.literal(" ")
		}
		m.moveTo(c)
		m.print(c)
		end := c.core.End + m.tailLength(c.core.End)
		comma := strings.IndexByte(m.src[m.at:max(m.at, end)], ',')
		if comma >= 0 && strings.TrimLeft(m.src[m.at:m.at+comma], " \t") == "" && k == len(list)-1 && c != all[len(all)-1] {
			m.skipTo(m.at + comma + 1)
		}
		m.printTo(end)
	}
}

// apart reports whether there is a blank line between two offsets.
func (m *masking) apart(from, to int) bool {
	lines := 0
	for at := from; at < to; at++ {
		switch m.src[at] {
		case '\n':
			if lines++; lines > 1 {
				return true
			}
		case ' ', '\t', '\r':
		default:
			lines = 0
		}
	}
	return false
}

// closing moves to the bracket that closes members which begin at from, and puts it on a line
// below them unless all is on one line. margin is the indentation of the line where they begin.
func (m *masking) closing(from, at int, margin string) {
	if !strings.Contains(m.src[from:at], "\n") {
		m.literal(" ")
		return
	}
	if own := m.marginOf(at); m.beginsLine(at - len(own)) {
		margin = own
	}
	m.line()
	m.literal(margin)
}

// marginOf returns the white space directly before an offset on its line.
func (m *masking) marginOf(at int) string { return m.src[fromMargin(m.src, Span{at, at}).Start:at] }
