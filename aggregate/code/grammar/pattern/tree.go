package pattern

// #cgo darwin LDFLAGS: -Wl,-undefined,dynamic_lookup
// #include "tree.h"
import "C"

import (
	"unsafe"

	sitter "github.com/smacker/go-tree-sitter"
)

// handle is a [sitter.Node] as that package keeps it. A test holds the two together.
type handle struct {
	node C.TSNode
	tree *sitter.Tree
}

// nodes are the nodes of a tree that were looked at, the root first. The children of a node
// follow each other.
type nodes struct {
	tree   *sitter.Tree
	list   []C.Node
	cursor C.TSTreeCursor
}

// newNodes returns the nodes of the tree below a root; close has to follow.
func newNodes(root *sitter.Node) *nodes {
	h := (*handle)(unsafe.Pointer(root))
	n := &nodes{tree: h.tree, list: make([]C.Node, 1, 512), cursor: C.ts_tree_cursor_new(h.node)}
	C.dossier_root(h.node, &n.list[0])
	return n
}

func (n *nodes) close() { C.ts_tree_cursor_delete(&n.cursor) }

// children returns where the children of a node begin and where they end.
func (n *nodes) children(at uint32) (from, to uint32) {
	of := &n.list[at]
	count := int(of.count)
	if of.kids == 0 && count > 0 {
		from := len(n.list)
		if cap(n.list)-from < count {
			n.list = append(make([]C.Node, 0, max(2*cap(n.list), from+count)), n.list...)
			of = &n.list[at]
		}
		n.list = n.list[:from+count]
		of.count = C.dossier_children(&n.cursor, of, C.uint32_t(at), &n.list[from], C.uint32_t(count))
		of.kids = C.uint32_t(from)
	}
	return uint32(of.kids), uint32(of.kids + of.count)
}

// node returns a node for what reads trees by itself.
func (n *nodes) node(at uint32) *sitter.Node {
	return (*sitter.Node)(unsafe.Pointer(&handle{n.list[at].node, n.tree}))
}
