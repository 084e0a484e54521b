package ignore

import (
	"slices"
	"strings"
)

// Verdict is the result of matching a path. The zero value means that no pattern matched.
type Verdict struct {
	Ignored bool
	Source  string // the list
	Line    int    // of the pattern, from 1
	Pattern string // as written, without trailing spaces
	Default bool   // only the default list matched
	Folder  string // the ignored folder that contains the path, from the repository's root; empty for the path itself
}

// Matched reports whether any pattern matched, positive or negated.
func (v Verdict) Matched() bool { return v.Line > 0 }

// Lists are the patterns that apply to a whole tree.
type Lists struct {
	Global  []*List // the user's global excludes; lowest precedence
	Info    *List   // the repository's info/exclude
	Exclude *List   // the project's own excludes, relative to its folder; highest precedence
	Default *List   // used only if nothing else matched
	// Tracked reports whether a file is in the repository's index or a folder contains a file
	// that is. Default never hides such paths. If it is nil, none is tracked.
	Tracked func(path string, dir bool) bool
	// IgnoreCase makes ASCII letters match in either case, as git does with core.ignorecase.
	IgnoreCase bool
}

// Dir is a folder of a tree with its own lists and its parent.
type Dir struct {
	tree           *Lists
	parent         *Dir
	path           string  // from the repository's root; "" for the root
	lists          []*List // its own, by descending precedence
	ignored        Verdict // verdict on the folder itself if it is ignored
	defaultVerdict Verdict // the default list's verdict on this folder or a parent, if it contains tracked files
	project        string  // the project's folder from the root, with a trailing slash
	inProject      bool    // the folder is the project's or inside it
}

// NewRoot returns the root folder of a repository with its own lists, by ascending precedence;
// nil lists are ignored. project is the project's path in it; "" is the root. Without a
// repository, the project is the root.
func NewRoot(tree Lists, project string, lists ...*List) *Dir {
	if tree.IgnoreCase {
		tree.Global, tree.Info = folded(tree.Global), tree.Info.folded()
		tree.Exclude, tree.Default = tree.Exclude.folded(), tree.Default.folded()
		lists = folded(lists)
	}
	d := &Dir{tree: &tree, inProject: project == ""}
	if project != "" {
		d.project = project + "/"
	}
	// Repository-wide lists act like those of a folder above the root: after the other folders,
	// with paths from the root.
	outer := &Dir{lists: byPrecedence(append(slices.Clone(tree.Global), tree.Info))}
	if len(outer.lists) > 0 {
		d.parent = outer
	}
	d.lists = byPrecedence(lists)
	return d
}

// byPrecedence reverses lists and removes empty ones.
func byPrecedence(lists []*List) []*List {
	var out []*List
	for _, l := range slices.Backward(lists) {
		if l.Len() > 0 {
			out = append(out, l)
		}
	}
	return out
}

// Enter returns a subfolder of d with its own lists, by ascending precedence. The contents of an
// ignored folder are ignored, whatever its own lists say.
func (d *Dir) Enter(name string, lists ...*List) *Dir {
	child := &Dir{tree: d.tree, parent: d, path: join(d.path, name), project: d.project}
	child.inProject = d.inProject || child.path+"/" == d.project
	v := d.Match(name, true)
	if v.Ignored {
		child.ignored = v
		if v.Folder == "" {
			child.ignored.Folder = child.path
		}
		return child
	}
	if d.tree.IgnoreCase {
		lists = folded(lists)
	}
	child.lists = byPrecedence(lists)
	switch byDefault := d.defaultMatch(child.path, name, true); {
	case v.Matched(): // a pattern includes the folder
	case d.defaultVerdict.Matched():
		child.defaultVerdict = d.defaultVerdict
	case byDefault.Ignored:
		child.defaultVerdict = byDefault
		child.defaultVerdict.Folder = child.path
	}
	return child
}

// Path returns the path from the repository's root; "" is the root.
func (d *Dir) Path() string { return d.path }

// Match returns the verdict on a name in the folder.
func (d *Dir) Match(name string, dir bool) Verdict {
	if d.ignored.Ignored {
		return d.ignored
	}
	path := join(d.path, name)
	if v := d.matchExclude(path, name, dir); v.Matched() {
		return v
	}
	text, base := d.foldCase(path), d.foldCase(name)
	for at := d; at != nil; at = at.parent {
		if len(at.lists) == 0 {
			continue
		}
		relative := relativeTo(text, at.path)
		for _, l := range at.lists {
			if p := l.match(relative, base, dir); p != nil {
				return verdict(l, p)
			}
		}
	}
	return d.matchDefault(path, name, dir)
}

func (d *Dir) matchExclude(path, name string, dir bool) Verdict {
	if d.tree.Exclude.Len() == 0 || !d.inProject {
		return Verdict{}
	}
	if p := d.tree.Exclude.match(d.foldCase(strings.TrimPrefix(path, d.project)), d.foldCase(name), dir); p != nil {
		return verdict(d.tree.Exclude, p)
	}
	return Verdict{}
}

// matchDefault applies the default list. It never hides tracked paths: a folder with tracked
// files stays visible, and its other contents are still hidden.
func (d *Dir) matchDefault(path, name string, dir bool) Verdict {
	v := d.defaultMatch(path, name, dir)
	if !v.Matched() {
		v = d.defaultVerdict
	}
	if !v.Matched() || d.tree.Tracked != nil && d.tree.Tracked(path, dir) {
		return Verdict{}
	}
	return v
}

// defaultMatch returns the default list's verdict on a path, tracked or not.
func (d *Dir) defaultMatch(path, name string, dir bool) Verdict {
	if d.tree.Default.Len() == 0 || !d.inProject {
		return Verdict{}
	}
	p := d.tree.Default.match(d.foldCase(strings.TrimPrefix(path, d.project)), d.foldCase(name), dir)
	if p == nil {
		return Verdict{}
	}
	v := verdict(d.tree.Default, p)
	v.Default = true
	return v
}

// foldCase returns a text in the case that the tree's lists are matched in.
func (d *Dir) foldCase(text string) string {
	if d.tree.IgnoreCase {
		return lower(text)
	}
	return text
}

func verdict(l *List, p *pattern) Verdict {
	return Verdict{Ignored: !p.negated, Source: l.source, Line: p.line, Pattern: p.source}
}

func join(dir, name string) string {
	if dir == "" {
		return name
	}
	return dir + "/" + name
}

// relativeTo returns path relative to dir, which contains it.
func relativeTo(path, dir string) string {
	if dir == "" {
		return path
	}
	return path[len(dir)+1:]
}

// Matches reports whether the last pattern of the list that matches a path is not negated.
// The path is relative to the list's folder. Its parent folders are not checked.
func (l *List) Matches(path string, dir bool) bool {
	if l.Len() == 0 {
		return false
	}
	p := l.match(path, path[strings.LastIndexByte(path, '/')+1:], dir)
	return p != nil && !p.negated
}
