// Package format lists the document formats.
//
// Each format is a value of its own package, the only one that knows its markup. Projects,
// presets and snapshots refer to it by [Format.Name]; everything else about a document is
// independent of the format.
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

// Format renders documents. Implementations are empty structs, so that formats can be compared
// with ==; their methods are pure and safe for concurrent use.
type Format interface {
	// Name returns the name used by projects, presets and snapshots: "markdown".
	Name() string
	// Title returns the display name.
	Title() string
	// Ext returns the file name extension: ".md".
	Ext() string
	// Heading returns the heading of a section, without a final newline. The kind is that of the
	// section's record: "files".
	Heading(kind, title string) string
	// Block renders a block. External text in it can neither end the block nor be mistaken for
	// another block.
	Block(block content.Block) content.Text
	// Separators returns the separators between the parts.
	Separators() content.Separators
}

// formats are the formats in menu order, the default first.
var formats = []Format{markdown.Format{}, xml.Format{}, json.Format{}, plain.Format{}}

// All returns the formats in menu order, the default first.
func All() []Format { return slices.Clone(formats) }

// Default returns the format of documents that name no other: Markdown.
func Default() Format { return formats[0] }

// Find returns the named format and whether it exists. The empty name is the default.
func Find(name string) (Format, bool) {
	for _, f := range formats {
		if f.Name() == name || name == "" {
			return f, true
		}
	}
	return nil, false
}

// Of is [Find] with the default instead of an unknown format.
func Of(name string) Format {
	if f, ok := Find(name); ok {
		return f
	}
	return Default()
}

// Names returns the names of all formats for a sentence: "markdown, xml".
func Names() string {
	var names []string
	for _, f := range formats {
		names = append(names, f.Name())
	}
	return strings.Join(names, ", ")
}

// Exts returns the file name extensions of documents.
func Exts() []string {
	var out []string
	for _, f := range formats {
		out = append(out, f.Ext())
	}
	return out
}
