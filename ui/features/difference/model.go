// Package difference compares two documents: snapshots, or a snapshot and the current document. All
// work runs in the given jobs.
package difference

import (
	"context"
	"fmt"

	"dossier/aggregate"
	"dossier/aggregate/diff"
	"dossier/ui/project"
	"dossier/ui/session/change"
	"dossier/ui/session/feature"
	"dossier/ui/session/jobs"
)

// Host is the subset of the session that a comparison depends on.
type Host interface {
	feature.Source
	feature.Document
	feature.Tokens

	// NoteDamage records that a snapshot could not be read.
	NoteDamage(project.SnapshotID, error)
}

// Side is one of two compared documents: a snapshot, or the current document, which the comparison
// follows.
type Side struct {
	Live     bool
	Snapshot project.SnapshotID
}

// Current returns the current document.
func Current() Side { return Side{Live: true} }

// Name returns the name of the side in a comparison.
func (d Side) Name() string {
	if d.Live {
		return "now"
	}
	return d.Snapshot.Name
}

// Entry is a row of the list of differences: a section, or a part of it.
type Entry struct {
	Section bool
	Title   string
	State   aggregate.State
	Moved   bool
	Removed int // number of lines
	Added   int
	Tokens  aggregate.Count // difference in the model's tokens; negative if there are fewer
	Modes   string          // both view modes of a file if they differ
	block   *aggregate.BlockDifference
}

// Model compares two documents: a list of their parts, one of which is shown line by line, unified
// or side by side.
type Model struct {
	host    Host
	sides   [2]Side
	changed func()
	loading *jobs.Latest

	docs    [2]*aggregate.Document // of snapshots, which never change
	diff    aggregate.Difference
	known   bool
	problem error

	all     bool // list equal parts too
	entries []Entry
	chosen  int // index of the entry, or -1
	lines   Lines
}

// Open compares two documents. changed is called on the session's goroutine when the visible state
// has changed.
func Open(host Host, work *jobs.Group, old, new Side, changed func()) *Model {
	m := &Model{host: host, sides: [2]Side{old, new}, changed: changed, loading: work.Latest(), chosen: -1}
	m.compare()
	return m
}

// Close cancels background work.
func (m *Model) Close() { m.loading.Stop() }

// Follow updates the comparison after a change in the session.
func (m *Model) Follow(c change.Set) {
	live := m.sides[0].Live || m.sides[1].Live
	if m.host.Project() != nil && (live && c.Has(change.Document) || m.known && c.Has(change.Settings)) {
		m.compare()
	}
}

// compare compares again. The selection stays.
func (m *Model) compare() {
	docs := m.docs
	var read [2]func() (project.Sent, error)
	for i, side := range m.sides {
		switch {
		case side.Live:
			docs[i] = m.host.Document()
		case docs[i] == nil:
			folder := m.host.Project().Snapshots().Folder(side.Snapshot.Copied)
			read[i] = func() (project.Sent, error) { return project.LoadSnapshot(folder, side.Snapshot) }
		}
	}
	builder := m.host.Project().Builder
	m.loading.Start(func(ctx context.Context) func() {
		for i := range docs {
			if read[i] == nil {
				continue
			}
			sent, err := read[i]()
			if err != nil {
				return func() {
					m.host.NoteDamage(m.sides[i].Snapshot, err)
					m.problem, m.known = err, true
					m.changed()
				}
			}
			docs[i] = sent.Document
			if counted, err := builder.Count(ctx, docs[i], nil); err == nil {
				docs[i] = counted // makes the figures comparable
			}
		}
		found := aggregate.Compare(docs[0], docs[1])
		return func() {
			m.docs, m.diff, m.problem, m.known = docs, found, nil, true
			m.list()
			m.changed()
		}
	})
}

// Known reports whether the documents have been compared.
func (m *Model) Known() bool { return m.known }

// Problem returns why the comparison failed.
func (m *Model) Problem() error { return m.problem }

// Names returns the names of the two documents.
func (m *Model) Names() (old, new string) { return m.sides[0].Name(), m.sides[1].Name() }

// Same reports whether the documents are equal byte for byte.
func (m *Model) Same() bool { return m.known && m.diff.Same() }

// Count returns the number of changed, added and removed parts.
func (m *Model) Count() (changed, added, removed int) { return m.diff.Count() }

// Tokens returns how many tokens of the model the second document has more; negative if it has fewer.
func (m *Model) Tokens() aggregate.Count {
	return m.difference(m.diff.Tokens)
}

// difference converts a difference in tokens to the model's tokens.
func (m *Model) difference(n int) aggregate.Count {
	c := m.host.Cost(aggregate.Count{N: max(n, -n), Exact: m.diff.Exact, Vocabulary: m.diff.Vocabulary})
	if n < 0 {
		c.N = -c.N
	}
	return c
}

// Entries returns the differences. The caller must not modify the slice.
func (m *Model) Entries() []Entry { return m.entries }

// ShowSame sets whether equal parts are listed too.
func (m *Model) ShowSame(on bool) {
	if m.all != on {
		m.all = on
		m.list()
		m.changed()
	}
}

// ShowsSame reports whether equal parts are listed.
func (m *Model) ShowsSame() bool { return m.all }

// list creates the entries, and preserves the selection.
func (m *Model) list() {
	chosen := ""
	if m.chosen >= 0 {
		chosen = m.key(m.chosen)
	}
	m.entries, m.chosen = nil, -1
	for i := range m.diff.Sections {
		section := &m.diff.Sections[i]
		head := len(m.entries)
		m.entries = append(m.entries, Entry{
			Section: true, Title: section.Title, State: section.State, Tokens: m.difference(section.Tokens),
		})
		for j := range section.Blocks {
			b := &section.Blocks[j]
			if b.State == aggregate.Same && !b.Moved && !m.all {
				continue
			}
			e := Entry{
				Title: b.Title, State: b.State, Moved: b.Moved, Removed: b.Removed, Added: b.Added,
				Tokens: m.difference(b.Tokens), block: b,
			}
			if b.OldMode != b.NewMode && b.OldMode != "" && b.NewMode != "" {
				e.Modes = fmt.Sprintf("%s → %s", b.OldMode, b.NewMode)
			}
			m.entries = append(m.entries, e)
		}
		if len(m.entries) == head+1 && section.State == aggregate.Same {
			m.entries = m.entries[:head]
		}
	}
	for i := range m.entries {
		if m.key(i) == chosen {
			m.chosen = i
		}
	}
	if m.chosen < 0 {
		m.chosen = m.nextPart(-1, 1)
	}
	m.show()
}

// key identifies an entry across comparisons.
func (m *Model) key(i int) string {
	e := m.entries[i]
	for ; i >= 0; i-- {
		if m.entries[i].Section {
			return m.entries[i].Title + "\x00" + e.Title
		}
	}
	return e.Title
}

// Key identifies an entry across comparisons.
func (m *Model) Key(i int) string { return m.key(i) }

// nextPart returns the next entry that is a part, or -1.
func (m *Model) nextPart(from, by int) int {
	for i := from + by; i >= 0 && i < len(m.entries); i += by {
		if !m.entries[i].Section {
			return i
		}
	}
	return -1
}

// Chosen returns the shown entry, or -1.
func (m *Model) Chosen() int { return m.chosen }

// Choose shows an entry line by line.
func (m *Model) Choose(i int) {
	if i < 0 || i >= len(m.entries) || m.entries[i].Section || i == m.chosen {
		return
	}
	m.chosen = i
	m.lines.Fold()
	m.show()
	m.changed()
}

// Next selects the next entry that differs, or the previous one for -1; false if there is none.
func (m *Model) Next(by int) bool {
	for i := m.nextPart(m.chosen, by); i >= 0; i = m.nextPart(i, by) {
		if m.entries[i].State != aggregate.Same {
			m.Choose(i)
			return true
		}
	}
	return false
}

// Lines returns the selected entry line by line.
func (m *Model) Lines() *Lines { return &m.lines }

// SetSideBySide shows the texts side by side, or one below the other.
func (m *Model) SetSideBySide(on bool) {
	if m.lines.SideBySide() != on {
		m.lines.SetSideBySide(on)
		m.changed()
	}
}

// show computes the lines of the selected entry.
func (m *Model) show() {
	if m.chosen < 0 {
		m.lines.Set(nil, nil, nil)
		return
	}
	b := m.entries[m.chosen].block
	before, after := b.Texts()
	m.lines.Set(diff.Split(before), diff.Split(after), b.Changes)
	m.lines.SetNumbers(b.SourceLines())
}

// Unfold shows the lines of a gap.
func (m *Model) Unfold(i int) {
	if m.lines.Unfold(i) {
		m.changed()
	}
}

// Unified returns the unified difference of the selected entry.
func (m *Model) Unified() string {
	if m.chosen < 0 {
		return ""
	}
	return m.entries[m.chosen].block.Unified(m.Names())
}

// UnifiedAll returns the unified difference of everything, part by part.
func (m *Model) UnifiedAll() string {
	return m.diff.Unified(m.Names())
}
