package fit

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"sync/atomic"

	"dossier/aggregate"
	"dossier/aggregate/fit"
	"dossier/aggregate/parallel"
	"dossier/aggregate/rank"
	"dossier/aggregate/tokens"
	"dossier/models"
	"dossier/ui/project"
	"dossier/ui/project/ranking"
)

// MaxCandidates is the max number of ranked files that are inspected: lower-ranked ones are
// irrelevant for a document that a model can read. The files of the composition are added.
const MaxCandidates = 300

// maxBytes is the max total size of new files that are read.
const maxBytes = 64 << 20

// headingTokens is the approximate cost of the section heading, if the document has none yet.
const headingTokens = 8

// Fit creates proposals for one project.
type Fit struct{ p *project.Project }

// To returns the Fit of a project.
func To(p *project.Project) Fit { return Fit{p} }

// Baseline is the composition that a proposal starts from.
type Baseline struct {
	Input aggregate.Input
	Model tokens.Model
	// Range is the change under review, whose diff is a section of proposals; empty if there is none.
	Range string
}

// review adds the change under review as a section.
func (n Baseline) review(g models.Git) models.Git {
	if n.Range == "" {
		return g
	}
	g.Range = n.Range
	return g
}

// Candidates are the files that a proposal can show, with the cost of each view.
type Candidates struct {
	baseline       Baseline
	base           aggregate.Base
	rows           aggregate.Rows  // of the composition
	row            map[string]int  // indices of files whose view a proposal can change, by path
	documentTokens aggregate.Count // tokens of the current document, in the project's vocabulary
	fixed          int             // of these, the tokens of everything that is not selected
	own            map[string]bool // files chosen by the user
	less           bool            // reduce the composition without removing files
	ranked         bool            // there is a ranking
	files          []candidate

	languages []string // of the ranking, ignoring the filter

	mu    sync.Mutex
	posed *problem // for the most recent options
}

// candidate is a file with its possible views.
type candidate struct {
	ranking.Ranked
	share float64 // relevance relative to the best file
	place int     // rank by share, from 0
	// symbols are the paths of its symbols, sorted; nil if unknown. variant reports that a
	// better file next to it has mostly the same symbols.
	symbols []string
	variant bool
	current way  // the current view; zero if the file is not shown
	fixed   bool // cannot be removed: in focus, or always in full
	own     bool // chosen by the user: removed only if the budget requires it
	other   bool // excluded by the filter: removed unless it is held or own
	ways    []way
}

// way is a view of a file. The zero way excludes it.
type way struct {
	mode   models.ViewMode
	shown  fit.Shown
	item   models.FileItem
	tokens int
	worth  worth
	added  bool // a mask chosen by the user, which applies while it is in [Options.Masks]
}

// Gather determines the costs of each view of the best ranked files that a filter allows, and
// of the files of the composition. The ranking starts with the best file. progress may be nil.
// It returns the context's error, or why nothing could be built.
func (f Fit) Gather(ctx context.Context, now Baseline, ranked []ranking.Ranked, filter Filter, progress func(aggregate.Progress)) (*Candidates, error) {
	c, err := f.begin(ctx, now)
	if err != nil {
		return nil, err
	}
	c.languages = languagesOf(ranked)
	known, place := map[string]bool{}, 0
	for _, r := range ranked {
		if !filter.IsZero() && !filter.Allows(r.Path) {
			continue
		}
		if _, ok := c.row[r.Path]; ok || place < MaxCandidates {
			known[r.Path] = true
			c.files = append(c.files, candidate{Ranked: r, place: place})
		}
		place++
	}
	for _, item := range c.rows.Items {
		if choosable(item) && !known[item.Path] {
			other := !filter.IsZero() && !filter.Allows(item.Path)
			c.files = append(c.files, candidate{Ranked: unranked(item.Path, 0), place: len(ranked), other: other})
		}
	}
	return c, f.cost(ctx, c, progress)
}

// Degrade gathers the files of the composition, each of which can be reduced but not removed. A
// ranking determines which reductions matter least; without one all matter equally.
func (f Fit) Degrade(ctx context.Context, now Baseline, ranked []ranking.Ranked, progress func(aggregate.Progress)) (*Candidates, error) {
	c, err := f.begin(ctx, now)
	if err != nil {
		return nil, err
	}
	c.less, c.ranked = true, len(ranked) > 0
	other := 1.0
	if c.ranked {
		other = 0 // files unrelated to the question matter least
	}
	known, places := map[string]ranking.Ranked{}, map[string]int{} // places: rank among the files of the composition
	for _, r := range ranked {
		if _, ok := c.row[r.Path]; ok {
			known[r.Path], places[r.Path] = r, len(places)
		}
	}
	for _, item := range c.rows.Items {
		if !choosable(item) {
			continue
		}
		one, ok := known[item.Path]
		place := places[item.Path]
		if !ok {
			one, place = unranked(item.Path, other), len(places)
		}
		c.files = append(c.files, candidate{Ranked: one, place: place})
	}
	if err := f.cost(ctx, c, progress); err != nil {
		return nil, err
	}
	for i := range c.files {
		c.files[i].lessOnly()
	}
	return c, nil
}

// lessOnly removes the views that exclude the file or show more than now.
func (c *candidate) lessOnly() {
	c.ways = slices.DeleteFunc(c.ways, func(w way) bool { return w.mode == "" || w.tokens > c.current.tokens })
	for i := range c.ways {
		w := &c.ways[i].worth
		w.byHand, w.released = min(w.byHand, c.current.worth.byHand), min(w.released, c.current.worth.released)
	}
}

// begin builds the current document.
func (f Fit) begin(ctx context.Context, new Baseline) (*Candidates, error) {
	new.Input.Composition = byItsModes(new.Input.Composition)
	old := new.Input
	new.Input.Composition.Git = new.review(new.Input.Composition.Git)
	doc, err := f.build(ctx, new.Input)
	if err != nil {
		return nil, err
	}
	before := doc.Tokens
	if new.Range != old.Composition.Git.Range && new.Range != "" {
		without, err := f.build(ctx, old)
		if err != nil {
			return nil, err
		}
		before = without.Tokens
	}
	c := &Candidates{
		baseline: new, base: f.p.StoredState().Base(new.Input.FilesBase), documentTokens: before, fixed: doc.Tokens.N,
		rows: aggregate.Rows{Items: doc.Items, Matches: doc.Matches}, row: map[string]int{},
	}
	for row, item := range doc.Items {
		if choosable(item) {
			c.row[item.Path] = row
		}
	}
	if !slices.ContainsFunc(doc.Items, aggregate.Item.InDocument) {
		c.fixed += headingTokens
	}
	c.own, err = f.byHand(ctx, c)
	return c, err
}

func (f Fit) build(ctx context.Context, in aggregate.Input) (*aggregate.Document, error) {
	doc, err := f.p.Builder.Build(ctx, in, nil)
	if err != nil {
		return nil, err
	}
	return f.p.Builder.Count(ctx, doc, nil)
}

// unranked returns a file that is not in the ranking.
func unranked(path string, score float64) ranking.Ranked {
	return ranking.Ranked{Ranked: rank.Ranked{Path: path, Score: score}}
}

// byItsModes returns a composition in which each file is shown in its own view mode, as in
// proposals.
func byItsModes(c models.Composition) models.Composition {
	c.Focused, c.SummaryOnly = false, false
	if c.Strategy.OrAuto() == models.Summarize {
		c.Strategy = models.Auto
	}
	return c
}

// choosable reports whether a proposal can change the view of a file of the composition: it
// exists and is in the document.
func choosable(item aggregate.Item) bool { return item.Err == nil && item.InDocument() }

// cost determines the views of each file, and removes files without any.
func (f Fit) cost(ctx context.Context, c *Candidates, progress func(aggregate.Progress)) error {
	gone := make([]bool, len(c.files))
	var read, done atomic.Int64
	err := parallel.Each(ctx, len(c.files), func(i int) error {
		one := &c.files[i]
		err := f.waysOf(ctx, c, one, &read)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		gone[i] = err != nil
		if n := done.Add(1); progress != nil {
			progress(aggregate.Progress{Done: int(n), Total: len(c.files)})
		}
		return nil
	})
	var kept []candidate
	for i, one := range c.files {
		if !gone[i] {
			kept = append(kept, one)
			c.fixed -= one.current.tokens
		}
	}
	c.files = kept
	c.scale()
	c.value()
	return err
}

// scale maps scores to the range from 0 to 1, based on the ranking and on the symbols and
// lengths of the files, and sorts the ranked files accordingly. Files that a question names by
// their paths score far above all others, so named and other files are scaled separately.
func (c *Candidates) scale() {
	symbols, best := 0.0, map[bool]float64{} // by whether the file is named
	for _, one := range c.files {
		symbols = max(symbols, one.bestSymbol())
	}
	var order, places []int // of the ranked files
	for i := range c.files {
		one := &c.files[i]
		part := -1.0
		if len(one.Symbols) > 0 && symbols > 0 {
			part = one.bestSymbol() / symbols
		}
		one.share = fit.Relevance(one.Score, part, one.full())
		best[one.isNamed()] = max(best[one.isNamed()], one.share)
		if one.Score > 0 {
			order, places = append(order, i), append(places, one.place)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(c.files[b].share, c.files[a].share) })
	slices.Sort(places)
	for at, i := range order {
		c.files[i].place = places[at]
	}
	for i := range c.files {
		if one := &c.files[i]; one.share > 0 {
			one.share /= best[one.isNamed()]
		}
	}
	c.findVariants(order)
}

// isNamed reports whether the question names the file by its path.
func (c *candidate) isNamed() bool {
	return slices.ContainsFunc(c.Reasons, func(r rank.Reason) bool { return r.Kind == rank.Named })
}

// bestSymbol returns the highest relevance of a symbol of the file.
func (c *candidate) bestSymbol() float64 {
	best := 0.0
	for _, score := range c.Symbols {
		best = max(best, score)
	}
	return best
}

// full returns the cost of the file in full; 0 if not known.
func (c *candidate) full() int {
	for _, w := range c.ways {
		if w.mode == models.Full {
			return w.tokens
		}
	}
	return 0
}

// value computes the value of each view of each file for the question.
func (c *Candidates) value() {
	for i := range c.files {
		c.valueOf(&c.files[i])
	}
}

// valueOf computes the value of each view of one file.
func (c *Candidates) valueOf(f *candidate) {
	of := fit.File{Relevance: f.share, Place: f.place, Variant: f.variant}
	kept := of
	kept.AlwaysShown = c.less
	f.appraise(of, kept, false)
	kept.Wanted = f.own || c.less && !c.ranked
	f.appraise(of, kept, true)
}

// appraise sets the value of each view; byHand reports whether choices by hand count. For files
// of the composition, kept determines the value: files chosen by hand are worth more than by
// the question alone, files from a folder or an earlier proposal the same. Keeping a file
// unchanged costs no additional tokens, so an applied proposal is proposed again.
func (c *candidate) appraise(of, kept fit.File, byHand bool) {
	gain := 0.0
	if c.current.mode != "" {
		gain = fit.Value(kept, c.current.shown) - fit.Value(of, c.current.shown)
	}
	now := fit.Value(kept, c.current.shown)
	c.current.worth.set(byHand, now)
	for j := range c.ways {
		worth := 0.0
		switch w := &c.ways[j]; {
		case w.mode == "":
		case w.mode == c.current.mode && w.tokens == c.current.tokens:
			worth = now
		case w.tokens <= c.current.tokens:
			worth = fit.Value(kept, w.shown)
		default:
			worth = max(0, fit.Value(of, w.shown)+gain-fit.Price*float64(w.tokens-c.current.tokens))
			if c.current.mode == "" {
				worth = max(0, worth-fit.Entry(w.shown))
			}
		}
		c.ways[j].worth.set(byHand, worth)
	}
}

// worth is the value of a view: with choices by hand, and without them.
type worth struct{ byHand, released float64 }

func (w *worth) set(byHand bool, value float64) {
	if byHand {
		w.byHand = value
	} else {
		w.released = value
	}
}

// of returns the worth under options.
func (w worth) of(o Options) float64 {
	if o.Released {
		return w.released
	}
	return w.byHand
}
