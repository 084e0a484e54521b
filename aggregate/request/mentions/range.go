package mentions

import (
	"regexp"
	"strconv"

	"dossier/aggregate/lazyregexp"
)

// Lines is a range of lines from 1, both included. The zero value is the whole file.
type Lines struct{ Start, End int }

// MaxLine bounds what is taken for the number of a line; as the end of a range it is the end of the file.
const MaxLine = 10_000_000

// The lines of a path, at its end and behind it.
var (
	suffixLines = lazyregexp.New(`^(.*?[^:#])(?:#L?|:L?)(\d{1,8})(?:[:.]\d+|C\d+)?(?:[-–~](?:L)?(\d{1,8})(?:[:.]\d+|C\d+)?)?:?$`)
	parenLines  = lazyregexp.New(`^\((\d{1,8})(?:,\d+)?\)`)
	behindLines = lazyregexp.New("^[`\"'*_)\\]»”’]{0,4},?:? {0,2}(?:[-–—] )?[(\\[]?(?:(?:at|around|on|from|see) )?[Ll]ines?:? {0,2}#?L?(\\d{1,8})(?: ?(?:[-–—]|to|through|until) ?L?(\\d{1,8}))?")
	shortLines  = lazyregexp.New("^[`\"'*_)\\]»”’]{0,4} ?\\(L(\\d{1,8})(?: ?[-–—] ?L?(\\d{1,8}))?\\)")
	headLines   = lazyregexp.New(`^(\d{1,8}):(\d{1,8}):(.+)$`)
)

// cutLines returns a path without the lines at its end.
func cutLines(s string) (path string, lines Lines) {
	if m := suffixLines().FindStringSubmatch(s); m != nil {
		if lines := newLines(m[2], m[3]); lines != (Lines{}) {
			return m[1], lines
		}
	}
	return s, Lines{}
}

// linesBehind reads the lines that stand behind a path.
func linesBehind(rest string) Lines {
	rest = rest[:min(len(rest), 80)]
	for _, form := range []func() *regexp.Regexp{parenLines, shortLines, behindLines} {
		if m := form().FindStringSubmatch(rest); m != nil {
			return newLines(m[1], append(m, "")[2])
		}
	}
	return Lines{}
}

// newLines reads two numbers, of which the second may be missing. It is the zero value for
// what is no range.
func newLines(first, last string) Lines {
	start, _ := strconv.Atoi(first)
	end := start
	if last != "" {
		end, _ = strconv.Atoi(last)
	}
	if start < 1 || end < start || end > MaxLine {
		return Lines{}
	}
	return Lines{start, end}
}
