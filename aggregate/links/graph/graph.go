package graph

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync/atomic"

	"dossier/aggregate/links/note"
	"dossier/aggregate/links/reread"
	"dossier/aggregate/parallel"
)

// MaxLinks is the max number of links in all notes of one folder.
const MaxLinks = 2_000_000

// ErrTooMany reports a folder whose notes have more than [MaxLinks] links.
var ErrTooMany = fmt.Errorf("the notes have more than %d links in total; exclude some of them with files.exclude or an ignore file", MaxLinks)

// Graph contains the links of the notes in a folder. The zero value is an empty folder. It is
// immutable.
type Graph struct {
	names      *Names
	pages      map[string]*page    // notes by path
	inlinks    map[string][]string // notes that link to a file, by its path
	notesByKey map[string][]string // notes with a link, by its key
	links      int
}

// page is a note that has been read.
type page = reread.Page[found]

// found is what is found in a note.
type found struct {
	links    []note.Link
	outlinks []string // distinct link targets in order
	missing  []string // unresolved links
}

// Problem is a note that could not be read.
type Problem struct {
	Path string
	Err  error
}

// Names returns the possible link targets.
func (g *Graph) Names() *Names {
	if g.names == nil {
		return &Names{}
	}
	return g.names
}

// Outlinks returns the distinct files that a note links to, in the order of its text. The caller
// must not modify the result.
func (g *Graph) Outlinks(p string) []string {
	if page := g.pages[p]; page != nil {
		return page.Facts.outlinks
	}
	return nil
}

// Missing returns the unresolved links of a note, as written.
func (g *Graph) Missing(p string) []string {
	if page := g.pages[p]; page != nil {
		return page.Facts.missing
	}
	return nil
}

// Inlinks returns the notes that link to a file, sorted. The caller must not modify the result.
func (g *Graph) Inlinks(p string) []string { return g.inlinks[p] }

// Problems returns the notes that could not be read, sorted by path.
func (g *Graph) Problems() []Problem {
	var out []Problem
	for _, p := range slices.Sorted(maps.Keys(g.pages)) {
		if err := g.pages[p].Err(); err != nil {
			out = append(out, Problem{p, err})
		}
	}
	return out
}

// Update returns the graph of files, the sorted list of all files in the project's tree. changed
// are the paths whose contents may have changed; a folder includes everything in it, and "." is
// everything. Of these, the files whose identity on the disk has changed are read again. It
// returns the same graph if nothing has changed. It returns the context's error or [ErrTooMany].
func (g *Graph) Update(ctx context.Context, d reread.Disk, files, changed []string) (*Graph, error) {
	added, removed := differences(g.Names().files, files)
	u := update{old: g, disk: d}
	u.next = &Graph{names: g.Names().updated(files, added, removed)}
	if err := u.readNotes(ctx, g.stale(files, added, changed)); err != nil {
		return nil, err
	}
	if len(added)+len(removed)+len(u.read) == 0 {
		return g, nil
	}
	u.next.pages, u.next.inlinks, u.next.notesByKey = clone(g.pages), clone(g.inlinks), clone(g.notesByKey)
	if err := u.resolve(ctx, added, removed); err != nil {
		return nil, err
	}
	if u.count(removed); u.next.links > MaxLinks {
		return nil, ErrTooMany
	}
	return u.next, nil
}

// stale returns the notes to check, sorted: new ones, and those in changed.
func (g *Graph) stale(files, added, changed []string) []string {
	var out []string
	for _, p := range added {
		if note.Is(p) {
			out = append(out, p)
		}
	}
	known := func(p string) {
		if _, listed := slices.BinarySearch(files, p); listed && g.pages[p] != nil {
			out = append(out, p)
		}
	}
	for _, p := range changed {
		if p == "." {
			for _, p := range files {
				known(p)
			}
			break
		}
		known(p)
		start, _ := slices.BinarySearch(files, p+"/")
		for _, below := range files[start:] {
			if !strings.HasPrefix(below, p+"/") {
				break
			}
			known(below)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// update is an update in progress.
type update struct {
	old, next *Graph
	disk      reread.Disk
	read      map[string]*page // changed notes that are not resolved yet
}

// readNotes reads those of the notes that have changed.
func (u *update) readNotes(ctx context.Context, paths []string) (err error) {
	var links atomic.Int64
	read := reread.Reader[found]{Disk: u.disk, Facts: func(_ context.Context, _, text string) (f found, problem, err error) {
		f.links = note.Followed(text)
		if links.Add(int64(len(f.links))) > MaxLinks {
			err = ErrTooMany
		}
		return f, nil, err
	}}
	u.read, err = read.Changed(ctx, u.old.pages, paths)
	return err
}

// resolve adds changed notes to and removes deleted ones from the new graph, and resolves again
// the links whose target may have changed.
func (u *update) resolve(ctx context.Context, added, removed []string) error {
	gone := map[string]bool{}
	for _, p := range removed {
		if u.old.pages[p] != nil {
			gone[p] = true
		}
	}
	stale := maps.Clone(u.read)
	for _, p := range slices.Concat(added, removed) {
		for _, from := range u.old.notesByKey[keyOf(p)] {
			if stale[from] == nil && !gone[from] {
				stale[from] = u.old.pages[from]
			}
		}
	}
	paths := slices.Sorted(maps.Keys(stale))
	pages := make([]*page, len(paths))
	err := parallel.Each(ctx, len(paths), func(i int) error {
		next := *stale[paths[i]]
		next.Facts.outlinks, next.Facts.missing = u.next.names.resolveAll(paths[i], next.Facts.links)
		pages[i] = &next
		return nil
	})
	if err != nil {
		return err
	}
	var in, mentions changes
	for p := range gone {
		u.unlink(&in, &mentions, p)
		delete(u.next.pages, p)
	}
	for i, p := range paths {
		u.unlink(&in, &mentions, p)
		u.next.pages[p] = pages[i]
		for _, to := range pages[i].Facts.outlinks {
			in.add(to, p)
		}
		for _, l := range pages[i].Facts.links {
			mentions.add(keyOf(l.Path), p)
		}
	}
	in.apply(&u.next.inlinks)
	mentions.apply(&u.next.notesByKey)
	return nil
}

// unlink removes a note's links.
func (u *update) unlink(in, mentions *changes, p string) {
	before := u.old.pages[p]
	if before == nil {
		return
	}
	for _, to := range before.Facts.outlinks {
		in.remove(to, p)
	}
	for _, l := range before.Facts.links {
		mentions.remove(keyOf(l.Path), p)
	}
}

// resolveAll resolves the links of a note and returns their targets and the unresolved links.
func (n *Names) resolveAll(from string, links []note.Link) (out, missing []string) {
	seen := map[string]bool{from: true}
	for _, l := range links {
		switch p, ok := n.Resolve(from, l); {
		case !ok:
			missing = append(missing, l.Path)
		case !seen[p]:
			seen[p] = true
			out = append(out, p)
		}
	}
	return out, missing
}

// count computes the total number of links.
func (u *update) count(removed []string) {
	u.next.links = u.old.links
	for _, p := range removed {
		if page := u.old.pages[p]; page != nil {
			u.next.links -= len(page.Facts.links)
		}
	}
	for p, page := range u.read {
		u.next.links += len(page.Facts.links)
		if before := u.old.pages[p]; before != nil {
			u.next.links -= len(before.Facts.links)
		}
	}
}

func clone[V any](m map[string]V) map[string]V {
	if m == nil {
		return map[string]V{}
	}
	return maps.Clone(m)
}
