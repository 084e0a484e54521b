package models

import (
	"encoding/json"
	"slices"
)

// Composition is what a person has put together. With the files that it names, it
// determines the document. Methods never change it in place, so that a copy by
// assignment is a snapshot; [Composition.Clone] separates what is changed by hand.
type Composition struct {
	Files         []FileItem
	Screenshots   []Screenshot // in output order
	Instruction   string       // the last excerpt of the discussion; empty: none
	Tree          TreeMode     // before the files
	Strategy      Strategy
	SummaryOnly   bool
	ExecutionMode ExecutionMode
	BeadsExclude  []string // ids of beads that stay out of the document
	NotesExclude  []string // ids of notes that stay out of the document
	Links         SmartContexts
	Focused       bool     // the Tier 3 variant
	Focus         []string // paths, base names or suffixes of paths
	Changes       Changes
	Git           Git
	Format        string // of the document, by its name in aggregate/format; empty: [Markdown]
}

// Markdown is the name of the default format.
const Markdown = "markdown"

// Changes asks for a section of what has changed since a snapshot. Without a snapshot
// there is none.
type Changes struct {
	Since  string // the snapshot's name: acme_007
	Copied bool   // it is one of what was copied
	Only   bool   // leaves out the files, screenshots and beads that were sent before
}

func (c Changes) fields() Fields {
	var w writer
	w.add("since", c.Since)
	w.addIf(c.Copied, "copied", true)
	w.addIf(c.Only, "only", true)
	return w.fields
}

func parseChanges(f form) Changes {
	return Changes{Since: f.str("since", ""), Copied: f.boolean("copied", false), Only: f.boolean("only", false)}
}

// ForProject returns c without what a project file does not have: the focus and the
// changes belong to one message.
func (c Composition) ForProject() Composition { return c.ForMessage(Composition{}) }

// ForMessage returns c with the focus and the changes of another composition.
func (c Composition) ForMessage(of Composition) Composition {
	for _, field := range compositionFields {
		if field.place == nil {
			field.clone(&c, &of)
		}
	}
	return c
}

// Clone returns a copy that shares nothing that can change.
func (c Composition) Clone() Composition { return cloneFields(compositionFields, c) }

// NotesIn returns the notes that are not left out, in their order.
func (c Composition) NotesIn(list []Note) []Note {
	return slices.DeleteFunc(slices.Clone(list), func(n Note) bool { return slices.Contains(c.NotesExclude, n.ID) })
}

// Fields returns the stored form.
func (c Composition) Fields() Fields {
	var w writer
	for _, field := range compositionFields {
		if v := field.record(&c); v != nil {
			w.add(field.key, v)
		}
	}
	return w.fields
}

// ParseComposition reads the stored form. An entry that names no file, and a slice without
// lines, are part of it: whoever wrote the file of the project was told of them.
func ParseComposition(v any) (Composition, error) {
	var found report
	c := parseComposition("", v, &found)
	return c, found.err()
}

func parseComposition(key string, v any, found *report) Composition {
	f := newForm(key, v, found)
	var c Composition
	for _, field := range compositionFields {
		field.parse(&c, f, field.key, ofRecord)
	}
	return c
}

// MarshalJSON writes the stored form.
func (c Composition) MarshalJSON() ([]byte, error) { return json.Marshal(c.Fields()) }

// UnmarshalJSON reads an object.
func (c *Composition) UnmarshalJSON(data []byte) error {
	v, err := fromJSON(data)
	if err != nil {
		return err
	}
	*c, err = ParseComposition(v)
	return err
}
