package tree

// #cgo darwin LDFLAGS: -Wl,-undefined,dynamic_lookup
// #include "tree.h"
import "C"

import (
	"errors"
	"sync"
	"time"
	"unsafe"

	sitter "github.com/smacker/go-tree-sitter"
)

// ErrTooSlow says that a parse was given up.
var ErrTooSlow = errors.New("the parse takes too long")

// Tree is a syntax tree. Its nodes are read from the library when they are asked for, the
// children of a node at once: a call of C costs more than most of what it is asked.
type Tree struct {
	*memory
	grammar *Grammar
	cursor  C.TSTreeCursor
	gaps    Gaps
}

// memory is what a tree is kept in.
type memory struct {
	arena *C.Arena // holds what the library made
	list  []C.Node // the nodes that were looked at, the root first; the children of a node follow each other
}

// Node is a node of a tree. It may be used as long as the tree is not closed.
type Node struct {
	tree *Tree
	at   uint32 // in the list of the tree
}

// Parse makes the tree of a source, which [Tree.Close] closes. The nodes of one with gaps stand
// where they do in the whole. What takes more processor time than limit is given up with
// [ErrTooSlow]; the library looks at the clock from time to time.
func Parse(g *Grammar, src []byte, gaps Gaps, limit time.Duration) (*Tree, error) {
	t, _, err := parse(g, src, gaps, limit, limit)
	return t, err
}

// parse is [Parse], and lets the library run for so long at a time. It also returns how often the library gave up
// before the limit was reached, and went on.
func parse(g *Grammar, src []byte, gaps Gaps, limit, slice time.Duration) (*Tree, int, error) {
	t := &Tree{memory: memories.get(), grammar: g, gaps: gaps}
	text := (*C.char)(unsafe.Pointer(unsafe.SliceData(src)))
	var resumed C.uint32_t
	if !C.dossier_parse(t.arena, address(g.language), text, C.uint32_t(len(src)), C.uint64_t(limit.Microseconds()), C.uint64_t(slice.Microseconds()), &t.cursor, &t.list[0], &resumed) {
		t.Close()
		return nil, int(resumed), ErrTooSlow
	}
	t.place(0, 1)
	return t, int(resumed), nil
}

// address returns where the library has a grammar: the only field of its [sitter.Language],
// as a test holds.
func address(l *sitter.Language) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(l)) }

// Close frees the tree. Captures stay as they are, but for their nodes.
func (t *Tree) Close() {
	memories.put(t.memory)
	t.memory = nil
}

// memories are those that no tree is in.
var memories idle

type idle struct {
	mutex sync.Mutex
	list  []*memory
}

// useArenas lets the library take its memory from them.
var useArenas = sync.OnceFunc(func() { C.dossier_arena_use() })

const (
	// maxIdle is how many wait for the next tree: a source in two languages needs two.
	maxIdle = 2
	// maxNodes bounds the nodes that one has room for then, at 72 bytes each.
	maxNodes = 1 << 16
)

func (i *idle) get() *memory {
	useArenas()
	i.mutex.Lock()
	defer i.mutex.Unlock()
	last := len(i.list) - 1
	if last < 0 {
		return &memory{C.dossier_arena_new(), make([]C.Node, 1, 512)}
	}
	m := i.list[last]
	i.list = i.list[:last]
	return m
}

func (i *idle) put(m *memory) {
	i.mutex.Lock()
	defer i.mutex.Unlock()
	if len(i.list) == maxIdle {
		C.dossier_arena_delete(m.arena)
		return
	}
	C.dossier_arena_empty(m.arena)
	if m.list = m.list[:1]; cap(m.list) > maxNodes {
		m.list = make([]C.Node, 1, 512)
	}
	i.list = append(i.list, m)
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
		of.count = C.dossier_children(t.arena, &t.cursor, of, C.uint32_t(at), &t.list[from], C.uint32_t(count))
		of.kids = C.uint32_t(from)
		t.place(from, from+int(of.count))
	}
	return uint32(of.kids), uint32(of.kids + of.count)
}
