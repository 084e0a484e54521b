package smartcontext

import (
	"context"
	"errors"
	"path"
	"slices"
	"strconv"
	"strings"

	"dossier/aggregate/disk"
	"dossier/aggregate/links/note"
	"dossier/aggregate/text"
	"dossier/aggregate/tree"
	"dossier/models"
)

// Limits of a snapshot; items beyond them are skipped.
const (
	MaxItems = 10_000
	MaxBytes = 256 << 20 // of all items together
)

// Limits of what a hostile folder could name without being included.
const (
	maxBlockNames = 100_000 // names in the blocks of one depth
	maxTargets    = 500_000 // links from one depth
	maxMissing    = 10_000
)

// Files is the access of a snapshot to the project's files.
type Files interface {
	// Expand returns the files that an item or a line of a smart-context block refers to: a file
	// itself, the contents of a folder, or the matches of a pattern. It returns only the
	// context's error.
	Expand(ctx context.Context, name string) ([]string, error)
	// Read returns the text of a file. The file counts as missing for [disk.ErrNotFound] and
	// [disk.ErrOutside], and as skipped for other errors.
	Read(ctx context.Context, path string) (string, error)
	// Outlinks returns the links of a note, given the included part of its text.
	Outlinks(path, text string) []Target
	// Inlinks returns the notes that link to a file, sorted.
	Inlinks(path string) []string
}

// Target is the target of a link.
type Target struct {
	Path    string
	Missing bool // Path is unresolved, as written in the link
}

// Snapshot is the result of gathering.
type Snapshot struct {
	Depths    []Depth  // by ascending depth
	Skipped   []string // existing files that were not included
	Truncated []string // always empty, because [Compile] truncates
	Missing   []string // unresolved names and links, as written
	Problems  []Problem
	Reasons   map[string]Reason // of skipped and missing items, by name
}

// Paths returns the paths of all items, in output order.
func (s Snapshot) Paths() []string {
	var out []string
	for _, d := range s.Depths {
		for _, item := range d.Items {
			out = append(out, item.Path)
		}
	}
	return out
}

// Excluded returns the number of headings that each pattern has removed, and the code points of
// the removed sections.
func (s Snapshot) Excluded() (headings map[string]int, chars int) {
	headings = map[string]int{}
	for _, d := range s.Depths {
		for _, item := range d.Items {
			chars += item.ExcludedCount
			for _, pattern := range item.Exclusions {
				headings[pattern]++
			}
		}
	}
	return headings, chars
}

// Depth contains the items at one distance.
type Depth struct {
	Depth int
	Items []Item // in output order
}

// Item is one file of a snapshot.
type Item struct {
	Ref           Ref      `json:"ref"`
	Path          string   `json:"path"`
	Content       string   `json:"content"`
	CharCount     int      `json:"char_count"`
	Exclusions    []string `json:"exclusions"` // the matching pattern for each removed heading
	ExcludedCount int      `json:"excluded_char_count"`
	Reason        Reason   `json:"-"`
}

// Reason is why an item is in a snapshot, or would be: the first of several reasons.
type Reason struct {
	Kind ReasonKind
	From string // the note or folder; empty for a named item
}

// ReasonKind is how an item was reached.
type ReasonKind string

// Kinds of reasons.
const (
	Named    ReasonKind = "named"       // one of the items
	InFolder ReasonKind = "in folder"   // in a folder that is one of the items
	Matches  ReasonKind = "fits"        // matches a pattern that is one of the items
	InBlock  ReasonKind = "block in"    // named by a smart-context block of the note, itself or by its folder
	Linked   ReasonKind = "linked from" // the note links to it
	Links    ReasonKind = "links to"    // it links to the file
)

// Ref describes the links of an item.
type Ref struct {
	Key      string   `json:"key"`
	Outlinks []string `json:"outlinks"` // existing link targets in its text
	Inlinks  []string `json:"inlinks"`  // notes that link to it; only if requested
}

// Problem is a skipped or missing file with an explanation.
type Problem struct {
	Path string
	Err  error
}

// Reasons for skipping items.
var (
	errItems   = errors.New("the smart context has " + strconv.Itoa(MaxItems) + " files already")
	errBytes   = errors.New("the smart context has " + strconv.Itoa(MaxBytes>>20) + " MB already")
	errNamed   = errors.New("its smart-context blocks name too many paths")
	errTargets = errors.New("there are too many links; those from here on are not followed")
	errMissing = errors.New("more is missing than can be listed")
)

// Gather creates the snapshot of a list of items. A disabled item excludes its contents or
// matches, even if they are named elsewhere. It returns only the context's error.
func Gather(ctx context.Context, files Files, items []models.ContextItem, opts models.LinkOptions) (Snapshot, error) {
	g := gathering{files: files, opts: opts, excluded: map[string]bool{}, seen: map[string]bool{}, expanded: map[string]bool{}, missing: map[string]bool{}}
	g.out.Reasons = map[string]Reason{}
	var names []string
	for _, item := range items {
		if !item.Off {
			names = append(names, item.Path)
		} else if err := g.exclude(ctx, item.Path); err != nil {
			return Snapshot{}, err
		}
	}
	fill := func(d *Depth) error { return g.expand(ctx, d, names, itemReason) }
	for n := 0; ; n++ {
		if err := g.addDepth(ctx, n, fill); err != nil {
			return Snapshot{}, err
		}
		targets := g.linkedFiles(g.out.Depths[n].Items)
		if n == opts.Depth() {
			return g.out, nil
		}
		fill = func(d *Depth) error { return g.follow(ctx, d, targets) }
	}
}

// gathering is a snapshot in progress.
type gathering struct {
	files      Files
	opts       models.LinkOptions
	out        Snapshot
	excluded   map[string]bool
	seen       map[string]bool // paths already processed
	expanded   map[string]bool // names already expanded
	missing    map[string]bool // missing names
	items      int
	bytes      int
	blockNames int // number of names in blocks at this depth
}

// exclude excludes a file, a folder, or the matches of a pattern.
func (g *gathering) exclude(ctx context.Context, name string) error {
	g.excluded[path.Clean(name)] = true
	if !tree.IsPattern(name) {
		return nil
	}
	paths, err := g.files.Expand(ctx, name)
	for _, p := range paths {
		g.excluded[p] = true
	}
	return err
}

// addDepth adds the items of fill at a depth, and those that the blocks of its notes name.
func (g *gathering) addDepth(ctx context.Context, n int, fill func(*Depth) error) error {
	d := Depth{Depth: n}
	g.blockNames = 0
	err := fill(&d)
	for i := 0; i < len(d.Items) && err == nil; i++ {
		if item := d.Items[i]; note.Is(item.Path) {
			references := note.References(item.Content)
			if g.blockNames += len(references); g.blockNames > maxBlockNames {
				g.out.Problems = append(g.out.Problems, Problem{item.Path, errNamed})
				break
			}
			err = g.expand(ctx, &d, references, func(string, string) Reason { return Reason{InBlock, item.Path} })
		}
	}
	g.out.Depths = append(g.out.Depths, d)
	return err
}

// itemReason returns the reason for a path that the user's item name expands to.
func itemReason(name, p string) Reason {
	switch clean := path.Clean(name); {
	case p == clean || strings.HasSuffix(clean, "/"+p):
		return Reason{Kind: Named}
	case tree.IsPattern(name) && !strings.HasPrefix(p, clean+"/"):
		return Reason{Matches, name}
	}
	return Reason{InFolder, name}
}

// expand includes the files that names expand to; why returns the reason for one of them.
func (g *gathering) expand(ctx context.Context, d *Depth, names []string, why func(name, path string) Reason) error {
	for _, name := range names {
		clean := path.Clean(name)
		if g.expanded[clean] || g.isExcluded(clean) {
			continue
		}
		g.expanded[clean] = true
		paths, err := g.files.Expand(ctx, name)
		if err != nil {
			return err
		}
		if len(paths) == 0 {
			g.addMissing(name, why(name, path.Clean(name)))
		}
		for _, p := range paths {
			if err := g.include(ctx, d, p, name, why(name, p)); err != nil {
				return err
			}
		}
	}
	return nil
}

// linkTarget is a link target and its link.
type linkTarget struct {
	Target
	why Reason
}

// linkedFiles returns the files one link away from items.
func (g *gathering) linkedFiles(items []Item) []linkTarget {
	var in, out []linkTarget
	for i := range items {
		item := &items[i]
		if len(in)+len(out) > maxTargets {
			g.out.Problems = append(g.out.Problems, Problem{item.Path, errTargets})
			break
		}
		if note.Is(item.Path) {
			for _, to := range g.files.Outlinks(item.Path, item.Content) {
				out = append(out, linkTarget{to, Reason{Linked, item.Path}})
				if !to.Missing {
					item.Ref.Outlinks = append(item.Ref.Outlinks, to.Path)
				}
			}
		}
		if g.opts.WithInlinks() {
			item.Ref.Inlinks = append(item.Ref.Inlinks, g.files.Inlinks(item.Path)...)
			for _, from := range item.Ref.Inlinks {
				in = append(in, linkTarget{Target{Path: from}, Reason{Links, item.Path}})
			}
		}
	}
	return slices.Concat(in, out)
}

// follow includes link targets.
func (g *gathering) follow(ctx context.Context, d *Depth, targets []linkTarget) error {
	for _, to := range targets {
		if to.Missing {
			g.addMissing(to.Path, to.why)
			continue
		}
		if err := g.include(ctx, d, to.Path, to.Path, to.why); err != nil {
			return err
		}
	}
	return nil
}

// include includes a file found under a name, or records why not. It returns only the context's
// error.
func (g *gathering) include(ctx context.Context, d *Depth, p, name string, why Reason) error {
	if g.seen[p] || g.isExcluded(p) {
		return ctx.Err()
	}
	g.seen[p] = true
	if g.items == MaxItems {
		g.addSkipped(p, errItems, why)
		return ctx.Err()
	}
	content, err := g.files.Read(ctx, p)
	if ctxErr := ctx.Err(); ctxErr != nil {
		return ctxErr
	}
	switch {
	case errors.Is(err, disk.ErrOutside):
		g.out.Problems = append(g.out.Problems, Problem{p, err})
		g.addMissing(name, why)
		return nil
	case errors.Is(err, disk.ErrNotFound):
		g.addMissing(name, why)
		return nil
	case err != nil:
		g.addSkipped(p, err, why)
		return nil
	case g.bytes+len(content) > MaxBytes:
		g.addSkipped(p, errBytes, why)
		return nil
	}
	g.items++
	g.bytes += len(content)
	item := Item{Path: p, Ref: Ref{Key: p, Outlinks: []string{}, Inlinks: []string{}}, Content: content, Exclusions: []string{}, Reason: why}
	if note.Is(p) {
		remaining := note.Without(content, g.opts.ExcludedHeadings)
		item.Content, item.ExcludedCount = remaining.Text, remaining.Removed
		item.Exclusions = append(item.Exclusions, remaining.Exclusions...)
	}
	item.CharCount = text.CountChars(item.Content)
	d.Items = append(d.Items, item)
	return nil
}

func (g *gathering) addSkipped(p string, err error, why Reason) {
	g.out.Reasons[p] = why
	g.out.Skipped = append(g.out.Skipped, p)
	g.out.Problems = append(g.out.Problems, Problem{p, err})
}

func (g *gathering) addMissing(name string, why Reason) {
	switch {
	case g.missing[name] || len(g.missing) > maxMissing:
		return
	case len(g.missing) == maxMissing:
		g.out.Problems = append(g.out.Problems, Problem{name, errMissing})
	default:
		g.out.Missing = append(g.out.Missing, name)
		g.out.Reasons[name] = why
	}
	g.missing[name] = true
}

// isExcluded reports whether a path or one of its parents is excluded.
func (g *gathering) isExcluded(p string) bool {
	if len(g.excluded) == 0 {
		return false
	}
	for ; !g.excluded[p]; p = path.Dir(p) {
		if p == path.Dir(p) {
			return false
		}
	}
	return true
}
