// Package yaml parses YAML by its keys.
//
// It lists the keys of the top two levels, and below them those with mappings as values, down to
// four levels; the items of a sequence if one of them has a name or an id; and the documents of a
// file with several.
//
// The file is processed by lines and indentation. Helm and Jinja templates and merge conflicts,
// which no grammar can parse, affect only themselves.
package yaml

import (
	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
)

// Language returns the definition of YAML.
func Language() *grammar.Language {
	return grammar.New(grammar.Language{
		IDs: []string{"yaml"}, Support: code.OutlineOnly,
		Read:         func(src []byte) (*code.Structure, error) { return structure(src, read(src)), nil },
		CommentSpans: comments,
	})
}
