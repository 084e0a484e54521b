package aggregate

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"dossier/aggregate/ignore"
	"dossier/models"
)

// GitChoice decides which changed files a composition shows, and in which view. Its patterns have
// the syntax of a .gitignore file in the project's folder. It is safe for concurrent use.
type GitChoice struct {
	defaultView models.GitView
	exclude     gitPatterns
	views       gitPatterns
}

// gitPatterns is a list of patterns. The last matching pattern decides.
type gitPatterns struct {
	list  []gitPattern
	exact map[string]int // patterns of a plain path or folder, by that path; there may be thousands
	globs []int          // indices of the other patterns
}

// gitPattern is a pattern and the decision for the files that it matches.
type gitPattern struct {
	line    string
	list    *ignore.List // of only this pattern, without a leading !
	negated bool
	view    models.GitView
}

// NewGitChoice returns the choice of a composition. If several view patterns match a file, the longest
// decides. Dossier's own files are excluded unless a pattern includes them.
func NewGitChoice(g models.Git) *GitChoice {
	c := &GitChoice{defaultView: cmp.Or(g.As, models.GitDiff)}
	for _, line := range slices.Concat(models.OwnFiles(), g.Exclude) {
		pattern, negated := strings.CutPrefix(line, "!")
		c.exclude.add(pattern, gitPattern{line: line, negated: negated})
	}
	for _, line := range slices.SortedFunc(maps.Keys(g.Views), func(a, b string) int { return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(b, a)) }) {
		c.views.add(line, gitPattern{line: line, view: g.Views[line]})
	}
	return c
}

func (l *gitPatterns) add(pattern string, p gitPattern) {
	at := len(l.list)
	if path, anchored := strings.CutPrefix(pattern, "/"); anchored && path != "" && !strings.ContainsAny(path, `*?[\`) && !strings.HasSuffix(path, "/") && path == strings.TrimSpace(path) {
		if l.exact == nil {
			l.exact = map[string]int{}
		}
		l.exact[path] = at
	} else {
		p.list = ignore.Parse("", []byte(pattern))
		l.globs = append(l.globs, at)
	}
	l.list = append(l.list, p)
}

// match returns the pattern that decides about a file. It returns false if no pattern matches.
func (l *gitPatterns) match(path string) (gitPattern, bool) {
	best := -1
	if at, ok := l.exact[path]; ok {
		best = at
	}
	for i := range path {
		if path[i] == '/' && len(l.exact) > 0 {
			if at, ok := l.exact[path[:i]]; ok {
				best = max(best, at)
			}
		}
	}
	for _, at := range slices.Backward(l.globs) {
		if at < best {
			break
		}
		if l.list[at].matches(path) {
			best = at
			break
		}
	}
	if best < 0 {
		return gitPattern{}, false
	}
	return l.list[best], true
}

// Excludes reports whether a changed file is excluded, and by which pattern. A folder's pattern
// excludes all files in it; unlike in a .gitignore file, a later pattern can include them again.
func (c *GitChoice) Excludes(path string) (pattern string, excluded bool) {
	p, ok := c.exclude.match(path)
	return p.line, ok && !p.negated
}

// View returns the view of a changed file; it is never empty.
func (c *GitChoice) View(path string) models.GitView {
	if p, ok := c.views.match(path); ok {
		return p.view
	}
	return c.defaultView
}

// matches reports whether the pattern matches a file or a folder that contains it.
func (p gitPattern) matches(path string) bool {
	if p.list.Matches(path, false) {
		return true
	}
	for i := range path {
		if path[i] == '/' && p.list.Matches(path[:i], true) {
			return true
		}
	}
	return false
}
