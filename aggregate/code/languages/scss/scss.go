// Package scss reads SCSS.
package scss

import (
	"dossier/aggregate/code/grammar"
	"dossier/aggregate/code/languages/css"
)

// Language reads SCSS: rules, mixins, functions, variables.
func Language() *grammar.Language {
	return css.Dialect{LineComments: true, Variable: '$', Interpolation: '#'}.Language("scss")
}
