// Package lazyregexp provides lazily compiled regular expressions: package initialization delays
// every command, and most commands need none of the expressions.
package lazyregexp

import (
	"regexp"
	"sync"
)

// New returns a function that compiles expr on the first call and always returns the same
// expression. The function is safe for concurrent use. It panics if expr is invalid; a test of
// this package checks the literals of the whole module.
func New(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}
