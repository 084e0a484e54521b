// Package shell reads the scripts of shells, Bash before Zsh and the Korn shell, and the tests of
// Bats.
package shell

import (
	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
)

// Language reads scripts.
func Language() *grammar.Language {
	return grammar.New(grammar.Language{IDs: []string{"shell"}, Support: code.FullSupport, Read: read, Exact: exact})
}
