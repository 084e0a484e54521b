package history

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"dossier/aggregate/git"
	"dossier/aggregate/git/object"
	"dossier/aggregate/git/revision"
)

const (
	// MaxCommits is the maximum number of commits that are read.
	MaxCommits = 3000
	// MaxPaths is the maximum number of files in a commit; the paths of larger commits are not recorded.
	MaxPaths = 30
	// MaxMessage is the maximum number of bytes that are read of a commit's message.
	MaxMessage = 600

	maxTreesPerCommit = 4000 // folders that are read to find the paths that a commit changed
)

// Commit is the recorded data of a commit.
type Commit struct {
	ID   git.ID
	Time int64 // commit time in Unix seconds
	// Message is the original commit message, truncated to [MaxMessage] bytes.
	Message string
	Paths   []string // changed files, slash-separated, relative to the repository's root; at most [MaxPaths]

	parents []git.ID
}

// History is the recorded history of a repository. The zero value is empty.
type History struct {
	head     git.ID
	complete bool     // not ended early by the context
	commits  []Commit // newest first
}

// Of returns a history of the given commits, newest first, without a repository.
func Of(commits ...Commit) *History { return &History{commits: commits} }

// Commits returns the newest commits, newest first. The caller must not modify them.
func (h *History) Commits() []Commit { return h.commits }

// Update returns the current history, or the same one if HEAD has not moved. It is
// empty if the repository cannot be read. If the context ends, it contains what was
// read so far, and the next call continues.
func (h *History) Update(ctx context.Context, r git.Repository) *History {
	if r.GitDir == "" {
		return h.orEmpty()
	}
	opened, err := revision.Open(ctx, r)
	if err != nil {
		return h.orEmpty()
	}
	defer opened.Close()
	head, err := opened.Head()
	if err != nil || head.Commit.IsZero() {
		return h.orEmpty()
	}
	return h.from(ctx, opened.Store, head.Commit)
}

// orEmpty returns the history to use when the repository cannot be read.
func (h *History) orEmpty() *History {
	if len(h.commits) == 0 {
		return h
	}
	return &History{}
}

// From is [History.Update] starting from a commit, for the repository whose objects are in dir.
func (h *History) From(ctx context.Context, dir string, head git.ID) *History {
	hash := git.SHA1
	if head.Size() == git.SHA256.Size() {
		hash = git.SHA256
	}
	store, err := object.OpenFolder(ctx, dir, hash)
	if err != nil {
		return h.orEmpty()
	}
	defer store.Close()
	return h.from(ctx, store, head)
}

func (h *History) from(ctx context.Context, store *object.Store, head git.ID) *History {
	if head == h.head && h.complete {
		return h
	}
	w := walk{store: store, known: make(map[git.ID]*Commit, len(h.commits)), seen: map[git.ID]bool{}}
	for i := range h.commits {
		w.known[h.commits[i].ID] = &h.commits[i]
	}
	next := &History{head: head}
	next.commits = w.run(head)
	next.complete = ctx.Err() == nil
	if len(next.commits) == 0 && len(h.commits) == 0 && !next.complete {
		return h
	}
	return next
}

// walk reads commits, newest first.
type walk struct {
	store *object.Store
	known map[git.ID]*Commit
	seen  map[git.ID]bool
	next  object.Queue[*reached]
}

func (w *walk) run(head git.ID) []Commit {
	var out []Commit
	w.add(head)
	for w.next.Len() > 0 && len(out) < MaxCommits {
		c := w.next.Pop()
		for _, p := range c.parents {
			w.add(p)
		}
		if w.known[c.ID] == nil && len(c.parents) < 2 {
			c.Paths = w.changed(c)
		}
		if w.store.Exhausted() {
			break // the changes of this commit may be incomplete
		}
		out = append(out, c.Commit)
	}
	return out
}

// add adds a commit to the queue unless it was added before or cannot be read.
func (w *walk) add(id git.ID) {
	if w.seen[id] {
		return
	}
	w.seen[id] = true
	c := &reached{}
	if known := w.known[id]; known != nil {
		c.Commit = *known
	} else if read, err := w.store.Commit(id); err == nil {
		c.copyFrom(read)
	} else {
		return
	}
	w.next.Push(c, c.Time, len(w.seen))
}

// changed returns the paths changed by a commit with at most one parent; nil if
// there are too many or they cannot be determined.
func (w *walk) changed(c *reached) []string {
	var parentTree git.ID
	if len(c.parents) == 1 {
		parent, err := w.store.Commit(c.parents[0])
		if err != nil {
			return nil
		}
		parentTree = parent.Tree
	}
	var paths []string
	d := object.Differ{Store: w.store, Trees: maxTreesPerCommit}
	err := d.Diff(parentTree, c.tree, "", func(change object.Change) bool {
		module := change.Old.Mode == object.ModeSubmodule || change.New.Mode == object.ModeSubmodule
		if !module && utf8.ValidString(change.Path) && filepath.IsLocal(filepath.FromSlash(change.Path)) { // otherwise it is not a file that a project could list
			paths = append(paths, change.Path)
		}
		return len(paths) <= MaxPaths
	})
	if err != nil || len(paths) > MaxPaths {
		return nil
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}

// reached is a commit in the queue.
type reached struct {
	Commit
	tree git.ID
}

// copyFrom copies the needed parts of a commit.
func (c *reached) copyFrom(read object.Commit) {
	c.ID, c.tree, c.parents, c.Time = read.ID, read.Tree, read.Parents, read.Committer.Time
	message := strings.TrimSpace(read.Message)
	c.Message = strings.Clone(strings.ToValidUTF8(message[:min(len(message), MaxMessage)], ""))
}
