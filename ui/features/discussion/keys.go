package discussion

import (
	"slices"
	"strconv"

	"dossier/models"
)

// Keys assigns keys to the entries of discussions, so that a view can follow each entry while
// others are added, moved and edited: an entry has no identifier of its own. The zero value is
// ready to use.
type Keys struct {
	name    string // the current discussion
	now     namedEntries
	at      map[string]int
	earlier map[string]namedEntries // keys of earlier discussions
	count   int
}

type namedEntries struct {
	history []models.Entry
	keys    []string
}

// Follow updates the keys for the current discussion. An unchanged entry keeps its key, wherever it
// is now; a changed one keeps it if its neighbours identify it. Another discussion has other keys,
// and the same ones when it becomes active again.
func (k *Keys) Follow(d models.Discussion) {
	old := k.now
	if d.Name != k.name {
		if k.earlier == nil {
			k.earlier = map[string]namedEntries{}
		}
		k.earlier[k.name] = old
		old = k.earlier[d.Name]
		delete(k.earlier, d.Name)
	} else if n := len(old.keys); n == len(d.History) && (n == 0 || &old.history[0] == &d.History[0]) {
		return
	}
	keys := k.match(old, d.History)
	same := d.Name == k.name && slices.Equal(keys, k.now.keys)
	k.name, k.now = d.Name, namedEntries{d.History, keys}
	if same && k.at != nil {
		return
	}
	k.at = make(map[string]int, len(keys))
	for i, key := range keys {
		k.at[key] = i
	}
}

// match gives each entry a key: first to equal entries at both ends, then to equal ones at other
// positions, then to the rest in order; the remaining ones get new keys.
func (k *Keys) match(old namedEntries, history []models.Entry) []string {
	n := len(old.keys)
	keys := make([]string, len(history))
	head := 0
	for head < n && head < len(history) && old.history[head].Equal(history[head]) {
		keys[head] = old.keys[head]
		head++
	}
	tail := 0
	for tail < n-head && tail < len(history)-head && old.history[n-1-tail].Equal(history[len(history)-1-tail]) {
		keys[len(history)-1-tail] = old.keys[n-1-tail]
		tail++
	}
	rest, open := old.keys[head:n-tail], keys[head:len(keys)-tail]
	places := map[string][]int{} // positions in rest, by content
	for i := range rest {
		content := old.history[head+i].Content
		places[content] = append(places[content], i)
	}
	used := make([]bool, len(rest))
	for i := range open {
		content := history[head+i].Content
		if at := places[content]; len(at) > 0 {
			open[i], used[at[0]], places[content] = rest[at[0]], true, at[1:]
		}
	}
	next := 0
	for i := range open {
		if open[i] != "" {
			continue
		}
		for next < len(rest) && used[next] {
			next++
		}
		if next < len(rest) {
			open[i] = rest[next]
			next++
			continue
		}
		k.count++
		open[i] = strconv.Itoa(k.count)
	}
	return keys
}

// Len returns the number of entries.
func (k *Keys) Len() int { return len(k.now.keys) }

// Key returns the key of an entry.
func (k *Keys) Key(i int) string { return k.now.keys[i] }

// Find returns the entry with a key, or -1.
func (k *Keys) Find(key string) int {
	if i, ok := k.at[key]; ok {
		return i
	}
	return -1
}
