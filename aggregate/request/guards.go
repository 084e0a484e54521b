package request

import (
	"math"
	"strings"
	"unicode/utf8"
)

// Guards define which requested files are read. The zero value allows all.
type Guards struct {
	Dir         string // base of relative paths; absolute
	Filter      string // a pattern of base names; see [Matcher]
	MaxFiles    *int   // max number of files, including those read before; nil is no limit
	MaxFileSize *int64 // max bytes of one file; nil is no limit but [MaxBytes]
}

// Verdict is the result of checking a path against the guards.
type Verdict string

// The verdicts, in the order in which the guards are checked.
const (
	Allowed  Verdict = "ok"
	TooMany  Verdict = "over the limit of files"
	Filtered Verdict = "excluded by the filter"
	TooLarge Verdict = "too large"
)

// Verdict returns the verdict on a file with a size in bytes, requested after a number of files have been read. A
// negative size is unknown, and is not checked.
func (g Guards) Verdict(path string, before int, size int64) Verdict {
	switch {
	case g.full(before):
		return TooMany
	case !Matcher(g.Filter)(baseName(path)):
		return Filtered
	case size > min(g.sizeLimit(), MaxBytes):
		return TooLarge
	}
	return Allowed
}

// full reports whether the maximum number of files is reached.
func (g Guards) full(files int) bool { return g.MaxFiles != nil && files >= *g.MaxFiles }

func (g Guards) sizeLimit() int64 {
	if g.MaxFileSize == nil {
		return math.MaxInt64
	}
	return max(*g.MaxFileSize, 0)
}

// Matcher returns a function that matches names against a pattern: * matches any number of characters, ? one
// character, and everything else itself. It matches whole names, case-sensitively; the empty pattern matches every
// name.
func Matcher(pattern string) func(name string) bool {
	if pattern == "" {
		return func(string) bool { return true }
	}
	return func(name string) bool { return matches(pattern, name) }
}

// matches compares from left to right. On a mismatch after a star, the last star matches one more character; earlier
// stars never need to.
func matches(pattern, name string) bool {
	p, n := 0, 0
	star, from := -1, 0 // the last star, and the offset in name where the part after it was tried
	for n < len(name) {
		_, size := utf8.DecodeRuneInString(name[n:])
		switch {
		case p < len(pattern) && pattern[p] == '*':
			star, from = p, n
			p++
		case p < len(pattern) && pattern[p] == '?':
			p++
			n += size
		case p < len(pattern) && pattern[p] == name[n]:
			p++
			n++
		case star >= 0:
			_, size = utf8.DecodeRuneInString(name[from:])
			from += size
			p, n = star+1, from
		default:
			return false
		}
	}
	return strings.Trim(pattern[p:], "*") == ""
}

// baseName returns the last element of a path, ignoring trailing slashes.
func baseName(path string) string {
	path = strings.TrimRight(path, "/")
	return path[strings.LastIndexByte(path, '/')+1:]
}
