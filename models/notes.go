package models

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"dossier/models/order"
)

// Notes is the content of dossier_notes.toml. Its methods never modify it in place: they return a
// new value, which shares unchanged notes.
type Notes struct {
	List []Note // in output order
	// Last is the highest number assigned to an id, so that ids are never reused, not even those
	// of deleted notes.
	Last  int64
	Limit int // max number of notes, beyond which the oldest are removed; 0 means no limit
}

// Equal reports whether two values are equal.
func (n Notes) Equal(other Notes) bool {
	return n.Last == other.Last && n.Limit == other.Limit && slices.EqualFunc(n.List, other.List, Note.Equal)
}

// Index returns the index of the note with an id, or -1.
func (n Notes) Index(id string) int {
	return slices.IndexFunc(n.List, func(one Note) bool { return one.ID == id })
}

// Find returns the note with an id.
func (n Notes) Find(id string) (Note, bool) {
	if i := n.Index(id); i >= 0 {
		return n.List[i], true
	}
	return Note{}, false
}

// Rows returns the indices of the notes with ids, in their order. It returns an error that names
// the first unknown id.
func (n Notes) Rows(ids ...string) ([]int, error) {
	rows := make([]int, len(ids))
	for i, id := range ids {
		if rows[i] = n.Index(id); rows[i] < 0 {
			return nil, fmt.Errorf("there is no note %q", id)
		}
	}
	return rows, nil
}

// Insert inserts notes before index at, or at the end, and returns their ids. A note with an
// unused id keeps it; others get a new one. Beyond the limit, the oldest notes are removed.
func (n Notes) Insert(at int, notes ...Note) (next Notes, ids []string) {
	at = min(max(at, 0), len(n.List))
	taken := n.ids()
	added := slices.Clone(notes)
	for i := range added {
		n = n.named(&added[i], taken)
		ids = append(ids, added[i].ID)
	}
	n.List = slices.Concat(n.List[:at], added, n.List[at:])
	return n.limited(), ids
}

// named sets an id that is not taken.
func (n Notes) named(one *Note, taken map[string]bool) Notes {
	if one.ID == "" || taken[one.ID] {
		n.Last = n.highest() + 1
		for taken[NoteID(n.Last)] {
			n.Last++
		}
		one.ID = NoteID(n.Last)
	}
	taken[one.ID] = true
	n.Last = max(n.highest(), one.number())
	return n
}

func (n Notes) ids() map[string]bool {
	taken := make(map[string]bool, len(n.List))
	for _, one := range n.List {
		taken[one.ID] = true
	}
	return taken
}

// highest returns the highest number known to have been assigned.
func (n Notes) highest() int64 {
	last := n.Last
	for _, one := range n.List {
		last = max(last, one.number())
	}
	return last
}

// Set replaces the note with the same id. It preserves the time.
func (n Notes) Set(one Note) Notes {
	i := n.Index(one.ID)
	if i < 0 {
		return n
	}
	one.Time = n.List[i].Time
	n.List = slices.Clone(n.List)
	n.List[i] = one
	return n
}

// Delete removes notes. Their ids are never reused.
func (n Notes) Delete(rows []int) Notes {
	n.Last = n.highest()
	n.List = order.Without(n.List, rows)
	return n
}

// Move moves notes before index at, or to the end, and preserves their order.
func (n Notes) Move(rows []int, at int) Notes {
	n.List = order.Move(n.List, rows, at)
	return n
}

// WithLimit sets the max number of notes; 0 means no limit.
func (n Notes) WithLimit(limit int) Notes {
	n.Limit = max(0, limit)
	return n.limited()
}

// limited removes the oldest notes beyond the limit; among notes of the same second, the lowest
// number first, and then the first in the list.
func (n Notes) limited() Notes {
	if n.Limit == 0 || len(n.List) <= n.Limit {
		return n
	}
	rows := make([]int, len(n.List))
	for i := range rows {
		rows[i] = i
	}
	slices.SortStableFunc(rows, func(i, j int) int {
		a, b := n.List[i], n.List[j]
		return cmp.Or(a.Time.Compare(b.Time), cmp.Compare(a.number(), b.number()))
	})
	return n.Delete(rows[:len(rows)-n.Limit])
}

// Filter returns the last limit notes of a type, in order; an empty type means any, and 0 no
// limit.
func (n Notes) Filter(of NoteType, limit int) []Note {
	var out []Note
	for _, one := range n.List {
		if of == "" || one.Type == of {
			out = append(out, one)
		}
	}
	if limit > 0 && len(out) > limit {
		out = out[len(out)-limit:]
	}
	return out
}

// ParseNotes parses the decoded form of a notes file. A note without a valid id, or with a
// duplicate one, gets a new id.
func ParseNotes(v map[string]any) (Notes, []UnknownKey, error) {
	var found report
	top := newForm("", v, &found)
	top.integer("schema", 1, 0)
	n := Notes{Last: top.integer("last", 0, 0), Limit: int(top.integer("limit", 0, 0))}
	taken := map[string]bool{}
	for i, v := range top.list("notes") {
		f := newForm(ElementKey("notes", i), v, &found)
		one := parseNote(f)
		if holds := f.str(metadataJSON, ""); holds != "" {
			one.Metadata.Extra = withJSON(f, one.Metadata.Extra, holds)
		}
		one.Extra = f.rest()
		if taken[one.ID] {
			f.fail("id", fmt.Sprintf("%s is the id of another note too", one.ID))
			one.ID = ""
		}
		taken[one.ID] = one.ID != ""
		n.List = append(n.List, one)
	}
	for i := range n.List {
		if n.List[i].ID == "" {
			n = n.named(&n.List[i], taken)
		}
	}
	top.rest()
	return n, topKeys(found.unknown), found.err()
}

// topKeys returns the unknown keys to report: a note's metadata can have any keys.
func topKeys(keys []UnknownKey) []UnknownKey {
	return slices.DeleteFunc(keys, func(k UnknownKey) bool { return slices.Contains(k.Known, "filename") })
}

// metadataJSON is the key of metadata that TOML cannot represent.
const metadataJSON = "metadata_json"

// withJSON adds the keys of a JSON object to the unknown keys.
func withJSON(f form, extra map[string]any, object string) map[string]any {
	v, err := fromJSON([]byte(object))
	more, ok := v.(map[string]any)
	if err != nil || !ok {
		f.fail(metadataJSON, "must be a JSON object")
		return extra
	}
	if extra == nil {
		return more
	}
	maps.Copy(extra, more)
	return extra
}

// Stored returns the form of a note in a notes file: the JSON form, with metadata that TOML
// cannot represent as JSON in one string.
func (n Note) Stored() Fields {
	meta := n.Metadata
	var beyond writer
	meta.Extra = maps.Clone(meta.Extra)
	for _, key := range slices.Sorted(maps.Keys(meta.Extra)) {
		if v := meta.Extra[key]; !inTOML(v) {
			beyond.add(key, ordered(v))
			delete(meta.Extra, key)
		}
	}
	n.Metadata = meta
	w := writer{n.Fields()}
	if len(beyond.fields) > 0 {
		if data, err := beyond.fields.MarshalJSON(); err == nil {
			w.add(metadataJSON, string(data))
		}
	}
	return w.rest(n.Extra)
}

// inTOML reports whether TOML can represent a JSON value.
func inTOML(v any) bool {
	switch v := v.(type) {
	case nil, json.Number:
		return false
	case []any:
		return !slices.ContainsFunc(v, func(e any) bool { return !inTOML(e) })
	case map[string]any:
		for _, e := range v {
			if !inTOML(e) {
				return false
			}
		}
	}
	return true
}

// MergeNotes merges the changes that mine and theirs have made to base: added, changed, moved and
// deleted notes. A note deleted on one side and changed on the other is kept. If both have
// changed the same note, theirs keeps the id and mine follows it with a new one, as a [Fork]. If
// two new notes have the same id, mine gets another id, which is not a fork.
func MergeNotes(base, mine, theirs Notes) (Notes, []Fork) {
	m := noteMerge{base: byID(base), theirs: byID(theirs), used: theirs.ids(), absent: map[string]bool{}, parted: map[string]string{}}
	m.next = Notes{Last: max(base.highest(), mine.highest(), theirs.highest()), Limit: theirs.Limit}
	if mine.Limit != base.Limit {
		m.next.Limit = mine.Limit
	}
	there := mine.ids()
	mine.List = slices.Clone(mine.List)
	for i := range mine.List {
		m.settle(&mine.List[i])
	}
	for id, one := range m.base {
		if now, stays := m.theirs[id]; stays && !there[id] && now.Equal(one) {
			m.absent[id] = true // deleted in mine
		}
	}
	m.next.List = m.ordered(base, mine.List, theirs.List)
	return m.next.limited(), m.forks
}

// JoinNotes merges two values without a common base: all notes of both are kept.
func JoinNotes(mine, theirs Notes) (Notes, []Fork) {
	base := Notes{Limit: theirs.Limit}
	for _, one := range mine.List {
		if same, ok := theirs.Find(one.ID); ok && same.Equal(one) {
			base.List = append(base.List, one)
		}
	}
	return MergeNotes(base, mine, theirs)
}

// noteMerge is a merge in progress.
type noteMerge struct {
	base, theirs map[string]Note // by id
	next         Notes           // the result, which assigns ids
	used         map[string]bool
	absent       map[string]bool   // ids that are not in the result
	parted       map[string]string // original ids of forked notes of mine, by new id
	forks        []Fork
}

func byID(n Notes) map[string]Note {
	m := make(map[string]Note, len(n.List))
	for _, one := range n.List {
		m[one.ID] = one
	}
	return m
}

// settle determines the content and id of a note of mine in the result.
func (m *noteMerge) settle(one *Note) {
	old, had := m.base[one.ID]
	new, there := m.theirs[one.ID]
	switch {
	case !there && had && old.Equal(*one):
		m.absent[one.ID] = true // deleted in theirs
	case !there:
		m.used[one.ID] = true
	case new.Equal(*one), had && old.Equal(new): // changed only in mine
	case had && old.Equal(*one):
		*one = new
	default:
		id := one.ID
		one.ID = ""
		m.next = m.next.named(one, m.used)
		m.parted[one.ID] = id
		if had {
			m.forks = append(m.forks, Fork{id, one.ID})
		}
	}
}

// ordered returns the notes of the result in the order of theirs, unless mine has changed the
// order; notes that only one of them has follow the note that precedes them there.
func (m *noteMerge) ordered(base Notes, mine, theirs []Note) []Note {
	lead, follow := theirs, mine
	if moved(base, mine) {
		lead, follow = mine, theirs
	}
	content := byID(Notes{List: theirs})
	for _, one := range mine {
		content[one.ID] = one
	}
	leads := Notes{List: lead}.ids()
	behind := map[string][]string{} // by the id of the preceding note; empty for the beginning
	last := ""
	for _, one := range follow {
		if of := m.parted[one.ID]; leads[of] {
			last = of
		}
		if leads[one.ID] {
			last = one.ID
		} else {
			behind[last] = append(behind[last], one.ID)
		}
	}
	var out []Note
	add := func(ids ...string) {
		for _, id := range ids {
			if !m.absent[id] {
				out = append(out, content[id])
			}
		}
	}
	add(behind[""]...)
	for _, one := range lead {
		add(one.ID)
		add(behind[one.ID]...)
	}
	return out
}

// moved reports whether the notes that are also in base have another order.
func moved(base Notes, notes []Note) bool {
	at := make(map[string]int, len(base.List))
	for i, one := range base.List {
		at[one.ID] = i
	}
	var positions []int
	for _, one := range notes {
		if i, had := at[one.ID]; had {
			positions = append(positions, i)
		}
	}
	return !slices.IsSorted(positions)
}
