package beadlist

import (
	"cmp"
	"slices"
	"time"

	"dossier/aggregate"
	"dossier/aggregate/beads"
	"dossier/aggregate/tokens"
	"dossier/models"
	"dossier/ui/project"
)

// Row is a row of the list of beads: a group's heading, or a bead.
type Row struct {
	Heading models.BeadClass // set on a heading
	Bead    int              // position in [Model.Catalog]; -1 on a heading
}

// Group is the beads below a heading.
type Group struct {
	All, Shown int          // beads of the class, and those that match the filter
	In         int          // of the shown beads, those in the document
	Cost       project.Cost // cost of the visible ones that are in the document
}

// Sort is an order of the list.
type Sort string

// The orders of the list of beads.
const (
	InOrder    Sort = "dossier" // as in the file, which is the dossier's order too
	ByPriority Sort = "priority"
	ByUpdate   Sort = "updated" // most recent first
)

// Sorts returns the orders.
func Sorts() []Sort { return []Sort{InOrder, ByPriority, ByUpdate} }

// listed is a tracker with data that is computed in the background.
type listed struct {
	tracker *project.Tracker
	catalog *beads.Catalog
	costs   []tokens.Count
	facets  beads.Facets
}

func newListed(t *project.Tracker) listed {
	catalog := t.Catalog()
	return listed{t, catalog, costsOf(catalog.Beads), catalog.Facets()}
}

// Model is a tracker's beads as rows: those that match a filter, in two groups. It belongs to the
// session's goroutine.
type Model struct {
	listed
	exclude []string
	out     map[string]bool
	model   tokens.Model
	filter  beads.Filter
	sort    Sort
	folded  map[models.BeadClass]bool
	rows    []Row
	at      map[int]int // rows by the position of their bead
	groups  map[models.BeadClass]Group
	now     func() time.Time
}

func newModel() *Model {
	m := &Model{
		listed: listed{catalog: beads.NewCatalog(nil)}, out: map[string]bool{},
		sort: InOrder, folded: map[models.BeadClass]bool{}, now: time.Now,
	}
	m.layout()
	return m
}

func (m *Model) show(listed listed) {
	m.listed = listed
	m.layout()
}

// configure sets the excluded beads, and the model whose tokens are counted.
func (m *Model) configure(exclude []string, model tokens.Model) {
	if slices.Equal(m.exclude, exclude) && m.model == model {
		return
	}
	m.exclude, m.out, m.model = slices.Clone(exclude), beads.Excluded(exclude), model
	m.layout()
}

// layout computes the rows again. Its cost is proportional to the number of beads, and to the
// length of their texts if the filter has words.
func (m *Model) layout() {
	m.rows, m.groups = make([]Row, 0, len(m.rows)), map[models.BeadClass]Group{}
	chosen := m.catalog.Select(m.filter, m.out, m.now())
	m.order(chosen)
	all := map[models.BeadClass]int{}
	for _, b := range m.catalog.Beads {
		all[b.Class()]++
	}
	for _, class := range []models.BeadClass{models.BeadActive, models.BeadCompleted} {
		group := Group{All: all[class], Cost: project.Cost{Count: aggregate.Count{Exact: true}}}
		head := len(m.rows)
		m.rows = append(m.rows, Row{Heading: class, Bead: -1})
		for _, i := range chosen {
			if b := m.catalog.Beads[i]; b.Class() == class {
				group.Shown++
				if !m.out[b.ID] {
					group.In++
					group.Cost.Count = group.Cost.Add(m.costs[i])
				}
				if !m.folded[class] {
					m.rows = append(m.rows, Row{Bead: i})
				}
			}
		}
		group.Cost.Count = project.ForModel(group.Cost.Count, m.model)
		m.groups[class] = group
		if group.Shown == 0 {
			m.rows = m.rows[:head]
		}
	}
	m.at = make(map[int]int, len(m.rows))
	for row, r := range m.rows {
		if r.Bead >= 0 {
			m.at[r.Bead] = row
		}
	}
}

func (m *Model) order(chosen []int) {
	list := m.catalog.Beads
	switch m.sort {
	case ByPriority:
		slices.SortStableFunc(chosen, func(a, b int) int { return cmp.Compare(list[a].Priority, list[b].Priority) })
	case ByUpdate:
		slices.SortStableFunc(chosen, func(a, b int) int { return list[b].UpdatedAt.Compare(list[a].UpdatedAt) })
	}
}

// Known reports whether the tracker has been read.
func (m *Model) Known() bool { return m.tracker != nil }

// Tracker returns the contents of the tracker.
func (m *Model) Tracker() *project.Tracker {
	if m.tracker == nil {
		return &project.Tracker{}
	}
	return m.tracker
}

// Catalog returns the beads.
func (m *Model) Catalog() *beads.Catalog { return m.catalog }

// Facets returns the values that the list can be filtered by.
func (m *Model) Facets() beads.Facets { return m.facets }

// Rows returns the rows. The caller must not modify the slice.
func (m *Model) Rows() []Row { return m.rows }

// Group returns the beads below a heading.
func (m *Model) Group(class models.BeadClass) Group { return m.groups[class] }

// Bead returns the bead with an id.
func (m *Model) Bead(id string) (models.Bead, bool) {
	if i, ok := m.catalog.Place(id); ok {
		return m.catalog.Beads[i], true
	}
	return models.Bead{}, false
}

// In reports whether the bead with an id is in the dossier, if beads mode is on.
func (m *Model) In(id string) bool { return !m.out[id] }

// Cost returns the cost of bead i in the document.
func (m *Model) Cost(i int) project.Cost {
	return project.Cost{Count: project.ForModel(m.costs[i], m.model)}
}

// Filter returns the filter of the list.
func (m *Model) Filter() beads.Filter { return m.filter }

// SetFilter filters the list.
func (m *Model) SetFilter(f beads.Filter) {
	m.filter = f
	m.layout()
}

// Sort returns the order of the list.
func (m *Model) Sort() Sort { return m.sort }

// SetSort sets the order of the list, which is independent of the dossier's order.
func (m *Model) SetSort(sort Sort) {
	m.sort = sort
	m.layout()
}

// Folded reports whether a group is folded.
func (m *Model) Folded(class models.BeadClass) bool { return m.folded[class] }

// SetFolded folds or unfolds a group.
func (m *Model) SetFolded(class models.BeadClass, folded bool) {
	m.folded[class] = folded
	m.layout()
}

// Reveal makes a bead visible and returns its row: a filter that excludes it is cleared, and its
// group is expanded. It returns -1 for a bead that the tracker does not have or has deleted.
func (m *Model) Reveal(id string) int {
	b, ok := m.Bead(id)
	if !ok || b.Class() == models.BeadDropped {
		return -1
	}
	row := m.RowOf(id)
	if row < 0 {
		m.SetFolded(b.Class(), false)
		if row = m.RowOf(id); row < 0 {
			m.SetFilter(beads.Filter{})
			row = m.RowOf(id)
		}
	}
	return row
}

// RowOf returns the row of a bead, or -1.
func (m *Model) RowOf(id string) int {
	if at, ok := m.catalog.Place(id); ok {
		if row, ok := m.at[at]; ok {
			return row
		}
	}
	return -1
}

// HeadOf returns the row of a heading, or -1.
func (m *Model) HeadOf(class models.BeadClass) int {
	return slices.IndexFunc(m.rows, func(r Row) bool { return r.Heading == class })
}

// Listed returns the ids of the beads in rows: a heading includes all beads of its group that match
// the filter, collapsed or not.
func (m *Model) Listed(rows []int) []string {
	var ids []string
	have := map[string]bool{}
	add := func(i int) {
		if id := m.catalog.Beads[i].ID; !have[id] {
			have[id] = true
			ids = append(ids, id)
		}
	}
	for _, row := range rows {
		switch r := m.rows[row]; {
		case r.Bead >= 0:
			add(r.Bead)
		default:
			for _, i := range m.catalog.Select(m.filter, m.out, m.now()) {
				if m.catalog.Beads[i].Class() == r.Heading {
					add(i)
				}
			}
		}
	}
	return ids
}
