package project

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"

	"dossier/aggregate"
	"dossier/aggregate/format"
	"dossier/aggregate/git/change"
	"dossier/models"
)

// SecretOptions determine which secrets one call shows. The zero value redacts and withholds
// according to the settings of the project and the user.
type SecretOptions struct {
	Off   bool     // no value is redacted and no file withheld
	Blind bool     // with Off: nothing is scanned
	Show  []string // paths of files that are shown although their names are those of secret files
}

// apply applies the options to the input of a build.
func (o SecretOptions) apply(p *Project, in *aggregate.Input) {
	in.Secrets.Off, in.Secrets.Blind = o.Off, o.Blind
	for _, name := range o.Show {
		if local, ok := p.Local(name); ok {
			name = local
		}
		in.Secrets.Show = append(in.Secrets.Show, name)
	}
}

// BuildOptions change the composition of the project file for one build. The zero value changes
// nothing.
type BuildOptions struct {
	Preset    string              // use its files instead of the project's; empty means none
	Files     []models.FileItem   // instead of the project's; nil means the project's; see [Project.Choose]
	Format    string              // a format name as in package format; empty means the project's
	Text      []models.TextOption // for files whose entries set no options; nil means the project's
	Strategy  models.Strategy     // empty means the project's
	Focus     []string            // the files in focus; if empty, the project's variant applies
	NoHistory bool                // exclude the discussion and the instruction
	// ChangesSince names a snapshot as in [Snapshots.ChangesSince]; empty means none.
	// OnlyChanges excludes the files, screenshots and beads.
	ChangesSince string
	OnlyChanges  bool
	// Git is the range of the section of changes, parsed by [change.ParseRange], and GitAs is
	// how the changed files are shown; empty means the project's. GitViews overrides the view
	// of single changed files by path, in addition to the project's overrides. GitLog is the
	// number of commits in the log; nil means the project's.
	Git      string
	GitAs    models.GitView
	GitViews map[string]models.GitView
	// GitExclude are patterns of changed files that are excluded, in addition to the project's.
	GitExclude []string
	GitLog     *int
	Secrets    SecretOptions
}

// RangeError reports a range of commits that cannot be parsed.
type RangeError struct{ Err error }

func (e *RangeError) Error() string { return e.Err.Error() }
func (e *RangeError) Unwrap() error { return e.Err }

// FormatError reports an unknown format name.
type FormatError struct{ Name string }

func (e *FormatError) Error() string {
	return fmt.Sprintf("there is no format %q; the formats are %s", e.Name, format.Names())
}

// BuildInput returns the input of a build: the project's composition, changed by options. It
// returns an error if an option names something that does not exist.
func (p *Project) BuildInput(o BuildOptions) (aggregate.Input, error) {
	in := p.Input()
	if err := p.StoredState().Understood(); err != nil {
		return in, err
	}
	if o.Preset != "" {
		preset, err := p.Presets().Find("", o.Preset)
		if err != nil {
			return in, err
		}
		in.Composition = preset.Apply(in.Composition)
	}
	if o.Files != nil {
		in.Composition.Files = o.Files
	}
	if o.Format != "" {
		if _, ok := format.Find(o.Format); !ok {
			return in, &FormatError{o.Format}
		}
		in.Composition.Format = o.Format
	}
	if o.Text != nil {
		in.Composition.Text = o.Text
	}
	if o.Strategy != "" {
		in.Composition.Strategy = o.Strategy
	}
	for _, name := range o.Focus {
		in.Composition.Focused = true
		in.Composition.Focus = append(in.Composition.Focus, p.within(name))
	}
	if o.Git != "" {
		rng, err := change.ParseRange(o.Git)
		if err != nil {
			return in, &RangeError{err}
		}
		in.Composition.Git.Range = rng.String()
	}
	if o.GitAs != "" {
		in.Composition.Git.As = o.GitAs
	}
	if len(o.GitViews) > 0 {
		in.Composition.Git = in.Composition.Git.Clone()
		if in.Composition.Git.Views == nil {
			in.Composition.Git.Views = map[string]models.GitView{}
		}
		maps.Copy(in.Composition.Git.Views, o.GitViews)
	}
	if len(o.GitExclude) > 0 {
		in.Composition.Git = in.Composition.Git.Clone()
		in.Composition.Git.Exclude = append(in.Composition.Git.Exclude, o.GitExclude...)
	}
	if o.GitLog != nil {
		in.Composition.Git.Log = *o.GitLog
	}
	in.NoHistory = o.NoHistory
	o.Secrets.apply(p, &in)
	if o.ChangesSince != "" {
		var err error
		if in.Composition.Changes, err = p.Snapshots().ChangesSince(o.ChangesSince, o.OnlyChanges); err != nil {
			return in, err
		}
	}
	return in, nil
}

// within returns an absolute path inside the project relative to it. Other paths are unchanged,
// because a base name or a path suffix also names files.
func (p *Project) within(name string) string {
	if local, ok := p.Local(name); ok && filepath.IsAbs(name) {
		return local
	}
	return name
}

// BuiltPreset returns the preset that options build, or the zero value if they build none.
func (p *Project) BuiltPreset(o BuildOptions) PresetRef {
	if preset, err := p.Presets().Find("", o.Preset); o.Preset != "" && err == nil {
		return PresetRef{Scope: preset.Scope, Name: preset.Name}
	}
	return PresetRef{}
}

// NothingBuilt returns why a build with options produced an empty document, and what to do.
func (p *Project) NothingBuilt(o BuildOptions, c models.Composition) error {
	where := p.File().Path()
	if name := o.Preset; name != "" {
		where = "the preset " + Shown(name)
	}
	if o.Files != nil {
		return errors.New("nothing to build: the named files are empty or never part of a document")
	}
	if c := c.Changes; c.Only {
		return fmt.Errorf("nothing to build: nothing has changed since %s", Shown(c.Since))
	}
	if len(c.Files) > 0 {
		return fmt.Errorf("nothing to build: the files of %s are only listed (auto_aggregate = false) or never part of a document", where)
	}
	if o.Preset == "" && !p.File().Exists() {
		return fmt.Errorf("nothing to build: there is no project file in %s; name files, for example dossier build README.md src, or tick them in the window (dossier .)", Shown(p.Dir))
	}
	return fmt.Errorf(`nothing to build: %s names no files; add some there, as in items = ["README.md", "src"] below [files], or tick them in the window`, where)
}

// FileView is a file in a view mode, without its secrets.
type FileView struct {
	aggregate.FileView
	Secrets aggregate.Secrets // found in the file
}

// Warnings returns the notes of the view and its redactions.
func (v FileView) Warnings() []aggregate.Warning {
	warnings := v.Secrets.Warnings()
	for _, note := range v.Notes {
		warnings = append(warnings, aggregate.Warning{Path: v.Path, Message: note})
	}
	return warnings
}

// View shows a file of the project in a view mode; an empty mode means that of the project file. An external
// path is read because the user named it. For a withheld file, the error wraps a [*aggregate.WithheldError].
func (p *Project) View(ctx context.Context, name string, mode models.ViewMode, o SecretOptions) (FileView, error) {
	item, err := p.Item(ctx, name)
	if err != nil {
		return FileView{}, err
	}
	if mode != "" {
		item.ViewMode, item.ForceFull, item.AutoAggregate = mode, false, true
	}
	in := p.Input()
	o.apply(p, &in)
	got, found, err := p.Builder.Redacted(ctx, in, item)
	if err != nil && !errors.As(err, new(*aggregate.WithheldError)) {
		err = fmt.Errorf("view %s: %w", Shown(item.Path), err)
	}
	return FileView{got, found}, err
}
