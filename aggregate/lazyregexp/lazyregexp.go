// Package lazyregexp makes regular expressions that are compiled when they are first
// needed: all commands wait for what packages compile while they are initialized, and
// most need none of it.
package lazyregexp

import (
	"regexp"
	"sync"
)

// New returns a function that compiles expr in its first call and returns the same
// expression in each. Any goroutine may call it. It panics when expr is not valid; a test
// of this package holds the literals of the whole module to that.
func New(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}
