package code

import (
	"context"
	"slices"
	"sort"
	"strconv"
	"strings"
)

// Parser reads sources.
type Parser interface {
	// Supports says what can be shown of a language, which is named as
	// [dossier/aggregate/text.Language] names it.
	Supports(language string) Support
	// Parse reads the text of one file. The error says why its structure cannot be had;
	// it is the context's when that ended.
	Parse(ctx context.Context, language, src string) (*Structure, error)
}

// Support says which views a language has.
type Support int

// The kinds of support, each with all that the one before it has.
const (
	NoSupport   Support = iota
	OutlineOnly         // outline and masks: headings, keys, tables, rules
	FullSupport         // and a skeleton
)

// Kind says what a symbol is.
type Kind string

// The kinds of symbols.
const (
	Class     Kind = "Class"
	Struct    Kind = "Struct"
	Interface Kind = "Interface"
	Enum      Kind = "Enum"
	Trait     Kind = "Trait"
	Namespace Kind = "Namespace"
	Module    Kind = "Module"
	Type      Kind = "Type"
	Function  Kind = "Function"
	Method    Kind = "Method"
	Property  Kind = "Property"
	Constant  Kind = "Constant"
	Variable  Kind = "Variable"
	Macro     Kind = "Macro"
	Table     Kind = "Table"
	Rule      Kind = "Rule"
	Heading   Kind = "Heading"
	Key       Kind = "Key"
)

// Kinds lists all kinds. A stored structure names a kind by its place here.
func Kinds() []Kind {
	return []Kind{
		Class, Struct, Interface, Enum, Trait, Namespace, Module, Type, Function,
		Method, Property, Constant, Variable, Macro, Table, Rule, Heading, Key,
	}
}

// HoldsMembers reports whether what is defined directly in a symbol of this kind
// belongs to a type: a function in it is a method.
func (k Kind) HoldsMembers() bool {
	switch k {
	case Class, Struct, Interface, Enum, Trait:
		return true
	}
	return false
}

// Span is a range of bytes: Start belongs to it, End does not. The zero Span is none.
type Span struct{ Start, End int }

// Empty reports whether nothing lies in s.
func (s Span) Empty() bool { return s.End <= s.Start }

// Len returns the number of bytes.
func (s Span) Len() int { return max(0, s.End-s.Start) }

// Contains reports whether all of t lies in s.
func (s Span) Contains(t Span) bool { return s.Start <= t.Start && t.End <= s.End }

// Of returns the text of src in s.
func (s Span) Of(src string) string { return src[s.Start:s.End] }

// Symbol is a name that a source defines.
type Symbol struct {
	Kind  Kind
	Name  string // its own: Login
	Path  string // what a mask calls it, one of its kind in the file: Server.Login, Server.Login#2
	Depth int    // in the outline, from 0
	// Rescued says that it was found by how its line looks, where the source could not be
	// parsed; its end is a guess.
	Rescued bool
	// Parent is the index of the symbol that it stands in, which comes before it, or -1.
	Parent int
	// Node is the definition alone; the outline's lines are its lines. Whole is all that
	// belongs to it: decorators, export, the keyword of a declaration that defines
	// nothing else.
	Node, Whole Span
	// Doc is the comment directly above, or none.
	Doc Span
	// Group is the declaration or block that the symbol stands in and that is no symbol
	// itself (a parenthesised const, an impl block), or none.
	Group Group
	// Head is the part of Whole from the definition's first line to its body, its members
	// or a value of several lines.
	Head Span
	// Fold makes the header of a type out of its definition: it stands for the members.
	// None for what has no members.
	Fold Cut
	// Own is what is left out, with a comma beside it, when a symbol is hidden whose Whole
	// is that of others too: the name and the value in a, b = 1, 2. Without it the symbol
	// cannot be hidden alone.
	Own []Span
}

// Group is a declaration or block that holds symbols.
type Group struct {
	Span // with its doc comment
	// Members is what stands between its brackets. None where there are no brackets: then
	// it is a list of symbols, and of what separates them.
	Members Span
}

// Cut is a part of the source that a skeleton leaves out, and what stands for it.
type Cut struct {
	Span
	Text string
}

// Import is something that a source brings in.
type Import struct {
	Name string // as it is listed: without quotes, brackets and what is taken from it
	// Written is the statement, or the part of one, that brings it in. None where only the
	// name is known.
	Written Span
}

// Structure is what one parse tells of a source. Structures do not change.
type Structure struct {
	// Symbols are in the order of the source: by Node, the outer before the inner.
	Symbols []Symbol
	// Cuts are in the order of the source and do not overlap.
	Cuts []Cut
	// Packages are the packages or namespaces that the source says it belongs to, beside those
	// that are symbols.
	Packages []string
	// Imports are what the source brings in, in its order.
	Imports []Import
	// Broken says that not all of the source could be parsed: symbols may be missing, or end
	// elsewhere.
	Broken bool
	// Failed are the lines where that was so, as far as it is known, in their order.
	Failed []Span
}

// Bring adds imports of which only the names are known.
func (s *Structure) Bring(names ...string) {
	for _, name := range names {
		s.Imports = append(s.Imports, Import{Name: name})
	}
}

// Find returns the symbols that a name in a mask stands for, in their order: the one
// with this path; of overloads that are named without a number, all. Its parts may be
// separated by "." or "::".
func (s *Structure) Find(path string) []int {
	path = Normal(path)
	if i := slices.IndexFunc(s.Symbols, func(sym Symbol) bool { return sym.Path == path }); i >= 0 {
		return []int{i}
	}
	var found []int
	for i := range s.Symbols {
		if s.called(i, path) {
			found = append(found, i)
		}
	}
	return found
}

// called reports whether a name, as [Normal] spells it, stands for symbol i.
func (s *Structure) called(i int, path string) bool {
	if s.Symbols[i].Path == path {
		return true
	}
	own, bare := s.relative(i)
	for _, end := range []string{own, bare} {
		rest, ok := strings.CutSuffix(path, end)
		if parent := s.Symbols[i].Parent; ok && parent >= 0 {
			rest, ok = strings.CutSuffix(rest, ".")
			ok = ok && s.called(parent, rest)
		} else {
			ok = ok && rest == ""
		}
		if ok {
			return true
		}
	}
	return false
}

// relative returns the path of symbol i from the one that it stands in, and the same
// without the number that tells overloads apart.
func (s *Structure) relative(i int) (path, bare string) {
	sym := &s.Symbols[i]
	path = sym.Path
	if sym.Parent >= 0 {
		path = strings.TrimPrefix(path, s.Symbols[sym.Parent].Path+".")
	}
	bare = path
	if at := strings.LastIndexByte(path, '#'); at > 0 && !strings.HasSuffix(path, Normal(sym.Name)) {
		bare = path[:at]
	}
	return path, bare
}

// Prefix is what the path of symbol i has between that of its parent and its name: the
// type of a method that stands outside it.
func (s *Structure) Prefix(i int) string {
	_, bare := s.relative(i)
	return strings.TrimSuffix(strings.TrimSuffix(bare, Normal(s.Symbols[i].Name)), ".")
}

// Normal returns the name of a symbol as [Symbol.Path] spells it.
func Normal(path string) string {
	return strings.ReplaceAll(strings.TrimSpace(path), "::", ".")
}

// Finish brings symbols and cuts into order, drops cuts inside others, gives each symbol
// its path, and those that hold others and have no Fold one. Depth and Parent follow from
// Nodes that lie in each other; prefixes holds for each symbol what its path begins with
// beside the symbols that it stands in, without the dot, and may be shorter than Symbols.
func (s *Structure) Finish(prefixes []string) {
	order := make([]int, len(s.Symbols))
	for i := range order {
		order[i] = i
	}
	sort.SliceStable(order, func(a, b int) bool {
		x, y := s.Symbols[order[a]].Node, s.Symbols[order[b]].Node
		if x.Start != y.Start {
			return x.Start < y.Start
		}
		return x.End > y.End
	})
	sorted := make([]Symbol, len(order))
	names := make([]string, len(order)) // from the symbol that each stands in
	var open []int
	for i, from := range order {
		sym := s.Symbols[from]
		for len(open) > 0 && (!sorted[open[len(open)-1]].Node.Contains(sym.Node) || sorted[open[len(open)-1]].Node == sym.Node) {
			open = open[:len(open)-1]
		}
		sym.Parent, sym.Depth = -1, 0
		if len(open) > 0 {
			sym.Parent = open[len(open)-1]
			sym.Depth = sorted[sym.Parent].Depth + 1
		}
		names[i] = Normal(sym.Name)
		if from < len(prefixes) && prefixes[from] != "" {
			names[i] = Normal(prefixes[from]) + "." + names[i]
		}
		sorted[i] = sym
		open = append(open, i)
	}
	setPaths(sorted, names)
	separate(sorted)
	setFolds(sorted)
	s.Symbols = sorted
	sort.SliceStable(s.Cuts, func(a, b int) bool {
		x, y := s.Cuts[a], s.Cuts[b]
		if x.Start != y.Start {
			return x.Start < y.Start
		}
		return x.End > y.End
	})
	kept, end := s.Cuts[:0], 0
	for _, c := range s.Cuts {
		if c.Start >= end && !c.Empty() {
			kept, end = append(kept, c), c.End
		}
	}
	s.Cuts = kept
}

// setPaths gives symbols their paths, of the names that each has in the one that it
// stands in. Overloads are numbered from 1, so that the bare name is free to mean all.
func setPaths(symbols []Symbol, names []string) {
	base := func(i int) string {
		if p := symbols[i].Parent; p >= 0 {
			return symbols[p].Path + "." + names[i]
		}
		return names[i]
	}
	count := map[string]int{}
	bases := make([]string, len(symbols)) // by which overloads are told
	for i := range symbols {
		bases[i] = base(i)
		symbols[i].Path = bases[i]
		for n := count[symbols[i].Path]; n > 0; n = count[symbols[i].Path] {
			count[symbols[i].Path] = n + 1
			symbols[i].Path += "#" + strconv.Itoa(n+1)
		}
		count[symbols[i].Path]++
	}
	number := map[string]int{}
	taken := make(map[string]bool, len(symbols))
	for i := range symbols {
		path := base(i)
		for n := path; count[bases[i]] > 1 || taken[path]; {
			number[bases[i]]++
			if path = n + "#" + strconv.Itoa(number[bases[i]]); !taken[path] {
				break
			}
		}
		symbols[i].Path = path
		taken[path] = true
	}
}

// separate mends what a grammar that lost its way tells of neighbours. It takes the doc
// comment from symbols whose neighbour has it within, or that stands outside what they
// stand in, and the group from those whose group holds others too.
func separate(symbols []Symbol) {
	groups, open := map[Group]bool{}, map[int]Group{} // false is one that holds others; the last one, by parent
	for i := range symbols {
		sym := &symbols[i]
		switch g := open[sym.Parent]; {
		case !sym.Group.Empty():
			open[sym.Parent] = sym.Group
			if _, ok := groups[sym.Group]; !ok {
				groups[sym.Group] = true
			}
		case g.Contains(sym.Whole):
			groups[g] = false
		}
	}
	for i := range symbols {
		if !groups[symbols[i].Group] {
			symbols[i].Group = Group{}
		}
	}
	last := map[int]int{} // by parent
	for i := range symbols {
		sym := &symbols[i]
		before, ok := last[sym.Parent]
		if ok && symbols[before].Whole.End > sym.Doc.Start && symbols[before].Whole.Start < sym.Doc.End {
			sym.Doc = Span{}
		}
		if sym.Parent >= 0 && !sym.Doc.Empty() && !symbols[sym.Parent].Whole.Contains(sym.Doc) {
			sym.Doc = Span{}
		}
		if !ok || symbols[before].Whole.End < sym.Whole.End {
			last[sym.Parent] = i
		}
	}
}

// setFolds gives symbols without a Fold that hold others one that stands for these.
func setFolds(symbols []Symbol) {
	inner := map[int]Span{}
	for i := range symbols {
		sym := &symbols[i]
		if sym.Parent < 0 || !symbols[sym.Parent].Fold.Empty() {
			continue
		}
		span, ok := inner[sym.Parent]
		if !ok {
			span = sym.core()
		}
		inner[sym.Parent] = Span{span.Start, max(span.End, sym.core().End)}
	}
	for i, span := range inner {
		sym := &symbols[i]
		span = Span{max(span.Start, sym.Node.Start), min(span.End, sym.Node.End)}
		if span.Start > sym.Node.Start && !span.Empty() {
			sym.Fold = Cut{Span: span, Text: "..."}
			sym.Head.End = min(sym.Head.End, max(span.Start, sym.Head.Start))
		}
	}
}

// core is a symbol with its doc comment.
func (sym *Symbol) core() Span {
	span := sym.Whole
	if !sym.Doc.Empty() {
		span.Start = min(span.Start, sym.Doc.Start)
	}
	return span
}
