package models

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// MainDiscussion is the default name of a discussion.
const MainDiscussion = "main"

// maxDiscussionName is the max length of a discussion's name in characters: names are shown in
// menus and stored in table headers.
const maxDiscussionName = 100

// Equal reports whether two sets contain the same discussions, in any order.
func (d Discussions) Equal(other Discussions) bool {
	return d.Active == other.Active && len(d.List) == len(other.List) &&
		!slices.ContainsFunc(d.List, func(one Discussion) bool {
			same, ok := other.Find(one.Name)
			return !ok || !one.Equal(same)
		})
}

// Find returns the discussion with a name.
func (d Discussions) Find(name string) (Discussion, bool) {
	if i := d.index(name); i >= 0 {
		return d.List[i], true
	}
	return Discussion{Name: name}, false
}

func (d Discussions) index(name string) int {
	return slices.IndexFunc(d.List, func(one Discussion) bool { return one.Name == name })
}

// With returns d with the discussion of the same name replaced by one, or one appended.
func (d Discussions) With(one Discussion) Discussions {
	d.List = slices.Clone(d.List)
	if i := d.index(one.Name); i >= 0 {
		d.List[i] = one
	} else {
		d.List = append(d.List, one)
	}
	return d
}

// Change modifies the named discussion; the empty name means the active one. If it does not
// exist, its first entry creates it, and it becomes active if there are no others; otherwise
// Active is set to the previously active one.
func (d Discussions) Change(name string, change func(Discussion) Discussion) Discussions {
	if name == "" {
		name = d.Target()
	}
	before, _ := d.Find(name)
	after := change(before)
	if after.Equal(before) {
		return d
	}
	old, active := d.Current()
	_, there := d.Find(name)
	d = d.With(after)
	switch {
	case !active:
		d.Active = after.Name
	case !there:
		d.Active = old.Name
	}
	return d
}

// Target returns the name of the active discussion, or the name that the first entry will create.
func (d Discussions) Target() string {
	if one, ok := d.Current(); ok || one.Name != "" {
		return one.Name
	}
	return MainDiscussion
}

// Activate makes the named discussion active.
func (d Discussions) Activate(name string) (Discussions, error) {
	if d.index(name) < 0 {
		return d, d.missing(name)
	}
	d.Active = name
	return d, nil
}

func (d Discussions) missing(name string) error {
	if len(d.List) == 0 {
		return fmt.Errorf("there is no discussion %q; there are no discussions at all", name)
	}
	names := make([]string, len(d.List))
	for i, one := range d.List {
		names[i] = fmt.Sprintf("%q", one.Name)
	}
	return fmt.Errorf("there is no discussion %q; there are %s", name, strings.Join(names, ", "))
}

// New adds an empty discussion and makes it active.
func (d Discussions) New(name string) (Discussions, error) {
	if err := d.free(name); err != nil {
		return d, err
	}
	d = d.With(Discussion{Name: name})
	d.Active = name
	return d, nil
}

// free returns an error if a new discussion cannot have a name.
func (d Discussions) free(name string) error {
	switch {
	case strings.TrimSpace(name) == "":
		return errors.New("a discussion needs a name")
	case !utf8.ValidString(name) || strings.ContainsFunc(name, unicode.IsControl):
		return fmt.Errorf("the name %q contains characters that cannot be shown", name)
	case utf8.RuneCountInString(name) > maxDiscussionName:
		return fmt.Errorf("the name of a discussion has at most %d characters", maxDiscussionName)
	case d.index(name) >= 0:
		return fmt.Errorf("there is a discussion %q already", name)
	}
	return nil
}

// Rename renames a discussion and keeps its position.
func (d Discussions) Rename(from, to string) (Discussions, error) {
	i := d.index(from)
	if i < 0 {
		return d, d.missing(from)
	}
	if from == to {
		return d, nil
	}
	if err := d.free(to); err != nil {
		return d, err
	}
	active, _ := d.Current()
	d.List = slices.Clone(d.List)
	d.List[i].Name = to
	if d.Active == from || active.Name == from {
		d.Active = to
	}
	return d, nil
}

// Delete removes the named discussion. If it was active, the next one becomes active, else the
// previous one.
func (d Discussions) Delete(name string) (Discussions, error) {
	i := d.index(name)
	if i < 0 {
		return d, d.missing(name)
	}
	active, _ := d.Current()
	d.List = slices.Delete(slices.Clone(d.List), i, i+1)
	if d.Active == name || active.Name == name {
		if d.Active = ""; len(d.List) > 0 {
			d.Active = d.List[min(i, len(d.List)-1)].Name
		}
	}
	return d, nil
}

// Branch adds a discussion with the entries of the named one up to and including entry at, and
// makes it active.
func (d Discussions) Branch(name string, at int, as string) (Discussions, error) {
	from, ok := d.Find(name)
	if !ok {
		return d, d.missing(name)
	}
	if !from.has(at) {
		return d, fmt.Errorf("the discussion %q has no entry %d", name, at+1)
	}
	if err := d.free(as); err != nil {
		return d, err
	}
	d = d.With(Discussion{Name: as, History: slices.Clip(from.History[:at+1])})
	d.Active = as
	return d, nil
}

// Add appends discussions, each under its name or a similar one if that is taken or invalid. It
// returns these names. The active discussion does not change.
func (d Discussions) Add(list ...Discussion) (Discussions, []string) {
	if len(list) == 0 {
		return d, nil
	}
	active, ok := d.Current()
	free := newFreeNames(d)
	names := make([]string, len(list))
	d.List = slices.Clone(d.List)
	for i, one := range list {
		one.Name = free.allocate(fitName(one.Name))
		names[i] = one.Name
		d.List = append(d.List, one)
	}
	if !ok {
		active.Name = names[0]
	}
	if d.index(d.Active) < 0 {
		d.Active = active.Name
	}
	return d, names
}

// fitName converts any text to a valid name, with room for a number suffix.
func fitName(name string) string {
	name = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(name, "\ufffd"))
	name = strings.Join(strings.Fields(name), " ")
	if runes := []rune(name); len(runes) > maxDiscussionName-10 {
		name = strings.TrimSpace(string(runes[:maxDiscussionName-11])) + "…"
	}
	if name == "" {
		return MainDiscussion
	}
	return name
}

// FreeName returns name, or the first unused one of "name (2)", "name (3)" and so on. If name
// already has such a suffix, the number continues from there.
func (d Discussions) FreeName(name string) string { return newFreeNames(d).allocate(name) }

// freeNames allocates unused names.
type freeNames struct {
	taken map[string]bool
	next  map[string]int // the next number to try, by base name
}

func newFreeNames(d Discussions) freeNames {
	f := freeNames{map[string]bool{}, map[string]int{}}
	for _, one := range d.List {
		f.taken[one.Name] = true
	}
	return f
}

// allocate allocates and returns a name as [Discussions.FreeName] does.
func (f freeNames) allocate(name string) string {
	free, stem := name, name
	if i := strings.LastIndex(name, " ("); i > 0 && strings.HasSuffix(name, ")") && digits(name[i+2:len(name)-1]) {
		stem = name[:i]
	}
	for n := max(2, f.next[stem]); f.taken[free]; n++ {
		free = fmt.Sprintf("%s (%d)", stem, n)
		f.next[stem] = n
	}
	f.taken[free] = true
	return free
}

func digits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// OfferedRoles returns the roles suggested for any discussion.
func OfferedRoles() []string { return []string{"User", "AI", "System", "Tool"} }

// Roles returns the suggested roles, followed by those in use in order of first occurrence.
func (d Discussions) Roles() []string {
	roles := OfferedRoles()
	known := map[string]bool{"": true}
	for _, role := range roles {
		known[role] = true
	}
	for _, one := range d.List {
		for _, e := range one.History {
			if !known[e.Role] {
				known[e.Role] = true
				roles = append(roles, e.Role)
			}
		}
	}
	return roles
}
