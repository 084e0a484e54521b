// Package groovy parses Groovy: classes, scripts, Gradle build files, Jenkinsfiles.
//
// No grammar is used: four of five files with classes contain what the available one cannot
// parse. Instead, a reader scans the statements and classifies them by their beginnings and their
// brackets.
//
// In a script, a call with a closure is a block, named after the method and its first argument:
// dependencies, stage.Build. A block that contains others keeps its structure; other closures are
// elided, except those that list what a build needs.
package groovy

import (
	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
)

// Language returns the definition of Groovy.
func Language() *grammar.Language {
	return grammar.New(grammar.Language{
		IDs: []string{"groovy"}, Support: code.FullSupport,
		Read:         func(src []byte) (*code.Structure, error) { return read(src), nil },
		CommentSpans: comments,
	})
}
