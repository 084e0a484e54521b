package mcp

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"dossier/aggregate/links/imports"
	"dossier/aggregate/rank"
	"dossier/aggregate/text"
	"dossier/ui/project"
	"dossier/ui/project/dependencies"
)

// maxRelated is the max length of each list of related files.
const maxRelated = 100

// maxOnce is the length of a file's history beyond which files that changed with it only once are omitted.
const maxOnce = 10

type relatedIn struct {
	Path  string   `json:"path" jsonschema:"a file, or a folder for all files in it"`
	Kinds []string `json:"kinds,omitempty" jsonschema:"imports, imported_by, tests, links, linked_by, history; default all"`
	Depth int      `json:"depth,omitempty" jsonschema:"steps of imports to follow, at most 5; default 1"`
	Limit int      `json:"limit,omitempty" jsonschema:"files of each kind, at most 100; default 40"`
}

type relatedOut struct {
	Imports    []relatedFile `json:"imports,omitempty" jsonschema:"files that it imports"`
	ImportedBy []relatedFile `json:"imported_by,omitempty" jsonschema:"files that import it"`
	Tests      []relatedFile `json:"tests,omitempty" jsonschema:"tests among these, and next to it"`
	Links      []relatedFile `json:"links,omitempty" jsonschema:"files that it links to, if it is a note"`
	LinkedBy   []relatedFile `json:"linked_by,omitempty" jsonschema:"notes that link to it"`
	History    []relatedFile `json:"history,omitempty" jsonschema:"files that commits changed together with it, the most frequent first"`
	Outside    []string      `json:"outside,omitempty" jsonschema:"imports that lead out of the project"`
	More       int           `json:"more,omitempty" jsonschema:"related files that are not listed, because there are too many"`
}

type relatedFile struct {
	Path string `json:"path"`
	Why  string `json:"why,omitempty"`
}

// kinds are the relations between files, in answer order.
var kinds = []string{"imports", "imported_by", "tests", "links", "linked_by", "history"}

func (w *workspace) related(c *call, in relatedIn) (answer[relatedOut], error) {
	var a answer[relatedOut]
	if in.Path == "" {
		return a, errors.New("give the path of a file or folder to find its related files")
	}
	for _, kind := range in.Kinds {
		if !slices.Contains(kinds, kind) {
			return a, fmt.Errorf("there is no kind %q; the kinds are %s", kind, strings.Join(kinds, ", "))
		}
	}
	wants := func(some ...string) bool {
		return len(in.Kinds) == 0 || slices.ContainsFunc(some, func(kind string) bool { return slices.Contains(in.Kinds, kind) })
	}
	local, ok := w.p.Local(in.Path)
	if !ok {
		return a, &project.UnreadableError{Path: in.Path, Reason: "is outside the project; name a file or folder of the project"}
	}
	local = path.Clean(local)
	t, err := w.p.Tree(c.ctx)
	if err != nil {
		return a, err
	}
	inside, _ := t.Folder(local)
	if len(inside) == 0 {
		if _, err := w.p.Readable(c.ctx, local); err != nil {
			return a, err
		}
	}
	depth := limited(in.Depth, dependencies.MinDepth, dependencies.MaxDepth)
	var usedBy []imports.Use
	if wants("imports") {
		got, err := w.uses.Find(c.ctx, dependencies.Uses, depth, []string{local}, c.progress("reading imports"))
		if err != nil {
			return a, err
		}
		a.out.Imports, a.out.Outside, a.out.More = used(got.Items), got.Outside, got.More
	}
	if wants("imported_by", "tests") {
		got, err := w.uses.Find(c.ctx, dependencies.UsedBy, depth, []string{local}, c.progress("reading imports"))
		if err != nil {
			return a, err
		}
		if usedBy = got.Items; wants("imported_by") {
			a.out.ImportedBy = used(usedBy)
			a.out.More += got.More
		}
	}
	if wants("tests") {
		a.out.Tests = tests(t.Files(), local, usedBy)
	}
	if wants("links", "linked_by") && len(inside) == 0 {
		g, err := w.p.Links().Graph(c.ctx)
		if err != nil {
			return a, err
		}
		if wants("links") {
			a.out.Links = named(g.Outlinks(local))
		}
		if wants("linked_by") {
			a.out.LinkedBy = named(g.Inlinks(local))
		}
	}
	if wants("history") && len(inside) == 0 {
		together, err := w.ranker.CoChanged(c.ctx, local, maxRelated)
		if err != nil {
			return a, err
		}
		for _, one := range together {
			if one.Commits == 1 && len(a.out.History) >= maxOnce {
				break // a single large commit contains too many files
			}
			a.out.History = append(a.out.History, relatedFile{one.Path, text.Counted(one.Commits, "commit")})
		}
	}
	a.text = a.out.text(&a.out.More, limited(in.Limit, 40, maxRelated))
	return a, nil
}

// text formats the answer, and limits its lists.
func (r *relatedOut) text(more *int, limit int) string {
	var out strings.Builder
	for i, list := range []*[]relatedFile{&r.Imports, &r.ImportedBy, &r.Tests, &r.Links, &r.LinkedBy, &r.History} {
		if len(*list) > limit {
			*more += len(*list) - limit
			*list = (*list)[:limit]
		}
		if len(*list) > 0 {
			out.WriteString(kinds[i] + ":\n")
		}
		for _, f := range *list {
			out.WriteString("  " + text.Escape(f.Path))
			if f.Why != "" {
				out.WriteString(" (" + text.Escape(f.Why) + ")")
			}
			out.WriteByte('\n')
		}
	}
	r.Outside = r.Outside[:min(len(r.Outside), limit)]
	if len(r.Outside) > 0 {
		fmt.Fprintf(&out, "imports from outside the project: %s\n", text.Escape(strings.Join(r.Outside, ", ")))
	}
	if out.Len() == 0 {
		out.WriteString("no related files are known; search for its name\n")
	}
	if *more > 0 {
		fmt.Fprintf(&out, "%d more are not listed; ask for one kind with a higher limit, or for a file instead of a folder\n", *more)
	}
	return out.String()
}

func used(list []imports.Use) []relatedFile {
	var out []relatedFile
	for _, u := range list {
		why := u.Import
		if u.Depth > 1 {
			why = strings.TrimSpace(fmt.Sprintf("%s, step %d through %s", why, u.Depth, u.From))
		}
		out = append(out, relatedFile{u.Path, why})
	}
	return out
}

func named(paths []string) []relatedFile {
	var out []relatedFile
	for _, p := range paths {
		out = append(out, relatedFile{Path: p})
	}
	return out
}

// tests returns the tests among the files that use a file, or whose names contain that of the file.
func tests(files []string, local string, usedBy []imports.Use) []relatedFile {
	var out []relatedFile
	add := func(p, why string) {
		if p != local && rank.IsTest(p) && !slices.ContainsFunc(out, func(f relatedFile) bool { return f.Path == p }) {
			out = append(out, relatedFile{p, why})
		}
	}
	stem, _, _ := strings.Cut(path.Base(local), ".")
	for _, p := range files {
		if stem != "" && strings.Contains(path.Base(p), stem) {
			add(p, "has a similar name")
		}
	}
	for _, u := range usedBy {
		add(u.Path, "imports it")
	}
	return out
}
