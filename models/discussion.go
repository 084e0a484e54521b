package models

import (
	"fmt"
	"strings"
	"time"
)

// Entry is one turn of a discussion. A bare string, the old form, has no role: its text is
// printed unchanged. Other values in place of a text, such as numbers or dates, are converted to
// text as by Python's str; they are saved unchanged until the entry is edited.
type Entry struct {
	Role    string
	Content string
	Time    time.Time      // zero if unknown
	Exclude bool           // exclude the entry from the dossier
	Plain   bool           // the old form: a text without a role, stored as a string if it has no other properties
	Null    bool           // an empty entry, which is skipped with a warning
	Extra   map[string]any // unknown keys, preserved
}

// Excerpt returns the entry's text in the document: trimmed, and prefixed by its role unless it
// is a bare string.
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

// trim removes what Python's str.strip does: Unicode white space and U+001C to U+001F.
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

// Discussions is the content of dossier_history.toml.
type Discussions struct {
	Active string
	List   []Discussion // sorted by name if the file's order is unknown
}

// Current returns the active discussion: the one named by Active, or else the first. It returns
// false if there are none.
func (d Discussions) Current() (Discussion, bool) {
	if one, ok := d.Find(d.Active); ok {
		return one, true
	}
	if len(d.List) > 0 {
		return d.List[0], true
	}
	return Discussion{Name: d.Active}, false
}

// CheckActive returns a [*FieldError] if Active is not the name of a discussion, so that the
// first one is active.
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

// ParseDiscussions parses the decoded form of a history file. It accepts both forms of an entry:
// a string, and a table with role and content. A caller that knows the order of the file sorts
// the list and then calls [Discussions.CheckActive].
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

// parseEntry parses an entry: a string, a table, null, or a value that is converted to text.
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

// Value returns the stored value: a string for an entry of the old form without other properties,
// else Fields.
func (e Entry) Value() any {
	if e.Plain && e.Role == "" && e.Time.IsZero() && !e.Exclude && len(e.Extra) == 0 {
		return e.Content
	}
	return e.Fields()
}
