package classic

import (
	"slices"
	"strings"

	"dossier/aggregate/text"
)

// File is a file with its text.
type File struct{ Path, Content string }

// Scored is a file with its score and what a context reports about it.
type Scored struct {
	Path    string
	Content string
	Score   float64
	Tokens  int // including its heading and fence
	Lines   int // the number of line ends plus one
	Purpose string
}

// Context is the selected files, best first.
type Context struct {
	Full      []Scored // included in full
	Summaries []Scored // included as one line each
	Tokens    int      // of Full
}

// Rank scores files and returns them best first. Files with equal scores keep the given order.
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

// Build includes ranked files in full while the token budget and the number of files allow it. A file that does not
// fit becomes a summary, and a later file may fit again. Files below the threshold are excluded.
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

// Tokens estimates the tokens of a text as a quarter of its code points.
func Tokens(s string) int { return text.CountChars(s) / 4 }

// FileTokens estimates the tokens of a file with its heading and fence.
func (o Options) FileTokens(path, content string) int {
	shown := "### " + path + "\n```\n" + content + "\n```"
	if !o.BareFence {
		shown += "\n"
	}
	return Tokens(shown)
}

// Purpose returns a short description of a file's purpose, derived from its path.
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

// The purposes by parts of a path; the first match applies.
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
