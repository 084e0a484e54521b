// Package json parses JSON by its keys, on three levels: on the third only those with object
// values. Array elements are not listed. It accepts supersets of JSON: comments, trailing commas,
// unquoted keys.
package json

import (
	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
)

// Language returns the definition of JSON.
func Language() *grammar.Language {
	return grammar.New(grammar.Language{
		IDs: []string{"json"}, Support: code.OutlineOnly,
		Read: func(src []byte) (*code.Structure, error) { return read(src), nil },
	})
}
