package history

import (
	"container/heap"
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
	// MaxCommits is how many of the newest commits are read.
	MaxCommits = 3000
	// MaxPaths is how many files a commit may change to say something about them.
	MaxPaths = 30
	// MaxMessage is how much of a commit's message is read, in bytes.
	MaxMessage = 600

	maxTrees = 4000 // folders that are read for one commit
)

// Commit is what is known of one.
type Commit struct {
	ID   git.ID
	Time int64 // when it was committed, in seconds since 1970
	// Message is what was said of it, as it was written, at most [MaxMessage] bytes.
	Message string
	Paths   []string // the files that it changed, with slashes, from the root of the repository; at most [MaxPaths]

	parents []git.ID
}

// History is what is known of a repository. The zero value knows nothing.
type History struct {
	head    git.ID
	whole   bool     // nothing was left out for want of time
	commits []Commit // the newest first
}

// Of returns a history of commits, the newest first, which no repository has.
func Of(commits ...Commit) *History { return &History{commits: commits} }

// Commits returns the newest commits, the newest first. The caller must not change them.
func (h *History) Commits() []Commit { return h.commits }

// Update returns the history as it is now; the same one when HEAD stands where it stood. It
// knows nothing where the repository cannot be read. When the context ends it is what was read
// until then, and the next call reads on.
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

// orEmpty is the history of what cannot be read.
func (h *History) orEmpty() *History {
	if len(h.commits) == 0 {
		return h
	}
	return &History{}
}

// From is [History.Update] from a commit, of the repository whose objects are in a folder.
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
	if head == h.head && h.whole {
		return h
	}
	w := walk{store: store, known: make(map[git.ID]*Commit, len(h.commits)), seen: map[git.ID]bool{}}
	for i := range h.commits {
		w.known[h.commits[i].ID] = &h.commits[i]
	}
	next := &History{head: head}
	next.commits = w.run(head)
	next.whole = ctx.Err() == nil
	if len(next.commits) == 0 && len(h.commits) == 0 && !next.whole {
		return h
	}
	return next
}

// walk reads commits, the newest first.
type walk struct {
	store *object.Store
	known map[git.ID]*Commit
	seen  map[git.ID]bool
	next  queue
}

func (w *walk) run(head git.ID) []Commit {
	var out []Commit
	w.add(head)
	for len(w.next) > 0 && len(out) < MaxCommits {
		c := heap.Pop(&w.next).(*reached)
		for _, p := range c.parents {
			w.add(p)
		}
		if w.known[c.ID] == nil && len(c.parents) < 2 {
			c.Paths = w.changed(c)
		}
		if w.store.Ended() {
			break // what this one changed may not be known
		}
		out = append(out, c.Commit)
	}
	return out
}

// add puts a commit into the queue, unless it was there or cannot be read.
func (w *walk) add(id git.ID) {
	if w.seen[id] {
		return
	}
	w.seen[id] = true
	c := &reached{order: len(w.seen)}
	if known := w.known[id]; known != nil {
		c.Commit = *known
	} else if read, err := w.store.Commit(id); err == nil {
		c.take(read)
	} else {
		return
	}
	heap.Push(&w.next, c)
}

// changed returns what a commit without or with one parent changed: nothing where that is too
// much, or cannot be known.
func (w *walk) changed(c *reached) []string {
	var before git.ID
	if len(c.parents) == 1 {
		parent, err := w.store.Commit(c.parents[0])
		if err != nil {
			return nil
		}
		before = parent.Tree
	}
	var paths []string
	d := object.Differ{Store: w.store, Trees: maxTrees}
	err := d.Diff(before, c.tree, "", func(change object.Change) bool {
		module := change.Old.Mode == object.ModeSubmodule || change.New.Mode == object.ModeSubmodule
		if !module && utf8.ValidString(change.Path) && filepath.IsLocal(filepath.FromSlash(change.Path)) { // else no file that a project could list
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
	tree  git.ID
	order int
}

// take takes what is needed of a commit.
func (c *reached) take(read object.Commit) {
	c.ID, c.tree, c.parents, c.Time = read.ID, read.Tree, read.Parents, read.Committer.Time
	message := strings.TrimSpace(read.Message)
	c.Message = strings.Clone(strings.ToValidUTF8(message[:min(len(message), MaxMessage)], ""))
}

// queue has the newest commit first, and of the same time the one that was reached first.
type queue []*reached

func (q queue) Len() int { return len(q) }

func (q queue) Less(i, j int) bool {
	return q[i].Time > q[j].Time || q[i].Time == q[j].Time && q[i].order < q[j].order
}

func (q queue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }

// Push is for package heap.
func (q *queue) Push(c any) { *q = append(*q, c.(*reached)) }

// Pop is for package heap.
func (q *queue) Pop() any {
	last := len(*q) - 1
	c := (*q)[last]
	*q = (*q)[:last]
	return c
}
