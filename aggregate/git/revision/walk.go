package revision

import (
	"iter"
	"slices"

	"dossier/aggregate/git"
	"dossier/aggregate/git/object"
)

// MaxWalk is the maximum number of commits visited by a walk.
const MaxWalk = 1_000_000

// maxTreesPerCommit is the maximum number of folders read to determine whether a commit changed a path.
const maxTreesPerCommit = 20_000

// Log returns the commits reachable from the given ones, newest first, in the order of git
// log. With paths, it returns those that changed one of them, as git log does: of a merge
// that equals a parent in all of them, only that parent is followed. Renames are not
// followed. Commits are read lazily, so a consumer that stops early causes few reads.
func (r *Repository) Log(paths *object.Paths, from ...git.ID) iter.Seq2[object.Commit, error] {
	return r.log(paths, nil, from...)
}

// log is [Repository.Log] without the excluded commits.
func (r *Repository) log(paths *object.Paths, excluded map[git.ID]bool, from ...git.ID) iter.Seq2[object.Commit, error] {
	return func(yield func(object.Commit, error) bool) {
		w := walk{store: r.Store, seen: map[git.ID]bool{}, excluded: excluded}
		for _, id := range from {
			if err := w.add(id); err != nil {
				yield(object.Commit{}, err)
				return
			}
		}
		for n := 0; w.next.Len() > 0 && n < MaxWalk; n++ {
			c := w.next.Pop()
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
// order of [Repository.Log]. If excluded is the zero ID, nothing is excluded.
func (r *Repository) Between(paths *object.Paths, excluded, from git.ID) iter.Seq2[object.Commit, error] {
	if excluded.IsZero() {
		return r.Log(paths, from)
	}
	return func(yield func(object.Commit, error) bool) {
		excludedAncestors, err := r.reachable(excluded, from)
		if err != nil {
			yield(object.Commit{}, err)
			return
		}
		for c, err := range r.log(paths, excludedAncestors, from) {
			if !yield(c, err) {
				return
			}
		}
	}
}

// slack is the number of commits visited after only excluded ones remain: a commit
// with a wrong date may lead to one that was not recognized as excluded.
const slack = 64

// reachable returns the commits reachable from excluded, as far as they matter for
// those reachable from the other commit.
func (r *Repository) reachable(excluded, from git.ID) (map[git.ID]bool, error) {
	isExcluded, known := map[git.ID]bool{}, map[git.ID]*object.Commit{}
	var next queue
	add := func(id git.ID, exclude bool) error {
		if known[id] != nil && (!exclude || isExcluded[id]) {
			return nil
		}
		c, err := r.reach(known, id)
		if err != nil {
			return err
		}
		if exclude {
			isExcluded[id] = true
		}
		next.add(c)
		return nil
	}
	if err := add(excluded, true); err != nil {
		return nil, err
	}
	if err := add(from, false); err != nil {
		return nil, err
	}
	for n, remaining := 0, slack; n < 4*MaxWalk && next.Len() > 0 && remaining > 0; n++ {
		c := next.Pop()
		for _, p := range c.Parents {
			if err := add(p, isExcluded[c.ID]); err != nil {
				return nil, err
			}
		}
		if remaining--; next.Contains(func(c *object.Commit) bool { return !isExcluded[c.ID] }) {
			remaining = slack
		}
	}
	return isExcluded, nil
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
	d := object.Differ{Store: r.Store, Trees: maxTreesPerCommit, Paths: paths}
	return d.Differ(a, b)
}

// walk is the queue of commits to visit next.
type walk struct {
	store    *object.Store
	seen     map[git.ID]bool
	excluded map[git.ID]bool
	next     object.Queue[object.Commit]
}

func (w *walk) add(id git.ID) error {
	if w.seen[id] || w.excluded[id] {
		return nil
	}
	w.seen[id] = true
	c, err := w.store.Commit(id)
	if err != nil {
		return err
	}
	w.next.Push(c, c.Committer.Time, len(w.seen))
	return nil
}

// reach returns a commit, read when it is first reached.
func (r *Repository) reach(known map[git.ID]*object.Commit, id git.ID) (*object.Commit, error) {
	if c := known[id]; c != nil {
		return c, nil
	}
	c, err := r.Store.Commit(id)
	if err != nil {
		return nil, err
	}
	known[id] = &c
	return &c, nil
}

// queue is a queue of commits. Of commits of the same time, the one that was added first comes first, and one that
// is added again loses its position, as in git.
type queue struct {
	object.Queue[*object.Commit]
	added int
}

func (q *queue) add(c *object.Commit) {
	q.Push(c, c.Committer.Time, q.added)
	q.added++
}

// Flags of commits during the search for merge bases.
const (
	ofFirst  = 1 << iota // an ancestor of the first commit
	ofSecond             // an ancestor of the second
	stale                // an ancestor of a common ancestor
	isResult
)

// MergeBases returns the best common ancestors of two commits: those that are not
// ancestors of another common ancestor. The newest is first.
func (r *Repository) MergeBases(a, b git.ID) ([]git.ID, error) {
	if a == b {
		return []git.ID{a}, nil
	}
	found, err := r.commonAncestors(a, b)
	if err != nil || len(found) < 2 {
		return ids(found), err
	}
	// Dates can be wrong, so a result may be an ancestor of another one.
	var out []*object.Commit
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

func ids(list []*object.Commit) (out []git.ID) {
	slices.SortStableFunc(list, func(a, b *object.Commit) int { return int(b.Committer.Time - a.Committer.Time) })
	for _, c := range list {
		out = append(out, c.ID)
	}
	return out
}

// isAncestor reports whether a is reachable from b.
func (r *Repository) isAncestor(a, b git.ID) (bool, error) {
	found, err := r.commonAncestors(a, b)
	return slices.ContainsFunc(found, func(c *object.Commit) bool { return c.ID == a }), err
}

// commonAncestors marks the ancestors of both commits, newest first, until all queued commits
// are ancestors of a common one.
func (r *Repository) commonAncestors(a, b git.ID) ([]*object.Commit, error) {
	flags := map[git.ID]uint8{}
	loaded := map[git.ID]*object.Commit{}
	var next queue
	add := func(id git.ID, add uint8) error {
		old := flags[id]
		if old|add == old {
			return nil
		}
		c, err := r.reach(loaded, id)
		if err != nil {
			return err
		}
		flags[id] = old | add
		next.add(c)
		return nil
	}
	if err := add(a, ofFirst); err != nil {
		return nil, err
	}
	if err := add(b, ofSecond); err != nil {
		return nil, err
	}
	var result []*object.Commit
	for n := 0; n < 4*MaxWalk && next.Contains(func(c *object.Commit) bool { return flags[c.ID]&stale == 0 }); n++ {
		c := next.Pop()
		f := flags[c.ID]
		inherited := f & (ofFirst | ofSecond | stale)
		if inherited&(ofFirst|ofSecond) == ofFirst|ofSecond {
			if f&isResult == 0 {
				flags[c.ID] |= isResult
				result = append(result, c)
			}
			inherited |= stale
		}
		for _, p := range c.Parents {
			if err := add(p, inherited); err != nil {
				return nil, err
			}
		}
	}
	return slices.DeleteFunc(result, func(c *object.Commit) bool { return flags[c.ID]&stale != 0 }), nil
}
