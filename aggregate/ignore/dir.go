package ignore

import (
	"slices"
	"strings"
)

// Verdict is what the patterns say of a path. The zero value: none spoke.
type Verdict struct {
	Ignored bool
	Source  string // the list
	Line    int    // of the pattern, counted from 1
	Pattern string // as it is written, without spaces at its end
	Default bool   // whether only the default list speaks
	Folder  string // the ignored folder that the path lies in, from the repository's root; empty: the path itself
}

// Spoke reports whether any pattern matched, for or against.
func (v Verdict) Spoke() bool { return v.Line > 0 }

// Lists are the patterns that hold for a whole tree.
type Lists struct {
	Global  []*List // the person's excludes, weakest of all
	Info    *List   // the repository's info/exclude
	Exclude *List   // the project's own excludes, relative to its folder: the last word
	Default *List   // asked only where nothing else has spoken
	// Tracked reports whether a path is in the repository's index, or, for a folder,
	// holds something that is: such paths are never hidden by Default. nil: none is.
	Tracked func(path string, dir bool) bool
}

// Dir is a folder of a tree: its own lists, and the folder that it lies in.
type Dir struct {
	tree    *Lists
	parent  *Dir
	path    string  // from the repository's root; "" is the root
	lists   []*List // its own, the stronger first
	ignored Verdict // of the folder itself, when it is
	spared  Verdict // of the default list on the folder, or one above, that holds tracked files
	project string  // where the project's folder begins, from the root, with a slash at its end
	inside  bool    // whether the folder is, or lies in, the project's
}

// NewRoot returns the root folder of a repository with its own lists, the weakest
// first; nil ones are left out. The project lies at the given path below it; "" is the
// root itself. A tree without a repository is one whose root is the project.
func NewRoot(tree Lists, project string, lists ...*List) *Dir {
	d := &Dir{tree: &tree, inside: project == ""}
	if project != "" {
		d.project = project + "/"
	}
	// What holds for the whole repository is asked as a folder above its root would
	// be: after the folders, with paths from the root.
	above := &Dir{lists: strongestFirst(append(slices.Clone(tree.Global), tree.Info))}
	if len(above.lists) > 0 {
		d.parent = above
	}
	d.lists = strongestFirst(lists)
	return d
}

// strongestFirst turns lists around and leaves out those that say nothing.
func strongestFirst(lists []*List) []*List {
	var out []*List
	for _, l := range slices.Backward(lists) {
		if l.Len() > 0 {
			out = append(out, l)
		}
	}
	return out
}

// Enter returns a folder of d with its own lists, the weakest first. What lies in an
// ignored folder is ignored, and its lists have nothing to say.
func (d *Dir) Enter(name string, lists ...*List) *Dir {
	child := &Dir{tree: d.tree, parent: d, path: join(d.path, name), project: d.project}
	child.inside = d.inside || child.path+"/" == d.project
	v := d.Match(name, true)
	if v.Ignored {
		child.ignored = v
		if v.Folder == "" {
			child.ignored.Folder = child.path
		}
		return child
	}
	child.lists = strongestFirst(lists)
	switch junk := d.listed(child.path, name, true); {
	case v.Spoke(): // a pattern wants the folder
	case d.spared.Spoke():
		child.spared = d.spared
	case junk.Ignored:
		child.spared = junk
		child.spared.Folder = child.path
	}
	return child
}

// Path returns the way from the repository's root; "" is the root.
func (d *Dir) Path() string { return d.path }

// Match says what the patterns say of a name in the folder.
func (d *Dir) Match(name string, dir bool) Verdict {
	if d.ignored.Ignored {
		return d.ignored
	}
	path := join(d.path, name)
	if v := d.matchExclude(path, name, dir); v.Spoke() {
		return v
	}
	for at := d; at != nil; at = at.parent {
		if len(at.lists) == 0 {
			continue
		}
		seen := below(path, at.path)
		for _, l := range at.lists {
			if p := l.match(seen, name, dir); p != nil {
				return verdict(l, p)
			}
		}
	}
	return d.matchDefault(path, name, dir)
}

func (d *Dir) matchExclude(path, name string, dir bool) Verdict {
	if d.tree.Exclude.Len() == 0 || !d.inside {
		return Verdict{}
	}
	if p := d.tree.Exclude.match(strings.TrimPrefix(path, d.project), name, dir); p != nil {
		return verdict(d.tree.Exclude, p)
	}
	return Verdict{}
}

// matchDefault asks the default list. It hides nothing that is tracked: a folder that
// holds something tracked stays, and what else is in it is still hidden.
func (d *Dir) matchDefault(path, name string, dir bool) Verdict {
	v := d.listed(path, name, dir)
	if !v.Spoke() {
		v = d.spared
	}
	if !v.Spoke() || d.tree.Tracked != nil && d.tree.Tracked(path, dir) {
		return Verdict{}
	}
	return v
}

// listed is what the default list says of a path, tracked or not.
func (d *Dir) listed(path, name string, dir bool) Verdict {
	if d.tree.Default.Len() == 0 || !d.inside {
		return Verdict{}
	}
	p := d.tree.Default.match(strings.TrimPrefix(path, d.project), name, dir)
	if p == nil {
		return Verdict{}
	}
	v := verdict(d.tree.Default, p)
	v.Default = true
	return v
}

func verdict(l *List, p *pattern) Verdict {
	return Verdict{Ignored: !p.negated, Source: l.source, Line: p.line, Pattern: p.written}
}

func join(dir, name string) string {
	if dir == "" {
		return name
	}
	return dir + "/" + name
}

// below returns path as seen from dir, which holds it.
func below(path, dir string) string {
	if dir == "" {
		return path
	}
	return path[len(dir)+1:]
}

// Matches reports whether the last pattern of a list that speaks for a path, seen from the list's
// folder, speaks for it, and not against it. Folders above the path are not asked.
func (l *List) Matches(path string, dir bool) bool {
	if l.Len() == 0 {
		return false
	}
	p := l.match(path, path[strings.LastIndexByte(path, '/')+1:], dir)
	return p != nil && !p.negated
}
