// Package less reads Less.
package less

import (
	"dossier/aggregate/code/grammar"
	"dossier/aggregate/code/languages/css"
)

// Language reads Less: rules, mixins, which are rules too, variables.
func Language() *grammar.Language {
	return css.Dialect{LineComments: true, Variable: '@', Interpolation: '@'}.Language("less")
}
