package filetree

import (
	"cmp"
	"iter"
	"path"
	"slices"
	"strings"
	"time"

	"dossier/aggregate"
	"dossier/aggregate/tokens"
)

// hierarchy holds the entries of one tree and derived data. It is created in the background and
// then belongs to one [Model].
type hierarchy struct {
	nodes  []node // parents before their children
	at     map[string]int32
	roots  []int32 // like all children: folders before files, each sorted by name
	ticked []int32 // the files in the composition

	vocabulary tokens.Vocabulary // of the costs of files
}

type node struct {
	Entry
	name     string
	parent   int32 // -1 for entries in the project's folder
	depth    int32
	children []int32
	files    int32 // files below it that can be ticked from here or are ticked; 1 for a file
	ticks    int32 // those of them in the composition
	matched  bool  // matches the filter, or contains a match
	cost     fullCost
}

// fullCost is the cost of a file in full, or of all files that can be ticked from a folder, in
// tokens of the hierarchy's vocabulary.
type fullCost struct {
	tokens  int
	off     int   // maximum error of tokens
	vague   int32 // files whose number is an estimate
	pending int32 // files without any count yet
	text    int32 // files that are inlined at least partly, as far as is known
}

func (c fullCost) plus(d fullCost) fullCost {
	return fullCost{c.tokens + d.tokens, c.off + d.off, c.vague + d.vague, c.pending + d.pending, c.text + d.text}
}

func (c fullCost) minus(d fullCost) fullCost {
	return fullCost{c.tokens - d.tokens, c.off - d.off, c.vague - d.vague, c.pending - d.pending, c.text - d.text}
}

// costOf returns the cost of an entry by its size, or by its count if it is known.
func costOf(e Entry, known func(Entry) (aggregate.Count, bool)) fullCost {
	if e.Dir || e.Missing || e.Barred {
		return fullCost{}
	}
	if count, ok := known(e); ok {
		return knownCost(count)
	}
	switch {
	case e.Unmeasured:
		return fullCost{pending: 1, text: 1}
	case e.Size == 0:
		return fullCost{text: 1}
	}
	unread := tokens.EstimateUnread(e.Size)
	return fullCost{tokens: unread.N, off: unread.Off, vague: 1, text: 1}
}

// knownCost returns the cost of a nonempty file by its count: a count of zero means that it cannot
// be inlined, because every text has tokens.
func knownCost(c aggregate.Count) fullCost {
	cost := fullCost{tokens: c.N, off: c.Off}
	if c.N > 0 {
		cost.text = 1
	}
	if !c.Exact {
		cost.vague = 1
	}
	return cost
}

// newHierarchy creates the nodes of entries, which may be in any order; it creates missing folders.
// known returns the known counts; it may be nil.
func newHierarchy(entries []Entry, known func(Entry) (aggregate.Count, bool)) *hierarchy {
	if known == nil {
		known = func(Entry) (aggregate.Count, bool) { return aggregate.Count{}, false }
	}
	t := &hierarchy{nodes: make([]node, 0, len(entries)), at: make(map[string]int32, len(entries))}
	for _, e := range entries {
		t.insert(e)
	}
	t.sortByName(t.roots)
	for i := len(t.nodes) - 1; i >= 0; i-- {
		n := &t.nodes[i]
		t.sortByName(n.children)
		if !n.Dir {
			n.cost = costOf(n.Entry, known)
			if n.offered() {
				n.files = 1
			}
		}
		if n.files > 0 && n.parent >= 0 && n.countsIn(&t.nodes[n.parent]) {
			p := &t.nodes[n.parent]
			p.files += n.files
			p.cost = p.cost.plus(n.cost)
			p.Size += n.Size
			if n.ModTime.After(p.ModTime) {
				p.ModTime = n.ModTime
			}
		}
	}
	return t
}

// offered reports whether a file can be ticked.
func (n *node) offered() bool { return !n.Dir && !n.Barred && !n.Missing }

// countsIn reports whether the files that can be ticked from n can also be ticked from its folder:
// ignored files only if the folder itself is ignored.
func (n *node) countsIn(folder *node) bool { return !n.Ignored || folder.Ignored }

// afterRoot orders a node and another one if exactly one of them is a root: roots come last.
func afterRoot(n *node) int {
	if n.Root {
		return 1
	}
	return -1
}

func (t *hierarchy) sortByName(ids []int32) {
	byName := func(a, b int32) int {
		x, y := &t.nodes[a], &t.nodes[b]
		if x.Root != y.Root {
			return afterRoot(x)
		}
		if x.Dir != y.Dir {
			if x.Dir {
				return -1
			}
			return 1
		}
		return cmp.Compare(x.name, y.name)
	}
	if !slices.IsSortedFunc(ids, byName) {
		slices.SortFunc(ids, byName)
	}
}

// insert adds an entry to its folder. If a file has the path of a parent folder, the entry is added
// to the folder above it, with a longer name.
func (t *hierarchy) insert(e Entry) int32 {
	if e.Dir {
		e.Size, e.ModTime = 0, time.Time{}
	}
	if i, ok := t.at[e.Path]; ok {
		t.nodes[i].Entry = e
		return i
	}
	added := node{Entry: e, name: e.Path, parent: -1}
	for dir := path.Dir(e.Path); dir != "." && dir != "/"; dir = path.Dir(dir) {
		p, ok := t.at[dir]
		if !ok {
			p = t.insert(Entry{Path: dir, Dir: true, Ignored: e.Ignored, Missing: e.Missing})
		}
		if t.nodes[p].Dir {
			added.parent, added.depth, added.name = p, t.nodes[p].depth+1, strings.TrimPrefix(e.Path, dir+"/")
			break
		}
	}
	i := int32(len(t.nodes))
	t.nodes = append(t.nodes, added)
	t.at[e.Path] = i
	if added.parent >= 0 {
		t.nodes[added.parent].children = append(t.nodes[added.parent].children, i)
	} else {
		t.roots = append(t.roots, i)
	}
	return i
}

// insertUnlisted adds a file of the composition that the tree does not contain. It is shown as long
// as it is ticked.
func (t *hierarchy) insertUnlisted(e Entry) {
	before := len(t.nodes)
	t.insert(e)
	for i := before; i < len(t.nodes); i++ {
		siblings := t.roots
		if p := t.nodes[i].parent; p >= 0 {
			siblings = t.nodes[p].children
		}
		t.sortByName(siblings)
	}
}

// tick sets which files are in the composition.
func (t *hierarchy) tick(paths iter.Seq[string]) {
	now := make([]int32, 0, len(t.ticked))
	in := make(map[int32]bool, len(t.ticked))
	for p := range paths {
		if i, ok := t.at[p]; ok && !t.nodes[i].Dir && !in[i] {
			in[i] = true
			now = append(now, i)
		}
	}
	for _, i := range t.ticked {
		if !in[i] {
			t.addTick(i, -1)
		}
	}
	for _, i := range now {
		if t.nodes[i].ticks == 0 {
			t.addTick(i, 1)
		}
	}
	t.ticked = now
}

// addTick adds a file to the ticked ones of its parent folders, or removes it. A file that cannot
// be ticked from a folder counts there as long as it is ticked.
func (t *hierarchy) addTick(i, by int32) {
	n := &t.nodes[i]
	there := n.offered()
	if !there {
		n.files += by
	}
	n.ticks += by
	for n.parent >= 0 {
		p := &t.nodes[n.parent]
		if there = there && n.countsIn(p); !there {
			p.files += by
		}
		p.ticks += by
		n = p
	}
}

// setCount sets the count of a file, and reports whether it was unknown before.
func (t *hierarchy) setCount(e Entry, count aggregate.Count) bool {
	i, ok := t.at[e.Path]
	if !ok || t.nodes[i].Size != e.Size || !t.nodes[i].ModTime.Equal(e.ModTime) {
		return false // the file has changed meanwhile
	}
	n := &t.nodes[i]
	old, new := n.cost, knownCost(count.In(t.vocabulary))
	if old == new {
		return false
	}
	n.cost = new
	for n.parent >= 0 && n.countsIn(&t.nodes[n.parent]) {
		n = &t.nodes[n.parent]
		n.cost = n.cost.minus(old).plus(new)
	}
	return true
}
