package models

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"dossier/models/order"
)

// The operations in this file never modify a discussion in place: they return a new one, which
// shares unchanged entries. Rows and offsets out of range are ignored.

// Equal reports whether two entries have the same stored form.
func (e Entry) Equal(f Entry) bool {
	return e.Role == f.Role && e.Content == f.Content && e.Time.Equal(f.Time) &&
		e.Exclude == f.Exclude && e.Plain == f.Plain && e.Null == f.Null &&
		(len(e.Extra) == 0 && len(f.Extra) == 0 || reflect.DeepEqual(e.Extra, f.Extra))
}

// Equal reports whether two discussions are equal.
func (d Discussion) Equal(other Discussion) bool {
	return d.Name == other.Name && sameEntries(d.History, other.History)
}

func sameEntries(a, b []Entry) bool {
	if len(a) > 0 && len(a) == len(b) && &a[0] == &b[0] {
		return true
	}
	return slices.EqualFunc(a, b, Entry.Equal)
}

// Insert inserts entries before index at, or at the end.
func (d Discussion) Insert(at int, entries ...Entry) Discussion {
	at = min(max(at, 0), len(d.History))
	d.History = slices.Concat(d.History[:at], entries, d.History[at:])
	return d
}

// Set replaces entry i by e. A bare string that gets a role becomes a table.
func (d Discussion) Set(i int, e Entry) Discussion {
	if !d.has(i) {
		return d
	}
	if e.Role != "" {
		e.Plain = false
	}
	d.History = slices.Clone(d.History)
	d.History[i] = e
	return d
}

// Delete removes entries.
func (d Discussion) Delete(rows []int) Discussion {
	d.History = order.Without(d.History, rows)
	return d
}

// Move moves entries before index at, or to the end, and preserves their order.
func (d Discussion) Move(rows []int, at int) Discussion {
	d.History = order.Move(d.History, rows, at)
	return d
}

// Split splits the content of entry i at a byte offset, rounded down to the start of a character.
// Both parts keep the other properties of the entry. It does nothing if one part would be empty.
func (d Discussion) Split(i, offset int) Discussion {
	if !d.has(i) {
		return d
	}
	first := d.History[i]
	offset = min(max(offset, 0), len(first.Content))
	for offset > 0 && offset < len(first.Content) && !utf8.RuneStart(first.Content[offset]) {
		offset--
	}
	second := first
	first.Content, second.Content = first.Content[:offset], first.Content[offset:]
	if first.Content == "" || second.Content == "" {
		return d
	}
	second.Extra = maps.Clone(second.Extra)
	return d.Set(i, first).Insert(i+1, second)
}

// Merge joins entry i with the next one. Their contents are separated by a blank line, unless one
// of them has a newline at the joint, so that merging what was split at the end of a line
// restores the original. Other properties of the second entry are lost, except a different role,
// which is put before its content.
func (d Discussion) Merge(i int) Discussion {
	if !d.has(i) || !d.has(i+1) {
		return d
	}
	e, next := d.History[i], d.History[i+1]
	content := next.Content
	if next.Role != "" && next.Role != e.Role {
		content = next.Role + ": " + content
	}
	switch {
	case e.Null:
		e = next
	case next.Null || content == "":
	case e.Content == "" || strings.HasSuffix(e.Content, "\n") || strings.HasPrefix(content, "\n"):
		e.Content += content
	default:
		e.Content += "\n\n" + content
	}
	return d.Set(i, e).Delete([]int{i + 1})
}

// Include includes entries in the dossier, or excludes them.
func (d Discussion) Include(rows []int, in bool) Discussion {
	chosen := d.rows(rows)
	return d.switched(func(i int) bool {
		if chosen[i] {
			return in
		}
		return !d.History[i].Exclude
	})
}

// Trim includes the last n entries and excludes those before them.
func (d Discussion) Trim(n int) Discussion {
	first := len(d.History) - n
	return d.switched(func(i int) bool { return i >= first && !d.History[i].Exclude })
}

// TrimTokens excludes older entries, so that the included ones cost at most limit tokens in
// total; cost returns the tokens of an entry. The newest entries are kept without a gap.
func (d Discussion) TrimTokens(limit int, cost func(i int) int) Discussion {
	first, sum := 0, 0
	for i, e := range slices.Backward(d.History) {
		if e.Exclude || e.Null {
			continue
		}
		if sum += cost(i); sum > limit {
			first = i + 1
			break
		}
	}
	return d.switched(func(i int) bool { return i >= first && !d.History[i].Exclude })
}

// switched returns d with exactly the entries included for which in returns true.
func (d Discussion) switched(in func(i int) bool) Discussion {
	var next []Entry
	for i, e := range d.History {
		if e.Null || e.Exclude == !in(i) {
			continue
		}
		if next == nil {
			next = slices.Clone(d.History)
		}
		next[i].Exclude = !e.Exclude
	}
	if next != nil {
		d.History = next
	}
	return d
}

func (d Discussion) has(i int) bool { return i >= 0 && i < len(d.History) }

func (d Discussion) rows(rows []int) map[int]bool {
	set := make(map[int]bool, len(rows))
	for _, i := range rows {
		if d.has(i) {
			set[i] = true
		}
	}
	return set
}

// WithRole sets the role of entries. Bare strings become tables.
func (d Discussion) WithRole(rows []int, role string) Discussion {
	var next []Entry
	for i := range d.rows(rows) {
		if e := d.History[i]; e.Null || e.Role == role {
			continue
		}
		if next == nil {
			next = slices.Clone(d.History)
		}
		next[i].Role = role
		next[i].Plain = next[i].Plain && role == ""
	}
	if next != nil {
		d.History = next
	}
	return d
}
