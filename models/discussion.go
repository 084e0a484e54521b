package models

import (
	"fmt"
	"strings"
	"time"
)

// Entry is one turn of a discussion. A bare string of the old shape has no role:
// its text is printed as it stands. What stands where a text should, such as a number or
// a date, is read as the text that the seed's str makes of it; saving leaves it as it
// stands until the entry is changed.
type Entry struct {
	Role    string
	Content string
	Time    time.Time      // zero when unknown
	Exclude bool           // true keeps the entry out of the dossier
	Plain   bool           // the old shape: a text without a role, a string where nothing else is said of it
	Null    bool           // an empty entry: skipped, with a warning
	Extra   map[string]any // unknown keys, kept
}

// Excerpt returns the entry as it stands in the document: trimmed at both ends, and
// with its role in front unless it is a bare string.
func (e Entry) Excerpt() string {
	content := trim(e.Content)
	if e.Plain {
		return content
	}
	role := e.Role
	if role == "" {
		role = "Unknown"
	}
	return role + ": " + content
}

// trim cuts what the seed's strip cuts: Unicode white space and U+001C to U+001F.
func trim(s string) string {
	const more = "\x1c\x1d\x1e\x1f"
	for {
		t := strings.Trim(strings.TrimSpace(s), more)
		if t == s {
			return t
		}
		s = t
	}
}

// Discussion is a named list of entries.
type Discussion struct {
	Name    string
	History []Entry
}

// Discussions is what dossier_history.toml holds.
type Discussions struct {
	Active string
	List   []Discussion // in byte order of their names unless the file's order is known
}

// Current returns the active discussion: the one that Active names, or else the first. It
// is false when there is no discussion.
func (d Discussions) Current() (Discussion, bool) {
	if one, ok := d.Find(d.Active); ok {
		return one, true
	}
	if len(d.List) > 0 {
		return d.List[0], true
	}
	return Discussion{Name: d.Active}, false
}

// CheckActive returns a [*FieldError] when the first discussion is the active one only
// because Active names none of them.
func (d Discussions) CheckActive() error {
	_, named := d.Find(d.Active)
	switch {
	case named, len(d.List) == 0, len(d.List) == 1 && d.Active == "":
		return nil
	case d.Active == "":
		return &FieldError{"active", fmt.Sprintf("names none of the %d discussions; the first one, %q, is used until one is chosen", len(d.List), d.List[0].Name)}
	}
	return &FieldError{"active", fmt.Sprintf("there is no discussion %q; the first one, %q, is used until one is chosen", d.Active, d.List[0].Name)}
}

// ParseDiscussions reads the decoded form of a history file. Both shapes of an entry
// load: a string, and a table of role and content. Whoever knows the order of the file
// puts the list into it, and then asks [Discussions.CheckActive].
func ParseDiscussions(v map[string]any) (Discussions, error) {
	var found report
	top := newForm("", v, &found)
	d := Discussions{Active: top.str("active", "")}
	all := top.sub("discussions")
	for _, name := range all.keys() {
		one := all.sub(name)
		history := one.list("history")
		entries := make([]Entry, len(history))
		for i, value := range history {
			entries[i] = parseEntry(ElementKey(one.key("history"), i), value, &found)
		}
		d.List = append(d.List, Discussion{name, entries})
	}
	return d, found.err()
}

// parseEntry reads one entry: a string, a table, nothing, or a value that is read as text.
func parseEntry(key string, v any, found *report) Entry {
	switch v.(type) {
	case nil:
		return Entry{Null: true}
	case map[string]any, Fields:
	default:
		return Entry{Content: pythonStr(v), Plain: true}
	}
	f := newForm(key, v, found)
	return Entry{
		Role:    f.text("role"),
		Content: f.text("content"),
		Time:    f.when("time"),
		Exclude: !f.boolean("in_dossier", true),
		Plain:   f.boolean("plain", false),
		Extra:   f.rest(),
	}
}

// Fields returns the stored form of an entry as a table.
func (e Entry) Fields() Fields {
	var w writer
	w.addIf(e.Role != "", "role", e.Role)
	w.add("content", e.Content)
	w.addIf(!e.Time.IsZero(), "time", e.Time)
	w.addIf(e.Exclude, "in_dossier", false)
	w.addIf(e.Plain, "plain", true)
	return w.rest(e.Extra)
}

// Value returns what stands in the list: a string for the old shape when that can hold
// all that the entry says, else Fields.
func (e Entry) Value() any {
	if e.Plain && e.Role == "" && e.Time.IsZero() && !e.Exclude && len(e.Extra) == 0 {
		return e.Content
	}
	return e.Fields()
}
