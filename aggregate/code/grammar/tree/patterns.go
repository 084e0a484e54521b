// Package tree reads the syntax trees of tree-sitter, and finds nodes by patterns in the syntax
// of tree-sitter queries.
//
// Its nodes replace those of the library, where each access is a call of C, and the access to a
// parent a walk from the root: here all children of a node are read at once and stored.
//
// Its patterns replace the library's queries, which need up to half a second to compile, because
// the library analyses the grammar's tables for possible matches; each worker process would have
// to do that again. Here a pattern is tried on the nodes that it can begin with, and no more of
// the tree is read than necessary: skipped parts are never read.
//
// Patterns consist of (kind …), "text", _ and (_), [ … ] for alternatives, ( … ) for sequences,
// field: and !field, the quantifiers ?, * and +, the anchor ., captures as @name and the
// predicates #eq?, #any-of? and #match? with their negations, applied to a capture and strings.
//
// Matches of a pattern at one node whose captures are a subset of another's are dropped. Parts
// without captures match the first possible node.
package tree

import "regexp"

// Set is a set of patterns for the trees of one grammar. It is safe for concurrent use.
type Set struct {
	names    []string // of captures
	roots    [][]root // by symbol
	broken   []root   // patterns that can begin with an ERROR node
	any      []root   // patterns that can begin with any node
	grammar  *Grammar
	patterns int
}

// root is one way in which a pattern can begin.
type root struct {
	pattern    int
	steps      []*step
	predicates [][]predicate // by capture; may be nil
}

// Kinds of steps.
const (
	one    = iota // a single node
	choice        // alternatives
	group         // a sequence
)

const (
	anyNode  = 0 // the symbol for _, which no node has
	errorID  = 1<<16 - 1
	noLimits = 1<<32 - 1
)

// step matches one or several nodes.
type step struct {
	kind     int
	symbol   uint16 // for one; [anyNode] for any
	named    bool   // for anyNode: only named nodes
	field    uint16
	without  []uint16 // fields that must be absent
	captures []int
	anchored bool // no named sibling may precede it
	last     bool // no named sibling may follow it
	optional bool
	repeated bool
	plain    bool    // it has no captures and no inner steps
	inner    []*step // for one: its children; for a choice: the alternatives; for a group: the members
}

// predicate is a condition on the text of a captured node.
type predicate struct {
	not   bool
	words []string
	expr  *regexp.Regexp
}

func (p *predicate) matches(text []byte) bool {
	fits := p.expr != nil && p.expr.Match(text)
	for _, word := range p.words {
		fits = fits || string(text) == word
	}
	return fits != p.not
}

// Names returns the names of the captures, without the @.
func (s *Set) Names() []string { return s.names }

// Capture is a captured node.
type Capture struct {
	Name       int // index in [Set.Names]
	Start, End int // bytes
	at         uint32
	tree       *Tree
}

// Node returns the node. It must not be used after the tree is closed.
func (c Capture) Node() *Node { return &Node{c.tree, c.at} }

// Match is a match of a pattern.
type Match struct {
	Pattern  int       // index in the source of the set, from 0
	Captures []Capture // in pattern order
	end      int       // start of the last matched node
}
