package tree

// #include "tree.h"
import "C"

import "iter"

func (n *Node) is() *C.Node { return &n.tree.list[n.at] }

// Type returns the name of the node's symbol; ERROR if it could not be parsed.
func (n *Node) Type() string { return n.tree.grammar.name(uint16(n.is().symbol)) }

// Field returns the name of the node's field in its parent, or "".
func (n *Node) Field() string { return n.tree.grammar.fieldNames[n.is().field] }

// StartByte returns the start offset of the node.
func (n *Node) StartByte() uint32 { return uint32(n.is().start) }

// EndByte returns the end offset of the node (exclusive).
func (n *Node) EndByte() uint32 { return uint32(n.is().end) }

// Point is a position in a source: a line and a byte in it, both from 0.
type Point struct{ Row, Column uint32 }

// StartPoint returns the start position of the node in the parsed text.
func (n *Node) StartPoint() Point {
	p := C.ts_node_start_point(n.is().node)
	return Point{uint32(p.row), uint32(p.column)}
}

// EndPoint returns the end position of the node in the parsed text.
func (n *Node) EndPoint() Point {
	p := C.ts_node_end_point(n.is().node)
	return Point{uint32(p.row), uint32(p.column)}
}

// IsNamed reports whether the node is named in the grammar, not a literal token.
func (n *Node) IsNamed() bool { return bool(n.is().named) }

// IsError reports whether the node could not be parsed.
func (n *Node) IsError() bool { return n.is().symbol == errorID }

// IsMissing reports whether the node is a token inserted by the parser for error recovery.
func (n *Node) IsMissing() bool { return bool(n.is().missing) }

// HasError reports whether the node contains a node that could not be parsed or is missing.
func (n *Node) HasError() bool { return bool(n.is().broken) }

// Equal reports whether both are the same node.
func (n *Node) Equal(other *Node) bool { return other != nil && *n == *other }

// Parent returns the parent node; nil for the root.
func (n *Node) Parent() *Node {
	if n.at == 0 {
		return nil
	}
	return &Node{n.tree, uint32(n.is().parent)}
}

// ChildCount returns the number of children.
func (n *Node) ChildCount() uint32 { return uint32(n.is().count) }

// Child returns the i-th child, or nil.
func (n *Node) Child(i int) *Node {
	from, to := n.tree.children(n.at)
	if i < 0 || i >= int(to-from) {
		return nil
	}
	return &Node{n.tree, from + uint32(i)}
}

// Children returns the children.
func (n *Node) Children() iter.Seq[*Node] {
	return func(yield func(*Node) bool) {
		from, to := n.tree.children(n.at)
		for at := from; at < to && yield(&Node{n.tree, at}); {
			at++
		}
	}
}

// NamedChildCount returns the number of named children.
func (n *Node) NamedChildCount() uint32 {
	count := uint32(0)
	from, to := n.tree.children(n.at)
	for at := from; at < to; at++ {
		if n.tree.list[at].named {
			count++
		}
	}
	return count
}

// NamedChild returns the i-th named child, or nil.
func (n *Node) NamedChild(i int) *Node {
	from, to := n.tree.children(n.at)
	for at := from; at < to; at++ {
		if n.tree.list[at].named {
			if i == 0 {
				return &Node{n.tree, at}
			}
			i--
		}
	}
	return nil
}

// ChildByFieldName returns the first node in a field, or nil. It may be inside a child created by
// another rule of the grammar.
func (n *Node) ChildByFieldName(name string) *Node {
	field, ok := n.tree.grammar.fields[name]
	if !ok {
		return nil
	}
	from, to := n.tree.children(n.at)
	for at := from; at < to && !n.IsError(); at++ {
		if uint16(n.tree.list[at].field) == field {
			return &Node{n.tree, at}
		}
	}
	if from == to {
		return nil
	}
	// A child may be in a second field, of a hidden enclosing node, and the pieces of an error
	// are in none.
	found := C.ts_node_child_by_field_id(n.is().node, C.uint16_t(field))
	if found.id == 0 {
		return nil
	}
	return n.tree.find(found, from, to)
}

// find returns a node among some siblings or their children, or nil.
func (t *Tree) find(node C.TSNode, from, to uint32) *Node {
	start := C.uint32_t(t.gaps.start(uint32(C.ts_node_start_byte(node))))
	end := C.uint32_t(t.gaps.end(uint32(C.ts_node_end_byte(node))))
	for at := from; at < to; at++ {
		switch n := &t.list[at]; {
		case n.node.id == node.id:
			return &Node{t, at}
		case n.start <= start && end <= n.end && n.count > 0:
			from, to := t.children(at)
			if found := t.find(node, from, to); found != nil {
				return found
			}
		}
	}
	return nil
}

// NextSibling returns the next sibling, or nil.
func (n *Node) NextSibling() *Node { return n.sibling(1, false) }

// PrevSibling returns the previous sibling, or nil.
func (n *Node) PrevSibling() *Node { return n.sibling(-1, false) }

// NextNamedSibling returns the next named sibling, or nil.
func (n *Node) NextNamedSibling() *Node { return n.sibling(1, true) }

// PrevNamedSibling returns the previous named sibling, or nil.
func (n *Node) PrevNamedSibling() *Node { return n.sibling(-1, true) }

func (n *Node) sibling(step int, named bool) *Node {
	if n.at == 0 {
		return nil
	}
	from, to := n.tree.children(uint32(n.is().parent))
	for at := int(n.at) + step; at >= int(from) && at < int(to); at += step {
		if !named || bool(n.tree.list[at].named) {
			return &Node{n.tree, uint32(at)}
		}
	}
	return nil
}
