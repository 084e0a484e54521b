// Package projectfile manages the project file of a session: whether the composition differs from
// it, saving, and the handling of files that belong to another program or cannot be parsed. The
// file is written in the background, one save after another.
package projectfile

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"dossier/aggregate/text"
	"dossier/models"
	"dossier/presets"
	"dossier/presets/store"
	"dossier/presets/tomledit"
	"dossier/ui/project"
	"dossier/ui/session/feature"
	"dossier/ui/session/jobs"
	"dossier/ui/session/message"
)

// Side selects whose version wins if the file was changed both here and on the disk.
type Side int

// Sides. AskUser joins both changes, and saves nothing if both changed the same part. Both, as the
// answer to a question, saves the joined changes that the host showed.
const (
	AskUser Side = iota
	Mine
	Theirs
	Both
)

// Conflict is a project file that another program changed while there was unsaved work in it.
type Conflict struct {
	Path string
	// Parts are the parts in which the file and the composition differ, in file order.
	Parts []presets.Divergence
}

// Joins reports whether the changes can be joined because no part was changed by both.
func (c Conflict) Joins() bool { return !slices.ContainsFunc(c.Parts, presets.Divergence.Collides) }

// contested is a composition that the user is asked about, and the file that it conflicts with.
type contested struct {
	comp models.Composition
	file *presets.ProjectFile
}

// Host is the subset of the session that the project file depends on.
type Host interface {
	feature.Source
	feature.Editor
	feature.Reporter
	feature.Storage

	// Reload handles changes of the project's files on the disk. Adopted is called after the files
	// of another program were adopted.
	Reload()
	Adopted()
	// Unsaved returns the composition that the next save writes to the file. It returns false if
	// nothing is unsaved or the save goes elsewhere.
	Unsaved() (models.Composition, bool)
}

// Part is the controller of one project's file. It belongs to the session's goroutine.
type Part struct {
	host     Host
	saves    *jobs.Serial
	modified bool
	// base is the file that the composition is based on. It stays the same while there is unsaved
	// work and the file changes on disk, so that a save detects conflicts.
	base *presets.ProjectFile
	// foreign are the parts of the file that another program changed since base, by their keys.
	foreign map[string]bool
	// diverged caches the result of [Part.Diverged] until the next [Part.Compare].
	diverged *Conflict
	known    bool
	// contested is the conflict that the user was last asked about; nil after it is answered.
	contested *contested
}

// New returns the controller for a project that is about to be opened, or for none. saves is the
// project's queue of saves.
func New(host Host, saves *jobs.Serial) *Part { return &Part{host: host, saves: saves} }

// Begin is called when the composition starts from the current file.
func (p *Part) Begin() {
	p.follows(p.host.Project().File())
	p.Compare()
}

// follows sets the file that the composition is based on.
func (p *Part) follows(file *presets.ProjectFile) { p.base, p.foreign, p.known = file, nil, false }

// Modified reports whether the composition differs from the file, ignoring the focus.
func (p *Part) Modified() bool { return p.modified }

// Compare determines again whether the composition differs from the file. It is called after either
// has changed.
func (p *Part) Compare() {
	saved := p.host.Project().StoredState().Composition()
	p.modified = !project.SameComposition(saved, p.host.Composition().ForProject())
	p.known = false
}

// Reloaded adopts the file after it was read again; old is the previous one. Unmodified parts of
// the composition have been updated.
func (p *Part) Reloaded(old *presets.ProjectFile) {
	p.Compare()
	new := p.host.Project().File()
	if !p.modified || p.base.ReadOnly() != nil {
		p.follows(new)
		return
	}
	p.foreign = withChanges(p.foreign, old, new)
}

// withChanges returns keys, extended by those of the parts that differ between two files.
func withChanges(keys map[string]bool, old, new *presets.ProjectFile) map[string]bool {
	all := map[string]bool{}
	maps.Copy(all, keys)
	if old.ReadOnly() == nil && new.ReadOnly() == nil {
		for _, d := range old.Diverged(new, func(*models.Project) {}) {
			all[d.Key] = true
		}
	}
	return all
}

// Diverged returns what another program changed in the file while there is unsaved work for it, and
// whether it changed anything.
func (p *Part) Diverged() (Conflict, bool) {
	if !p.known {
		p.known, p.diverged = true, nil
		if c := p.divergence(); c != nil {
			p.diverged = c
		}
	}
	if p.diverged == nil {
		return Conflict{}, false
	}
	return *p.diverged, true
}

func (p *Part) divergence() *Conflict {
	if len(p.foreign) == 0 || p.host.Project() == nil || p.ReadOnly() != nil {
		return nil
	}
	comp, ok := p.host.Unsaved()
	if !ok {
		return nil
	}
	c := p.conflict(comp, p.host.Project().File(), p.foreign)
	if !slices.ContainsFunc(c.Parts, func(d presets.Divergence) bool { return d.Theirs }) {
		return nil
	}
	return &c
}

// conflict compares a composition with a file in which another program changed the parts with some
// keys. It ignores changes of this program to other parts, such as presets.
func (p *Part) conflict(comp models.Composition, now *presets.ProjectFile, foreign map[string]bool) Conflict {
	c := Conflict{Path: now.Path()}
	for _, d := range p.base.Diverged(now, func(file *models.Project) { presets.SetComposition(file, comp) }) {
		if d.Mine || foreign[d.Key] {
			c.Parts = append(c.Parts, d)
		}
	}
	return c
}

// Review asks what to do about the result of [Part.Diverged], like a save that finds a conflict.
func (p *Part) Review() {
	c, ok := p.Diverged()
	if !ok {
		return
	}
	comp, _ := p.host.Unsaved()
	p.contested = &contested{comp.Clone(), p.host.Project().File()}
	p.host.Ask(c)
}

// ReadOnly returns why the file is not written; nil if it can be.
func (p *Part) ReadOnly() error {
	if p.host.Project() == nil {
		return nil
	}
	return p.host.Project().File().ReadOnly()
}

// Save writes the composition, and only that, to the file. If the file changed on disk in the same
// part, the host asks the user. Saving with [Mine] afterwards overwrites the file that the question
// was about; if the file changed again, the host asks again.
func (p *Part) Save(side Side) {
	if p.host.Project() == nil {
		p.host.Fail(project.ErrNone)
		return
	}
	asked := p.contested
	p.contested = nil
	switch {
	case side == Theirs:
		p.useTheirs()
	case side == Mine && asked != nil:
		p.save(asked.file, asked.comp, false)
	case side == Both && asked != nil:
		p.save(nil, asked.comp, false)
	default:
		p.save(nil, p.host.Composition(), side == Mine)
	}
}

// SaveComposition writes a composition to the file as [Part.Save] does with [AskUser].
func (p *Part) SaveComposition(comp models.Composition) {
	p.contested = nil
	p.save(nil, comp, false)
}

// useTheirs replaces the composition by that of the file, in one undo step.
func (p *Part) useTheirs() {
	p.host.Reload()
	if err := p.ReadOnly(); !presets.Understood(err) {
		p.host.Fail(err) // the file contains nothing to adopt
		return
	}
	p.follows(p.host.Project().File())
	p.follow(message.New("take the file's version", nil), p.host.Project().StoredState().Composition())
	p.Compare()
	p.host.Changed()
}

// merge adds the changes of other programs that a save of base has joined to the composition, which may have changed
// since the save began. What both have changed is a conflict for the next save.
func (p *Part) merge(base, saved *presets.ProjectFile) {
	others := withChanges(nil, base, saved)
	if len(others) == 0 {
		return
	}
	merged, err := base.Merged(saved, func(file *models.Project) { presets.SetComposition(file, p.host.Composition()) })
	if err != nil {
		p.base, p.foreign = base, others
		return
	}
	p.follow(message.New("merge the changes on disk", nil), merged.Composition)
}

// follow replaces the composition by that of a file, except for the focus.
func (p *Part) follow(label message.Message, comp models.Composition) {
	p.host.Edit(label, func(e *project.Edit) { e.Composition = comp.ForMessage(p.host.Composition()) })
}

// save writes a composition to the file in the background. If over is set, it overwrites changes of other
// programs. base is the file that the composition is based on; nil means the current one when the save runs.
func (p *Part) save(base *presets.ProjectFile, comp models.Composition, over bool) {
	opened := p.host.Project()
	comp = comp.Clone()
	p.saves.Start(func() func(context.Context) func() {
		from := cmp.Or(base, p.base)
		return func(ctx context.Context) func() {
			next, err := opened.SaveComposition(ctx, from, comp, over)
			return func() { p.saved(from, comp, next, err) }
		}
	})
}

// saved applies the result of a save of comp, which is based on the file from.
func (p *Part) saved(from *presets.ProjectFile, comp models.Composition, next *presets.ProjectFile, err error) {
	if errors.As(err, new(*presets.ConflictError)) {
		p.contested = &contested{comp, next}
		if p.host.Ask(p.conflict(comp, next, withChanges(p.foreign, p.host.Project().File(), next))) {
			return
		}
	}
	if reason, ok := store.Reason(err); ok {
		p.host.Notify(message.New("Not saved to dossier.toml: {{.Problem}}. You can also save it as a preset for all your projects", map[string]any{"Problem": reason}))
		return
	}
	if err != nil {
		p.host.Fail(err)
		return
	}
	p.follows(next)
	p.merge(from.With(func(file *models.Project) { presets.SetComposition(file, comp) }), next)
	p.Compare()
	p.host.Changed()
	p.host.SaveSoon()
	p.host.Notify(message.New("Saved to {{.Path}}", map[string]any{"Path": next.Path()}))
}

// Foreign reports whether the project is read from the file of another program, and can
// be adopted.
func (p *Part) Foreign() bool {
	return p.host.Project() != nil && p.host.Project().File().Foreign()
}

// Adopt calls [project.Project.Adopt] in the background. Unsaved work is preserved.
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
	p.follows(p.host.Project().File())
	p.Compare()
	p.host.Adopted()
	p.host.SaveSoon()
	p.host.Notify(message.New("Imported to {{.Path}}; {{.From}} stays as it is", map[string]any{"Path": presets.ProjectName, "From": presets.ForeignName}))
	if len(untranslated) > 0 {
		p.host.Notify(message.New("{{.Keys}} have no counterpart here: they are in {{.Path}} as a comment", map[string]any{
			"Keys": text.Escape(strings.Join(untranslated, ", ")), "Path": presets.ProjectName,
		}))
	}
}

// Broken returns the path of the file if it exists but cannot be parsed, so that the user can fix
// it or move it away; otherwise it is empty.
func (p *Part) Broken() string {
	err := p.ReadOnly()
	if !errors.As(err, new(*tomledit.SyntaxError)) && !errors.As(err, new(*tomledit.LimitError)) {
		return ""
	}
	return filepath.Join(p.host.Project().Dir, presets.ProjectName)
}

// MoveAside renames a file that cannot be parsed, so that a new one can be created. The composition
// stays unchanged.
func (p *Part) MoveAside() {
	if p.Broken() == "" {
		return
	}
	opened := p.host.Project()
	p.start(func(ctx context.Context) (func(), error) {
		aside, err := opened.MoveAside(ctx)
		return func() {
			p.host.Reload()
			p.follows(opened.File())
			p.host.Notify(message.New("{{.Path}} is now {{.Aside}}; saving creates a new one", map[string]any{"Path": presets.ProjectName, "Aside": aside}))
		}, err
	})
}

// start changes the file in the background, in call order. The function that work returns is called
// after success; errors are reported.
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
