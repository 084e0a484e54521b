package tree

// #cgo darwin LDFLAGS: -Wl,-undefined,dynamic_lookup
// #include "tree.h"
import "C"

import (
	"unsafe"

	sitter "github.com/smacker/go-tree-sitter"
)

// Tree is a syntax tree. Its nodes are read from the library when they are asked for, the
// children of a node at once: a call of C costs more than most of what it is asked.
type Tree struct {
	library *sitter.Tree
	grammar *Grammar
	list    []C.Node // the nodes that were looked at, the root first; the children of a node follow each other
	cursor  C.TSTreeCursor
}

// Node is a node of a tree. It may be used as long as the tree is not closed.
type Node struct {
	tree *Tree
	at   uint32 // in the list of the tree
}

// handle is a [sitter.Node] as that package keeps it. A test holds the two together.
type handle struct {
	node C.TSNode
	tree *sitter.Tree
}

// New returns a tree that the library parsed with a grammar. [Tree.Close] closes both.
func New(library *sitter.Tree, g *Grammar) *Tree {
	root := (*handle)(unsafe.Pointer(library.RootNode())).node
	t := &Tree{library: library, grammar: g, list: make([]C.Node, 1, 512), cursor: C.ts_tree_cursor_new(root)}
	C.dossier_root(root, &t.list[0])
	return t
}

// Close frees the tree. Captures stay as they are, but for their nodes.
func (t *Tree) Close() {
	C.ts_tree_cursor_delete(&t.cursor)
	t.library.Close()
}

// Root returns the node that holds all others.
func (t *Tree) Root() *Node { return &Node{t, 0} }

// children returns where the children of a node begin and where they end.
func (t *Tree) children(at uint32) (from, to uint32) {
	of := &t.list[at]
	count := int(of.count)
	if of.kids == 0 && count > 0 {
		from := len(t.list)
		if cap(t.list)-from < count {
			t.list = append(make([]C.Node, 0, max(2*cap(t.list), from+count)), t.list...)
			of = &t.list[at]
		}
		t.list = t.list[:from+count]
		of.count = C.dossier_children(&t.cursor, of, C.uint32_t(at), &t.list[from], C.uint32_t(count))
		of.kids = C.uint32_t(from)
	}
	return uint32(of.kids), uint32(of.kids + of.count)
}
