// Package shell parses shell scripts, Bash first, then Zsh and the Korn shell, and Bats tests.
package shell

import (
	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
)

// Language returns the definition of shell scripts.
func Language() *grammar.Language {
	return grammar.New(grammar.Language{IDs: []string{"shell"}, Support: code.FullSupport, Read: read, Exact: exact, CommentSpans: comments})
}
