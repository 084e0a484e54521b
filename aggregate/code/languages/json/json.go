// Package json reads JSON by its keys, three levels of them: below the second those that
// hold objects. What stands in an array is not listed. It takes what is near to JSON as
// well: comments, commas at the end, keys without quotes.
package json

import (
	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
)

// Language reads JSON.
func Language() *grammar.Language {
	return grammar.New(grammar.Language{
		IDs: []string{"json"}, Support: code.OutlineOnly,
		Read: func(src []byte) (*code.Structure, error) { return read(src), nil },
	})
}
