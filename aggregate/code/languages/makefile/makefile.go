// Package makefile reads makefiles by their rules, variables and canned recipes. A rule
// is called by its targets. Special targets such as .PHONY, appending to a variable and
// variables of a single target are not listed.
package makefile

import (
	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
)

// Language reads makefiles, those of GNU and near to them.
func Language() *grammar.Language {
	return grammar.New(grammar.Language{
		IDs: []string{"makefile"}, Support: code.FullSupport,
		Read: func(src []byte) (*code.Structure, error) { return read(src), nil },
	})
}
