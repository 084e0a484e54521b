package mcp

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"dossier/aggregate/grep"
	"dossier/aggregate/rank"
	"dossier/aggregate/text"
	"dossier/ui/project/search"
)

type searchIn struct {
	Query   string   `json:"query" jsonschema:"text to find in the files, or words of a path with names"`
	Names   bool     `json:"names,omitempty" jsonschema:"find files by their paths instead of their text; words may be abbreviated"`
	Regexp  bool     `json:"regexp,omitempty" jsonschema:"query is a regular expression (RE2), matched against one line at a time"`
	Word    bool     `json:"word,omitempty" jsonschema:"match whole words only"`
	Case    string   `json:"case,omitempty" jsonschema:"sensitive or insensitive; by default, a query without capitals ignores case"`
	Under   []string `json:"under,omitempty" jsonschema:"only in these files and folders"`
	Paths   bool     `json:"paths,omitempty" jsonschema:"return only the matching files with the number of lines, without the lines"`
	Glob    string   `json:"glob,omitempty" jsonschema:"only files of this pattern, such as *.go or cmd/**/*.go"`
	Context int      `json:"context,omitempty" jsonschema:"lines before and after each match, at most 10"`
	Offset  int      `json:"offset,omitempty" jsonschema:"matches to skip: next_offset of the previous page"`
	Limit   int      `json:"limit,omitempty" jsonschema:"matches of a page, at most 500; default 50"`
}

type searchOut struct {
	Files      []searchFile `json:"files"`
	Matches    int          `json:"matches" jsonschema:"matching lines, or files with names, of all pages"`
	InFiles    int          `json:"in_files" jsonschema:"files with a match"`
	Withheld   int          `json:"withheld" jsonschema:"files that are not searched because their names suggest secrets"`
	Stopped    bool         `json:"stopped" jsonschema:"the search stopped early because there are too many matches"`
	NextOffset int          `json:"next_offset" jsonschema:"0 on the last page"`
}

type searchFile struct {
	Path    string       `json:"path"`
	Matches int          `json:"matches"`
	Lines   []searchLine `json:"lines"`
}

type searchLine struct {
	Line  int    `json:"line"`
	Match bool   `json:"match" jsonschema:"false for a line of context"`
	Text  string `json:"text"`
}

func (w *workspace) search(c *call, in searchIn) (answer[searchOut], error) {
	var a answer[searchOut]
	a.out.Files = []searchFile{}
	if strings.TrimSpace(in.Query) == "" {
		return a, errors.New("the query is empty; give a text to find in the files, or words of a path with names")
	}
	switch grep.Case(in.Case) {
	case grep.Smart, grep.Sensitive, grep.Insensitive:
	default:
		return a, fmt.Errorf("case must be sensitive or insensitive, not %q", in.Case)
	}
	if in.Names {
		return w.searchNames(c, in)
	}
	request := search.Request{
		Query: grep.Query{Pattern: in.Query, Regexp: in.Regexp, Word: in.Word, Case: grep.Case(in.Case)},
		Under: in.Under, Glob: in.Glob, Context: in.Context, Offset: in.Offset, Limit: limited(in.Limit, 50, 500), Order: w.roles.order,
	}
	if in.Paths {
		request.Context, request.Offset, request.Limit = 0, 0, 0
	}
	r, err := search.Lines(c.ctx, w.p, request, c.progress("searching files"))
	if err != nil {
		return a, err
	}
	if in.Paths {
		return matchingPaths(r, in), nil
	}
	a.out.Matches, a.out.InFiles, a.out.Withheld, a.out.Stopped, a.out.NextOffset = r.Matches, r.InFiles, r.Withheld, r.Stopped, r.Next
	var out strings.Builder
	matches, full := 0, false
	for _, f := range r.Files {
		if full {
			break
		}
		file := searchFile{Path: f.Path, Matches: f.Matches, Lines: []searchLine{}}
		c.read(f.Path)
		for _, l := range f.Lines {
			if full = out.Len() > maxText; full {
				a.out.NextOffset = max(in.Offset, 0) + matches
				break
			}
			c.pass(l.Text)
			file.Lines = append(file.Lines, searchLine{l.Line, l.Match, l.Text})
			mark := "-"
			if l.Match {
				mark = ":"
				matches++
			}
			fmt.Fprintf(&out, "%s%s%d%s%s\n", text.Escape(f.Path), mark, l.Line, mark, l.Text)
		}
		a.out.Files = append(a.out.Files, file)
	}
	remarks(&out, r, in)
	more(&out, in.Offset, a.out.NextOffset, r.Matches, "matching lines")
	a.text, a.safe = out.String(), true
	return a, nil
}

// matchingPaths returns an answer with the matching files.
func matchingPaths(r search.Report, in searchIn) answer[searchOut] {
	a := answer[searchOut]{out: searchOut{Files: []searchFile{}, Matches: r.Matches, InFiles: r.InFiles, Withheld: r.Withheld, Stopped: r.Stopped}}
	files, next := page(r.Files, in.Offset, limited(in.Limit, 50, 500))
	var out strings.Builder
	for _, f := range files {
		a.out.Files = append(a.out.Files, searchFile{Path: f.Path, Matches: f.Matches, Lines: []searchLine{}})
		fmt.Fprintf(&out, "%s %d\n", text.Escape(f.Path), f.Matches)
	}
	remarks(&out, r, in)
	a.out.NextOffset = next
	more(&out, in.Offset, next, len(r.Files), "files")
	a.text = out.String()
	return a
}

// remarks describes special conditions of a search result, and what to do about them.
func remarks(out *strings.Builder, r search.Report, in searchIn) {
	switch {
	case r.Matches == 0 && !in.Regexp && looksLikeExpression(in.Query):
		out.WriteString("nothing matches this as text; set regexp if it is a regular expression\n")
	case r.Matches == 0:
		out.WriteString("nothing matches; try other words or parts of them, or set names to find files by their paths\n")
	case r.Stopped:
		fmt.Fprintf(out, "stopped after %d matching lines; narrow the query, or search under a folder\n", r.Matches)
	}
	if r.Withheld > 0 {
		fmt.Fprintf(out, "not searched, because their names suggest secrets: %s\n", text.Counted(r.Withheld, "file"))
	}
}

// looksLikeExpression reports whether a text may have been intended as a regular expression.
func looksLikeExpression(query string) bool {
	for _, part := range []string{".*", ".+", "\\", "|", "[", "^", "$"} {
		if strings.Contains(query, part) {
			return true
		}
	}
	return false
}

// roles caches the roles of files by path. It is safe for concurrent use.
type roles struct {
	mu sync.Mutex
	of map[string]rank.Role
}

// maxRoles is the max number of paths with a cached role.
const maxRoles = 200_000

// order sorts files by role, source first, and then by path.
func (r *roles) order(files []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.of == nil || len(r.of) > maxRoles {
		r.of = map[string]rank.Role{}
	}
	var of [rank.Roles][]string
	for _, file := range files {
		role, known := r.of[file]
		if !known {
			role = rank.RoleOf(file)
			r.of[file] = role
		}
		of[role] = append(of[role], file)
	}
	copy(files, slices.Concat(of[:]...))
}

func (w *workspace) searchNames(c *call, in searchIn) (answer[searchOut], error) {
	var a answer[searchOut]
	a.out.Files = []searchFile{}
	if in.Regexp || in.Word || in.Glob != "" || in.Case != "" || in.Context > 0 {
		return a, errors.New("names cannot be combined with regexp, word, case, glob or context: give words of the path, or a pattern such as *_test.go, as the query")
	}
	r, err := search.Names(c.ctx, w.p, in.Query, in.Under, in.Offset, limited(in.Limit, 50, 500))
	if err != nil {
		return a, err
	}
	a.out.Matches, a.out.InFiles, a.out.NextOffset = r.Found, r.Found, r.Next
	var out strings.Builder
	for _, name := range r.Files {
		a.out.Files = append(a.out.Files, searchFile{Path: name, Lines: []searchLine{}})
		out.WriteString(text.Escape(name) + "\n")
	}
	if r.Found == 0 {
		out.WriteString("no path matches; try fewer or shorter words, or search the text\n")
	}
	more(&out, in.Offset, r.Next, r.Found, "files")
	a.text = out.String()
	return a, nil
}
