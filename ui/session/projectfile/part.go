// Package projectfile is the project file of a session: whether what is put together differs
// from it, saving to it, and what is done about one that belongs to another program or cannot
// be understood. The file is written beside the window by the saves of the project, one after
// the other.
package projectfile

import (
	"context"
	"errors"
	"path/filepath"
	"strings"

	"dossier/aggregate/text"
	"dossier/models"
	"dossier/presets"
	"dossier/presets/tomledit"
	"dossier/ui/project"
	"dossier/ui/session/jobs"
	"dossier/ui/session/message"
)

// Side says whose version wins where a file was changed here and on the disk.
type Side int

// The sides. Ask saves nothing where both have changed the same.
const (
	Ask Side = iota
	Mine
	Theirs
)

// Host is what the project file needs of the session that it is a part of.
type Host interface {
	// Project is the one that is open; nil when none is.
	Project() *project.Project
	// Composition is what is put together, and Edit changes it in one step of undo.
	Composition() models.Composition
	Edit(label message.Message, fn func(*project.Edit))
	// Reload takes in the project's files as they are on the disk, and Adopted what came with
	// those of another program.
	Reload()
	Adopted()
	// AskConflict asks what to do about what was changed here and on the disk: the answer is
	// another [Part.Save]. It is false when nobody can be asked.
	AskConflict(error) bool
	// SaveSoon keeps what is unsaved within a second.
	SaveSoon()
	// Changed is told that the file is another, or can be written or not.
	Changed()
	Tell(message.Message)
	Fail(error)
}

// Part is the project file of one project in a session. It belongs to the session's
// goroutine.
type Part struct {
	host     Host
	saves    *jobs.Serial
	modified bool
	// base is the file that the composition began from. It stays while something is unsaved
	// and the file changes on disk, so that a save is asked about what both changed.
	base *presets.ProjectFile
	// contested is what was not saved because the file has changed in the same place on disk;
	// nil when nothing was.
	contested *models.Composition
}

// New returns the file of a project that is about to be opened, or of none. Saves are those of
// the project, which wait for each other.
func New(host Host, saves *jobs.Serial) *Part { return &Part{host: host, saves: saves} }

// Begin is called when the composition begins from the file as it is.
func (p *Part) Begin() {
	p.base = p.host.Project().File()
	p.Compare()
}

// Modified reports whether what is put together differs from the file, of which the focus is
// no part.
func (p *Part) Modified() bool { return p.modified }

// Compare works out anew whether it differs. It is called when the composition or the file is
// another.
func (p *Part) Compare() {
	saved := p.host.Project().Kept().Project.Composition()
	p.modified = !project.SameComposition(saved, p.host.Composition().ForProject())
}

// Reloaded follows the file once it was read again and what is not modified was taken in.
func (p *Part) Reloaded() {
	p.Compare()
	if !p.modified || p.base.ReadOnly() != nil {
		p.base = p.host.Project().File()
	}
}

// ReadOnly says why the file is not written; nil when it can be.
func (p *Part) ReadOnly() error {
	if p.host.Project() == nil {
		return nil
	}
	return p.host.Project().File().ReadOnly()
}

// Save writes what is put together to the file, and nothing else of it. Where the file changed
// on disk in the same place, the host asks.
func (p *Part) Save(side Side) {
	if p.host.Project() == nil {
		p.host.Fail(project.ErrNone)
		return
	}
	comp := p.host.Composition()
	if side == Mine && p.contested != nil {
		comp = *p.contested
	}
	p.contested = nil
	if side == Theirs {
		p.takeTheirs()
		return
	}
	p.save(comp, side == Mine)
}

// SaveComposition writes a composition to the file as [Part.Save] does with [Ask].
func (p *Part) SaveComposition(comp models.Composition) {
	p.contested = nil
	p.save(comp, false)
}

// takeTheirs puts the version of the file in the place of what is put together, in one step.
func (p *Part) takeTheirs() {
	p.host.Reload()
	p.base = p.host.Project().File()
	p.follow(message.New("take the file's version", nil))
	p.host.Changed()
}

// follow makes the composition that of the file, but for the focus.
func (p *Part) follow(label message.Message) {
	p.host.Edit(label, func(e *project.Edit) {
		e.Composition = p.host.Project().Kept().Project.Composition().ForMessage(p.host.Composition())
	})
}

// save writes a composition to the file beside the window; over the changes of others where
// over is set.
func (p *Part) save(comp models.Composition, over bool) {
	opened := p.host.Project()
	comp = comp.Clone()
	p.saves.Start(func() func(context.Context) func() {
		base := p.base
		return func(ctx context.Context) func() {
			next, err := opened.SaveComposition(ctx, base, comp, over)
			return func() { p.saved(comp, next, err) }
		}
	})
}

// saved takes in what came of a save of a composition.
func (p *Part) saved(comp models.Composition, next *presets.ProjectFile, err error) {
	if errors.As(err, new(*presets.ConflictError)) {
		p.contested = &comp
		if p.host.AskConflict(err) {
			return
		}
	}
	if err != nil {
		p.host.Fail(err)
		return
	}
	p.base = next
	if project.SameComposition(p.host.Composition().ForProject(), comp.ForProject()) { // another program changed other parts of it
		p.follow(message.New("take in what changed on disk", nil))
	}
	p.Compare()
	p.host.Changed()
	p.host.SaveSoon()
	p.host.Tell(message.New("Saved to {{.Path}}", map[string]any{"Path": next.Path()}))
}

// Foreign reports whether the project is read from the file of another program, and can
// be adopted.
func (p *Part) Foreign() bool {
	return p.host.Project() != nil && p.host.Project().File().Foreign()
}

// Adopt does as [project.Project.Adopt] beside the window. What is unsaved stays.
func (p *Part) Adopt() {
	opened := p.host.Project()
	if opened == nil {
		p.host.Fail(project.ErrNone)
		return
	}
	p.start(func(ctx context.Context) (func(), error) {
		untranslated, err := opened.Adopt(ctx)
		return func() { p.adopted(untranslated) }, err
	})
}

func (p *Part) adopted(untranslated []string) {
	p.base = p.host.Project().File()
	p.Compare()
	p.host.Adopted()
	p.host.SaveSoon()
	p.host.Tell(message.New("Imported to {{.Path}}; {{.From}} stays as it is", map[string]any{"Path": presets.ProjectName, "From": presets.ForeignName}))
	if len(untranslated) > 0 {
		p.host.Tell(message.New("{{.Keys}} have no counterpart here: they stand in {{.Path}} as a comment", map[string]any{
			"Keys": text.Escape(strings.Join(untranslated, ", ")), "Path": presets.ProjectName,
		}))
	}
}

// Broken returns the path of the file where it is there and cannot be understood, so that a
// person may mend it, or move it aside; it is empty otherwise.
func (p *Part) Broken() string {
	err := p.ReadOnly()
	if !errors.As(err, new(*tomledit.SyntaxError)) && !errors.As(err, new(*tomledit.LimitError)) {
		return ""
	}
	return filepath.Join(p.host.Project().Dir, presets.ProjectName)
}

// MoveAside gives a file that cannot be understood another name, so that a new one can be
// begun. What is put together stays.
func (p *Part) MoveAside() {
	if p.Broken() == "" {
		return
	}
	opened := p.host.Project()
	p.start(func(ctx context.Context) (func(), error) {
		aside, err := opened.MoveAside(ctx)
		return func() {
			p.host.Reload()
			p.base = opened.File()
			p.host.Tell(message.New("{{.Path}} is now {{.Aside}}; saving begins a new one", map[string]any{"Path": presets.ProjectName, "Aside": aside}))
		}, err
	})
}

// start does something to the file beside the window, at its turn. What it returns is called
// once that is done, unless there is an error, which is said.
func (p *Part) start(work func(context.Context) (then func(), err error)) {
	p.saves.Start(func() func(context.Context) func() {
		return func(ctx context.Context) func() {
			then, err := work(ctx)
			if err != nil {
				return func() { p.host.Fail(err) }
			}
			return then
		}
	})
}
