package request

import (
	"math"
	"strings"
	"unicode/utf8"
)

// Guards say which of the files that are asked for are read. The zero value allows all.
type Guards struct {
	Dir         string // what relative paths are seen from; absolute
	Filter      string // a pattern of base names, as [Matcher] reads it
	MaxFiles    *int   // how many files there may be, those read before included; nil is no limit
	MaxFileSize *int64 // bytes of one file; nil is no limit but [MaxBytes]
}

// Verdict is what the guards say of a path.
type Verdict string

// The verdicts, in the order in which the guards are asked.
const (
	Allowed  Verdict = "ok"
	TooMany  Verdict = "over the limit of files"
	Filtered Verdict = "left out by the filter"
	TooLarge Verdict = "too large"
)

// Verdict says what becomes of a file of a size in bytes when it is asked for after others
// have been read. Below 0 the size is not known, and does not count.
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

// full reports whether there may be no more files.
func (g Guards) full(files int) bool { return g.MaxFiles != nil && files >= *g.MaxFiles }

func (g Guards) sizeLimit() int64 {
	if g.MaxFileSize == nil {
		return math.MaxInt64
	}
	return max(*g.MaxFileSize, 0)
}

// Matcher returns what a pattern of names matches: * is any characters, also none, ? is one
// character, everything else is itself. A name matches as a whole and in its case; the empty
// pattern matches every name.
func Matcher(pattern string) func(name string) bool {
	if pattern == "" {
		return func(string) bool { return true }
	}
	return func(name string) bool { return matches(pattern, name) }
}

// matches compares from the left. Where it fails behind a star, the last star takes one
// character more: an earlier one never has to.
func matches(pattern, name string) bool {
	p, n := 0, 0
	star, from := -1, 0 // the last star, and where in name what follows it was tried
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

// baseName returns the last name of a path, without slashes behind it.
func baseName(path string) string {
	path = strings.TrimRight(path, "/")
	return path[strings.LastIndexByte(path, '/')+1:]
}
