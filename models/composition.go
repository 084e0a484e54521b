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
	BeadsExclude  []string
	NotesExclude  []string // ids of notes that stay out of the document
	Links         SmartContexts
	Focused       bool     // the Tier 3 variant
	Focus         []string // paths, base names or suffixes of paths
	Changes       Changes
}

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

// ForProject returns c without what a project file does not keep: the focus and the
// changes belong to one message.
func (c Composition) ForProject() Composition {
	c.Focused, c.Focus, c.Changes = false, nil, Changes{}
	return c
}

// ForMessage returns c with the focus and the changes of another composition.
func (c Composition) ForMessage(of Composition) Composition {
	c.Focused, c.Focus, c.Changes = of.Focused, slices.Clone(of.Focus), of.Changes
	return c
}

// Clone returns a copy that shares nothing that can change.
func (c Composition) Clone() Composition {
	c.Files = slices.Clone(c.Files)
	for i, item := range c.Files {
		c.Files[i] = item.Clone()
	}
	c.Screenshots = cloneScreenshots(c.Screenshots)
	c.BeadsExclude = slices.Clone(c.BeadsExclude)
	c.NotesExclude = slices.Clone(c.NotesExclude)
	c.Links = c.Links.Clone()
	c.Focus = slices.Clone(c.Focus)
	return c
}

// NotesIn returns the notes that are not left out, in their order.
func (c Composition) NotesIn(list []Note) []Note {
	return slices.DeleteFunc(slices.Clone(list), func(n Note) bool { return slices.Contains(c.NotesExclude, n.ID) })
}

// Fields returns the stored form.
func (c Composition) Fields() Fields {
	var w writer
	files := make([]any, len(c.Files))
	for i, item := range c.Files {
		if files[i] = item.Fields(); item.Bare() {
			files[i] = item.Path
		}
	}
	w.add("files", files)
	w.addIf(len(c.Screenshots) > 0, "screenshots", screenshotValues(c.Screenshots))
	w.addIf(c.Instruction != "", "instruction", c.Instruction)
	w.addIf(c.Tree != "" && c.Tree != TreeNone, "tree", string(c.Tree))
	w.addIf(c.Strategy != "" && c.Strategy != Auto, "aggregation_strategy", string(c.Strategy))
	w.addIf(c.SummaryOnly, "summary_only", true)
	w.addIf(c.ExecutionMode == Beads, "execution_mode", string(c.ExecutionMode))
	w.addIf(len(c.BeadsExclude) > 0, "beads_exclude", anyList(c.BeadsExclude))
	w.addIf(len(c.NotesExclude) > 0, "notes_exclude", anyList(c.NotesExclude))
	if links := c.Links.Fields(); len(links) > 0 {
		w.add("links", links)
	}
	w.addIf(c.Focused, "focused", true)
	w.addIf(len(c.Focus) > 0, "focus", anyList(c.Focus))
	w.addIf(c.Changes.Since != "", "changes", c.Changes.fields())
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
	links, _ := f.take("links")
	c := Composition{
		Screenshots:   f.screenshots("screenshots"),
		Instruction:   f.str("instruction", ""),
		Tree:          choice(f, "tree", TreeNone, TreeModes()),
		Strategy:      Strategy(f.str("aggregation_strategy", string(Auto))).OrAuto(),
		SummaryOnly:   f.boolean("summary_only", false),
		ExecutionMode: choice(f, "execution_mode", Native, []ExecutionMode{Native, Beads}),
		BeadsExclude:  f.strings("beads_exclude"),
		NotesExclude:  f.strings("notes_exclude"),
		Links:         parseSmartContexts(f.key("links"), links, found),
		Focused:       f.boolean("focused", false),
		Focus:         f.strings("focus"),
		Changes:       parseChanges(f.sub("changes")),
	}
	for i, v := range f.list("files") {
		var problems report
		item := parseFileItem(ElementKey(f.key("files"), i), v, &problems)
		if !item.broken() {
			found.errs = append(found.errs, problems.errs...)
		}
		c.Files = append(c.Files, item)
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
