// Package tree reads the syntax trees that tree-sitter makes, and finds the nodes that patterns
// describe, which are written as tree-sitter's queries are.
//
// Its nodes stand in the place of the library's, each question to which is a call of C, and
// the one for a parent a walk from the root: here the children of a node are read at once, and
// kept.
//
// Its patterns stand in the place of the library's queries. To compile one of those takes up
// to half a second, because the library works out from the tables of the grammar what can
// match; and each worker process would have to do that anew. Here a pattern is tried on the
// nodes that it can begin with, and no more of the tree is read than that takes: what a walk
// is told to skip is never looked at.
//
// Patterns are made of (kind …), "text", _ and (_), [ … ] for one of several, ( … ) for one
// after the other, field: and !field, the quantifiers ?, * and +, the anchor ., captures as
// @name and the predicates #eq?, #any-of? and #match? with their negations, of a capture and
// words.
//
// Of the matches of a pattern at one node, those whose captures are a part of another's are
// left out. What is not captured is matched by the first node that fits.
package tree

import "regexp"

// Set is a number of patterns for the trees of one grammar. It may be used from several
// goroutines.
type Set struct {
	names    []string // of captures
	roots    [][]root // by symbol
	broken   []root   // those that can begin with what could not be parsed
	any      []root   // those that can begin with any node
	grammar  *Grammar
	patterns int
}

// root is one way in which a pattern can begin.
type root struct {
	pattern    int
	steps      []*step
	predicates [][]predicate // by capture; nil for none
}

// Kinds of steps.
const (
	one    = iota // a node
	choice        // one of several
	group         // one after the other
)

const (
	anyNode  = 0 // the symbol of _, of which no node is
	errorID  = 1<<16 - 1
	noLimits = 1<<32 - 1
)

// step is what a node, or several, have to be.
type step struct {
	kind     int
	symbol   uint16 // of one; [anyNode] for any
	named    bool   // of any: only those with a name
	field    uint16
	without  []uint16 // fields
	captures []int
	anchored bool // nothing with a name stands before it
	last     bool // nothing with a name comes after it
	optional bool
	repeated bool
	plain    bool    // it captures nothing and has no inner
	inner    []*step // of one: among its children; of a choice: which; of a group: the members
}

// predicate is a condition on the text of a captured node.
type predicate struct {
	not   bool
	words []string
	expr  *regexp.Regexp
}

func (p *predicate) holds(text []byte) bool {
	fits := p.expr != nil && p.expr.Match(text)
	for _, word := range p.words {
		fits = fits || string(text) == word
	}
	return fits != p.not
}

// Patterns is how many patterns there are.
func (s *Set) Patterns() int { return s.patterns }

// Names are the names of the captures, without the @.
func (s *Set) Names() []string { return s.names }

// Capture is a node that a match captured.
type Capture struct {
	Name       int // its place in [Set.Names]
	Start, End int // bytes
	at         uint32
	tree       *Tree
}

// Node returns the node. It may be used as long as the tree is not closed.
func (c Capture) Node() *Node { return &Node{c.tree, c.at} }

// Match is what a pattern found.
type Match struct {
	Pattern  int       // its place in the source of the set, from 0
	Captures []Capture // in the order of the pattern
	end      int       // where the last node that it needed begins
}
