package tree

import (
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"dossier/aggregate/disk"
)

const (
	maxPattern = 1 << 10 // bytes
	// maxAlternatives is the max number of expansions of a pattern's braces: each is tried in
	// turn, and {a,b}{a,b}… doubles them with every pair.
	maxAlternatives = 64
)

// Errors of [Tree.Glob], for errors.Is.
var (
	ErrBadPattern  = errors.New("the pattern is not complete: a bracket or brace is not closed")
	ErrLongPattern = fmt.Errorf("the pattern is too complex: at most %d bytes, and %d alternatives in braces", maxPattern, maxAlternatives)
)

// IsPattern reports whether a path contains glob characters. A file name may contain them too.
func IsPattern(path string) bool { return strings.ContainsAny(path, "*?[{") }

// Glob returns the paths of the files that match a pattern, sorted.
//
//	?        one character except a slash
//	*        any characters except a slash
//	[a-z]    one of these, [!a-z] one of the others
//	{a,b}    either
//	**       any number of folders, including none
//	\*       the character itself
//
// A pattern that is the path of an existing file or folder matches that: the file, listed or not,
// or the listed files in the folder. Otherwise only listed files match. With a trailing slash,
// the pattern matches folders, and all files in them. It is not an error if nothing matches.
func (t *Tree) Glob(pattern string) ([]string, error) {
	if id, ok := t.Find(path.Clean(pattern)); ok {
		if t.nodes[id].kind == disk.Folder {
			files, _ := t.Folder(pattern)
			return files, nil
		}
		if !strings.HasSuffix(pattern, "/") {
			return []string{path.Clean(pattern)}, nil
		}
	}
	if strings.HasSuffix(pattern, "/") {
		pattern += "**"
	}
	if pattern = path.Clean(pattern); strings.HasSuffix(pattern, "/**") {
		pattern += "/*" // the contents of a folder, not a file of the folder's name
	}
	switch {
	case len(pattern) > maxPattern || alternatives(pattern) > maxAlternatives:
		return nil, ErrLongPattern
	case !doublestar.ValidatePattern(pattern):
		return nil, ErrBadPattern
	}
	files := t.files()
	if base, _ := doublestar.SplitPattern(pattern); base != "." {
		files = below(files, base)
	}
	var matches []string
	for _, f := range files {
		if doublestar.MatchUnvalidated(pattern, f) {
			matches = append(matches, f)
		}
	}
	return matches, nil
}

// alternatives returns the approximate number of expansions of a pattern, or more than the limit.
// It multiplies consecutive braces; the number added by nesting is bounded by the pattern's
// length.
func alternatives(pattern string) int {
	total, here := 1, 0
	for i := 0; i < len(pattern); i++ {
		switch pattern[i] {
		case '\\':
			i++
		case '{':
			here = max(here, 1)
		case ',':
			if here > 0 {
				here++
			}
		case '}':
			total *= max(here, 1)
			here = 0
		}
		if total > maxAlternatives {
			return total
		}
	}
	return total * max(here, 1)
}
