// Package scss parses SCSS.
package scss

import (
	"dossier/aggregate/code/grammar"
	"dossier/aggregate/code/languages/css"
)

// Language returns the definition of SCSS: rules, mixins, functions, variables.
func Language() *grammar.Language {
	return css.Dialect{LineComments: true, Variable: '$', Interpolation: '#'}.Language("scss")
}
