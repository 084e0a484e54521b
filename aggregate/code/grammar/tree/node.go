package tree

// #include "tree.h"
import "C"

import "iter"

func (n *Node) is() *C.Node { return &n.tree.list[n.at] }

// Type returns the name that the grammar gives to nodes of this kind; ERROR of what could
// not be parsed.
func (n *Node) Type() string { return n.tree.grammar.name(uint16(n.is().symbol)) }

// Field returns the name of the field of its parent that the node stands in, or "".
func (n *Node) Field() string { return n.tree.grammar.fieldNames[n.is().field] }

// StartByte returns where the node begins.
func (n *Node) StartByte() uint32 { return uint32(n.is().start) }

// EndByte returns where the node ends: behind its last byte.
func (n *Node) EndByte() uint32 { return uint32(n.is().end) }

// Point is a place in a source: a line and a byte of it, both from 0.
type Point struct{ Row, Column uint32 }

// StartPoint returns where the node begins, in what was parsed.
func (n *Node) StartPoint() Point {
	p := C.ts_node_start_point(n.is().node)
	return Point{uint32(p.row), uint32(p.column)}
}

// EndPoint returns where the node ends, in what was parsed.
func (n *Node) EndPoint() Point {
	p := C.ts_node_end_point(n.is().node)
	return Point{uint32(p.row), uint32(p.column)}
}

// IsNamed reports whether the grammar gives the node a name, and not its text alone.
func (n *Node) IsNamed() bool { return bool(n.is().named) }

// IsError reports whether the node is what could not be parsed.
func (n *Node) IsError() bool { return n.is().symbol == errorID }

// IsMissing reports whether the node is a token that the parser added to go on.
func (n *Node) IsMissing() bool { return bool(n.is().missing) }

// HasError reports whether the node, or one in it, could not be parsed or is missing.
func (n *Node) HasError() bool { return bool(n.is().broken) }

// Equal reports whether both are the same node.
func (n *Node) Equal(other *Node) bool { return other != nil && *n == *other }

// Parent returns the node that this one stands in; nil of the root.
func (n *Node) Parent() *Node {
	if n.at == 0 {
		return nil
	}
	return &Node{n.tree, uint32(n.is().parent)}
}

// ChildCount returns how many children the node has.
func (n *Node) ChildCount() uint32 { return uint32(n.is().count) }

// Child returns a child by its place; nil where there is none.
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

// NamedChildCount returns how many of the children have names.
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

// NamedChild returns a child with a name by its place among them; nil where there is none.
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

// ChildByFieldName returns the first node in a field; nil where there is none. It may stand in
// a child that another pattern of the grammar made of the field's.
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
	// A child may stand in a second field, of a hidden node around it, and the pieces of an
	// error stand in none.
	found := C.ts_node_child_by_field_id(n.is().node, C.uint16_t(field))
	if found.id == 0 {
		return nil
	}
	return n.tree.find(found, from, to)
}

// find returns a node that is among some siblings, or in one of them; else nil.
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

// NextSibling returns the node behind this one in their parent, or nil.
func (n *Node) NextSibling() *Node { return n.sibling(1, false) }

// PrevSibling returns the node before this one in their parent, or nil.
func (n *Node) PrevSibling() *Node { return n.sibling(-1, false) }

// NextNamedSibling returns the next node with a name behind this one, or nil.
func (n *Node) NextNamedSibling() *Node { return n.sibling(1, true) }

// PrevNamedSibling returns the next node with a name before this one, or nil.
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
