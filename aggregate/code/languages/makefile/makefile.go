// Package makefile parses makefiles: rules, variables and canned recipes. A rule is named after
// its targets. Special targets such as .PHONY, appending to a variable and target-specific
// variables are not listed.
package makefile

import (
	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
)

// Language returns the definition of makefiles, GNU and similar.
func Language() *grammar.Language {
	return grammar.New(grammar.Language{
		IDs: []string{"makefile"}, Support: code.FullSupport,
		Read:         func(src []byte) (*code.Structure, error) { return read(src), nil },
		CommentSpans: comments,
	})
}
