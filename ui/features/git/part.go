// Package git is the git sections of the document in a session: the range of changes that is
// chosen, its files with their costs, which of them are excluded, and the log.
//
// The choice is part of the composition, so that each change of it is an undo step. The repository
// is read in the background.
package git

import (
	"context"
	"slices"

	"dossier/aggregate/git/change"
	"dossier/models"
	"dossier/ui/project"
	"dossier/ui/project/repository"
	"dossier/ui/session/feature"
	"dossier/ui/session/jobs"
	"dossier/ui/session/message"
)

// MaxRevisions bounds the revisions that are listed to choose from.
const MaxRevisions = 300

// Host is the subset of the session that the git sections depend on.
type Host interface {
	feature.Source
	feature.Editor
	feature.Reporter
}

// Part is the git sections of one project in a session. It belongs to the session's goroutine.
type Part struct {
	host    Host
	shown   bool
	rng     string // of the report, or of the one that is pending
	report  repository.Report
	err     error
	finding *jobs.Latest
	listing *jobs.Latest
}

// New returns the git sections of a newly opened project, or of none.
func New(host Host, work *jobs.Group) *Part {
	return &Part{host: host, finding: work.Latest(), listing: work.Latest()}
}

// Choice returns the git sections of the composition.
func (p *Part) Choice() models.Git { return p.host.Composition().Git }

// Report returns the files of the chosen range. It is empty while none is chosen.
func (p *Part) Report() repository.Report { return p.report }

// Err returns why there is no report.
func (p *Part) Err() error { return p.err }

// Reading reports whether the repository is being read.
func (p *Part) Reading() bool { return p.finding.Busy() }

// Included reports whether the document shows a file of the range.
func (p *Part) Included(path string) bool { return !slices.Contains(p.Choice().Exclude, path) }

// LookAt sets whether the files are visible. Only then are they kept up to date.
func (p *Part) LookAt(on bool) {
	p.shown = on
	if on {
		p.find()
	}
}

// FollowRange updates the files if another range was selected.
func (p *Part) FollowRange() {
	if p.shown && p.rng != p.Choice().Range {
		p.find()
	}
}

func (p *Part) find() {
	opened, rng := p.host.Project(), p.Choice().Range
	if rng != p.rng {
		p.report, p.err = repository.Report{}, nil
	}
	p.rng = rng
	if opened == nil || rng == "" {
		p.finding.Stop()
		p.report, p.err = repository.Report{}, nil
		return
	}
	p.finding.Start(func(ctx context.Context) func() {
		report, err := repository.Of(opened).Files(ctx, rng, repository.Tokens)
		return func() {
			p.report, p.err = report, err
			p.host.Changed()
		}
	})
	p.host.Changed()
}

// edit changes the choice in one undo step.
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
	if rng != "" {
		parsed, err := change.ParseRange(rng)
		if err != nil {
			return err
		}
		rng = parsed.String()
	}
	label := message.Named("git changes of {{.Name}}", rng)
	if rng == "" {
		label = message.New("no git changes", nil)
	}
	p.edit(label, func(g *models.Git) {
		g.Range = rng
		g.Exclude = nil
	})
	return nil
}

// SetView chooses how the changed files are shown.
func (p *Part) SetView(view models.GitView) {
	if view == models.GitDiff {
		view = ""
	}
	p.edit(message.New("how git changes are shown", nil), func(g *models.Git) { g.As = view })
}

// Include includes files of the range in the document, or excludes them.
func (p *Part) Include(paths []string, on bool) {
	label := message.Count("exclude {{.N}} changed files", len(paths), nil)
	if on {
		label = message.Count("include {{.N}} changed files", len(paths), nil)
	}
	p.edit(label, func(g *models.Git) {
		g.Exclude = slices.DeleteFunc(g.Exclude, func(one string) bool { return slices.Contains(paths, one) })
		if !on {
			g.Exclude = append(g.Exclude, paths...)
			slices.Sort(g.Exclude)
		}
	})
}

// SetLog chooses the number of commits of the log; 0 is no log.
func (p *Part) SetLog(n int) {
	p.edit(message.Count("git log of {{.N}} commits", n, nil), func(g *models.Git) { g.Log = n })
}

// ToggleBodies changes whether the log has the messages in full.
func (p *Part) ToggleBodies() {
	p.edit(message.New("messages of the git log", nil), func(g *models.Git) { g.Bodies = !g.Bodies })
}

// ToggleNames changes whether the log lists the files of each commit.
func (p *Part) ToggleNames() {
	p.edit(message.New("files of the git log", nil), func(g *models.Git) { g.Names = !g.Names })
}

// ToggleChosen changes whether the log has only commits that changed files of the document.
func (p *Part) ToggleChosen() {
	p.edit(message.New("commits of the git log", nil), func(g *models.Git) { g.Chosen = !g.Chosen })
}

// Revisions finds the branches, tags and commits that fit the words of a query, up to
// [MaxRevisions]. A later call cancels an earlier one; then is called on the session's goroutine.
func (p *Part) Revisions(query string, then func(list []repository.Revision, err error)) {
	opened := p.host.Project()
	if opened == nil {
		return
	}
	p.listing.Start(func(ctx context.Context) func() {
		var list []repository.Revision
		var failed error
		for r, err := range repository.Of(opened).Revisions(ctx, query) {
			if err != nil {
				failed = err
				break
			}
			if list = append(list, r); len(list) == MaxRevisions {
				break
			}
		}
		return func() { then(list, failed) }
	})
}
