package code

import (
	"context"
	"slices"
	"sort"
	"strconv"
	"strings"
)

// Parser parses sources.
type Parser interface {
	// Supports returns the views available for a language, given its id in
	// [dossier/aggregate/text.Language].
	Supports(language string) Support
	// Parse parses the text of one file. It returns the context's error, or an error that says
	// why there is no structure.
	Parse(ctx context.Context, language, src string) (*Structure, error)
	// HasComments reports whether the comments of a language can be found.
	HasComments(language string) bool
	// Comments returns the comments of a text, sorted and disjoint. Its errors are those of Parse.
	Comments(ctx context.Context, language, src string) ([]Comment, error)
}

// Support is the set of views available for a language.
type Support int

// Levels of support; each includes the previous one.
const (
	NoSupport   Support = iota
	OutlineOnly         // outline and masks: headings, keys, tables, rules
	FullSupport         // also a skeleton
)

// Kind is the kind of a symbol.
type Kind string

// Kinds of symbols.
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

// Kinds returns all kinds. An encoded structure stores a kind as its index here.
func Kinds() []Kind {
	return []Kind{
		Class, Struct, Interface, Enum, Trait, Namespace, Module, Type, Function,
		Method, Property, Constant, Variable, Macro, Table, Rule, Heading, Key,
	}
}

// HasMembers reports whether definitions directly in a symbol of this kind are members of a
// type: a function in it is a method.
func (k Kind) HasMembers() bool {
	switch k {
	case Class, Struct, Interface, Enum, Trait:
		return true
	}
	return false
}

// Span is a range of bytes [Start, End). The zero Span is empty.
type Span struct{ Start, End int }

// Empty reports whether s is empty.
func (s Span) Empty() bool { return s.End <= s.Start }

// Len returns the number of bytes.
func (s Span) Len() int { return max(0, s.End-s.Start) }

// Contains reports whether t is within s.
func (s Span) Contains(t Span) bool { return s.Start <= t.Start && t.End <= s.End }

// Of returns the text of src in s.
func (s Span) Of(src string) string { return src[s.Start:s.End] }

// Symbol is a name that a source defines.
type Symbol struct {
	Kind  Kind
	Name  string // unqualified: Login
	Path  string // unique in the file, used in masks: Server.Login, Server.Login#2
	Depth int    // in the outline, from 0
	// Rescued is set if it was found by the form of its line where the source could not be
	// parsed; its end is a guess.
	Rescued bool
	// Parent is the index of the enclosing symbol, which is smaller, or -1.
	Parent int
	// Node is only the definition, whose lines the outline shows. Whole is everything that
	// belongs to it: decorators, export, the keyword of a declaration without other definitions.
	Node, Whole Span
	// Doc is the comment directly above, or empty.
	Doc Span
	// Group is the enclosing declaration or block that is not a symbol itself (a parenthesised
	// const, an impl block), or empty.
	Group Group
	// Head is the part of Whole from the definition's first line to its body, its members or a
	// multi-line value.
	Head Span
	// Fold is the cut that reduces the definition of a type to its header by replacing its
	// members. It is empty for symbols without members.
	Fold Cut
	// Own is what is removed, with an adjacent comma, if a symbol is hidden that shares Whole
	// with others: the name and the value in a, b = 1, 2. If it is empty, the symbol cannot be
	// hidden individually.
	Own []Span
}

// Group is a declaration or block that holds symbols.
type Group struct {
	Span // including its doc comment
	// Members is the range between its brackets. It is empty without brackets: then the group is
	// a list of symbols and their separators.
	Members Span
}

// Cut is a part of the source that a skeleton omits, and its replacement.
type Cut struct {
	Span
	Text string
}

// Import is an import of a source.
type Import struct {
	Name string // for display: without quotes, brackets and imported names
	// Written is the import statement, or its relevant part. It is empty if only the name is
	// known.
	Written Span
}

// Structure is the result of parsing a source. It is immutable.
type Structure struct {
	// Symbols are in source order: by Node, the outer before the inner.
	Symbols []Symbol
	// Cuts are sorted and disjoint.
	Cuts []Cut
	// Packages are the packages or namespaces of the source, except those that are symbols.
	Packages []string
	// Imports are the imports in source order.
	Imports []Import
	// Broken is set if not all of the source could be parsed: symbols may be missing
	// or end at the wrong place.
	Broken bool
	// Failed are the lines that could not be parsed, as far as known, sorted.
	Failed []Span
}

// AddImports adds imports of which only the names are known.
func (s *Structure) AddImports(names ...string) {
	for _, name := range names {
		s.Imports = append(s.Imports, Import{Name: name})
	}
}

// Find returns the symbols that a name in a mask refers to, in order: the one with this path, or
// all overloads for a name without a number. Its parts may be separated by "." or "::".
func (s *Structure) Find(path string) []int { return s.Finder()(path) }

// Finder returns [Structure.Find] for any number of names.
func (s *Structure) Finder() func(path string) []int {
	places := make(map[string]int, len(s.Symbols))
	for i, sym := range slices.Backward(s.Symbols) {
		places[sym.Path] = i
	}
	return func(path string) []int {
		path = Normal(path)
		if i, ok := places[path]; ok {
			return []int{i}
		}
		var found []int
		for i := range s.Symbols {
			if s.hasPath(i, path) {
				found = append(found, i)
			}
		}
		return found
	}
}

// hasPath reports whether a name, normalized by [Normal], refers to symbol i.
func (s *Structure) hasPath(i int, path string) bool {
	if s.Symbols[i].Path == path {
		return true
	}
	own, bare := s.relative(i)
	for _, end := range []string{own, bare} {
		rest, ok := strings.CutSuffix(path, end)
		if parent := s.Symbols[i].Parent; ok && parent >= 0 {
			rest, ok = strings.CutSuffix(rest, ".")
			ok = ok && s.hasPath(parent, rest)
		} else {
			ok = ok && rest == ""
		}
		if ok {
			return true
		}
	}
	return false
}

// relative returns the path of symbol i relative to its enclosing symbol, with and without the
// overload number.
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

// Prefix returns the part of symbol i's path between that of its parent and its name: the type of
// a method declared outside it.
func (s *Structure) Prefix(i int) string {
	_, bare := s.relative(i)
	return strings.TrimSuffix(strings.TrimSuffix(bare, Normal(s.Symbols[i].Name)), ".")
}

// Normal returns the name of a symbol in the form of [Symbol.Path].
func Normal(path string) string {
	return strings.ReplaceAll(strings.TrimSpace(path), "::", ".")
}

// Finish sorts symbols and cuts, drops nested cuts, and sets the path of each symbol, and the
// Fold of those that contain others and have none. Depth and Parent are computed from nested
// Nodes. prefixes are the beginnings of the symbols' paths in addition to the enclosing symbols,
// without the dot; it may be shorter than Symbols.
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
	names := make([]string, len(order)) // relative to the enclosing symbol
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

// setPaths sets the paths of symbols, given their names relative to the enclosing ones. Overloads
// are numbered from 1, so that the bare name can refer to all.
func setPaths(symbols []Symbol, names []string) {
	base := func(i int) string {
		if p := symbols[i].Parent; p >= 0 {
			return symbols[p].Path + "." + names[i]
		}
		return names[i]
	}
	count := map[string]int{}
	bases := make([]string, len(symbols)) // for numbering overloads
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
	used := make(map[string]bool, len(symbols))
	for i := range symbols {
		path := base(i)
		for n := path; count[bases[i]] > 1 || used[path]; {
			number[bases[i]]++
			if path = n + "#" + strconv.Itoa(number[bases[i]]); !used[path] {
				break
			}
		}
		symbols[i].Path = path
		used[path] = true
	}
}

// separate corrects overlapping data of neighbours after syntax errors. It removes doc comments
// that are inside a neighbour or outside the enclosing symbol, and groups that also contain other
// symbols.
func separate(symbols []Symbol) {
	groups, open := map[Group]bool{}, map[int]Group{} // false marks groups with other symbols; the last one by parent
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

// setFolds sets the Fold of symbols that contain others and have none.
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

// core returns a symbol with its doc comment.
func (sym *Symbol) core() Span {
	span := sym.Whole
	if !sym.Doc.Empty() {
		span.Start = min(span.Start, sym.Doc.Start)
	}
	return span
}
