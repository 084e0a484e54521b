package graph

import "slices"

// changes are additions to and removals from lists of paths. The zero value is empty.
type changes struct{ added, removed map[string][]string }

func (c *changes) add(key, p string)    { appendTo(&c.added, key, p) }
func (c *changes) remove(key, p string) { appendTo(&c.removed, key, p) }

func appendTo(m *map[string][]string, key, p string) {
	if *m == nil {
		*m = map[string][]string{}
	}
	(*m)[key] = append((*m)[key], p)
}

// apply applies the changes to sorted lists. It replaces slices instead of modifying them,
// because they are shared. A path that is both added and removed stays.
func (c *changes) apply(lists *map[string][]string) {
	for key, removed := range c.removed {
		slices.Sort(removed)
		kept := make([]string, 0, len((*lists)[key]))
		for _, p := range (*lists)[key] {
			if _, ok := slices.BinarySearch(removed, p); !ok {
				kept = append(kept, p)
			}
		}
		if (*lists)[key] = kept; len(kept) == 0 && c.added[key] == nil {
			delete(*lists, key)
		}
	}
	for key, added := range c.added {
		next := slices.Concat((*lists)[key], added)
		slices.Sort(next)
		(*lists)[key] = slices.Compact(next)
	}
}

// differences returns the additions to and removals from a list; both versions are sorted.
func differences(before, after []string) (added, removed []string) {
	i := 0
	for _, p := range after {
		for i < len(before) && before[i] < p {
			removed = append(removed, before[i])
			i++
		}
		if i < len(before) && before[i] == p {
			i++
			continue
		}
		added = append(added, p)
	}
	return added, append(removed, before[i:]...)
}
