package code

import (
	"context"
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
	// Parent is the index of the symbol that it stands in, which comes before it, or -1.
	Parent int
	// Node is the definition alone; the outline's lines are its lines. Whole is all that
	// belongs to it: decorators, export, the keyword of a declaration that defines
	// nothing else.
	Node, Whole Span
	// Doc is the comment directly above, or none.
	Doc Span
	// Group is the declaration or block in which the symbol stands beside others and that
	// means something only as a whole (a parenthesised const, an impl block), with its doc
	// comment, or none.
	Group Span
	// Head is the part of Whole from the definition's first line to its body, its members
	// or a value of several lines.
	Head Span
	// Fold makes the header of a type out of its definition: it stands for the members.
	// None for what has no members.
	Fold Cut
}

// Cut is a part of the source that a skeleton leaves out, and what stands for it.
type Cut struct {
	Span
	Text string
}

// Structure is what one parse tells of a source. Structures do not change.
type Structure struct {
	// Symbols are in the order of the source: by Node, the outer before the inner.
	Symbols []Symbol
	// Cuts are in the order of the source and do not overlap.
	Cuts []Cut
	// Imports are the names of what the source brings in, in its order.
	Imports []string
	// Broken reports whether the grammar could not read all of the source.
	Broken bool
}

// Find returns the index of the symbol that a mask names, or -1. Its parts may be
// separated by "." or "::".
func (s *Structure) Find(path string) int {
	path = Normal(path)
	for i := range s.Symbols {
		if s.Symbols[i].Path == path {
			return i
		}
	}
	return -1
}

// Normal returns the name of a symbol as [Symbol.Path] spells it.
func Normal(path string) string {
	return strings.ReplaceAll(strings.TrimSpace(path), "::", ".")
}

// Finish brings symbols and cuts into order, drops cuts inside others, and gives each
// symbol its path. Depth and Parent follow from Nodes that lie in each other; prefixes
// holds for each symbol what its path begins with beside the symbols that it stands in,
// without the dot, and may be shorter than Symbols.
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
	taken := make(map[string]int, len(order))
	var open []int
	for i, from := range order {
		sym := s.Symbols[from]
		for len(open) > 0 && (!sorted[open[len(open)-1]].Node.Contains(sym.Node) || sorted[open[len(open)-1]].Node == sym.Node) {
			open = open[:len(open)-1]
		}
		var base string
		sym.Parent, sym.Depth = -1, 0
		if len(open) > 0 {
			sym.Parent = open[len(open)-1]
			sym.Depth = sorted[sym.Parent].Depth + 1
			base = sorted[sym.Parent].Path + "."
		}
		if from < len(prefixes) && prefixes[from] != "" {
			base += Normal(prefixes[from]) + "."
		}
		sym.Path = base + Normal(sym.Name)
		for n := taken[sym.Path]; n > 0; n = taken[sym.Path] {
			taken[sym.Path] = n + 1
			sym.Path = sym.Path + "#" + strconv.Itoa(n+1)
		}
		taken[sym.Path]++
		sorted[i] = sym
		open = append(open, i)
	}
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
