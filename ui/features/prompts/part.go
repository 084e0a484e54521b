// Package prompts manages the stored prompts in a session: the list of them, which are part of the
// instruction, and edits of them. Files are read and written in the background.
package prompts

import (
	"context"
	"errors"
	"slices"

	"dossier/models"
	"dossier/presets"
	"dossier/ui/project"
	"dossier/ui/session/feature"
	"dossier/ui/session/jobs"
	"dossier/ui/session/message"
)

// Host is the subset of the session that the prompts depend on.
type Host interface {
	feature.Source
	feature.Document
	feature.Editor
	feature.Reporter
}

// Part is the controller of one project's prompts. It belongs to the session's goroutine.
type Part struct {
	host    Host
	list    []project.PromptReport
	loading *jobs.Latest
	saves   *jobs.Serial
	saving  bool
}

// New returns the controller for a newly opened project, or for none. saves is the project's queue of saves.
func New(host Host, work *jobs.Group, saves *jobs.Serial) *Part {
	return &Part{host: host, loading: work.Latest(), saves: saves}
}

// List returns the most recently loaded prompts: the active ones first, in their order.
func (p *Part) List() []project.PromptReport { return p.list }

// Selected returns the names of the prompts that are part of the instruction, in order.
func (p *Part) Selected() []string { return p.host.Composition().Prompts }

// Reload reads the prompts again.
func (p *Part) Reload() {
	opened, on := p.host.Project(), slices.Clone(p.Selected())
	if opened == nil {
		p.loading.Stop()
		p.list = nil
		return
	}
	p.loading.Start(func(context.Context) func() {
		list, warnings := opened.ReportPrompts(on)
		return func() {
			p.list = list
			for _, w := range warnings {
				p.host.Notify(message.Problem(w))
			}
			p.host.Changed()
		}
	})
}

// SetOn adds a prompt to the instruction, after the others, or removes it.
func (p *Part) SetOn(name string, on bool) {
	label := message.Named("without the prompt {{.Name}}", name)
	if on {
		label = message.Named("with the prompt {{.Name}}", name)
	}
	p.set(label, func(list []string) []string {
		list = slices.DeleteFunc(list, func(have string) bool { return have == name })
		if on {
			list = append(list, name)
		}
		return list
	})
}

func (p *Part) set(label message.Message, fn func([]string) []string) {
	next := fn(slices.Clone(p.Selected()))
	if slices.Equal(next, p.Selected()) {
		return
	}
	p.host.Edit(label, func(e *project.Edit) { e.Composition.Prompts = next })
	p.Reload()
}

// Edit is a change of a stored prompt.
type Edit struct {
	Old    models.Prompt // zero for a new one
	Now    models.Prompt
	Delete bool // deletes Old, or hides it if it is built in
}

// Save applies edits of stored prompts in order, and calls then with the first error; the edits
// before it are applied. A built-in prompt is not changed: one of the same name is saved for the
// user. A renamed prompt keeps its position in the instruction.
func (p *Part) Save(edits []Edit, then func(error)) {
	opened := p.host.Project()
	if opened == nil {
		return
	}
	p.saving = true
	p.saves.Run(func(ctx context.Context) func() {
		var failed error
		done := edits
		for i, e := range edits {
			if failed = save(ctx, opened, e); failed != nil {
				done = edits[:i]
				break
			}
		}
		return func() {
			p.saving = false
			p.rename(done)
			p.Reload()
			p.host.Rebuild()
			then(failed)
		}
	})
}

// rename replaces the names of renamed prompts in the instruction.
func (p *Part) rename(edits []Edit) {
	on := slices.Clone(p.Selected())
	for _, e := range edits {
		if i := slices.Index(on, e.Old.Name); i >= 0 && e.Old.Name != "" && !e.Delete {
			on[i] = e.Now.Name
		}
	}
	if !slices.Equal(on, p.Selected()) {
		p.host.Edit(message.New("rename prompts", nil), func(e *project.Edit) { e.Composition.Prompts = on })
	}
}

// Saving reports whether changes are being saved.
func (p *Part) Saving() bool { return p.saving }

// save applies an edit. What was applied before an error is applied again without effect.
func save(ctx context.Context, opened *project.Project, e Edit) error {
	stored := opened.Prompts()
	scope := e.Old.Scope
	switch {
	case e.Delete && scope == models.BuiltInPrompt:
		return stored.Save(ctx, models.UserPrompt, e.Old.Name, "")
	case e.Delete:
		return gone(stored.Delete(ctx, scope, e.Old.Name))
	}
	if to := e.Now.Scope; to == models.BuiltInPrompt {
		e.Now.Scope = models.UserPrompt
	}
	if err := stored.Save(ctx, e.Now.Scope, e.Now.Name, e.Now.Text); err != nil {
		return err
	}
	moved := e.Old.Name != "" && scope != models.BuiltInPrompt && (e.Old.Name != e.Now.Name || scope != e.Now.Scope)
	if moved {
		return gone(stored.Delete(ctx, scope, e.Old.Name))
	}
	return nil
}

// gone returns the error of a deletion, except that there is nothing to delete.
func gone(err error) error {
	if errors.Is(err, presets.ErrNoPrompt) {
		return nil
	}
	return err
}
