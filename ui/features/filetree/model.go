package filetree

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"strings"

	"dossier/aggregate"
	"dossier/aggregate/fuzzy"
	"dossier/aggregate/git/change"
	"dossier/aggregate/tokens"
	"dossier/ui/project"
	"dossier/ui/project/repository"
)

// Sort is the order of the entries in a folder.
type Sort string

// The orders. By name, folders come before files; by size, tokens and time, files and folders are
// mixed, largest or newest first.
const (
	ByName     Sort = "name"
	BySize     Sort = "size"
	ByTokens   Sort = "tokens"
	ByModified Sort = "modified"
)

// Sorts lists the orders in the order of menus.
func Sorts() []Sort { return []Sort{ByName, BySize, ByTokens, ByModified} }

// Row is a visible row of the tree.
type Row struct {
	Entry
	Name  string
	Marks []fuzzy.Span // byte ranges of Name that match the filter
	Depth int
	Open  bool // whether a folder is expanded
	Tick  project.Tick
	Files int // files that can be ticked from here or are ticked; 1 for a file
	Cost  project.Cost
	// Bare reports that there are no tokens to show: no part of the file is ever inlined, or of any
	// file that can be ticked from the folder.
	Bare bool
	// State is git's state of the file. The state of a folder is Modified if anything below it
	// differs from the commit.
	State change.State
}

// Model is the project's tree as a flat list of its visible rows, so that the cost of a row does
// not depend on the size of the tree. It belongs to the session's goroutine. Expanding takes time
// proportional to the visible rows, a filter to the number of entries, ticks and counts to the
// number of affected files.
type Model struct {
	*hierarchy
	visible []int32
	open    map[string]bool
	filter  string
	query   *fuzzy.Query              // of the filter
	fits    []func(change.State) bool // conditions of the filter, from words such as is:modified
	states  map[string]change.State   // of files that differ from the commit
	stirred map[string]bool           // folders with such files
	folded  map[string]bool           // collapsed folders while there is a filter, which expands all others
	hits    int
	sort    Sort
	ignored bool         // whether ignored entries are shown
	model   tokens.Model // rows show its tokens
}

// scaled converts a cost to the model's tokens.
func (m *Model) scaled(c fullCost) project.Cost {
	return project.Cost{Count: project.ForModel(aggregate.Count{N: c.tokens, Exact: c.vague == 0, Off: c.off, Vocabulary: m.vocabulary}, m.model), Pending: c.pending > 0}
}

// CostOf returns the total cost of files in full, in the model's tokens.
func (m *Model) CostOf(paths []string) project.Cost {
	var sum fullCost
	for _, p := range paths {
		if i, ok := m.at[p]; ok {
			sum = sum.plus(m.nodes[i].cost)
		}
	}
	return m.scaled(sum)
}

func newModel() *Model {
	m := &Model{hierarchy: newHierarchy(nil, nil), open: map[string]bool{}, sort: ByName, model: tokens.Models()[0]}
	m.setFilter("")
	return m
}

// configure sets the model whose tokens are shown, and whether ignored entries are shown.
func (m *Model) configure(model tokens.Model, ignored bool) {
	m.model = model
	if m.ignored != ignored {
		m.ignored = ignored
		m.layout()
	}
}

// setFilter applies a filter to all folders.
func (m *Model) setFilter(text string) {
	m.filter, m.fits, m.folded = text, nil, map[string]bool{}
	var names []string
	for _, word := range strings.Fields(text) {
		if fits, ok := repository.ParseState(word); ok {
			m.fits = append(m.fits, fits)
		} else {
			names = append(names, word)
		}
	}
	if m.fits == nil {
		m.query = fuzzy.Parse(text)
		return
	}
	m.query = fuzzy.Parse(strings.Join(names, " "))
}

// setStates sets the states of the files that differ from the commit.
func (m *Model) setStates(states map[string]change.State) {
	m.states, m.stirred = states, map[string]bool{}
	for p := range states {
		for dir := path.Dir(p); dir != "." && !m.stirred[dir]; dir = path.Dir(dir) {
			m.stirred[dir] = true
		}
	}
}

// Changed returns the files of the tree that differ from the commit, in byte order, without ignored
// and missing ones.
func (m *Model) Changed() []string {
	var out []string
	for p := range m.states {
		if i, ok := m.at[p]; ok && m.nodes[i].offered() && !m.nodes[i].Ignored {
			out = append(out, p)
		}
	}
	slices.Sort(out)
	return out
}

// fit reports whether a file has the states that the filter requires.
func (m *Model) fit(p string) bool {
	for _, fits := range m.fits {
		if !fits(m.states[p]) {
			return false
		}
	}
	return m.query.Empty() || m.query.Fits(p)
}

// Filtered reports whether a filter is active.
func (m *Model) Filtered() bool { return !m.query.Empty() || len(m.fits) > 0 }

// opened reports whether a folder is expanded.
func (m *Model) opened(n *node) bool {
	if m.Filtered() {
		return !m.folded[n.Path]
	}
	return m.open[n.Path]
}

// layout determines the visible rows.
func (m *Model) layout() {
	m.match()
	m.visible = m.visible[:0]
	m.show(m.roots)
}

// show appends the nodes of one folder and of the expanded folders below it. The depth of the
// recursion is that of the tree, which the scan limits.
func (m *Model) show(nodes []int32) {
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

// shows reports whether a node is visible in an expanded folder: an ignored one on request, a
// missing one while it is ticked.
func (m *Model) shows(n *node) bool {
	if n.ticks == 0 && (n.Missing || n.Ignored && !m.ignored) {
		return false
	}
	return !m.Filtered() || n.matched
}

// compare orders nodes by the sort criterion, and by name if they are equal.
func (m *Model) compare(a, b int32) int {
	x, y := &m.nodes[a], &m.nodes[b]
	if x.Root != y.Root {
		return afterRoot(x)
	}
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

// match marks the nodes that match the filter, and their parent folders.
func (m *Model) match() {
	m.hits = 0
	if !m.Filtered() {
		return
	}
	for i := range m.nodes {
		m.nodes[i].matched = false
	}
	for i := len(m.nodes) - 1; i >= 0; i-- {
		n := &m.nodes[i]
		n.matched = n.matched || !n.Dir && m.fit(n.Path)
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

// marks returns the byte ranges of a node's name that match the filter.
func (m *Model) marks(n *node) []fuzzy.Span {
	if m.query.Empty() {
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

// Len returns the number of visible rows.
func (m *Model) Len() int { return len(m.visible) }

// Row returns a visible row.
func (m *Model) Row(i int) Row {
	n := &m.nodes[m.visible[i]]
	row := Row{Entry: n.Entry, Name: n.name, Marks: m.marks(n), Depth: int(n.depth), Files: int(n.files)}
	row.Open = n.Dir && m.opened(n)
	if row.State = m.states[n.Path]; n.Dir && m.stirred[n.Path] {
		row.State = change.Modified
	}
	row.Cost = m.scaled(n.cost)
	row.Bare = n.files > 0 && n.cost.text == 0
	switch {
	case n.ticks > 0 && n.ticks == n.files:
		row.Tick = project.Ticked
	case n.ticks > 0:
		row.Tick = project.Partly
	}
	return row
}

// Empty reports whether the tree has no entries at all, visible or not.
func (m *Model) Empty() bool { return len(m.nodes) == 0 }

// Path returns the path of a visible row.
func (m *Model) Path(i int) string { return m.nodes[m.visible[i]].Path }

// Name returns the name of a visible row.
func (m *Model) Name(i int) string { return m.nodes[m.visible[i]].name }

// Find returns the visible row of a path, or -1. Its time is proportional to the visible rows.
func (m *Model) Find(p string) int {
	node, ok := m.at[p]
	if !ok {
		return -1
	}
	return slices.Index(m.visible, node)
}

// Parent returns the visible row of the folder of row i, or -1.
func (m *Model) Parent(i int) int {
	parent := m.nodes[m.visible[i]].parent
	for j := i - 1; j >= 0 && parent >= 0; j-- {
		if m.visible[j] == parent {
			return j
		}
	}
	return -1
}

// Hits returns the number of files that match the filter.
func (m *Model) Hits() int { return m.hits }

// Sort returns the order.
func (m *Model) Sort() Sort { return m.sort }

// SetOpen expands or collapses a folder. While a filter is active, a collapsed folder stays
// collapsed until the filter changes.
func (m *Model) SetOpen(p string, open bool) {
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

// SetAllOpen expands or collapses all folders; while a filter is active, those that it shows.
func (m *Model) SetAllOpen(open bool) {
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

// Reveal expands the folders above a path, so that the path is visible.
func (m *Model) Reveal(p string) {
	for dir := path.Dir(p); dir != "." && dir != "/"; dir = path.Dir(dir) {
		m.open[dir] = true
	}
	m.layout()
}

// Under returns the files that ticking a path affects, in byte order: the file itself, or those
// files of a folder that can be ticked or are ticked and match the filter. Ignored files belong to
// a folder only if the folder is ignored too.
func (m *Model) Under(p string) []string {
	start, ok := m.at[p]
	if !ok {
		return nil
	}
	out := m.under(start, nil)
	slices.Sort(out)
	return out
}

// UnderAll returns the files that ticking everything visible affects, in byte order.
func (m *Model) UnderAll() []string {
	var out []string
	for _, i := range m.roots {
		if m.shows(&m.nodes[i]) {
			out = m.under(i, out)
		}
	}
	slices.Sort(out)
	return out
}

func (m *Model) under(start int32, out []string) []string {
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

// OpenFolders returns the expanded folders in byte order, for storage.
func (m *Model) OpenFolders() []string {
	return slices.Sorted(maps.Keys(m.open))
}

// setOpenFolders expands exactly these folders.
func (m *Model) setOpenFolders(paths []string) {
	clear(m.open)
	for _, p := range paths {
		m.open[p] = true
	}
}
