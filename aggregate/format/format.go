// Package format lists the formats in which documents are rendered.
//
// A format is a value of its own package, which alone knows its marks. Projects, presets and
// snapshots name it by [Format.Name]; everything else about a document is the same in each.
package format

import (
	"slices"
	"strings"

	"dossier/aggregate/content"
	"dossier/aggregate/format/json"
	"dossier/aggregate/format/markdown"
	"dossier/aggregate/format/plain"
	"dossier/aggregate/format/xml"
)

// Format renders documents. Implementations are empty structs, so that two formats are the same when
// they are equal; methods are pure and safe for concurrent use.
type Format interface {
	// Name is what projects, presets and snapshots call it: "markdown".
	Name() string
	// Title is what people call it.
	Title() string
	// Ext is the ending of a document's file: ".md".
	Ext() string
	// Heading begins a section, without a newline at its end. The kind is that of the section's
	// record: "files".
	Heading(kind, title string) string
	// Block renders a block. Nothing that the block holds from outside can end it, or be
	// taken for another.
	Block(says content.Block) content.Text
	// Separators are what stands between the parts.
	Separators() content.Separators
}

// all are the formats in the order of menus, the default first.
var all = []Format{markdown.Format{}, xml.Format{}, json.Format{}, plain.Format{}}

// All returns the formats in the order of menus, the default first.
func All() []Format { return slices.Clone(all) }

// Default is the format of a document that names no other: Markdown.
func Default() Format { return all[0] }

// Find returns the format of a name, of which the empty one is the default; false where there is
// none.
func Find(name string) (Format, bool) {
	for _, f := range all {
		if f.Name() == name || name == "" {
			return f, true
		}
	}
	return nil, false
}

// Of is [Find], with the default in the place of a format that does not exist.
func Of(name string) Format {
	if f, ok := Find(name); ok {
		return f
	}
	return Default()
}

// Names lists the names of all formats for a sentence: "markdown, xml".
func Names() string {
	var names []string
	for _, f := range all {
		names = append(names, f.Name())
	}
	return strings.Join(names, ", ")
}

// Exts lists the endings of the files of documents.
func Exts() []string {
	var out []string
	for _, f := range all {
		out = append(out, f.Ext())
	}
	return out
}
