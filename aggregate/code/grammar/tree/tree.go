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

// ErrTooSlow reports that a parse exceeded its time limit.
var ErrTooSlow = errors.New("the parse takes too long")

// Tree is a syntax tree. Its nodes are read from the library on demand, all children of a node at
// once, because a call of C costs more than most accesses.
type Tree struct {
	*memory
	grammar *Grammar
	cursor  C.TSTreeCursor
	gaps    Gaps
}

// memory is the memory of a tree.
type memory struct {
	arena *C.Arena // owns the library's allocations
	list  []C.Node // the nodes read so far, the root first; the children of a node are contiguous
}

// Node is a node of a tree. It must not be used after the tree is closed.
type Node struct {
	tree *Tree
	at   uint32 // index in the tree's list
}

// Parse parses a source; the caller must close the tree. With gaps, node positions are those in
// the complete source. It returns [ErrTooSlow] if parsing takes more processor time than limit,
// which the library checks periodically.
func Parse(g *Grammar, src []byte, gaps Gaps, limit time.Duration) (*Tree, error) {
	t, _, err := parse(g, src, gaps, limit, limit)
	return t, err
}

// parse is [Parse] with slice as the max duration of each library call. It also returns how often
// the library stopped before the limit and was resumed.
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

// address returns the library's pointer to a grammar: the only field of [sitter.Language], as a
// test checks.
func address(l *sitter.Language) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(l)) }

// Close frees the tree. Captures remain valid except for their nodes.
func (t *Tree) Close() {
	memories.put(t.memory)
	t.memory = nil
}

// memories are unused memories for reuse.
var memories idle

type idle struct {
	mutex sync.Mutex
	list  []*memory
}

// useArenas makes the library allocate from arenas.
var useArenas = sync.OnceFunc(func() { C.dossier_arena_use() })

const (
	// maxIdle is the max number of memories kept: a source in two languages needs two.
	maxIdle = 2
	// maxNodes is the max capacity of a kept memory in nodes, at 72 bytes each.
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

// Root returns the root node.
func (t *Tree) Root() *Node { return &Node{t, 0} }

// children returns the range of a node's children in the list.
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
