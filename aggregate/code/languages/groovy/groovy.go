// Package groovy reads Groovy: classes, scripts, build files of Gradle, Jenkinsfiles.
//
// The grammar is not used: four of five files with classes have what it cannot read. A
// [reader] goes through the statements instead and tells them by how they begin and by
// their brackets, which any source has.
//
// In a script, a call that is given a closure is a block and goes by its name and first
// argument: dependencies, stage.Build. A block that holds others keeps its shape; the
// closure of any other is left out, but for those that say what a build needs.
package groovy

import (
	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
)

// Language reads Groovy.
func Language() *grammar.Language {
	return grammar.New(grammar.Language{
		IDs: []string{"groovy"}, Support: code.FullSupport,
		Read: func(src []byte) (*code.Structure, error) { return read(src), nil },
	})
}
