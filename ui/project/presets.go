package project

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"dossier/aggregate"
	"dossier/aggregate/secrets"
	"dossier/models"
	"dossier/presets"
)

// DraftOf returns the stored form of a draft.
func DraftOf(of PresetRef, content models.Preset) presets.Draft {
	return presets.Draft{Scope: of.Scope, Of: of.Name, Notes: content.NotesExclude != nil, Content: content.Apply(models.Composition{})}
}

// ContentOf returns the content of a stored draft. It is the inverse of [DraftOf].
func ContentOf(d presets.Draft) models.Preset {
	return replaced(d.Content, d.Notes, d.Content.Format != "" || d.Content.Text != nil)
}

// replaced returns the fields of a composition that a preset replaces, which may include the excluded
// notes, and the format with the text options.
func replaced(c models.Composition, notes, format bool) models.Preset {
	return models.PresetOf(c, "").WithNotes(notes, c).WithFormat(format, c)
}

// Presets provides the presets of the project and the user.
type Presets struct{ p *Project }

// Presets returns the presets that the project can apply.
func (p *Project) Presets() Presets { return Presets{p} }

// Files returns the loaded files that contain presets, which also change them.
func (s Presets) Files() PresetFiles { return s.p.StoredState().Presets() }

// Applicable returns the presets that can be applied: the project's, and the global ones that
// they do not hide.
func (s Presets) Applicable() []models.ScopedPreset {
	k := s.p.StoredState()
	return models.MergePresets(k.Library.Presets, k.Project.Presets)
}

// All returns the presets of both scopes, the project's first, including hidden ones.
func (s Presets) All() []models.ScopedPreset {
	k := s.p.StoredState()
	var out []models.ScopedPreset
	for _, preset := range k.Project.Presets {
		_, hides := presets.FindPreset(k.Library.Presets, preset.Name)
		out = append(out, models.ScopedPreset{Preset: preset, Scope: models.ProjectScope, Overrides: hides})
	}
	for _, preset := range k.Library.Presets {
		out = append(out, models.ScopedPreset{Preset: preset, Scope: models.Global})
	}
	return out
}

// Find returns the preset of a scope, hidden or not. An empty scope means the preset that
// applies: the project's if there is one with the name. The error lists the existing names.
func (s Presets) Find(scope models.Scope, name string) (models.ScopedPreset, error) {
	if scope == "" {
		return s.applicable(name)
	}
	k := s.p.StoredState()
	preset, err := k.Presets().MustFind(PresetRef{scope, name})
	if err != nil {
		return models.ScopedPreset{}, err
	}
	_, hides := presets.FindPreset(k.Library.Presets, name)
	return models.ScopedPreset{Preset: preset, Scope: scope, Overrides: scope == models.ProjectScope && hides}, nil
}

// applicable returns the applicable preset with a name.
func (s Presets) applicable(name string) (models.ScopedPreset, error) {
	var names []string
	for _, one := range s.Applicable() {
		if one.Name == name {
			return one, nil
		}
		names = append(names, fmt.Sprintf("%q", one.Name))
	}
	if len(names) == 0 {
		return models.ScopedPreset{}, fmt.Errorf("there is no preset %q; there are no presets at all", name)
	}
	return models.ScopedPreset{}, fmt.Errorf("there is no preset %q; there are %s", name, strings.Join(names, ", "))
}

// Shadow returns the difference between a project preset and the global one that it hides;
// false if it hides none.
func (s Presets) Shadow(name string) (models.PresetDiff, bool) {
	k := s.p.StoredState()
	ours, ok := presets.FindPreset(k.Project.Presets, name)
	theirs, hidden := presets.FindPreset(k.Library.Presets, name)
	if !ok || !hidden {
		return models.PresetDiff{}, false
	}
	return models.ComparePresets(theirs, ours), true
}

// Difference returns the changes of a preset if the composition of the project file were saved to it.
func (s Presets) Difference(preset models.Preset) models.PresetDiff {
	return models.ComparePresets(preset, SavedOver(preset, s.p.StoredState().Composition(), preset.Name))
}

// Cost counts the tokens that a preset adds to the document with the project's strategy: its
// files, screenshots and instruction.
func (s Presets) Cost(ctx context.Context, preset models.Preset) (PresetCost, error) {
	cost, _, err := s.Count(ctx, s.Input(preset, s.p.StoredState().Composition()))
	return cost, err
}

// Clashing returns the names of offered presets that differ from an existing preset with that
// name in a scope.
func (s Presets) Clashing(scope models.Scope, offered []models.Preset) []string {
	var names []string
	presets.ImportPresets(s.Files().List(scope), offered, func(name string) presets.Clash {
		names = append(names, name)
		return presets.Skip
	})
	return names
}

// Change runs a plan for the files of presets, and updates the stored state. plan is called
// after all previous changes are complete. It returns the applied changes, which without an
// error are all, and the plan that reverts them.
func (s Presets) Change(ctx context.Context, plan func(PresetFiles) (PresetPlan, error)) (done, back PresetPlan, err error) {
	for _, t := range []turn{s.p.saving, s.p.user.turn} {
		if err := t.wait(ctx); err != nil {
			return nil, nil, err
		}
		defer t.pass()
	}
	old := s.Files()
	steps, err := plan(old)
	if err != nil {
		return nil, nil, err
	}
	next, back, err := steps.Run(ctx, old)
	if next.Library != old.Library {
		s.p.user.library.Store(next.Library)
	}
	if next.project != old.project {
		s.p.setFile(next.project)
	}
	return steps[:len(back)], back, err
}

// SaveOptions are the options of [Presets.Save].
type SaveOptions struct {
	Description *string // nil leaves the existing one unchanged
	Notes       *bool   // include the excluded notes; nil means as in the existing preset
	Format      *bool   // include the document's format; nil means as in the existing preset
	Replace     bool    // replace an existing preset with the name

	// Files and Git are used instead of the project's unless they are nil.
	Files []models.FileItem
	Git   *models.Git
}

// Save saves the composition of the project file as a preset.
func (s Presets) Save(ctx context.Context, ref PresetRef, opts SaveOptions) error {
	_, _, err := s.Change(ctx, func(f PresetFiles) (PresetPlan, error) {
		k := s.p.StoredState()
		if err := k.Understood(); err != nil {
			return nil, err
		}
		if !opts.Replace {
			if err := f.checkFree(ref); err != nil {
				return nil, err
			}
		}
		old, _ := f.Find(ref)
		comp := k.Composition()
		if opts.Files != nil {
			comp.Files = opts.Files
		}
		if opts.Git != nil {
			comp.Git = *opts.Git
		}
		preset := SavedOver(old, comp, ref.Name)
		if opts.Description != nil {
			preset.Description = *opts.Description
		}
		if opts.Notes != nil {
			preset = preset.WithNotes(*opts.Notes, k.Composition())
		}
		if opts.Format != nil {
			preset = preset.WithFormat(*opts.Format, k.Composition())
		}
		return f.Save(ref.Scope, preset)
	})
	return err
}

// SavedOver returns a composition as a preset that replaces old: it preserves the description,
// question and unknown keys.
func SavedOver(old models.Preset, c models.Composition, name string) models.Preset {
	p := old.ContentOf(c, name)
	p.Description, p.Question, p.Extra = old.Description, old.Question, old.Extra
	return p
}

// Apply replaces the composition of the project file by a preset. Replaced content that is in no
// preset is first stored as a draft, which the next window adopts; kept reports whether it was.
func (s Presets) Apply(ctx context.Context, preset models.Preset) (kept bool, err error) {
	now := s.p.StoredState().Composition()
	if kept, err = s.storeDraft(ctx, replaced(now, preset.NotesExclude != nil, preset.HasFormat()), preset.Apply(now)); err != nil {
		return kept, fmt.Errorf("nothing was applied: %w", err)
	}
	return kept, s.p.save(ctx, func(file *models.Project) {
		presets.SetComposition(file, preset.Apply(file.Composition.Clone()))
	})
}

// storeDraft stores the fields of the composition of the project file that are about to be replaced,
// so that it becomes next, as a draft unless no content is lost. It reports whether it did.
func (s Presets) storeDraft(ctx context.Context, old models.Preset, next models.Composition) (bool, error) {
	if !s.onlyHere(old, next) {
		return false, nil
	}
	if err := s.p.store.AddDraft(ctx, s.p.Dir, DraftOf(PresetRef{}, old)); err != nil {
		return false, fmt.Errorf("the composition of dossier.toml is in no preset and could not be stored as a draft (dossier presets save NAME saves it): %w", err)
	}
	return true, nil
}

// onlyHere reports whether replacing old would lose content: it is not empty, and neither next nor a
// preset gives the document that restoring it would give.
func (s Presets) onlyHere(old models.Preset, next models.Composition) bool {
	if models.ComparePresets(old, old.ContentOf(models.Composition{}, "")).SameContent() {
		return false
	}
	restored := replaced(old.Apply(next), true, true)
	same := func(c models.Composition) bool {
		return models.ComparePresets(restored, replaced(c, true, true)).SameContent()
	}
	return !same(next) && !slices.ContainsFunc(s.All(), func(kept models.ScopedPreset) bool { return same(kept.Apply(next)) })
}

// Drafts returns the compositions that the command line has replaced in the project file and no
// window has adopted, newest first.
func (s Presets) Drafts() []presets.Draft { return s.p.store.Drafts(s.p.Dir) }

// DropDrafts removes drafts that a window has adopted.
func (s Presets) DropDrafts(ctx context.Context, list ...presets.Draft) error {
	return s.p.store.DropDrafts(ctx, s.p.Dir, list...)
}

// ErrNoDraft reports that the command line has not replaced a composition.
var ErrNoDraft = errors.New("there is no draft: no command has replaced unsaved work since the last window was open; the window lists earlier drafts among the presets")

// ApplyDraft restores the composition that [Presets.Apply] replaced last. Content that it
// replaces is stored as a draft unless it is in a preset.
func (s Presets) ApplyDraft(ctx context.Context) (preset models.Preset, kept bool, err error) {
	list := s.Drafts()
	if len(list) == 0 {
		return preset, false, ErrNoDraft
	}
	preset = ContentOf(list[0])
	if kept, err = s.Apply(ctx, preset); err == nil {
		err = s.DropDrafts(ctx, list[0])
	}
	return preset, kept, err
}

// Import adds presets to a scope and returns the result for each.
func (s Presets) Import(ctx context.Context, scope models.Scope, offered []models.Preset, clash presets.Clash) (report []presets.ImportResult, err error) {
	_, _, err = s.Change(ctx, func(f PresetFiles) (plan PresetPlan, err error) {
		plan, report = f.Import(scope, offered, func(string) presets.Clash { return clash })
		return plan, nil
	})
	return report, err
}

// ReadPresets reads the presets of a file; the name - means the stream.
func ReadPresets(name string, stream io.Reader) (presets.Offer, error) {
	if name == "-" {
		return presets.ParsePresets("standard input", stream)
	}
	return presets.ReadPresets(name)
}

// ExportPresets returns presets in the form of a file that [ReadPresets] reads. Their names must be unique.
func ExportPresets(list []models.ScopedPreset) ([]byte, error) {
	var plain []models.Preset
	for _, one := range list {
		if slices.ContainsFunc(plain, func(p models.Preset) bool { return p.Name == one.Name }) {
			return nil, fmt.Errorf("two presets have the name %q: export them one by one, or those of one scope", one.Name)
		}
		plain = append(plain, one.Preset)
	}
	return presets.ExportPresets(plain)
}

// Export writes presets to a file that [ReadPresets] reads. An existing file is only replaced
// if replace is set; otherwise the error is [fs.ErrExist].
func (s Presets) Export(ctx context.Context, list []models.ScopedPreset, path string, replace bool) error {
	data, err := ExportPresets(list)
	if err != nil {
		return err
	}
	return presets.WriteFile(ctx, s.p.places, path, data, replace)
}

// Redaction selects the secrets to redact in the texts of exported presets. The zero value redacts none.
type Redaction string

// Redactions.
const (
	RedactCertain Redaction = "certain" // certain secrets, and those that the user has redacted
	RedactAll     Redaction = "all"     // possible secrets too
)

// Redactions returns the redactions in menu order.
func Redactions() []Redaction { return []Redaction{RedactCertain, RedactAll} }

// ExportSecrets counts the distinct possible secrets in the texts of exported presets, except allowed ones.
type ExportSecrets struct{ Redacted, Certain, Possible int } // the last two are readable

// Printable returns presets without parts of secrets in the anchor lines of their slices, which alone do not look like
// secrets. Other texts are unchanged. It returns the context's error.
func (s Presets) Printable(ctx context.Context, list []models.ScopedPreset) ([]models.ScopedPreset, error) {
	return s.withoutSecretAnchors(ctx, s.p.Redacting(ctx), list)
}

// withoutSecretAnchors returns presets with the anchor lines of their slices redacted as parts of their files.
func (s Presets) withoutSecretAnchors(ctx context.Context, r *Redacting, list []models.ScopedPreset) ([]models.ScopedPreset, error) {
	base := s.p.StoredState().FilesBase()
	out := slices.Clone(list)
	for i := range out {
		files := slices.Clone(out[i].Files)
		for j := range files {
			if len(files[j].CustomSlices) == 0 {
				continue
			}
			path := base.Path(files[j].Path)
			view, err := s.p.Builder.View(ctx, s.p.Input(), models.NewFileItem(path))
			var redact func([]string) []string
			if err == nil {
				redact, err = r.anchors(ctx, path, view.Text)
			}
			if ctx.Err() != nil {
				return list, ctx.Err()
			}
			if err != nil {
				continue
			}
			files[j].CustomSlices = slices.Clone(files[j].CustomSlices)
			for k := range files[j].CustomSlices {
				lines := &files[j].CustomSlices[k].AnchorLines
				*lines = redact(*lines)
			}
		}
		out[i].Files = files
	}
	return out, nil
}

// Redact returns presets with the secrets in all their texts redacted, including names and paths,
// and counts the secrets. It must not be called concurrently. It returns the context's error.
func (s Presets) Redact(ctx context.Context, list []models.ScopedPreset, as Redaction) ([]models.ScopedPreset, ExportSecrets, error) {
	r := s.p.Redacting(ctx)
	r.policy.Off, r.policy.All = as == "", as == RedactAll
	var counts ExportSecrets
	var failed error
	seen := map[string]bool{}
	clean := func(src string) string {
		if failed != nil {
			return src
		}
		found, err := r.checker.CheckName(ctx, src)
		if failed = err; err != nil {
			return src
		}
		for _, f := range found {
			value := f.Secret(src)
			state := r.policy.State(f, src)
			if state == secrets.Allowed || seen[value] {
				continue
			}
			seen[value] = true
			switch {
			case state == secrets.Redacted:
				counts.Redacted++
			case f.Class == secrets.Certain:
				counts.Certain++
			default:
				counts.Possible++
			}
		}
		return secrets.Apply(src, r.policy.Cuts(&r.numbers, src, found))
	}
	out := slices.Clone(list)
	if as != "" {
		var err error
		if out, err = s.withoutSecretAnchors(ctx, r, list); err != nil {
			return list, counts, err
		}
	}
	for i := range out {
		preset := out[i].Preset
		preset.Files = slices.Clone(preset.Files)
		for j := range preset.Files {
			file := &preset.Files[j]
			file.CustomSlices = slices.Clone(file.CustomSlices)
			for k := range file.CustomSlices { // a private key has several lines
				lines := &file.CustomSlices[k].AnchorLines
				if now := strings.Split(clean(strings.Join(*lines, "\n")), "\n"); len(now) == len(*lines) {
					*lines = now
				}
			}
		}
		aggregate.MapTexts(&preset, clean)
		out[i].Preset = preset
	}
	return out, counts, failed
}
