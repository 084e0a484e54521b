package fit

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"strings"

	"dossier/aggregate/rank"
	"dossier/aggregate/text"
	"dossier/ui/project/ranking"
)

// Filter restricts the files that may be proposed. The zero value allows all of them.
type Filter struct {
	NoTests   bool
	Under     string   // a folder of the project, slash-separated; empty means all folders
	Languages []string // ids as in [text.Language]; empty means all languages
}

// IsZero reports whether all files are allowed.
func (f Filter) IsZero() bool { return !f.NoTests && f.Under == "" && len(f.Languages) == 0 }

// Allows reports whether a file may be proposed. Its language is determined by its name.
func (f Filter) Allows(p string) bool {
	under := strings.Trim(path.Clean("/"+f.Under), "/")
	switch {
	case f.NoTests && rank.IsTest(p):
		return false
	case under != "" && !strings.HasPrefix(p, under+"/"):
		return false
	}
	return len(f.Languages) == 0 || slices.Contains(f.Languages, text.Language(p, ""))
}

// Languages returns the languages of the ranked files, determined by their names and sorted by
// decreasing number of files. It ignores the filter.
func (c *Candidates) Languages() []string { return c.languages }

func languagesOf(ranked []ranking.Ranked) []string {
	n := map[string]int{}
	for _, r := range ranked {
		n[text.Language(r.Path, "")]++
	}
	delete(n, text.PlainText)
	return slices.SortedFunc(maps.Keys(n), func(a, b string) int { return cmp.Or(cmp.Compare(n[b], n[a]), cmp.Compare(a, b)) })
}
