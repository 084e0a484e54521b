// Package git manages the git sections of the document in a session: the selected range of changes,
// its files with their costs, which of them are excluded, and the log.
//
// The selection is part of the composition, so that each change of it is an undo step. The
// repository is read in the background.
package git

import (
	"context"
	"maps"
	"slices"
	"strings"

	"dossier/aggregate"
	"dossier/aggregate/git/change"
	"dossier/aggregate/ignore"
	"dossier/models"
	"dossier/ui/project"
	"dossier/ui/project/excludes"
	"dossier/ui/project/repository"
	"dossier/ui/session/feature"
	"dossier/ui/session/jobs"
	"dossier/ui/session/message"
)

// MaxRevisions is the maximum number of listed revisions.
const MaxRevisions = 5000

// firstRevisions is the number of revisions that are shown before all are read.
const firstRevisions = 200

// Host is the subset of the session that the git sections depend on.
type Host interface {
	feature.Source
	feature.Editor
	feature.Reporter
}

// Part is the controller of one project's git sections. It belongs to the session's goroutine.
type Part struct {
	host      Host
	work      *jobs.Group
	shown     bool
	requested models.Git // selection of the report, or of the pending one
	report    repository.Report
	err       error
	finding   *jobs.Latest
	listing   *jobs.Latest
	costing   *jobs.Latest
	checking  *jobs.Latest
}

// New returns the controller for a newly opened project, or for none.
func New(host Host, work *jobs.Group) *Part {
	return &Part{host: host, work: work, finding: work.Latest(), listing: work.Latest(), costing: work.Latest(), checking: work.Latest()}
}

// Choice returns the git sections of the composition.
func (p *Part) Choice() models.Git { return p.host.Composition().Git }

// Report returns the files of the selected range. It is empty while no range is selected.
func (p *Part) Report() repository.Report { return p.report }

// Err returns why there is no report.
func (p *Part) Err() error { return p.err }

// Reading reports whether the repository is being read.
func (p *Part) Reading() bool { return p.finding.Busy() }

// Files returns which files of the range the document shows, and how.
func (p *Part) Files() *aggregate.GitChoice { return aggregate.NewGitChoice(p.Choice()) }

// SetVisible sets whether the files are visible. Only then are they updated.
func (p *Part) SetVisible(on bool) {
	p.shown = on
	if on {
		p.find()
	}
}

// Follow updates the files if another range or other views were selected.
func (p *Part) Follow() {
	if g := p.Choice(); p.shown && (p.requested.Range != g.Range || p.requested.As != g.As || !maps.Equal(p.requested.Views, g.Views)) {
		p.find()
	}
}

func (p *Part) find() {
	opened, choice := p.host.Project(), p.Choice().Clone()
	if choice.Range != p.requested.Range {
		p.report, p.err = repository.Report{}, nil
	}
	p.requested = choice
	if opened == nil || choice.Range == "" {
		p.finding.Stop()
		p.report, p.err = repository.Report{}, nil
		return
	}
	p.finding.Start(func(ctx context.Context) func() {
		report, err := repository.Of(opened).Shown(ctx, choice, p.early(ctx, func(report repository.Report) {
			if p.report.Range != report.Range { // for the same range the old tokens are a better estimate than none
				p.report = report
				p.host.Changed()
			}
		}))
		return func() {
			p.report, p.err = report, err
			p.host.Changed()
		}
	})
	p.host.Changed()
}

// early returns a function that a job calls with a report whose tokens are not counted; it calls
// then on the session's goroutine, unless the job has been cancelled.
func (p *Part) early(ctx context.Context, then func(repository.Report)) func(repository.Report) {
	return func(report repository.Report) { p.work.Do(ctx, func() { then(report) }) }
}

// HasSkeleton reports whether the language of a file, by its name, has skeletons.
func (p *Part) HasSkeleton(path string) bool {
	opened := p.host.Project()
	return opened != nil && opened.Builder.Has(aggregate.Language(opened.Input().Languages, path, ""), models.Skeleton)
}

// Costs determines the tokens of files of the range in each view. A newer call cancels an older
// one; then is called on the session's goroutine.
func (p *Part) Costs(paths []string, then func(aggregate.GitCosts, error)) {
	opened, rng := p.host.Project(), p.Choice().Range
	if opened == nil || rng == "" {
		return
	}
	p.costing.Start(func(ctx context.Context) func() {
		costs, err := repository.Of(opened).Costs(ctx, rng, paths)
		return func() { then(costs, err) }
	})
}

// CostOf determines the files of a range that is not selected yet, with their tokens in the
// selected views and with the current exclusions. A newer call cancels an older one; then is called
// on the session's goroutine, first with tokens that are not counted.
func (p *Part) CostOf(rng string, then func(repository.Report, error)) {
	opened, choice := p.host.Project(), p.Choice().Clone()
	if opened == nil {
		return
	}
	choice.Range = rng
	files := aggregate.NewGitChoice(choice)
	p.costing.Start(func(ctx context.Context) func() {
		report, err := repository.Of(opened).Shown(ctx, choice, p.early(ctx, func(report repository.Report) {
			then(report.Chosen(files), nil)
		}))
		return func() { then(report.Chosen(files), err) }
	})
}

// Counting reports whether costs are being counted: by [Part.Costs] or [Part.CostOf].
func (p *Part) Counting() bool { return p.costing.Busy() }

// Check calls then on the session's goroutine with the error of a range that is invalid, or names
// commits that cannot be found or compared; nil if there is none. A newer call cancels an older one.
func (p *Part) Check(rng string, then func(error)) {
	opened := p.host.Project()
	if opened == nil {
		return
	}
	p.checking.Start(func(ctx context.Context) func() {
		err := repository.Of(opened).Check(ctx, rng)
		return func() { then(err) }
	})
}

// StopSearch cancels [Part.CostOf], [Part.Revisions] and [Part.Check], when their results are no longer needed.
func (p *Part) StopSearch() {
	p.checking.Stop()
	p.costing.Stop()
	p.listing.Stop()
}

// edit changes the selection in one undo step.
func (p *Part) edit(label message.Message, fn func(*models.Git)) {
	p.host.Edit(label, func(e *project.Edit) {
		g := e.Composition.Git.Clone()
		fn(&g)
		e.Composition.Git = g
	})
}

// SetRange selects the changes of a range, as parsed by [change.ParseRange]; empty means none. The
// error describes an invalid range.
func (p *Part) SetRange(rng string) error {
	rng, err := change.CanonicalRange(rng)
	if err != nil {
		return err
	}
	label := message.Named("git changes of {{.Name}}", rng)
	if rng == "" {
		label = message.New("no git changes", nil)
	}
	p.edit(label, func(g *models.Git) {
		g.Range = rng
		if rng == "" {
			g.Exclude, g.Views = nil, nil
		}
	})
	return nil
}

// SetView sets the view of the changed files that have no view of their own.
func (p *Part) SetView(view models.GitView) {
	if view == models.GitDiff {
		view = ""
	}
	p.edit(message.New("how git changes are shown", nil), func(g *models.Git) { g.As = view })
}

// SetViewOf sets the view of files of the range. With the view of the others they follow the others again.
func (p *Part) SetViewOf(paths []string, view models.GitView) {
	p.edit(message.Count("how {{.N}} changed files are shown", len(paths), nil), func(g *models.Git) {
		for _, path := range paths {
			for _, own := range patternsOf(path) {
				delete(g.Views, own)
			}
		}
		rest := aggregate.NewGitChoice(*g)
		for _, path := range paths {
			if rest.View(path) == view {
				continue
			}
			if g.Views == nil {
				g.Views = map[string]models.GitView{}
			}
			g.Views[ignore.Exactly(path, false)] = view
		}
	})
}

// patternsOf returns the patterns that match exactly one path.
func patternsOf(path string) []string {
	exact := ignore.Exactly(path, false)
	if !strings.Contains(path, "/") {
		return []string{exact} // without the slash it matches all files of this name
	}
	return []string{exact, exact[1:]}
}

// Include includes files of the range in the document, or excludes them.
func (p *Part) Include(paths []string, on bool) {
	label := message.Count("exclude {{.N}} changed files", len(paths), nil)
	if on {
		label = message.Count("include {{.N}} changed files", len(paths), nil)
	}
	p.edit(label, func(g *models.Git) {
		own := map[string]bool{}
		for _, path := range paths {
			for _, pattern := range patternsOf(path) {
				own[pattern], own["!"+pattern] = true, true
			}
		}
		g.Exclude = slices.DeleteFunc(g.Exclude, func(one string) bool { return own[one] })
		rest := aggregate.NewGitChoice(*g)
		for _, path := range paths {
			if _, excluded := rest.Excludes(path); excluded != on {
				continue // other patterns exclude it
			}
			exact := ignore.Exactly(path, false)
			if on {
				exact = "!" + exact
			}
			g.Exclude = append(g.Exclude, exact)
		}
	})
}

// ExcludeLike excludes the files that match a pattern, of this range and of others.
func (p *Part) ExcludeLike(pattern string) {
	p.edit(message.Named("exclude {{.Name}}", pattern), func(g *models.Git) {
		g.Exclude = append(slices.DeleteFunc(g.Exclude, func(one string) bool { return one == pattern }), pattern)
	})
}

// Alike is a pattern that matches files of the range.
type Alike struct {
	Pattern string
	Files   int // shown files that it would exclude
	Tokens  int // of these files
}

// Alike returns patterns for files like one of the range, with what each would exclude; without
// patterns that exclude nothing.
func (p *Part) Alike(path string) []Alike {
	var list []Alike
	for _, pattern := range excludes.Proposals(path, false) {
		one, like, now := Alike{Pattern: pattern}, aggregate.NewGitChoice(models.Git{Exclude: []string{pattern}}), p.Files()
		for _, f := range p.report.Files {
			_, out := now.Excludes(f.Path)
			if _, would := like.Excludes(f.Path); would && !out {
				one.Files, one.Tokens = one.Files+1, one.Tokens+f.Tokens
			}
		}
		if one.Files > 0 {
			list = append(list, one)
		}
	}
	return list
}

// SetLog sets the number of commits in the log; 0 means no log.
func (p *Part) SetLog(n int) {
	p.edit(message.Count("git log of {{.N}} commits", n, nil), func(g *models.Git) { g.Log = n })
}

// ToggleBodies switches full messages in the log on or off.
func (p *Part) ToggleBodies() {
	p.edit(message.New("messages of the git log", nil), func(g *models.Git) { g.Bodies = !g.Bodies })
}

// ToggleNames switches the files of each commit in the log on or off.
func (p *Part) ToggleNames() {
	p.edit(message.New("files of the git log", nil), func(g *models.Git) { g.Names = !g.Names })
}

// ToggleChosen switches the restriction of the log to commits that changed files of the document on or off.
func (p *Part) ToggleChosen() {
	p.edit(message.New("commits of the git log", nil), func(g *models.Git) { g.Chosen = !g.Chosen })
}

// Revisions finds the branches, tags and commits of a kind that match the words of a query, up to
// [MaxRevisions]. A newer call cancels an older one; then is called on the session's goroutine,
// twice if there are many: with the first of them, and with all.
func (p *Part) Revisions(query string, kind repository.RevisionKind, then func(list []repository.Revision, err error)) {
	opened := p.host.Project()
	if opened == nil {
		return
	}
	p.listing.Start(func(ctx context.Context) func() {
		var list []repository.Revision
		var failed error
		for r, err := range repository.Of(opened).Revisions(ctx, query, kind) {
			if err != nil {
				failed = err
				break
			}
			switch list = append(list, r); len(list) {
			case firstRevisions:
				first := slices.Clone(list)
				p.work.Do(ctx, func() { then(first, nil) })
			case MaxRevisions:
				return func() { then(list, nil) }
			}
		}
		return func() { then(list, failed) }
	})
}
