package change

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"dossier/aggregate/git"
	"dossier/aggregate/git/object"
)

var errTooMany = errors.New("too many folders differ, or they are too deep")

// Status is the state of the work tree.
type Status struct {
	Branch    string // empty if HEAD is detached
	Commit    git.ID // zero if the branch has no commit yet
	Operation string // merge, rebase, cherry-pick, revert or bisect in progress; empty if none
	Files     []FileStatus
}

// FileStatus is the state of a file that differs from the commit.
type FileStatus struct {
	Path    string // relative to the opened folder; a nested repository ends with a slash
	OldPath string // of a renamed file
	Staged  State  // change from the commit to the index
	Disk    State  // change from the index to the work tree; [Untracked] for a file in neither
	// Conflict is set during an unresolved merge: two letters, as in git status.
	Conflict string
	Score    int // similarity of a renamed file, in percent
	// Why is the reason why Disk is not certain: the file may be unchanged for git. Empty if it is certain.
	Why string
	// Content is what has changed in a submodule whose commit is that of the index: "modified content" or
	// "untracked content". Disk is then [Modified].
	Content string

	Head, Index object.File
}

// State combines the states of a file: its conflict, else its work tree state, else its staged state.
func (f FileStatus) State() State {
	switch {
	case f.Conflict != "":
		return Conflicted
	case f.Disk == Untracked:
		return Untracked
	case f.Staged == Renamed, f.Staged == Added && f.Disk != Deleted:
		return f.Staged
	case f.Disk != 0:
		return f.Disk
	}
	return f.Staged
}

// Status returns the state of the work tree below the opened folder, sorted by path.
func (r *Repository) Status(ctx context.Context) (Status, error) {
	head, err := r.git.Head()
	if err != nil {
		return Status{}, err
	}
	s := Status{Branch: head.Branch, Commit: head.Commit, Operation: r.git.Operation()}
	tree, err := r.treeOf(head.Commit)
	if err != nil {
		return s, err
	}
	files := map[string]*FileStatus{}
	at := func(p string) *FileStatus {
		f := files[p]
		if f == nil {
			f = &FileStatus{Path: p}
			files[p] = f
		}
		return f
	}
	var pairs []pair
	if err := r.staged(tree, func(c object.Change, conflict bool) {
		f := at(c.Path)
		f.Head, f.Index = c.Old, c.New
		if conflict {
			return
		}
		f.Staged = stateOf(c)
		pairs = append(pairs, pair{c.Path, c.Old, c.New})
	}); err != nil {
		return s, err
	}
	disk, err := r.worktree(ctx, true)
	if err != nil {
		return s, err
	}
	index, err := r.index()
	if err != nil {
		return s, err
	}
	for _, d := range disk {
		if d.state == Conflicted {
			continue
		}
		f := at(d.path)
		f.Disk, f.Content = d.state, d.content
		if d.uncertain {
			f.Why = d.reason
		}
		if f.Staged == 0 && d.state != Untracked {
			if i, ok := entryOf(index, d.path); ok && !index.List[i].IntentToAdd {
				f.Index = object.File{Mode: object.Normal(index.List[i].Mode), ID: index.List[i].ID}
				f.Head = f.Index
			}
		}
	}
	r.conflicts(index, at)
	renamed := detectRenames(pairs, r.blobSource(ctx))
	for _, p := range renamed {
		from, to := files[p.old], files[p.path]
		to.OldPath, to.Staged, to.Score, to.Head = p.old, Renamed, p.score, from.Head
		if from.Staged = 0; from.Disk == 0 {
			delete(files, p.old)
		}
	}
	for _, f := range files {
		local, ok := r.localPath(f.Path)
		if !ok {
			continue
		}
		f.Path = local
		if f.OldPath != "" {
			f.OldPath, _ = r.localPath(f.OldPath)
		}
		s.Files = append(s.Files, *f)
	}
	slices.SortFunc(s.Files, func(a, b FileStatus) int { return cmp.Compare(a.Path, b.Path) })
	return s, nil
}

// conflicts sets the conflict of each path that has stages.
func (r *Repository) conflicts(index *git.Entries, at func(string) *FileStatus) {
	stages := map[string]int{}
	low, high := index.Range(r.folder)
	for _, e := range index.List[low:high] {
		if e.Stage != 0 {
			stages[e.Path] |= 1 << e.Stage
		}
	}
	for p, has := range stages {
		f := at(p)
		f.Staged, f.Disk = 0, 0
		f.Conflict = map[int]string{1 << 1: "DD", 1 << 2: "AU", 1<<1 | 1<<2: "UD", 1 << 3: "UA", 1<<1 | 1<<3: "DU", 1<<2 | 1<<3: "AA", 1<<1 | 1<<2 | 1<<3: "UU"}[has]
	}
}

// stateOf returns the state of a changed path.
func stateOf(c object.Change) State {
	switch {
	case c.Old.Mode == 0:
		return Added
	case c.New.Mode == 0:
		return Deleted
	case c.Old.Mode&0o170000 != c.New.Mode&0o170000:
		return TypeChanged
	}
	return Modified
}

// treeOf returns the tree of a commit. The zero ID has an empty tree.
func (r *Repository) treeOf(commit git.ID) (git.ID, error) {
	if commit.IsZero() {
		return git.ID{}, nil
	}
	c, err := r.git.Store.Commit(commit)
	return c.Tree, err
}
