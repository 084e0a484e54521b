package session

import (
	"cmp"
	"path"
	"slices"
	"strings"
	"time"

	"dossier/aggregate"
)

// TreeEntry is a file or folder as the tree shows it.
type TreeEntry struct {
	Path    string
	Dir     bool
	Size    int64
	ModTime time.Time
	Ignored bool   // by an ignore file or the default list; shown on request, struck through
	Missing bool   // no longer on the disk, and still in the composition
	Barred  bool   // cannot be read: a pipe, a device, a link that leads out
	Note    string // why it is ignored, missing or barred

	Unmeasured bool // Size and ModTime are not known yet
}

// TreeSort is the order of the files in a folder.
type TreeSort string

// The orders. Sizes, tokens and times are largest and newest first.
const (
	ByName     TreeSort = "name"
	BySize     TreeSort = "size"
	ByTokens   TreeSort = "tokens"
	ByModified TreeSort = "modified"
)

// TreeSorts lists the orders in the order of menus.
func TreeSorts() []TreeSort { return []TreeSort{ByName, BySize, ByTokens, ByModified} }

// Tick is the state of a box.
type Tick int

// The states of a box. Partly is a folder of which some files are ticked.
const (
	Unticked Tick = iota
	Ticked
	Partly
)

// TreeRow is a visible row of the tree.
type TreeRow struct {
	TreeEntry
	Name  string
	Depth int
	Open  bool // of a folder
	Tick  Tick
	Files int // of a folder: how many it can add
	Cost  Cost
}

// TreeModel is the project's tree as a flat list of its visible rows, so that a row
// costs the same in a tree of any size. It belongs to the session's goroutine.
// Changing what it shows costs in proportion to the number of entries.
type TreeModel struct {
	nodes   []treeNode // parents before their children
	at      map[string]int32
	visible []int32
	open    map[string]bool
	filter  string
	hits    int
	sort    TreeSort
	ignored bool // whether ignored entries are shown
}

type treeNode struct {
	TreeEntry
	name     string
	parent   int32 // -1 for what lies in the project's folder
	depth    int32
	children []int32
	files    int32 // below it, that can be ticked from here; 1 for a file
	ticked   int32
	ticks    bool // a file in the composition
	matched  bool // by the filter, or an ancestor of what is
	cost     Cost // own, or of the files below
}

func newTreeModel() *TreeModel {
	return &TreeModel{open: map[string]bool{}, at: map[string]int32{}, sort: ByName}
}

// setEntries shows other entries; folders that were open stay so. Parents may come in
// any order and missing ones are made.
func (m *TreeModel) setEntries(entries []TreeEntry) {
	m.nodes = make([]treeNode, 0, len(entries)+16)
	m.at = make(map[string]int32, len(entries)+16)
	for _, e := range entries {
		m.insert(e)
	}
}

func (m *TreeModel) insert(e TreeEntry) int32 {
	if i, ok := m.at[e.Path]; ok {
		node := &m.nodes[i]
		node.TreeEntry = e
		return i
	}
	parent, depth := int32(-1), int32(0)
	if dir := path.Dir(e.Path); dir != "." && dir != "/" {
		p, ok := m.at[dir]
		if !ok {
			p = m.insert(TreeEntry{Path: dir, Dir: true, Ignored: e.Ignored, Missing: e.Missing})
		}
		parent, depth = p, m.nodes[p].depth+1
	}
	i := int32(len(m.nodes))
	m.nodes = append(m.nodes, treeNode{TreeEntry: e, name: path.Base(e.Path), parent: parent, depth: depth})
	m.at[e.Path] = i
	if parent >= 0 {
		m.nodes[parent].children = append(m.nodes[parent].children, i)
	}
	return i
}

// tick says which files are in the composition and what files cost, and sums both up
// the tree.
func (m *TreeModel) tick(selected func(string) bool, cost func(TreeEntry) Cost) {
	for i := range m.nodes {
		n := &m.nodes[i]
		n.files, n.ticked = 0, 0
		if n.Dir {
			n.cost = Cost{Count: aggregate.Count{Exact: true}}
		}
	}
	for i := len(m.nodes) - 1; i >= 0; i-- {
		n := &m.nodes[i]
		if !n.Dir {
			n.ticks = selected(n.Path)
			n.cost = cost(n.TreeEntry)
			n.ticked, n.files = 0, 0
			if n.ticks {
				n.ticked = 1
			}
			if n.ticks || !n.Ignored && !n.Barred && !n.Missing {
				n.files = 1
			}
		}
		if n.parent < 0 {
			continue
		}
		p := &m.nodes[n.parent]
		p.files += n.files
		p.ticked += n.ticked
		if !n.Ignored && !n.Missing {
			p.cost = p.cost.add(n.cost)
		}
	}
}

// layout finds the visible rows.
func (m *TreeModel) layout() {
	m.match()
	m.visible = m.visible[:0]
	roots := make([]int32, 0, 64)
	for i := range m.nodes {
		if m.nodes[i].parent < 0 {
			roots = append(roots, int32(i))
		}
	}
	m.show(roots)
}

// show appends nodes of one folder and what is open below them. The depth of the
// recursion is that of the tree, which the scan bounds.
func (m *TreeModel) show(nodes []int32) {
	shown := make([]int32, 0, len(nodes))
	for _, i := range nodes {
		n := &m.nodes[i]
		if (!n.Ignored || m.ignored || n.ticked > 0) && (m.filter == "" || n.matched) {
			shown = append(shown, i)
		}
	}
	slices.SortFunc(shown, m.compare)
	for _, i := range shown {
		m.visible = append(m.visible, i)
		if n := &m.nodes[i]; n.Dir && (m.filter != "" || m.open[n.Path]) {
			m.show(n.children)
		}
	}
}

func (m *TreeModel) compare(a, b int32) int {
	x, y := &m.nodes[a], &m.nodes[b]
	order := 0
	switch m.sort {
	case BySize:
		order = cmp.Compare(y.Size, x.Size)
	case ByTokens:
		order = cmp.Compare(y.cost.N, x.cost.N)
	case ByModified:
		order = y.ModTime.Compare(x.ModTime)
	}
	if order == 0 {
		order = cmp.Compare(x.name, y.name)
	}
	return order
}

// match marks what the filter finds, with the folders above it. Every word of the
// filter must stand in the path; words without capitals match either case.
func (m *TreeModel) match() {
	m.hits = 0
	if m.filter == "" {
		return
	}
	words := strings.Fields(m.filter)
	for i := range m.nodes {
		m.nodes[i].matched = false
	}
	for i := len(m.nodes) - 1; i >= 0; i-- {
		n := &m.nodes[i]
		if n.Dir || n.Ignored && !m.ignored && !n.ticks || !matches(n.Path, words) {
			continue
		}
		m.hits++
		for j := int32(i); j >= 0 && !m.nodes[j].matched; j = m.nodes[j].parent {
			m.nodes[j].matched = true
		}
	}
}

func matches(p string, words []string) bool {
	lower := strings.ToLower(p)
	for _, word := range words {
		if word == strings.ToLower(word) && !strings.Contains(lower, word) || word != strings.ToLower(word) && !strings.Contains(p, word) {
			return false
		}
	}
	return true
}

// Len returns how many rows are visible.
func (m *TreeModel) Len() int { return len(m.visible) }

// Row returns a visible row.
func (m *TreeModel) Row(i int) TreeRow {
	n := &m.nodes[m.visible[i]]
	row := TreeRow{TreeEntry: n.TreeEntry, Name: n.name, Depth: int(n.depth), Files: int(n.files), Cost: n.cost}
	row.Open = n.Dir && (m.filter != "" || m.open[n.Path])
	switch {
	case n.ticked > 0 && n.ticked == n.files:
		row.Tick = Ticked
	case n.ticked > 0:
		row.Tick = Partly
	}
	return row
}

// Path returns the path of a visible row.
func (m *TreeModel) Path(i int) string { return m.nodes[m.visible[i]].Path }

// Find returns the visible row of a path, or -1. Its work grows with what is visible.
func (m *TreeModel) Find(p string) int {
	node, ok := m.at[p]
	if !ok {
		return -1
	}
	return slices.Index(m.visible, node)
}

// Parent returns the visible row of the folder of row i, or -1.
func (m *TreeModel) Parent(i int) int {
	parent := m.nodes[m.visible[i]].parent
	for j := i - 1; j >= 0 && parent >= 0; j-- {
		if m.visible[j] == parent {
			return j
		}
	}
	return -1
}

// Hits returns how many files the filter finds.
func (m *TreeModel) Hits() int { return m.hits }

// Filter returns the filter.
func (m *TreeModel) Filter() string { return m.filter }

// Sort returns the order.
func (m *TreeModel) Sort() TreeSort { return m.sort }

// SetOpen opens or folds a folder.
func (m *TreeModel) SetOpen(p string, open bool) {
	if open {
		m.open[p] = true
	} else {
		delete(m.open, p)
	}
	m.layout()
}

// SetAllOpen opens or folds every folder.
func (m *TreeModel) SetAllOpen(open bool) {
	clear(m.open)
	for i := range m.nodes {
		if open && m.nodes[i].Dir && !m.nodes[i].Ignored {
			m.open[m.nodes[i].Path] = true
		}
	}
	m.layout()
}

// Reveal opens the folders above a path, so that it is visible.
func (m *TreeModel) Reveal(p string) {
	for dir := path.Dir(p); dir != "." && dir != "/"; dir = path.Dir(dir) {
		m.open[dir] = true
	}
	m.layout()
}

// Under returns the files that ticking a path is about: the file itself, or those of
// a folder that are shown or found by the filter. Ignored ones only when named
// themselves.
func (m *TreeModel) Under(p string) []string {
	start, ok := m.at[p]
	if !ok {
		return nil
	}
	if !m.nodes[start].Dir {
		return []string{p}
	}
	var out []string
	var walk func(int32)
	walk = func(i int32) {
		n := &m.nodes[i]
		if n.Dir {
			for _, child := range n.children {
				walk(child)
			}
			return
		}
		if n.files > 0 && (m.filter == "" || n.matched) {
			out = append(out, n.Path)
		}
	}
	walk(start)
	slices.Sort(out)
	return out
}

// OpenFolders returns the open folders in byte order, to be kept.
func (m *TreeModel) OpenFolders() []string {
	out := make([]string, 0, len(m.open))
	for p := range m.open {
		out = append(out, p)
	}
	slices.Sort(out)
	return out
}

// setOpenFolders opens exactly these folders.
func (m *TreeModel) setOpenFolders(paths []string) {
	clear(m.open)
	for _, p := range paths {
		m.open[p] = true
	}
}
