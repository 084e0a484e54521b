package mcp

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"dossier/aggregate/disk"
	"dossier/aggregate/text"
	"dossier/aggregate/tree"
	"dossier/ui/project"
)

type treeIn struct {
	Path    string `json:"path,omitempty" jsonschema:"folder to list; default the whole project"`
	Depth   int    `json:"depth,omitempty" jsonschema:"levels of folders, from 1; default 2, or 1 if two do not fit on a page"`
	Ignored bool   `json:"ignored,omitempty" jsonschema:"also list ignored files, and why each is ignored"`
	Offset  int    `json:"offset,omitempty" jsonschema:"entries to skip: next_offset of the previous page"`
	Limit   int    `json:"limit,omitempty" jsonschema:"entries of a page, at most 1000; default 200"`
}

type treeOut struct {
	Entries    []treeEntry `json:"entries"`
	Total      int         `json:"total" jsonschema:"entries of all pages"`
	NextOffset int         `json:"next_offset" jsonschema:"0 on the last page"`
	Depth      int         `json:"depth" jsonschema:"levels of folders that are listed"`
}

type treeEntry struct {
	Path   string `json:"path" jsonschema:"a folder ends with a slash"`
	Files  int    `json:"files,omitempty" jsonschema:"of a folder, in all its levels"`
	Tokens int    `json:"tokens" jsonschema:"estimate for the whole text, in all levels of a folder"`
	Reason string `json:"reason,omitempty" jsonschema:"why it is not listed"`
}

func (w *workspace) tree(c *call, in treeIn) (answer[treeOut], error) {
	var a answer[treeOut]
	t, err := w.p.Tree(c.ctx)
	if err != nil {
		return a, err
	}
	dir := "."
	if in.Path != "" {
		local, ok := w.p.Local(in.Path)
		if !ok {
			return a, &project.UnreadableError{Path: in.Path, Reason: "is outside the project; only its own folders are listed"}
		}
		dir = path.Clean(local)
	}
	top, ok := t.Find(dir)
	if !ok || t.Entry(top).Kind != disk.Folder {
		if _, err := w.p.Readable(c.ctx, dir); err != nil && !ok {
			return a, err
		}
		return a, fmt.Errorf("%s is a file; read it, or list its folder %s", project.Shown(in.Path), project.Shown(path.Dir(dir)))
	}
	all := walk{t: t, ignored: in.Ignored}
	limit := limited(in.Limit, 200, 1000)
	a.out.Depth = limited(in.Depth, 2, 64)
	all.folder(top, a.out.Depth)
	if in.Depth <= 0 && len(all.entries) > limit { // an incomplete overview is useless
		all.entries, a.out.Depth = nil, 1
		all.folder(top, 1)
	}
	a.out.Total = len(all.entries)
	a.out.Entries, a.out.NextOffset = page(all.entries, in.Offset, limit)
	var out strings.Builder
	for _, e := range a.out.Entries {
		out.WriteString(text.Escape(e.Path))
		if e.Files > 0 {
			out.WriteString(" " + text.Counted(e.Files, "file"))
		}
		fmt.Fprintf(&out, " ~%d", e.Tokens)
		if e.Reason != "" {
			out.WriteString(" (" + e.Reason + ")")
		}
		out.WriteByte('\n')
	}
	if in.Depth <= 0 && a.out.Depth == 1 {
		out.WriteString("only one level is listed; give the path of a folder to list its contents, or a depth\n")
	}
	if a.out.Total == 0 {
		out.WriteString("no entries\n")
	}
	more(&out, in.Offset, a.out.NextOffset, a.out.Total, "entries")
	a.text = out.String()
	return a, nil
}

// more writes how to get the next page, or that the offset of this one is too large.
func more(out *strings.Builder, offset, next, total int, what string) {
	switch {
	case next > 0:
		fmt.Fprintf(out, "… %d of %d %s; continue with offset %d\n", next, total, what, next)
	case total > 0 && offset >= total:
		fmt.Fprintf(out, "offset %d is past the last of %d %s\n", offset, total, what)
	}
}

// walk lists a tree.
type walk struct {
	t       *tree.Tree
	ignored bool
	entries []treeEntry
}

// folder lists the contents of a folder, to a depth, and returns the numbers of files and bytes at all levels.
func (w *walk) folder(id tree.ID, depth int) (files int, bytes int64) {
	type child struct {
		tree.Entry
		id tree.ID
	}
	var children []child
	for id := range w.t.Children(id) {
		children = append(children, child{w.t.Entry(id), id})
	}
	slices.SortFunc(children, func(a, b child) int { // folders first
		return cmp.Or(-boolCompare(a.Kind == disk.Folder, b.Kind == disk.Folder), cmp.Compare(a.Name, b.Name))
	})
	for _, e := range children {
		listed := e.Reason == tree.Listed
		if !listed && !w.ignored {
			continue
		}
		entry := treeEntry{Path: e.Path}
		if !listed {
			entry.Reason = e.Reason.String()
		}
		if e.Kind != disk.Folder {
			entry.Tokens = tokensOf(e.Size)
			if listed {
				files, bytes = files+1, bytes+e.Size
			}
			if depth > 0 {
				w.entries = append(w.entries, entry)
			}
			continue
		}
		entry.Path += "/"
		at := len(w.entries)
		if depth > 0 {
			w.entries = append(w.entries, entry)
		}
		n, size := w.folder(e.id, depth-1)
		files, bytes = files+n, bytes+size
		switch {
		case depth <= 0:
		case n == 0 && listed && !w.ignored: // no contents are listed
			w.entries = w.entries[:at]
		default:
			w.entries[at].Files, w.entries[at].Tokens = n, tokensOf(size)
		}
	}
	return files, bytes
}

func boolCompare(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}
