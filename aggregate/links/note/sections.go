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
	Remaining  []Lines  // the remaining lines, in order; nil if nothing was removed
}

// Lines is a range of lines of a note, from 1, inclusive.
type Lines struct{ First, Last int }

// Without removes the sections whose headings match one of the patterns, including their
// subsections. Patterns are those of [Match], ignoring case; [FrontMatter] is the name of the
// front matter. The remaining lines are unchanged.
func Without(note string, patterns []string) Sections {
	out := Sections{Text: note}
	excluded := compilePatterns(patterns)
	if len(excluded) == 0 || note == "" {
		return out
	}
	lines := linesOf(note)
	removed := make([]bool, len(lines))
	body := 0 // the first line after the front matter
	for body < len(lines) && lines[body].kind == front {
		body++
	}
	if pattern, ok := firstMatch(excluded, FrontMatter); ok && body > 0 {
		out.Exclusions = append(out.Exclusions, pattern)
		for i := range body {
			removed[i] = true
		}
	}
	within := 0 // level of the section being removed; 0 for none
	for i := body; i < len(lines); i++ {
		l := lines[i]
		if l.kind != heading && l.kind != underline {
			removed[i] = within > 0
			continue
		}
		if l.level <= within {
			within = 0
		}
		if pattern, ok := firstMatch(excluded, l.title); ok {
			out.Exclusions = append(out.Exclusions, pattern)
			if within == 0 {
				within = l.level
			}
		}
		for j := l.first; j <= i; j++ {
			removed[j] = within > 0
		}
	}
	if len(out.Exclusions) == 0 {
		return out
	}
	kept := make([]string, 0, len(lines))
	for i, l := range lines {
		if removed[i] {
			continue
		}
		kept = append(kept, note[l.start:l.end])
		if n := len(out.Remaining); n > 0 && out.Remaining[n-1].Last == i {
			out.Remaining[n-1].Last++
		} else {
			out.Remaining = append(out.Remaining, Lines{i + 1, i + 1})
		}
	}
	out.Text = strings.Join(kept, "\n")
	out.Removed = text.CountChars(note) - text.CountChars(out.Text)
	return out
}

// matcher is a compiled pattern and its text.
type matcher struct {
	pattern string
	matches func(string) bool
}

func compilePatterns(patterns []string) []matcher {
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
