package history

import (
	"bytes"
	"container/heap"
	"context"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"

	"dossier/aggregate/gitrepo"
)

const (
	// MaxCommits is how many of the newest commits are read.
	MaxCommits = 3000
	// MaxPaths is how many files a commit may change to say something about them.
	MaxPaths = 30
	// MaxMessage is how much of a commit's message is read, in bytes.
	MaxMessage = 600

	maxParents = 16
	maxHead    = 8 << 10  // of a commit before its message, in bytes
	maxRefs    = 16 << 20 // of packed-refs, in bytes
	maxRef     = 4 << 10
	maxSteps   = 5 // from HEAD to a commit
)

// ID names an object.
type ID [20]byte

func (id ID) String() string { return hex.EncodeToString(id[:]) }

// ParseID reads the 40 digits of an object's name.
func ParseID(s string) (ID, bool) {
	var id ID
	if len(s) != 2*len(id) {
		return ID{}, false
	}
	_, err := hex.Decode(id[:], []byte(s))
	return id, err == nil
}

// Commit is what is known of one.
type Commit struct {
	ID   ID
	Time int64 // when it was committed, in seconds since 1970
	// Message is what was said of it, as it was written, at most [MaxMessage] bytes.
	Message string
	Paths   []string // the files that it changed, with slashes, from the root of the repository; at most [MaxPaths]

	parents []ID
}

// History is what is known of a repository. The zero value knows nothing.
type History struct {
	head    ID
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
func (h *History) Update(ctx context.Context, r gitrepo.Repository) *History {
	if r.GitDir == "" {
		return h.orEmpty()
	}
	head, ok := readHead(r)
	if !ok {
		return h.orEmpty()
	}
	return h.From(ctx, r.CommonDir, head)
}

// orEmpty is the history of what cannot be read.
func (h *History) orEmpty() *History {
	if len(h.commits) == 0 {
		return h
	}
	return &History{}
}

// From is [History.Update] from a commit, of the repository whose objects lie in a folder.
func (h *History) From(ctx context.Context, dir string, head ID) *History {
	if head == h.head && h.whole {
		return h
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return h.orEmpty()
	}
	defer root.Close()
	w := walk{store: openStore(ctx, root), known: make(map[ID]*Commit, len(h.commits)), seen: map[ID]bool{}}
	defer w.store.close()
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

// readHead finds the commit that is checked out.
func readHead(r gitrepo.Repository) (ID, bool) {
	name, folder := "HEAD", r.GitDir
	for range maxSteps {
		data, err := gitrepo.ReadIn(folder, name, maxRef)
		if err != nil {
			return packedRef(r, name)
		}
		said := strings.TrimSpace(string(data))
		ref, symbolic := strings.CutPrefix(said, "ref:")
		if !symbolic {
			return ParseID(said)
		}
		if name = strings.TrimSpace(ref); !strings.HasPrefix(name, "refs/") || !filepath.IsLocal(filepath.FromSlash(name)) {
			return ID{}, false
		}
		folder = r.CommonDir
	}
	return ID{}, false
}

func packedRef(r gitrepo.Repository, name string) (ID, bool) {
	data, err := gitrepo.ReadIn(r.CommonDir, "packed-refs", maxRefs)
	if err != nil {
		return ID{}, false
	}
	for line := range strings.Lines(string(data)) {
		if id, ref, ok := strings.Cut(strings.TrimRight(line, "\r\n"), " "); ok && ref == name {
			return ParseID(id)
		}
	}
	return ID{}, false
}

// walk reads commits, the newest first.
type walk struct {
	store *store
	known map[ID]*Commit
	seen  map[ID]bool
	next  queue
}

func (w *walk) run(head ID) []Commit {
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
		if w.store.ended() {
			break // what this one changed may not be known
		}
		out = append(out, c.Commit)
	}
	return out
}

// add puts a commit into the queue, unless it was there or cannot be read.
func (w *walk) add(id ID) {
	if w.seen[id] {
		return
	}
	w.seen[id] = true
	c := &reached{order: len(w.seen)}
	if known := w.known[id]; known != nil {
		c.Commit = *known
	} else if data := w.store.read(id, commitObject); data == nil || !c.parse(data) {
		return
	}
	c.ID = id
	heap.Push(&w.next, c)
}

// changed returns what a commit without or with one parent changed.
func (w *walk) changed(c *reached) []string {
	var before ID
	if len(c.parents) == 1 {
		data := w.store.read(c.parents[0], commitObject)
		parent := reached{}
		if data == nil || !parent.parse(data) {
			return nil
		}
		before = parent.tree
	}
	d := difference{store: w.store, trees: maxTrees}
	if !d.compare(before, c.tree, "", 0) {
		return nil
	}
	return d.paths
}

// reached is a commit in the queue.
type reached struct {
	Commit
	tree  ID
	order int
}

// parse reads the headers of a commit.
func (c *reached) parse(data []byte) bool {
	if head, message, ok := bytes.Cut(data, []byte("\n\n")); ok {
		data = head
		c.Message = strings.ToValidUTF8(string(bytes.TrimSpace(message[:min(len(message), MaxMessage)])), "")
	}
	for line := range strings.Lines(string(data[:min(len(data), maxHead)])) {
		key, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		switch key {
		case "tree":
			c.tree, _ = ParseID(value)
		case "parent":
			if id, ok := ParseID(value); ok && len(c.parents) < maxParents {
				c.parents = append(c.parents, id)
			}
		case "committer":
			c.Time = committed(value)
			return c.tree != ID{}
		case "":
			return false
		}
	}
	return false
}

// committed returns the time behind a name and an address.
func committed(s string) int64 {
	s = s[strings.LastIndexByte(s, '>')+1:]
	t := int64(0)
	for _, d := range strings.TrimLeft(s, " ") {
		if d < '0' || d > '9' || t > 1<<40 {
			break
		}
		t = 10*t + int64(d-'0')
	}
	return t
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
