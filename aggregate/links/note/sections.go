package note

import (
	"path"
	"strings"

	"dossier/aggregate/text"
)

// FrontMatter is the name by which the front matter of a note is excluded.
const FrontMatter = "---frontmatter---"

// Is reports whether a file is a note, by its name: Markdown or plain text.
func Is(p string) bool {
	switch text.Language(p, "") {
	case "markdown", "mdx":
		return true
	}
	return strings.EqualFold(path.Ext(p), ".txt")
}

// References returns the lines of the smart-context blocks in a note, trimmed and without empty
// lines. A block may be unclosed; a block inside other code is text.
func References(note string) []string {
	var out []string
	if !strings.Contains(note, "smart-context") {
		return nil
	}
	for _, l := range linesOf(note) {
		if name := strings.TrimSpace(note[l.start:l.end]); l.reference && name != "" {
			out = append(out, name)
		}
	}
	return out
}

// Sections is the result of removing sections from a note.
type Sections struct {
	Text       string
	Exclusions []string // the matching pattern for each removed heading, in order
	Removed    int      // code points
	Kept       []Lines  // the remaining lines, in order; nil if nothing was removed
}

// Lines is a range of lines of a note, from 1, inclusive.
type Lines struct{ First, Last int }

// Without removes the sections whose headings match one of the patterns, including their
// subsections. Patterns are those of [Match], ignoring case; [FrontMatter] is the name of the
// front matter. The remaining lines are unchanged.
func Without(note string, patterns []string) Sections {
	whole := Sections{Text: note}
	excluded := matchers(patterns)
	if len(excluded) == 0 || note == "" {
		return whole
	}
	lines := linesOf(note)
	gone := make([]bool, len(lines))
	body := 0 // the first line after the front matter
	for body < len(lines) && lines[body].kind == front {
		body++
	}
	if pattern, fits := firstMatch(excluded, FrontMatter); fits && body > 0 {
		whole.Exclusions = append(whole.Exclusions, pattern)
		for i := range body {
			gone[i] = true
		}
	}
	within := 0 // level of the section being removed; 0 for none
	for i := body; i < len(lines); i++ {
		l := lines[i]
		if l.kind != heading && l.kind != underline {
			gone[i] = within > 0
			continue
		}
		if l.level <= within {
			within = 0
		}
		if pattern, fits := firstMatch(excluded, l.title); fits {
			whole.Exclusions = append(whole.Exclusions, pattern)
			if within == 0 {
				within = l.level
			}
		}
		for j := l.first; j <= i; j++ {
			gone[j] = within > 0
		}
	}
	if len(whole.Exclusions) == 0 {
		return whole
	}
	kept := make([]string, 0, len(lines))
	for i, l := range lines {
		if gone[i] {
			continue
		}
		kept = append(kept, note[l.start:l.end])
		if n := len(whole.Kept); n > 0 && whole.Kept[n-1].Last == i {
			whole.Kept[n-1].Last++
		} else {
			whole.Kept = append(whole.Kept, Lines{i + 1, i + 1})
		}
	}
	whole.Text = strings.Join(kept, "\n")
	whole.Removed = text.CountChars(note) - text.CountChars(whole.Text)
	return whole
}

// matcher is a compiled pattern and its text.
type matcher struct {
	pattern string
	matches func(string) bool
}

func matchers(patterns []string) []matcher {
	var out []matcher
	for _, p := range patterns {
		if p = strings.TrimSpace(p); p != "" {
			out = append(out, matcher{p, Match(p, false)})
		}
	}
	return out
}

func firstMatch(patterns []matcher, title string) (string, bool) {
	for _, p := range patterns {
		if p.matches(title) {
			return p.pattern, true
		}
	}
	return "", false
}
