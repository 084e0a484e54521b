package models

import (
	"fmt"
	"path"
	"path/filepath"
	"strings"
)

// Root is a folder outside the project whose files are part of its tree. They are named by its
// label: label:/src/a.go.
type Root struct {
	Label string // see [CheckLabel]; unique
	Path  string // relative to the project or absolute
}

const maxLabel = 32

// MaxRoots is the max number of roots of a project.
const MaxRoots = 16

// CheckLabel returns an error if s is not a valid label: two to 32 lower-case letters, digits,
// '-' and '_', beginning with a letter. A single letter would be a drive on Windows.
func CheckLabel(s string) error {
	switch {
	case len(s) < 2:
		return fmt.Errorf("%q: a label has at least two characters", s)
	case len(s) > maxLabel:
		return fmt.Errorf("%q: a label has at most %d characters", s, maxLabel)
	case !labelLike(s):
		return fmt.Errorf("%q: a label uses small letters, digits, '-' and '_', and starts with a letter", s)
	case deviceName(s):
		return fmt.Errorf("%q is the name of a device on Windows; choose another label", s)
	}
	return nil
}

func labelLike(s string) bool {
	for i, r := range s {
		letter := r >= 'a' && r <= 'z'
		if !letter && (i == 0 || (r < '0' || r > '9') && r != '-' && r != '_') {
			return false
		}
	}
	return true
}

// LabelFor converts the name of a folder to a label that is not among taken.
func LabelFor(name string, taken func(string) bool) string {
	var b strings.Builder
	for _, r := range strings.ToLower(name) {
		if !labelLike("a" + string(r)) {
			r = '-'
		}
		b.WriteRune(r)
	}
	s := strings.TrimRight(strings.TrimLeft(b.String(), "-_0123456789"), "-_")
	s = strings.TrimRight(s[:min(len(s), maxLabel-len("-99"))], "-_")
	if CheckLabel(s) != nil {
		s = "root"
	}
	label := s
	for n := 2; taken(label); n++ {
		label = fmt.Sprintf("%s-%d", s, n)
	}
	return label
}

// RootFolder returns the path of a root's folder: label: without a slash.
func RootFolder(label string) string { return label + ":" }

// SplitRoot splits a path of a root into its label and the clean path in it; "." is the root's
// folder. It returns false for all other paths, such as http://x. It is purely lexical: the label
// need not exist.
func SplitRoot(p string) (label, rest string, ok bool) {
	i := strings.IndexByte(p[:min(len(p), maxLabel+1)], ':')
	if i < 0 {
		return "", "", false
	}
	label, rest = p[:i], p[i+1:]
	if rest != "" && (rest[0] != '/' || strings.HasPrefix(rest, "//")) || CheckLabel(label) != nil {
		return "", "", false
	}
	if rest = path.Clean("/" + rest)[1:]; rest == "" {
		rest = "."
	}
	return label, rest, true
}

// JoinRoot is the inverse of [SplitRoot].
func JoinRoot(label, rest string) string { return path.Join(RootFolder(label), rest) }

// CleanPath is path.Clean for paths of a project: a path of a root never leaves it.
func CleanPath(p string) string {
	if label, rest, ok := SplitRoot(p); ok {
		return JoinRoot(label, rest)
	}
	return path.Clean(p)
}

// IsLocal reports whether a clean path is in the project or in a root, and not above or outside.
func IsLocal(p string) bool {
	_, _, ok := SplitRoot(p)
	return ok || filepath.IsLocal(filepath.FromSlash(p))
}
