package classic

import (
	"slices"
	"strings"

	"dossier/aggregate/text"
)

// File is a file with its text.
type File struct{ Path, Content string }

// Scored is a file with all that a context says of it.
type Scored struct {
	Path    string
	Content string
	Score   float64
	Tokens  int // with its heading and its fence
	Lines   int // one more than it has line ends
	Purpose string
}

// Context is what was chosen, best first.
type Context struct {
	Full      []Scored // taken whole
	Summaries []Scored // told in one line
	Tokens    int      // of Full
}

// Rank scores files, best first; files of the same score stay in the order given.
func (o Options) Rank(files []File, query string) []Scored {
	q := newQuestion(query)
	out := make([]Scored, len(files))
	for i, f := range files {
		out[i] = Scored{
			Path: f.Path, Content: f.Content, Score: o.score(f.Path, strings.ToLower(f.Content), q),
			Tokens: o.FileTokens(f.Path, f.Content), Lines: strings.Count(f.Content, "\n") + 1, Purpose: Purpose(f.Path),
		}
	}
	slices.SortStableFunc(out, func(a, b Scored) int {
		switch {
		case a.Score > b.Score:
			return -1
		case a.Score < b.Score:
			return 1
		}
		return 0
	})
	return out
}

// Build takes ranked files whole as long as the budget and the number of files bear it; what
// does not fit is a summary, and what comes after it may fit again. Files below the
// threshold are left out.
func (o Options) Build(ranked []Scored) Context {
	var c Context
	for _, f := range ranked {
		switch {
		case f.Score < o.MinScore:
		case c.Tokens+f.Tokens <= o.MaxTokens && len(c.Full) < o.MaxFullFiles:
			c.Full = append(c.Full, f)
			c.Tokens += f.Tokens
		default:
			c.Summaries = append(c.Summaries, f)
		}
	}
	return c
}

// Tokens estimates the tokens of a text: a quarter of its code points.
func Tokens(s string) int { return text.CountChars(s) / 4 }

// FileTokens estimates the tokens of a file below a heading and in a fence.
func (o Options) FileTokens(path, content string) int {
	shown := "### " + path + "\n```\n" + content + "\n```"
	if !o.BareFence {
		shown += "\n"
	}
	return Tokens(shown)
}

// Purpose says in a few words what a file is for, by its path.
func Purpose(path string) string {
	if isPage(path) {
		return "Page/Layout component"
	}
	lower := strings.ToLower(path)
	for _, p := range purposesByFolder {
		if strings.Contains("/"+lower, "/"+p.name+"/") {
			return p.purpose
		}
	}
	for _, p := range purposesByExt {
		if strings.HasSuffix(lower, p.name) {
			return p.purpose
		}
	}
	return "Source file"
}

// The purposes by what is in a path, the first that fits.
var (
	purposesByFolder = []struct{ name, purpose string }{
		{"components", "React component"},
		{"hooks", "React hook"},
		{"lib", "Utility library"},
		{"utils", "Utility functions"},
		{"types", "Type definitions"},
		{"styles", "Stylesheet"},
		{"api", "API route"},
		{"services", "Service module"},
	}
	purposesByExt = []struct{ name, purpose string }{
		{".css", "Stylesheet"},
		{".scss", "Stylesheet"},
		{".tsx", "React component"},
		{".ts", "TypeScript module"},
		{".json", "Configuration"},
		{".md", "Documentation"},
	}
)
