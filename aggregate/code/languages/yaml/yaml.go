// Package yaml reads YAML by its keys.
//
// Listed are the keys of the top two levels, and below them those that hold mappings,
// down to four levels; the items of a sequence that have a name or an id, with the
// others of that sequence; and the documents of a file that has several.
//
// The file is read by its lines and indents. Templates of Helm and Jinja and conflicts
// that git could not merge, which no grammar can read, cost nothing but themselves.
package yaml

import (
	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
)

// Language reads YAML.
func Language() *grammar.Language {
	return grammar.New(grammar.Language{
		IDs: []string{"yaml"}, Support: code.OutlineOnly,
		Read: func(src []byte) (*code.Structure, error) { return structure(src, read(src)), nil },
	})
}
