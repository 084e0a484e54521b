package ignore

import (
	"errors"
	"fmt"
	"strings"
)

// Blank reports whether a line of a list has no pattern: it is empty or a comment.
func Blank(line string) bool {
	return strings.HasPrefix(line, "#") || trimSpaces(strings.TrimSuffix(line, "\r")) == ""
}

// Check returns an error if a line of a list can never match. It returns nil for a [Blank] line.
// [Parse] accepts such lines, as git does.
func Check(line string) error {
	if i := strings.IndexAny(line, "\n\x00"); i >= 0 {
		return errors.New("a pattern is one line")
	}
	if Blank(line) {
		return nil
	}
	p, ok := parsePattern(trimSpaces(strings.TrimSuffix(line, "\r")), false)
	if !ok {
		return fmt.Errorf("%s names no file", line)
	}
	text := strings.TrimSuffix(strings.TrimPrefix(p.source, "!"), "/")
	for name := range strings.SplitSeq(strings.TrimPrefix(text, "/"), "/") {
		switch name {
		case "":
			return errors.New("two slashes in a row match nothing")
		case ".", "..":
			return fmt.Errorf("%q matches nothing: patterns start at the project's folder", name)
		}
	}
	return checkClasses(text)
}

// checkClasses returns an error if a bracket or backslash of a pattern is incomplete.
func checkClasses(text string) error {
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			if i++; i == len(text) {
				return errors.New("nothing follows the backslash at the end")
			}
		case '[':
			_, end, ok := parseClass(text, i+1, false)
			if !ok {
				return errors.New("the set of characters is not closed, or has an unknown class: a bracket itself is written \\[")
			}
			i = end
		}
	}
	return nil
}

// Exactly returns the pattern that matches only one path, relative to the list's folder, and its
// contents; folder is set if the path is a folder.
func Exactly(path string, folder bool) string {
	pattern := "/" + escaped(path)
	if folder {
		return pattern + "/"
	}
	return pattern
}

// Named returns the pattern that matches all files, or folders, with a name.
func Named(name string, folder bool) string {
	pattern := escaped(name)
	if strings.IndexAny(pattern, "!# \t") == 0 {
		pattern = `\` + pattern
	}
	if folder {
		return pattern + "/"
	}
	return pattern
}

// Ending returns the pattern that matches all files whose names have a suffix.
func Ending(ending string) string { return "*" + escaped(ending) }

// escaped returns the pattern that matches only a text.
func escaped(text string) string {
	var b strings.Builder
	for i := range len(text) {
		c := text[i]
		// git trims trailing blanks, and whoever edits a list trims tabs, too.
		if strings.IndexByte(`\*?[`, c) >= 0 || strings.IndexByte(" \t\r", c) >= 0 && i == len(text)-1 {
			b.WriteByte('\\')
		}
		b.WriteByte(c)
	}
	return b.String()
}
