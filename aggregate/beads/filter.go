package beads

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"dossier/models"
)

// Catalog is a searchable list of beads. It is immutable. Beads are identified by their index in
// the list.
type Catalog struct {
	*Graph
	Beads []models.Bead
	texts []string // the searchable text of each bead, in lower case
}

// NewCatalog returns the catalog of a list, which must not be modified afterwards. It takes time
// proportional to the text of all beads.
func NewCatalog(list []models.Bead) *Catalog {
	c := &Catalog{Graph: NewGraph(list), Beads: list, texts: make([]string, len(list))}
	for i, b := range list {
		c.texts[i] = searchText(b)
	}
	return c
}

// searchText returns the searchable text of a bead, in lower case, with one item per line.
func searchText(b models.Bead) string {
	parts := []string{
		b.ID, b.Title, b.Description, b.Design, b.AcceptanceCriteria, b.Notes, b.Status, b.Type,
		b.Assignee, b.Owner, b.CreatedBy, b.ExternalRef, b.SpecID, b.CloseReason, b.DeleteReason,
	}
	parts = append(parts, b.Labels...)
	for _, d := range b.Dependencies {
		parts = append(parts, d.DependsOn)
	}
	for _, c := range b.Comments {
		parts = append(parts, c.Author, c.Text)
	}
	return strings.ToLower(strings.Join(parts, "\n"))
}

// State restricts a [Filter] to beads that can, or cannot, be worked on.
type State string

// States of a [Filter].
const (
	AnyState State = ""
	Ready    State = "ready"
	Blocked  State = "blocked"
)

// Membership restricts a [Filter] to beads that are, or are not, in the dossier.
type Membership string

// Memberships of a [Filter].
const (
	AnyMembership Membership = ""
	In            Membership = "in"
	Out           Membership = "out"
)

// Filter selects beads. All of its fields must match; the zero Filter selects all beads except
// deleted ones, which never match.
type Filter struct {
	Text       string           // words that must all occur, anywhere and in any case
	Class      models.BeadClass // empty means active and completed
	Statuses   []string         // one of them
	Types      []string         // one of them
	Priorities []int            // one of them
	Labels     []string         // one of them
	State      State
	Membership Membership
}

// Narrows reports whether f selects fewer than all beads.
func (f Filter) Narrows() bool {
	return strings.TrimSpace(f.Text) != "" || f.Class != "" || len(f.Statuses)+len(f.Types)+len(f.Priorities)+len(f.Labels) > 0 ||
		f.State != AnyState || f.Membership != AnyMembership
}

// Select returns the indices of the beads that match f at a given time, in order. out is the set
// of ids that are not in the dossier.
func (c *Catalog) Select(f Filter, out map[string]bool, now time.Time) []int {
	words := strings.Fields(strings.ToLower(f.Text))
	chosen := []int{}
	for i, b := range c.Beads {
		if c.matches(i, b, f, out, now) && !slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(c.texts[i], word) }) {
			chosen = append(chosen, i)
		}
	}
	return chosen
}

func (c *Catalog) matches(i int, b models.Bead, f Filter, out map[string]bool, now time.Time) bool {
	class := b.Class()
	switch {
	case class == models.BeadDropped, f.Class != "" && class != f.Class,
		len(f.Statuses) > 0 && !slices.Contains(f.Statuses, b.Status),
		len(f.Types) > 0 && !slices.Contains(f.Types, b.Type),
		len(f.Priorities) > 0 && !slices.Contains(f.Priorities, b.Priority),
		len(f.Labels) > 0 && !slices.ContainsFunc(b.Labels, func(l string) bool { return slices.Contains(f.Labels, l) }),
		f.Membership == In && out[b.ID], f.Membership == Out && !out[b.ID],
		f.State == Blocked && !c.Blocked(i), f.State == Ready && !c.Ready(i, now):
		return false
	}
	return true
}

// Facet is a value and the number of beads that have it.
type Facet[T any] struct {
	Value T
	Count int
}

// Facets are the values that a list can be filtered by.
type Facets struct {
	Statuses, Types, Labels []Facet[string] // by descending count
	Priorities              []Facet[int]    // by descending urgency
}

// Facets returns the values of all beads that are not deleted.
func (c *Catalog) Facets() Facets {
	statuses, types, labels, priorities := map[string]int{}, map[string]int{}, map[string]int{}, map[int]int{}
	for _, b := range c.Beads {
		if b.Class() == models.BeadDropped {
			continue
		}
		statuses[b.Status]++
		priorities[b.Priority]++
		if b.Type != "" {
			types[b.Type]++
		}
		for _, l := range b.Labels {
			labels[l]++
		}
	}
	f := Facets{Statuses: byFrequency(statuses), Types: byFrequency(types), Labels: byFrequency(labels)}
	for _, p := range slices.Sorted(maps.Keys(priorities)) {
		f.Priorities = append(f.Priorities, Facet[int]{p, priorities[p]})
	}
	return f
}

// byFrequency returns counted values by descending count, then by name.
func byFrequency(counts map[string]int) []Facet[string] {
	var list []Facet[string]
	for _, value := range slices.Sorted(maps.Keys(counts)) {
		list = append(list, Facet[string]{value, counts[value]})
	}
	slices.SortStableFunc(list, func(a, b Facet[string]) int { return cmp.Compare(b.Count, a.Count) })
	return list
}
