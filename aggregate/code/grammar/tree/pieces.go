package tree

// #include "tree.h"
import "C"

import "iter"

// Piece is a node related to syntax errors, or one with a mark.
type Piece struct {
	Start, End int  // bytes
	Mark       byte // of its symbol; 0 for none
	IsBroken   bool // it contains an error or a missing token
	IsError    bool // it could not be parsed
	IsMissing  bool // it is a token inserted by the parser for error recovery
	IsSound    bool // it has children and no errors, and is inside a node with errors
	IsLeaf     bool // it has no children
	InError    bool // an unattached part of an error
}

// Pieces yields the pieces of a tree with errors, outer ones first. In nodes without errors it
// yields only those with a mark. marks has a mark for each symbol ([Grammar.Marks]), or is nil.
func (t *Tree) Pieces(marks []byte) iter.Seq[Piece] {
	return func(yield func(Piece) bool) {
		open := []siblings{{to: 1}} // of the nodes with errors on the current path
		for len(open) > 0 {
			list := &open[len(open)-1]
			if list.at == list.to {
				open = open[:len(open)-1]
				continue
			}
			at := list.at
			list.at++
			p := t.piece(at, marks)
			if (p.IsError || p.IsMissing || p.IsSound || p.InError || p.Mark != 0) && !yield(p) {
				return
			}
			switch {
			case p.IsLeaf:
			case p.IsSound:
				if !t.marked(at, marks, yield) {
					return
				}
			default:
				from, to := t.children(at)
				open = append(open, siblings{from, to})
			}
		}
	}
}

// piece returns the piece of a node whose parent has errors.
func (t *Tree) piece(at uint32, marks []byte) Piece {
	n := &t.list[at]
	p := Piece{
		Start: int(n.start), End: int(n.end), IsError: n.symbol == errorID, IsMissing: bool(n.missing),
		IsBroken: bool(n.broken) || n.symbol == errorID, IsLeaf: n.count == 0, InError: at != 0 && t.list[n.parent].symbol == errorID,
	}
	if p.IsSound = !p.IsBroken && !p.IsLeaf; int(n.symbol) < len(marks) {
		p.Mark = marks[n.symbol]
	}
	return p
}

// marked yields the marked nodes in a node without errors.
func (t *Tree) marked(at uint32, marks []byte, yield func(Piece) bool) bool {
	if len(marks) == 0 {
		return true
	}
	var found [128]C.Marked
	for depth := C.uint32_t(0); ; {
		n := C.dossier_marked(t.arena, &t.cursor, &t.list[at], &depth, (*C.uint8_t)(&marks[0]), C.uint32_t(len(marks)), &found[0], C.uint32_t(len(found)))
		for _, f := range found[:n] {
			if !yield(Piece{Start: int(t.gaps.start(uint32(f.start))), End: int(t.gaps.end(uint32(f.end))), Mark: byte(f.mark)}) {
				return false
			}
		}
		if depth == 0 {
			return true
		}
	}
}
