package session

import (
	"cmp"
	"iter"
	"path"
	"slices"
	"strings"
	"time"

	"dossier/aggregate"
	"dossier/aggregate/fuzzy"
	"dossier/aggregate/tokens"
	"dossier/ui/project"
)

// TreeEntry is a file or folder as the tree shows it.
type TreeEntry struct {
	Path    string
	Dir     bool
	Size    int64     // bytes; of a folder, those of its files that can be ticked from it
	ModTime time.Time // of a folder, that of the newest of these files
	Ignored bool      // by an ignore file or the default list; shown on request, struck through
	Missing bool      // no longer on the disk, and still in the composition
	Barred  bool      // cannot be read: a pipe, a device, a link that leads out
	Note    string    // why it is ignored, missing or barred

	Unmeasured bool // Size and ModTime are not known yet
}

// TreeSort is the order of what lies in a folder.
type TreeSort string

// The orders. By name, folders come before files; sizes, tokens and times are largest
// and newest first, whatever they are of.
const (
	ByName     TreeSort = "name"
	BySize     TreeSort = "size"
	ByTokens   TreeSort = "tokens"
	ByModified TreeSort = "modified"
)

// TreeSorts lists the orders in the order of menus.
func TreeSorts() []TreeSort { return []TreeSort{ByName, BySize, ByTokens, ByModified} }

// TreeRow is a visible row of the tree.
type TreeRow struct {
	TreeEntry
	Name  string
	Marks []fuzzy.Span // of Name: what the filter found there
	Depth int
	Open  bool // of a folder
	Tick  project.Tick
	Files int // that can be ticked from here or are ticked; 1 for a file
	Cost  project.Cost
	// Binary says that there are no tokens to speak of: the file is binary, or all that
	// can be ticked from the folder are.
	Binary bool
}

// TreeModel is the project's tree as a flat list of its visible rows, so that a row
// costs the same in a tree of any size. It belongs to the session's goroutine.
// Showing other rows costs in proportion to what is visible, a filter to the number
// of entries, ticks and counts to the number of files that they are about.
type TreeModel struct {
	*treeNodes
	visible []int32
	open    map[string]bool
	filter  string
	query   *fuzzy.Query    // of the filter
	folded  map[string]bool // while there is a filter, which opens all folders
	hits    int
	sort    TreeSort
	ignored bool         // whether ignored entries are shown
	model   tokens.Model // whose tokens the rows show
}

// treeNodes are the entries of one tree with what follows from them. They are made
// beside the window and then belong to one [TreeModel].
type treeNodes struct {
	nodes  []treeNode // parents before their children
	at     map[string]int32
	roots  []int32 // folders before files, each in the order of their names, as all children are
	ticked []int32 // the files in the composition
}

type treeNode struct {
	TreeEntry
	name     string
	parent   int32 // -1 for what lies in the project's folder
	depth    int32
	children []int32
	files    int32 // below it, that can be ticked from here or are ticked; 1 for a file
	ticks    int32 // of these, those in the composition
	matched  bool  // by the filter, or an ancestor of what is
	cost     treeCost
}

// treeCost is what a file costs in full, or the files that can be ticked from a
// folder, in tokens of o200k.
type treeCost struct {
	tokens  int
	vague   int32 // files whose number is an estimate
	pending int32 // files of which nothing is known yet
	text    int32 // files that are not known to be binary
}

func (c treeCost) plus(d treeCost) treeCost {
	return treeCost{c.tokens + d.tokens, c.vague + d.vague, c.pending + d.pending, c.text + d.text}
}

func (c treeCost) minus(d treeCost) treeCost {
	return treeCost{c.tokens - d.tokens, c.vague - d.vague, c.pending - d.pending, c.text - d.text}
}

// bytesPerToken is what source code comes to on average in o200k; the estimate of a
// file that was not read yet is its size over that.
const bytesPerToken = 4

// costOf is what an entry costs by its size, or by its count when that is known.
func costOf(e TreeEntry, known func(TreeEntry) (aggregate.Count, bool)) treeCost {
	if e.Dir || e.Missing || e.Barred {
		return treeCost{}
	}
	if count, ok := known(e); ok {
		return knownCost(count)
	}
	switch {
	case e.Unmeasured:
		return treeCost{pending: 1, text: 1}
	case e.Size == 0:
		return treeCost{text: 1}
	}
	return treeCost{tokens: int(max(1, e.Size/bytesPerToken)), vague: 1, text: 1}
}

// knownCost is what a file that has bytes costs by its count: none at all says that it is
// binary, for every text has tokens.
func knownCost(c aggregate.Count) treeCost {
	cost := treeCost{tokens: c.N}
	if c.N > 0 {
		cost.text = 1
	}
	if !c.Exact {
		cost.vague = 1
	}
	return cost
}

// newTreeNodes makes the nodes of entries, which may come in any order; folders that
// are missing are made. known gives the counts that are known; it may be nil.
func newTreeNodes(entries []TreeEntry, known func(TreeEntry) (aggregate.Count, bool)) *treeNodes {
	if known == nil {
		known = func(TreeEntry) (aggregate.Count, bool) { return aggregate.Count{}, false }
	}
	t := &treeNodes{nodes: make([]treeNode, 0, len(entries)), at: make(map[string]int32, len(entries))}
	for _, e := range entries {
		t.insert(e)
	}
	t.sortByName(t.roots)
	for i := len(t.nodes) - 1; i >= 0; i-- {
		n := &t.nodes[i]
		t.sortByName(n.children)
		if !n.Dir {
			n.cost = costOf(n.TreeEntry, known)
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
func (n *treeNode) offered() bool { return !n.Dir && !n.Barred && !n.Missing }

// countsIn reports whether the files that can be ticked from n can be ticked from its
// folder as well: what is ignored only where the folder itself is.
func (n *treeNode) countsIn(folder *treeNode) bool { return !n.Ignored || folder.Ignored }

func (t *treeNodes) sortByName(ids []int32) {
	byName := func(a, b int32) int {
		x, y := &t.nodes[a], &t.nodes[b]
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

// insert adds an entry below its folder. Where a file stands in the place of a folder
// on the way, the entry lies in the folder above it, under a longer name.
func (t *treeNodes) insert(e TreeEntry) int32 {
	if e.Dir {
		e.Size, e.ModTime = 0, time.Time{}
	}
	if i, ok := t.at[e.Path]; ok {
		t.nodes[i].TreeEntry = e
		return i
	}
	node := treeNode{TreeEntry: e, name: e.Path, parent: -1}
	for dir := path.Dir(e.Path); dir != "." && dir != "/"; dir = path.Dir(dir) {
		p, ok := t.at[dir]
		if !ok {
			p = t.insert(TreeEntry{Path: dir, Dir: true, Ignored: e.Ignored, Missing: e.Missing})
		}
		if t.nodes[p].Dir {
			node.parent, node.depth, node.name = p, t.nodes[p].depth+1, strings.TrimPrefix(e.Path, dir+"/")
			break
		}
	}
	i := int32(len(t.nodes))
	t.nodes = append(t.nodes, node)
	t.at[e.Path] = i
	if node.parent >= 0 {
		t.nodes[node.parent].children = append(t.nodes[node.parent].children, i)
	} else {
		t.roots = append(t.roots, i)
	}
	return i
}

// haunt adds a file of the composition that the tree does not hold. It is shown as
// long as it is ticked.
func (t *treeNodes) haunt(e TreeEntry) {
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

// tick says which files are in the composition.
func (t *treeNodes) tick(paths iter.Seq[string]) {
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

// addTick adds a file to the ticked ones of the folders above it, or takes it away. A
// file that cannot be ticked from a folder counts there as long as it is ticked.
func (t *treeNodes) addTick(i, by int32) {
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

// setCount says what a file costs. It reports whether that was not known before.
func (t *treeNodes) setCount(e TreeEntry, count aggregate.Count) bool {
	i, ok := t.at[e.Path]
	if !ok || t.nodes[i].Size != e.Size || !t.nodes[i].ModTime.Equal(e.ModTime) {
		return false // the file is another one by now
	}
	n := &t.nodes[i]
	was, now := n.cost, knownCost(count)
	if was == now {
		return false
	}
	n.cost = now
	for n.parent >= 0 && n.countsIn(&t.nodes[n.parent]) {
		n = &t.nodes[n.parent]
		n.cost = n.cost.minus(was).plus(now)
	}
	return true
}

// scaled is a cost in tokens of the model.
func (m *TreeModel) scaled(c treeCost) project.Cost {
	return project.Cost{Count: project.Scaled(aggregate.Count{N: c.tokens, Exact: c.vague == 0}, m.model), Pending: c.pending > 0}
}

// CostOf is what files cost in full together, in tokens of the model.
func (m *TreeModel) CostOf(paths []string) project.Cost {
	var sum treeCost
	for _, p := range paths {
		if i, ok := m.at[p]; ok {
			sum = sum.plus(m.nodes[i].cost)
		}
	}
	return m.scaled(sum)
}

func newTreeModel() *TreeModel {
	m := &TreeModel{treeNodes: newTreeNodes(nil, nil), open: map[string]bool{}, sort: ByName, model: tokens.Models()[0]}
	m.setFilter("")
	return m
}

// setFilter finds what a text asks for, in all folders.
func (m *TreeModel) setFilter(text string) {
	m.filter, m.query, m.folded = text, fuzzy.Parse(text), map[string]bool{}
}

// Filtered reports whether only what a filter finds is shown.
func (m *TreeModel) Filtered() bool { return !m.query.Empty() }

// opened reports whether what lies in a folder is shown.
func (m *TreeModel) opened(n *treeNode) bool {
	if m.Filtered() {
		return !m.folded[n.Path]
	}
	return m.open[n.Path]
}

// layout finds the visible rows.
func (m *TreeModel) layout() {
	m.match()
	m.visible = m.visible[:0]
	m.show(m.roots)
}

// show appends nodes of one folder and what is open below them. The depth of the
// recursion is that of the tree, which the scan bounds.
func (m *TreeModel) show(nodes []int32) {
	shown := make([]int32, 0, len(nodes))
	for _, i := range nodes {
		if m.shows(&m.nodes[i]) {
			shown = append(shown, i)
		}
	}
	if m.sort != ByName {
		slices.SortStableFunc(shown, m.compare)
	}
	for _, i := range shown {
		m.visible = append(m.visible, i)
		if n := &m.nodes[i]; n.Dir && m.opened(n) {
			m.show(n.children)
		}
	}
}

// shows reports whether a node is visible where its folder is open: what is ignored on
// request, what is missing as long as it is ticked.
func (m *TreeModel) shows(n *treeNode) bool {
	if n.ticks == 0 && (n.Missing || n.Ignored && !m.ignored) {
		return false
	}
	return !m.Filtered() || n.matched
}

// compare orders by what is sorted by; equals stay in the order of their names.
func (m *TreeModel) compare(a, b int32) int {
	x, y := &m.nodes[a], &m.nodes[b]
	switch m.sort {
	case BySize:
		return cmp.Compare(y.Size, x.Size)
	case ByTokens:
		return cmp.Compare(y.cost.tokens, x.cost.tokens)
	case ByModified:
		return y.ModTime.Compare(x.ModTime)
	}
	return 0
}

// match marks what the filter finds, with the folders above it.
func (m *TreeModel) match() {
	m.hits = 0
	if !m.Filtered() {
		return
	}
	for i := range m.nodes {
		m.nodes[i].matched = false
	}
	for i := len(m.nodes) - 1; i >= 0; i-- {
		n := &m.nodes[i]
		n.matched = n.matched || !n.Dir && m.query.Fits(n.Path)
		if !n.matched || !m.shows(n) {
			n.matched = false
			continue
		}
		if !n.Dir {
			m.hits++
		}
		if n.parent >= 0 {
			m.nodes[n.parent].matched = true
		}
	}
}

// marks returns what the filter found in the name of a node.
func (m *TreeModel) marks(n *treeNode) []fuzzy.Span {
	if !m.Filtered() {
		return nil
	}
	var out []fuzzy.Span
	from := len(n.Path) - len(n.name)
	for _, s := range m.query.Spans(n.Path) {
		if s.End > from {
			out = append(out, fuzzy.Span{Start: max(0, s.Start-from), End: s.End - from})
		}
	}
	return out
}

// Len returns how many rows are visible.
func (m *TreeModel) Len() int { return len(m.visible) }

// Row returns a visible row.
func (m *TreeModel) Row(i int) TreeRow {
	n := &m.nodes[m.visible[i]]
	row := TreeRow{TreeEntry: n.TreeEntry, Name: n.name, Marks: m.marks(n), Depth: int(n.depth), Files: int(n.files)}
	row.Open = n.Dir && m.opened(n)
	row.Cost = m.scaled(n.cost)
	row.Binary = n.files > 0 && n.cost.text == 0
	switch {
	case n.ticks > 0 && n.ticks == n.files:
		row.Tick = project.Ticked
	case n.ticks > 0:
		row.Tick = project.Partly
	}
	return row
}

// Empty reports whether the tree holds nothing at all, and not only nothing that is shown.
func (m *TreeModel) Empty() bool { return len(m.nodes) == 0 }

// Path returns the path of a visible row.
func (m *TreeModel) Path(i int) string { return m.nodes[m.visible[i]].Path }

// Name returns the name of a visible row.
func (m *TreeModel) Name(i int) string { return m.nodes[m.visible[i]].name }

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

// Filter returns the filter; blanks alone are none.
func (m *TreeModel) Filter() string { return m.filter }

// Sort returns the order.
func (m *TreeModel) Sort() TreeSort { return m.sort }

// SetOpen opens or folds a folder. What is folded while there is a filter is so until
// the filter is another.
func (m *TreeModel) SetOpen(p string, open bool) {
	set := m.open
	if m.Filtered() {
		set, open = m.folded, !open
	}
	if open {
		set[p] = true
	} else {
		delete(set, p)
	}
	m.layout()
}

// SetAllOpen opens or folds every folder; those that a filter shows, while there is one.
func (m *TreeModel) SetAllOpen(open bool) {
	set, add := m.open, open
	if m.Filtered() {
		set, add = m.folded, !open
	}
	clear(set)
	for i := range m.nodes {
		if add && m.nodes[i].Dir && (m.Filtered() || !m.nodes[i].Ignored) {
			set[m.nodes[i].Path] = true
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

// Under returns the files that ticking a path is about, in byte order: the file itself,
// or those of a folder that can be ticked or are, as far as the filter finds them. What
// is ignored belongs to a folder only where the folder is ignored as well.
func (m *TreeModel) Under(p string) []string {
	start, ok := m.at[p]
	if !ok {
		return nil
	}
	out := m.under(start, nil)
	slices.Sort(out)
	return out
}

// UnderAll returns the files that ticking all that is shown is about, in byte order.
func (m *TreeModel) UnderAll() []string {
	var out []string
	for _, i := range m.roots {
		if m.shows(&m.nodes[i]) {
			out = m.under(i, out)
		}
	}
	slices.Sort(out)
	return out
}

func (m *TreeModel) under(start int32, out []string) []string {
	if !m.nodes[start].Dir {
		return append(out, m.nodes[start].Path)
	}
	ignored := m.nodes[start].Ignored
	var walk func(int32)
	walk = func(i int32) {
		n := &m.nodes[i]
		switch {
		case m.Filtered() && !n.matched:
		case n.Dir:
			for _, child := range n.children {
				walk(child)
			}
		case n.ticks > 0 || n.offered() && (ignored || !n.Ignored):
			out = append(out, n.Path)
		}
	}
	walk(start)
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
