package change

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"dossier/aggregate/git"
	"dossier/aggregate/git/object"
	"dossier/aggregate/git/revision"
)

// Range names the states to compare. It is symbolic and resolved whenever it is used.
type Range struct {
	kind rangeKind
	a, b string
}

type rangeKind uint8

const (
	uncommitted rangeKind = iota
	staged
	unstaged
	branch
	since         // a and the work tree
	between       // a..b
	fromMergeBase // a...b
	singleCommit  // a^!: one commit
)

// Ranges describes the syntax of [ParseRange], for help texts.
const Ranges = `uncommitted, staged, unstaged, branch (since the merge base with the default branch), REV (since REV, uncommitted changes included), A..B, A...B (B since the merge base with A), REV^! (that commit alone)`

// maxRange is the maximum length of a range, in bytes.
const maxRange = 1000

// ParseRange parses a range:
//
//	uncommitted   the work tree and HEAD, untracked files included
//	staged        the index and HEAD
//	unstaged      the work tree and the index
//	branch        HEAD and its merge base with the default branch
//	REV           the work tree and a commit, such as HEAD~3
//	A..B          two commits; an omitted one is HEAD
//	A...B         B and its merge base with A; an omitted one is HEAD
//	REV^!         a commit and its first parent
func ParseRange(s string) (Range, error) {
	switch {
	case s == "":
		return Range{}, errors.New("the range is empty; it is one of " + Ranges)
	case len(s) > maxRange || strings.ContainsFunc(s, func(c rune) bool { return c < ' ' || c == 127 }):
		return Range{}, errors.New("the range is too long, or has control characters")
	case s == "uncommitted":
		return Range{kind: uncommitted}, nil
	case s == "staged":
		return Range{kind: staged}, nil
	case s == "unstaged":
		return Range{kind: unstaged}, nil
	case s == "branch":
		return Range{kind: branch}, nil
	case strings.HasPrefix(s, "-"):
		return Range{}, fmt.Errorf("%q begins like a flag; a range is one of %s", s, Ranges)
	}
	orHead := func(name string) string {
		if name == "" {
			return "HEAD"
		}
		return name
	}
	if a, b, ok := strings.Cut(s, "..."); ok {
		return checkRange(s, Range{fromMergeBase, orHead(a), orHead(b)}, a+b)
	}
	if a, b, ok := strings.Cut(s, ".."); ok {
		return checkRange(s, Range{between, orHead(a), orHead(b)}, a+b)
	}
	if a, ok := strings.CutSuffix(s, "^!"); ok && a != "" {
		return checkRange(s, Range{kind: singleCommit, a: a}, a)
	}
	return checkRange(s, Range{kind: since, a: s}, s)
}

// NameOf returns the name of a branch or tag in a range, such as heads/staged for the branch staged.
func (r *Repository) NameOf(ref revision.Ref) string {
	name := r.git.ShortName(ref)
	if parsed, err := ParseRange(name); err == nil && parsed.kind == since && name != "HEAD" {
		return name
	}
	return strings.TrimPrefix(ref.Name, "refs/")
}

// CanonicalRange returns a range that [ParseRange] accepts as it is stored. An empty one stays empty.
func CanonicalRange(s string) (string, error) {
	if s == "" {
		return "", nil
	}
	r, err := ParseRange(s)
	if err != nil {
		return "", err
	}
	return r.String(), nil
}

// checkRange checks the names of a parsed range; s is the text that was parsed.
func checkRange(s string, r Range, names string) (Range, error) {
	if names == "" || strings.Contains(names, "..") || strings.Contains(names, " ") && !strings.Contains(names, "{") {
		return Range{}, fmt.Errorf("%q is not understood; a range is one of %s", s, Ranges)
	}
	return r, nil
}

// String returns the range in the syntax of [ParseRange].
func (r Range) String() string {
	switch r.kind {
	case staged:
		return "staged"
	case unstaged:
		return "unstaged"
	case branch:
		return "branch"
	case since:
		return r.a
	case between:
		return r.a + ".." + r.b
	case fromMergeBase:
		return r.a + "..." + r.b
	case singleCommit:
		return r.a + "^!"
	}
	return "uncommitted"
}

// Title describes the range for the user: "uncommitted changes".
func (r Range) Title() string {
	switch r.kind {
	case uncommitted:
		return "uncommitted changes"
	case staged:
		return "staged changes"
	case unstaged:
		return "unstaged changes"
	case branch:
		return "the branch since its merge base with the default branch"
	case since:
		return "changes since " + r.a
	case between:
		return "changes from " + r.a + " to " + r.b
	case fromMergeBase:
		return "changes of " + r.b + " since its merge base with " + r.a
	}
	return "commit " + r.a
}

// endpoints are the two sides of a range.
type endpoints struct {
	old, new git.ID // commits; zero if there is none, or for the index or work tree
	disk     bool   // the new side is the work tree
	index    bool   // the new side is the index; with disk the old side is the index
	// excluded is the commit whose ancestors are no commits of the range; zero if there are none. In A...B it is A: with
	// several merge bases, the old side is only one of them.
	excluded git.ID
}

// resolve returns the commits of a range.
func (r Range) resolve(repo *revision.Repository) (endpoints, error) {
	switch r.kind {
	case uncommitted, staged:
		head, err := repo.Head()
		return endpoints{old: head.Commit, disk: r.kind == uncommitted, index: r.kind == staged}, err
	case unstaged:
		return endpoints{disk: true, index: true}, nil
	case since:
		old, err := repo.Resolve(r.a)
		return endpoints{old: old, disk: true}, err
	case singleCommit:
		new, err := repo.Resolve(r.a)
		if err != nil {
			return endpoints{}, err
		}
		c, err := repo.Store.Commit(new)
		if err != nil {
			return endpoints{}, err
		}
		if repo.Store.Boundary(new) {
			return endpoints{}, fmt.Errorf("the changes of %s are unknown: its parent is not in this shallow clone; git fetch --unshallow gets the others", r.a)
		}
		if len(c.Parents) == 0 {
			return endpoints{new: new}, nil
		}
		return endpoints{old: c.Parents[0], new: new}, nil
	}
	a, b := r.a, r.b
	if r.kind == branch {
		var err error
		if a, err = repo.DefaultBranch(); err != nil {
			return endpoints{}, err
		}
		b = "HEAD"
	}
	old, err := repo.Resolve(a)
	if err != nil {
		return endpoints{}, err
	}
	new, err := repo.Resolve(b)
	if err != nil || r.kind == between {
		return endpoints{old: old, new: new, excluded: old}, err
	}
	bases, err := repo.MergeBases(old, new)
	if err != nil {
		return endpoints{}, err
	}
	if len(bases) == 0 && len(repo.Shallow()) > 0 {
		return endpoints{}, fmt.Errorf("the history of %s and %s is cut, because this is a shallow clone, and what is here has no commit in common; git fetch --unshallow gets the rest", a, b)
	}
	if len(bases) == 0 {
		return endpoints{}, fmt.Errorf("there is no commit in common of %s and %s; compare them with %s..%s", a, b, a, b)
	}
	return endpoints{old: bases[0], new: new, excluded: old}, nil
}

// Check returns an error if the range names commits that cannot be found or compared. It is fast: it
// compares nothing.
func (r *Repository) Check(rng Range) error {
	_, err := rng.resolve(r.git)
	return err
}

// Has reports whether a file or folder, relative to the opened folder, exists on disk, in the index, or in HEAD or a
// commit of the range. If this cannot be determined, it returns true.
func (r *Repository) Has(rng Range, path string) bool {
	if _, err := r.root.Lstat(path); err == nil {
		return true
	}
	path = r.repositoryPath(path)
	if entries, err := r.index(); err != nil || slices.ContainsFunc(entries.List, func(e git.Entry) bool {
		return e.Path == path || strings.HasPrefix(e.Path, path+"/")
	}) {
		return true
	}
	ends, err := rng.resolve(r.git)
	if err != nil {
		return true
	}
	head, err := r.git.Head()
	if err != nil {
		return true
	}
	for _, id := range []git.ID{ends.old, ends.new, head.Commit} {
		if !id.IsZero() && r.inTree(id, path) {
			return true
		}
	}
	return false
}

// inTree reports whether a commit has a file or folder. If it cannot be read, it returns true.
func (r *Repository) inTree(commit git.ID, path string) bool {
	c, err := r.git.Store.Commit(commit)
	if err != nil {
		return true
	}
	_, found, err := r.git.Store.Lookup(c.Tree, path)
	return found || err != nil
}

// Log returns the commits of a range, newest first. For A..B and A...B these are the commits
// reachable from B but not from A; for REV^! that commit; for REV all commits
// reachable from it; for uncommitted states those of HEAD. within limits the result to commits that
// changed files or folders, relative to the opened folder. Without it, and in a subfolder of a
// repository, only commits that changed something in the folder are returned.
func (r *Repository) Log(rng Range, within ...string) (iter.Seq2[object.Commit, error], error) {
	paths := r.paths(within)
	switch rng.kind {
	case uncommitted, staged, unstaged:
		head, err := r.git.Head()
		if err != nil {
			return nil, err
		}
		if head.Commit.IsZero() {
			return func(func(object.Commit, error) bool) {}, nil
		}
		return r.git.Log(paths, head.Commit), nil
	case singleCommit:
		id, err := r.git.Resolve(rng.a)
		if err != nil {
			return nil, err
		}
		c, err := r.git.Store.Commit(id)
		return func(yield func(object.Commit, error) bool) { yield(c, nil) }, err
	case since:
		id, err := r.git.Resolve(rng.a)
		if err != nil {
			return nil, err
		}
		return r.git.Log(paths, id), nil
	}
	e, err := rng.resolve(r.git)
	if err != nil {
		return nil, err
	}
	return r.git.Between(paths, e.excluded, e.new), nil
}

// ChangedIn returns the files below the opened folder in which a commit differs from its first
// parent, sorted by path. A renamed file counts as two. As in git log, a merge has none.
func (r *Repository) ChangedIn(c object.Commit) ([]string, error) {
	if len(c.Parents) > 1 {
		return nil, nil
	}
	var before git.ID
	if len(c.Parents) == 1 {
		parent, err := r.git.Store.Commit(c.Parents[0])
		if err != nil {
			return nil, err
		}
		before = parent.Tree
	}
	var out []string
	d := object.Differ{Store: r.git.Store, Trees: maxComparedTrees, Paths: r.paths(nil)}
	err := d.Diff(before, c.Tree, "", func(change object.Change) bool {
		local, _ := r.localPath(change.Path)
		out = append(out, local)
		return len(out) <= maxFiles
	})
	slices.Sort(out)
	return slices.Compact(out), err
}
