// Package textoptions switches the text options of the whole document, or of single rows. It counts
// their effects in the background.
package textoptions

import (
	"context"
	"slices"

	"dossier/models"
	"dossier/ui/project"
	"dossier/ui/session/feature"
	"dossier/ui/session/jobs"
	"dossier/ui/session/message"
)

// Host is the subset of the session that the options depend on.
type Host interface {
	feature.Source
	feature.Tokens
	feature.Editor
	feature.Reporter
}

// Part switches the text options in one project. It belongs to the session's goroutine.
type Part struct {
	host     Host
	work     *jobs.Group
	counting *jobs.Latest
}

// New returns the controller for a newly opened project, or for none.
func New(host Host, work *jobs.Group) *Part { return &Part{host, work, work.Latest()} }

// On returns the options that are on: for rows, those that all of them have; for the document if rows is nil.
func (p *Part) On(rows []int) []models.TextOption {
	c := p.host.Input().Composition
	if rows == nil {
		return c.Text
	}
	var on []models.TextOption
	items := p.items(rows)
	for _, o := range models.TextOptions() {
		if len(items) > 0 && !slices.ContainsFunc(items, func(it models.FileItem) bool { return !slices.Contains(c.TextOf(it), o) }) {
			on = append(on, o)
		}
	}
	return on
}

// HasOwn reports whether any of the rows has options of its own.
func (p *Part) HasOwn(rows []int) bool {
	return slices.ContainsFunc(p.items(rows), func(it models.FileItem) bool { return it.Text != nil })
}

func (p *Part) items(rows []int) []models.FileItem {
	var out []models.FileItem
	all := p.host.Items()
	for _, row := range rows {
		if row >= 0 && row < len(all) {
			out = append(out, all[row].FileItem)
		}
	}
	return out
}

// Set switches an option on or off, in one undo step.
func (p *Part) Set(rows []int, o models.TextOption, on bool) {
	label := message.Named("text option {{.Name}}", string(o))
	p.host.Edit(label, func(e *project.Edit) {
		if rows == nil {
			e.Composition.Text = models.WithTextOption(e.Composition.Text, o, on)
			return
		}
		c := e.Composition
		e.Change(rows, func(it *models.FileItem) { it.Text = models.WithTextOption(c.TextOf(*it), o, on) })
	})
}

// Follow makes rows use the options of the document again, in one undo step.
func (p *Part) Follow(rows []int) {
	p.host.Edit(message.New("text options of the document", nil), func(e *project.Edit) {
		e.Change(rows, func(it *models.FileItem) { it.Text = nil })
	})
}

// Detach copies the options of the document to rows, as their own, in one undo step.
func (p *Part) Detach(rows []int) {
	p.host.Edit(message.New("text options of files", nil), func(e *project.Edit) {
		c := e.Composition
		e.Change(rows, func(it *models.FileItem) { it.Text = append([]models.TextOption{}, c.TextOf(*it)...) })
	})
}

// Count counts the effect of switching each option, in the background, and calls known for each. A
// newer call cancels an older one.
func (p *Part) Count(rows []int, known func(project.OptionEffect)) {
	opened := p.host.Project()
	if opened == nil {
		return
	}
	in, model := p.host.Input(), p.host.Model()
	if rows != nil {
		in.Composition.Files, in.FilesBase = p.items(rows), "" // the paths of items are relative to the project
	}
	p.counting.Start(func(ctx context.Context) func() {
		err := opened.OptionEffects(ctx, in, rows != nil, func(e project.OptionEffect) {
			e.Old, e.New = project.ForModel(e.Old, model), project.ForModel(e.New, model)
			p.work.Do(ctx, func() { known(e) })
		})
		return func() {
			if err != nil {
				p.host.Fail(err)
			}
		}
	})
}

// Stop cancels counting.
func (p *Part) Stop() { p.counting.Stop() }
