package models

import (
	"encoding/json"
	"slices"
)

// Composition is the user's selection. Together with the files that it names, it determines the
// document. Methods never modify it in place, so a copy by assignment is a snapshot; use
// [Composition.Clone] before modifying it directly.
type Composition struct {
	Files         []FileItem
	Screenshots   []Screenshot // in output order
	Instruction   string       // the last excerpt of the discussion; empty if there is none
	Prompts       []string     // names of the stored prompts before the instruction, in order
	Place         Place        // of the instruction
	Guide         bool         // begin with a note to the model on the document's layout
	Tree          TreeMode     // shown before the files
	Strategy      Strategy
	SummaryOnly   bool
	ExecutionMode ExecutionMode
	BeadsExclude  []string // ids of excluded beads
	NotesExclude  []string // ids of excluded notes
	Links         SmartContexts
	Focused       bool     // Tier 3 variant
	Focus         []string // paths, base names or path suffixes
	Changes       Changes
	Git           Git          // the sections of the repository
	Format        string       // name of the document's format in aggregate/format; empty means [Markdown]
	Text          []TextOption // of files whose entries set no options
}

// compositionFields are the stored fields of a composition, in record order.
var compositionFields = []storedField[Composition]{
	stored("files", in("files", "items"), func(c *Composition) *[]FileItem { return &c.Files }, fileItems),
	stored("screenshots", in("screenshots", "paths"), func(c *Composition) *[]Screenshot { return &c.Screenshots }, shots),
	stored("instruction", in("project", "instruction"), func(c *Composition) *string { return &c.Instruction }, str),
	stored("prompts", in("project", "prompts"), func(c *Composition) *[]string { return &c.Prompts }, strs),
	stored("instruction_place", in("project", "instruction_place"), func(c *Composition) *Place { return &c.Place }, oneOf("", PlacesOfInstruction())),
	stored("guide", in("project", "guide"), func(c *Composition) *bool { return &c.Guide }, boolean),
	stored("tree", in("project", "tree"), func(c *Composition) *TreeMode { return &c.Tree }, oneOf(TreeNone, TreeModes())),
	stored("aggregation_strategy", in("project", "aggregation_strategy"), func(c *Composition) *Strategy { return &c.Strategy }, strategy),
	stored("summary_only", in("project", "summary_only"), func(c *Composition) *bool { return &c.SummaryOnly }, boolean),
	stored("execution_mode", in("project", "execution_mode"), func(c *Composition) *ExecutionMode { return &c.ExecutionMode }, oneOf(Native, []ExecutionMode{Native, Beads})),
	stored("beads_exclude", in("beads", "exclude"), func(c *Composition) *[]string { return &c.BeadsExclude }, strs),
	stored("notes_exclude", in("notes", "exclude"), func(c *Composition) *[]string { return &c.NotesExclude }, strs),
	stored("links", in("links"), func(c *Composition) *SmartContexts { return &c.Links }, linked),
	stored("format", in("output", "format"), func(c *Composition) *string { return &c.Format }, word),
	stored("text", in("output", "text"), func(c *Composition) *[]TextOption { return &c.Text }, textOptions),
	stored("git", in("git"), func(c *Composition) *Git { return &c.Git }, gitTable),
	stored("focused", nil, func(c *Composition) *bool { return &c.Focused }, boolean),
	stored("focus", nil, func(c *Composition) *[]string { return &c.Focus }, strs),
	stored("changes", nil, func(c *Composition) *Changes { return &c.Changes }, changes),
}

// Markdown is the name of the default format.
const Markdown = "markdown"

// Place is the position of the instruction in a document. The zero value means [Last].
type Place string

// Places of the instruction.
const (
	Last         Place = "last"
	First        Place = "first"
	FirstAndLast Place = "both"
)

// PlacesOfInstruction returns all places in menu order.
func PlacesOfInstruction() []Place { return []Place{Last, First, FirstAndLast} }

// Changes selects a section of changes since a snapshot. Without a snapshot there is none.
type Changes struct {
	Since  string // name of the snapshot: acme_007
	Copied bool   // the snapshot is of a copied document
	Only   bool   // exclude the files, screenshots and beads that were sent before
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

// ForProject returns c without what is not stored in a project file: the focus and the changes
// belong to a single message.
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

// Clone returns a deep copy.
func (c Composition) Clone() Composition { return cloneFields(compositionFields, c) }

// NotesIn returns the notes that are not excluded, in order.
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

// ParseComposition parses the stored form. It accepts entries without a file and slices without
// lines, which are reported when the project file is read.
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

// MarshalJSON encodes the stored form.
func (c Composition) MarshalJSON() ([]byte, error) { return json.Marshal(c.Fields()) }

// UnmarshalJSON decodes an object.
func (c *Composition) UnmarshalJSON(data []byte) error {
	v, err := fromJSON(data)
	if err != nil {
		return err
	}
	*c, err = ParseComposition(v)
	return err
}
