// Package excludelist changes the project's own ignore patterns in a session, and computes the effect
// of a list of them in the background.
//
// Patterns are saved to the project file immediately, as one undo step that restores them there.
// Trials are not saved.
package excludelist

import (
	"context"
	"path"
	"slices"
	"strings"
	"sync"

	"dossier/aggregate/disk"
	"dossier/aggregate/tree"
	"dossier/ui/project"
	"dossier/ui/project/excludes"
	"dossier/ui/session/feature"
	"dossier/ui/session/jobs"
	"dossier/ui/session/message"
	"dossier/ui/session/undo"
)

// Host is the subset of the session that the ignore patterns depend on.
type Host interface {
	feature.Source
	feature.Editor
	feature.Undo
	feature.Reporter
}

// Part is the controller of one project's ignore patterns. It belongs to the session's goroutine.
type Part struct {
	host    Host
	work    *jobs.Group
	saves   *jobs.Serial
	trying  *jobs.Latest
	listing *cachedListing
}

// New returns the controller for a newly opened project, or for none. saves is the queue of saves
// of the project file.
func New(host Host, work *jobs.Group, saves *jobs.Serial) *Part {
	return &Part{host: host, work: work, saves: saves, trying: work.Latest()}
}

// Target is a file or a folder of the project.
type Target struct {
	Path   string
	Folder bool
}

// contains reports whether a path is the target, or is inside it.
func (t Target) contains(p string) bool {
	return p == t.Path || t.Folder && strings.HasPrefix(p, t.Path+"/")
}

// List returns the patterns. The caller must not modify the slice.
func (p *Part) List() []string {
	if opened := p.host.Project(); opened != nil {
		return opened.StoredState().Project.Exclude
	}
	return nil
}

// ReadOnly returns why the patterns cannot be changed; nil if they can.
func (p *Part) ReadOnly() error {
	if opened := p.host.Project(); opened != nil {
		return opened.File().ReadOnly()
	}
	return project.ErrNone
}

// Exclude excludes files and folders from the project. Entries of the composition that name one of
// them are removed in the same step, because an own entry would include an excluded file.
func (p *Part) Exclude(targets ...Target) {
	p.change(message.Several("exclude {{.N}} paths", len(targets), first(targets)), func(list []string) ([]string, error) {
		for _, t := range targets {
			list = excludes.Exclude(list, t.Path, t.Folder)
		}
		return list, nil
	}, func() {
		p.host.Amend(func(e *project.Edit) {
			e.Drop(func(path string) bool {
				return slices.ContainsFunc(targets, func(t Target) bool { return t.contains(path) })
			})
		})
	})
}

// Hidden returns what must be included for a path to be listed: the path itself, or the excluded
// folder above it. It returns false if no ignore pattern hides the path.
func (p *Part) Hidden(name string) (Target, bool) {
	t := p.host.Names()
	if t == nil {
		return Target{}, false
	}
	var found Target
	for at := name; at != "." && at != "/"; at = path.Dir(at) {
		id, ok := t.Find(at)
		if !ok {
			continue
		}
		e := t.Entry(id)
		if e.Reason == tree.Ignored || e.Reason == tree.Junk {
			found = Target{at, e.Kind == disk.Folder}
		} else if e.Reason != tree.Listed {
			return Target{}, false
		}
	}
	return found, found.Path != ""
}

// Include includes an excluded path again; see [Part.Hidden].
func (p *Part) Include(target Target) {
	others := true
	if t := p.host.Names(); t != nil {
		others = t.Verdict(target.Path).Source != tree.ExcludeSource
	}
	p.change(message.Named("include {{.Name}} again", target.Path), func(list []string) ([]string, error) {
		return excludes.Include(list, target.Path, target.Folder, others), nil
	}, nil)
}

// Set replaces the patterns. It fails if a new one cannot match anything.
func (p *Part) Set(next []string) error {
	now := p.List()
	added := slices.DeleteFunc(slices.Clone(next), func(one string) bool { return slices.Contains(now, one) })
	if err := excludes.Check(added); err != nil {
		return err
	}
	p.change(message.New("change the excluded files", nil), func([]string) ([]string, error) { return slices.Clone(next), nil }, nil)
	return nil
}

func first(targets []Target) string {
	if len(targets) == 0 {
		return ""
	}
	return targets[0].Path
}

// change saves changed patterns as one undo step. also is called as part of it, and may be nil.
func (p *Part) change(label message.Message, fn func([]string) ([]string, error), also func()) {
	p.save(fn, func(before, after []string) {
		old := p.host.Step()
		if also != nil {
			also()
		}
		p.host.Push(undo.Step{Label: label, Old: undo.Both(old, state{p, &inverse{after, before}})})
		p.notifyChange(before, after)
	}, func() {})
}

// notifyChange reports the saved change.
func (p *Part) notifyChange(before, after []string) {
	added := slices.DeleteFunc(slices.Clone(after), func(one string) bool { return slices.Contains(before, one) })
	m := message.New("Saved the excluded files to dossier.toml", nil)
	if len(added) == 1 && len(after) == len(before)+1 {
		m = message.New("Added {{.Pattern}} to the excluded files", map[string]any{"Pattern": excludes.Shown(added[0])})
	}
	m.Undo = true
	p.host.Notify(m)
}

// save saves changed patterns in the background. It calls then if they differ, and failed if they are not saved.
func (p *Part) save(fn func([]string) ([]string, error), then func(before, after []string), failed func()) {
	opened := p.host.Project()
	if opened == nil {
		p.host.Fail(project.ErrNone)
		return
	}
	p.saves.Start(func() func(context.Context) func() {
		return func(ctx context.Context) func() {
			var before, after []string
			err := opened.ChangeExcluded(ctx, func(list []string) (next []string, err error) {
				before = slices.Clone(list)
				after, err = fn(list)
				return after, err
			})
			return func() {
				switch {
				case err != nil:
					p.host.Fail(err)
					failed()
				case !slices.Equal(before, after):
					p.host.Changed()
					p.host.Relist()
					then(before, after)
				}
			}
		}
	})
}

// inverse changes one list to another, or back if it was applied before.
type inverse struct{ from, to []string }

// apply returns the changed list: to if the list equals from; otherwise the list without the
// elements that only from has and with those that only to has.
func (v *inverse) apply(list []string) []string {
	if slices.Equal(list, v.from) {
		return slices.Clone(v.to)
	}
	lacks := func(of []string) func(string) bool {
		return func(one string) bool { return !slices.Contains(of, one) }
	}
	next := slices.DeleteFunc(slices.Clone(list), func(one string) bool { return slices.Contains(v.from, one) && lacks(v.to)(one) })
	for _, one := range v.to {
		if lacks(v.from)(one) && lacks(next)(one) {
			next = append(next, one)
		}
	}
	return next
}

// state is an undo state of the patterns.
type state struct {
	p       *Part
	inverse *inverse
}

// Current returns s.
func (s state) Current() undo.State { return s }

// Restore restores the patterns, in the background. A step that fails is dropped: what it would do next is not what it
// is named after.
func (s state) Restore() {
	s.p.save(
		func(list []string) ([]string, error) { return s.inverse.apply(list), nil },
		func(before, after []string) { s.inverse.from, s.inverse.to = after, before },
		func() {
			s.p.host.Forget(func(old undo.State) bool { t, is := old.(state); return is && t.inverse == s.inverse })
		},
	)
}

// cachedListing caches the listing of the project for the trials of one editor.
type cachedListing struct {
	mu     sync.Mutex
	survey *excludes.Survey // nil until it is first needed
	saved  excludes.Effect  // effect of the saved list
}

// load lists the project on its first call.
func (l *cachedListing) load(ctx context.Context, opened *project.Project, list []string) (*excludes.Survey, excludes.Effect, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.survey != nil {
		return l.survey, l.saved, nil
	}
	survey, err := excludes.NewSurvey(ctx, opened)
	if err != nil {
		return nil, excludes.Effect{}, err
	}
	before, err := survey.Effect(ctx, list)
	if err != nil {
		return nil, excludes.Effect{}, err
	}
	l.survey, l.saved = survey, before
	return survey, before, nil
}

// Trial is the effect of a list of patterns.
type Trial struct {
	excludes.Effect
	Hidden, Shown []string // files that are listed without the list and not with it, and vice versa
	Counted       bool     // whether the tokens are known
}

// Begin begins trials on the current state of the project.
func (p *Part) Begin() { p.listing = &cachedListing{} }

// Stop cancels the trial.
func (p *Part) Stop() {
	p.trying.Stop()
	p.listing = nil
}

// Try computes the effect of a list in the background, and calls then with it: first without
// tokens, then with them. A newer list cancels the older one.
func (p *Part) Try(list []string, then func(Trial)) {
	opened, at, now := p.host.Project(), p.listing, slices.Clone(p.List())
	if opened == nil || at == nil {
		return
	}
	list = slices.Clone(list)
	p.trying.Start(func(ctx context.Context) func() {
		failed := func(err error) func() {
			if ctx.Err() != nil {
				return nil
			}
			return func() { p.host.Fail(err) }
		}
		survey, before, err := at.load(ctx, opened, now)
		if err != nil {
			return failed(err)
		}
		effect, err := survey.Effect(ctx, list)
		if err != nil {
			return failed(err)
		}
		t := Trial{Effect: effect}
		t.Hidden, t.Shown = effect.From(before)
		p.work.Do(ctx, func() { then(t) })
		counted := t
		if counted.Effect, err = survey.Count(ctx, effect); err != nil {
			return failed(err)
		}
		counted.Counted = true
		return func() { then(counted) }
	})
}
