// Package excludes changes a project's own ignore patterns (files.exclude in its file), and reports
// what each of them hides.
//
// The patterns are lines of a .gitignore in the project's folder, with the highest precedence: they
// hide files that no ignore file hides and, with !, include files that an ignore file hides, except
// in hidden folders. Functions of lists return a new list and do not modify the given one.
package excludes

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"dossier/aggregate/ignore"
	"dossier/aggregate/text"
)

// PatternError reports a pattern that was not saved, because it matches nothing.
type PatternError struct {
	Pattern string
	Err     error
}

func (e *PatternError) Unwrap() error { return e.Err }

func (e *PatternError) Error() string {
	return fmt.Sprintf("%q excludes nothing: %v", text.Escape(e.Pattern), e.Err)
}

// Check returns a [*PatternError] for the first pattern that can match nothing; nil if there is none.
func Check(patterns []string) error {
	for _, p := range patterns {
		err := ignore.Check(p)
		if strings.TrimSpace(p) == "" {
			err = errors.New("a pattern must not be empty")
		}
		if err != nil {
			return &PatternError{p, err}
		}
	}
	return nil
}

// Parse returns the patterns of a text with one on each line, without leading and trailing
// blanks and empty lines. A blank after a backslash is part of its pattern.
func Parse(lines string) []string {
	var list []string
	for line := range strings.Lines(lines) {
		if line = trimBlanks(strings.TrimRight(line, "\r\n")); strings.TrimSpace(line) != "" {
			list = append(list, line)
		}
	}
	return list
}

func trimBlanks(line string) string {
	line = strings.TrimLeft(line, " \t")
	pattern := strings.TrimRight(line, " \t")
	if slashes := len(pattern) - len(strings.TrimRight(pattern, `\`)); slashes%2 == 1 && len(pattern) < len(line) {
		return line[:len(pattern)+1] // the first blank is escaped
	}
	return pattern
}

// Add returns a list with patterns appended. An existing pattern keeps its position, unless its
// negation follows, which is removed.
func Add(list []string, patterns ...string) ([]string, error) {
	if err := Check(patterns); err != nil {
		return nil, err
	}
	list = slices.Clone(list)
	for _, p := range patterns {
		list = drop(list, opposite(p))
		if !slices.Contains(list, p) {
			list = append(list, p)
		}
	}
	return list, nil
}

// Remove returns a list without patterns. It returns an error if one is not in the list.
func Remove(list []string, patterns ...string) ([]string, error) {
	list = slices.Clone(list)
	for _, p := range patterns {
		if !slices.Contains(list, p) {
			return nil, fmt.Errorf("%q is not among the patterns of the project", text.Escape(p))
		}
		list = drop(list, p)
	}
	return list, nil
}

func drop(list []string, pattern string) []string {
	return slices.DeleteFunc(list, func(p string) bool { return p == pattern })
}

// opposite returns the pattern that reverses the effect of a pattern.
func opposite(pattern string) string {
	if rest, negated := strings.CutPrefix(pattern, "!"); negated {
		return rest
	}
	return "!" + pattern
}

// Exclude returns a list that excludes a file or folder of the project.
func Exclude(list []string, name string, folder bool) []string {
	exact := ignore.Exactly(name, folder)
	list = drop(slices.Clone(list), opposite(exact))
	if !verdict(list, name, folder).Ignored {
		list = append(drop(list, exact), exact)
	}
	return list
}

// Include returns a list that includes a file or folder of the project again. others reports
// whether an ignore file excludes it too. Files in an excluded folder cannot be included.
func Include(list []string, name string, folder, others bool) []string {
	exact := ignore.Exactly(name, folder)
	list = drop(slices.Clone(list), exact)
	if folder {
		list = drop(list, ignore.Exactly(name, false))
	}
	if v := verdict(list, name, folder); v.Ignored || others && !v.Matched() {
		list = append(drop(list, opposite(exact)), opposite(exact))
	}
	return list
}

// verdict returns the result of a list alone for a path of the project.
func verdict(list []string, name string, folder bool) ignore.Verdict {
	at := ignore.NewRoot(ignore.Lists{Exclude: ignore.Parse("", []byte(strings.Join(list, "\n")))}, "")
	dir, base := path.Split(name)
	for part := range strings.SplitSeq(strings.TrimSuffix(dir, "/"), "/") {
		if part != "" {
			at = at.Enter(part)
		}
	}
	return at.Match(base, folder)
}

// Proposals returns patterns for files or folders similar to a given one, the narrowest first:
// by its extensions, by its name, by its folder.
func Proposals(name string, folder bool) []string {
	base := path.Base(name)
	if folder {
		return []string{ignore.Named(base, true)}
	}
	var list []string
	for i := 1; i < len(base); i++ { // proper suffixes of the name
		if base[i] == '.' && i+1 < len(base) {
			list = append(list, ignore.Ending(base[i:]))
		}
	}
	if len(list) == 0 {
		list = append(list, ignore.Named(base, false))
	}
	if dir := path.Dir(name); dir != "." {
		list = append(list, ignore.Named(path.Base(dir), true))
	}
	return list
}
