// Package roots adds and removes the additional folders of a project in a session.
//
// They are saved to the project file immediately, as one undo step that restores the file, the
// user's permission and the composition.
package roots

import (
	"context"

	"dossier/ui/project"
	"dossier/ui/session/feature"
	"dossier/ui/session/jobs"
	"dossier/ui/session/message"
	"dossier/ui/session/undo"
)

// Host is the subset of the session that the roots depend on.
type Host interface {
	feature.Source
	feature.Editor
	feature.Undo
	feature.Reporter
}

// Part is the controller of one project's roots. It belongs to the session's goroutine.
type Part struct {
	host  Host
	saves *jobs.Serial
}

// New returns the controller for a newly opened project, or for none. saves is the queue of saves
// of the project file.
func New(host Host, saves *jobs.Serial) *Part { return &Part{host, saves} }

// Find returns a root by its label.
func (p *Part) Find(label string) (project.Root, bool) {
	if opened := p.host.Project(); opened != nil {
		return opened.Roots().Find(label)
	}
	return project.Root{}, false
}

// Absolute returns the path on the disk for a path of the project or of a root; false if there is
// none.
func (p *Part) Absolute(path string) (string, bool) {
	if opened := p.host.Project(); opened != nil {
		return opened.Root().Absolute(path)
	}
	return "", false
}

// ReadOnly returns why the roots cannot be changed; nil if they can.
func (p *Part) ReadOnly() error {
	if opened := p.host.Project(); opened != nil {
		return opened.File().ReadOnly()
	}
	return project.ErrNone
}

// Check returns why a folder cannot be added with a label; an empty label means one derived from the folder's name.
func (p *Part) Check(label, dir string) error {
	if err := p.ReadOnly(); err != nil {
		return err
	}
	return p.host.Project().Roots().Check(label, dir)
}

// Add adds a folder, allows it, and calls added with its label. An empty label means one derived from its
// name. A folder that the project file names already is only allowed, which is not an undo step.
func (p *Part) Add(label, dir string, added func(label string)) {
	p.save(&rootChange{add: true, label: label, dir: dir}, func(c *rootChange) {
		added(c.label)
		if !c.isNew {
			p.host.Notify(message.Named("Allowed reading the folder {{.Name}}", c.label))
			return
		}
		old := p.host.Step()
		p.host.Push(undo.Step{Label: message.Named("add the folder {{.Name}}", c.label), Old: undo.Both(old, state{p, &rootChange{label: c.label, dir: c.dir}})})
		m := message.Named("Added the folder {{.Name}}", c.label)
		m.Undo = true
		p.host.Notify(m)
	})
}

// Remove removes a root and the composition's entries of its files, and revokes the permission for
// its folder, unless the user had given it before.
func (p *Part) Remove(label string) {
	p.save(&rootChange{label: label}, func(c *rootChange) {
		old := p.host.Step()
		rows := p.drop(c.label)
		p.host.Push(undo.Step{Label: message.Named("remove the folder {{.Name}}", c.label), Old: undo.Both(old, state{p, &rootChange{add: true, label: c.label, dir: c.dir}})})
		m := message.Count("Removed the folder {{.Name}} and {{.N}} entries of its files", rows, map[string]any{"Name": c.label})
		if rows == 0 {
			m = message.Named("Removed the folder {{.Name}}", c.label)
		}
		m.Undo = true
		p.host.Notify(m)
	})
}

// drop removes the entries of a root's files, without an undo step, and returns their number.
func (p *Part) drop(label string) int {
	var rows []string
	p.host.Amend(func(e *project.Edit) { rows = p.host.Project().Roots().Drop(&e.Composition, label) })
	return len(rows)
}

// rootChange adds or removes one root.
type rootChange struct {
	add        bool
	label, dir string
	isNew      bool // set after adding: the project file did not name it before
}

// apply makes the change and completes its label and folder.
func (c *rootChange) apply(ctx context.Context, opened *project.Project) error {
	var root project.Root
	var err error
	if c.add {
		root, c.isNew, err = opened.Roots().Add(ctx, c.label, c.dir)
	} else {
		root, _, err = opened.Roots().Remove(ctx, c.label, false)
	}
	if err == nil {
		c.label, c.dir = root.Label, root.Dir
	}
	return err
}

// save makes a change in the background, and then calls then.
func (p *Part) save(c *rootChange, then func(*rootChange)) {
	opened := p.host.Project()
	if opened == nil {
		p.host.Fail(project.ErrNone)
		return
	}
	p.saves.Start(func() func(context.Context) func() {
		next := *c
		return func(ctx context.Context) func() {
			err := next.apply(ctx, opened)
			return func() {
				if err != nil {
					p.host.Fail(err)
					return
				}
				p.host.Changed()
				p.host.Relist()
				then(&next)
			}
		}
	})
}

// state is an undo state of the roots. back is the change that leads to it from the current state.
type state struct {
	p    *Part
	back *rootChange
}

// Current returns the current state.
func (s state) Current() undo.State {
	return state{s.p, &rootChange{add: !s.back.add, label: s.back.label, dir: s.back.dir}}
}

// Restore restores the roots, in the background.
func (s state) Restore() { s.p.save(s.back, func(*rootChange) {}) }
