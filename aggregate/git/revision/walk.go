package revision

import (
	"container/heap"
	"iter"
	"slices"

	"dossier/aggregate/git"
	"dossier/aggregate/git/object"
)

// MaxWalk is the maximum number of commits visited by a walk.
const MaxWalk = 1_000_000

// maxTrees is the maximum number of folders read to determine whether a commit changed a path.
const maxTrees = 20_000

// Log returns the commits reachable from the given ones, newest first, in the order of git
// log. With paths, it returns those that changed one of them, as git log does: of a merge
// that equals a parent in all of them, only that parent is followed. Renames are not
// followed. Commits are read lazily, so a consumer that stops early causes few reads.
func (r *Repository) Log(paths *object.Paths, from ...git.ID) iter.Seq2[object.Commit, error] {
	return r.log(paths, nil, from...)
}

// log is [Repository.Log] without the hidden commits.
func (r *Repository) log(paths *object.Paths, hidden map[git.ID]bool, from ...git.ID) iter.Seq2[object.Commit, error] {
	return func(yield func(object.Commit, error) bool) {
		w := walk{store: r.Store, seen: map[git.ID]bool{}, hidden: hidden}
		for _, id := range from {
			if err := w.add(id); err != nil {
				yield(object.Commit{}, err)
				return
			}
		}
		for n := 0; len(w.next) > 0 && n < MaxWalk; n++ {
			c := heap.Pop(&w.next).(*reached).Commit
			shown, parents := true, c.Parents
			if paths != nil {
				var err error
				if shown, parents, err = r.simplify(c, paths); err != nil {
					yield(object.Commit{}, err)
					return
				}
			}
			for _, p := range parents {
				if err := w.add(p); err != nil {
					yield(object.Commit{}, err)
					return
				}
			}
			if shown && !yield(c, nil) {
				return
			}
		}
	}
}

// Between returns the commits reachable from one commit but not from another, in the
// order of [Repository.Log]. If hidden is the zero ID, nothing is hidden.
func (r *Repository) Between(paths *object.Paths, hidden, from git.ID) iter.Seq2[object.Commit, error] {
	if hidden.IsZero() {
		return r.Log(paths, from)
	}
	return func(yield func(object.Commit, error) bool) {
		behind, err := r.reachable(hidden, from)
		if err != nil {
			yield(object.Commit{}, err)
			return
		}
		for c, err := range r.log(paths, behind, from) {
			if !yield(c, err) {
				return
			}
		}
	}
}

// slack is the number of commits visited after only hidden ones remain: a commit
// with a wrong date may lead to one that was not recognized as hidden.
const slack = 64

// reachable returns the commits reachable from hidden, as far as they matter for
// those reachable from the other commit.
func (r *Repository) reachable(hidden, from git.ID) (map[git.ID]bool, error) {
	behind, known := map[git.ID]bool{}, map[git.ID]*reached{}
	var next queue
	add := func(id git.ID, hide bool) error {
		if known[id] != nil && (!hide || behind[id]) {
			return nil
		}
		c, err := r.reach(known, id)
		if err != nil {
			return err
		}
		if hide {
			behind[id] = true
		}
		heap.Push(&next, c)
		return nil
	}
	if err := add(hidden, true); err != nil {
		return nil, err
	}
	if err := add(from, false); err != nil {
		return nil, err
	}
	for n, left := 0, slack; n < 4*MaxWalk && len(next) > 0 && left > 0; n++ {
		c := heap.Pop(&next).(*reached)
		for _, p := range c.Parents {
			if err := add(p, behind[c.ID]); err != nil {
				return nil, err
			}
		}
		if left--; slices.ContainsFunc(next, func(c *reached) bool { return !behind[c.ID] }) {
			left = slack
		}
	}
	return behind, nil
}

// simplify reports whether a commit changed one of the paths, and which parents to
// follow.
func (r *Repository) simplify(c object.Commit, paths *object.Paths) (changed bool, parents []git.ID, err error) {
	if len(c.Parents) == 0 {
		changed, err = r.differ(git.ID{}, c.Tree, paths)
		return changed, nil, err
	}
	for _, p := range c.Parents {
		parent, err := r.Store.Commit(p)
		if err != nil {
			return false, nil, err
		}
		switch differs, err := r.differ(parent.Tree, c.Tree, paths); {
		case err != nil:
			return false, nil, err
		case !differs:
			return false, []git.ID{p}, nil
		}
	}
	return true, c.Parents, nil
}

func (r *Repository) differ(a, b git.ID, paths *object.Paths) (bool, error) {
	d := object.Differ{Store: r.Store, Trees: maxTrees, Paths: paths}
	return d.Differ(a, b)
}

// walk is the queue of commits to visit next.
type walk struct {
	store  *object.Store
	seen   map[git.ID]bool
	hidden map[git.ID]bool
	next   queue
}

func (w *walk) add(id git.ID) error {
	if w.seen[id] || w.hidden[id] {
		return nil
	}
	w.seen[id] = true
	c, err := w.store.Commit(id)
	if err != nil {
		return err
	}
	heap.Push(&w.next, &reached{Commit: c, order: len(w.seen)})
	return nil
}

// reached is a commit in the queue.
type reached struct {
	object.Commit
	order int
}

// reach returns a commit, which is read the first time and then one of those that are known.
func (r *Repository) reach(known map[git.ID]*reached, id git.ID) (*reached, error) {
	if c := known[id]; c != nil {
		return c, nil
	}
	read, err := r.Store.Commit(id)
	if err != nil {
		return nil, err
	}
	c := &reached{Commit: read, order: len(known)}
	known[id] = c
	return c, nil
}

// queue yields the newest commit first; among equal times, the one reached first.
type queue []*reached

func (q queue) Len() int { return len(q) }

func (q queue) Less(i, j int) bool {
	a, b := q[i].Committer.Time, q[j].Committer.Time
	return a > b || a == b && q[i].order < q[j].order
}

func (q queue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }

// Push implements [heap.Interface].
func (q *queue) Push(c any) { *q = append(*q, c.(*reached)) }

// Pop implements [heap.Interface].
func (q *queue) Pop() any {
	last := len(*q) - 1
	c := (*q)[last]
	*q = (*q)[:last]
	return c
}

// Flags of commits during the search for merge bases.
const (
	ofFirst  = 1 << iota // an ancestor of the first commit
	ofSecond             // an ancestor of the second
	stale                // an ancestor of a common ancestor
	result
)

// MergeBases returns the best common ancestors of two commits: those that are not
// ancestors of another common ancestor. The newest is first.
func (r *Repository) MergeBases(a, b git.ID) ([]git.ID, error) {
	if a == b {
		return []git.ID{a}, nil
	}
	found, err := r.common(a, b)
	if err != nil || len(found) < 2 {
		return ids(found), err
	}
	// Dates can be wrong, so a result may be an ancestor of another one.
	var out []*reached
	for i, c := range found {
		redundant := false
		for j, other := range found {
			if i == j || redundant {
				continue
			}
			if redundant, err = r.isAncestor(c.ID, other.ID); err != nil {
				return nil, err
			}
		}
		if !redundant {
			out = append(out, c)
		}
	}
	return ids(out), nil
}

func ids(list []*reached) (out []git.ID) {
	slices.SortStableFunc(list, func(a, b *reached) int { return int(b.Committer.Time - a.Committer.Time) })
	for _, c := range list {
		out = append(out, c.ID)
	}
	return out
}

// isAncestor reports whether a is reachable from b.
func (r *Repository) isAncestor(a, b git.ID) (bool, error) {
	found, err := r.common(a, b)
	return slices.ContainsFunc(found, func(c *reached) bool { return c.ID == a }), err
}

// common marks the ancestors of both commits, newest first, until all queued commits
// are ancestors of a common one.
func (r *Repository) common(a, b git.ID) ([]*reached, error) {
	flags := map[git.ID]uint8{}
	held := map[git.ID]*reached{}
	var next queue
	add := func(id git.ID, add uint8) error {
		was := flags[id]
		if was|add == was {
			return nil
		}
		c, err := r.reach(held, id)
		if err != nil {
			return err
		}
		flags[id] = was | add
		heap.Push(&next, c)
		return nil
	}
	if err := add(a, ofFirst); err != nil {
		return nil, err
	}
	if err := add(b, ofSecond); err != nil {
		return nil, err
	}
	var found []*reached
	for n := 0; n < 4*MaxWalk && slices.ContainsFunc(next, func(c *reached) bool { return flags[c.ID]&stale == 0 }); n++ {
		c := heap.Pop(&next).(*reached)
		f := flags[c.ID]
		pass := f & (ofFirst | ofSecond | stale)
		if pass&(ofFirst|ofSecond) == ofFirst|ofSecond {
			if f&result == 0 {
				flags[c.ID] |= result
				found = append(found, c)
			}
			pass |= stale
		}
		for _, p := range c.Parents {
			if err := add(p, pass); err != nil {
				return nil, err
			}
		}
	}
	return slices.DeleteFunc(found, func(c *reached) bool { return flags[c.ID]&stale != 0 }), nil
}
