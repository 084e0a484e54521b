// Package less parses Less.
package less

import (
	"dossier/aggregate/code/grammar"
	"dossier/aggregate/code/languages/css"
)

// Language returns the definition of Less: rules (including mixins) and variables.
func Language() *grammar.Language {
	return css.Dialect{LineComments: true, Variable: '@', Interpolation: '@'}.Language("less")
}
