package presets

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"dossier/models"
)

// ProjectFile is the dossier.toml of a project as it was loaded, or the
// manual_slop.toml of another program that stands in for it. Its fields are for
// reading: changes go through Save.
type ProjectFile struct {
	Project models.Project // empty when the file is missing or not understood
	*File[models.Project]

	foreign *foreign
}

// LoadProject reads the project file in root, which the caller keeps open for as long
// as the result is saved. There is always a result; the error is that of
// [ProjectFile.ReadOnly].
func LoadProject(root *os.Root, places Places) (*ProjectFile, error) {
	f := newProjectFile(root, places, readDocument(root, ProjectName, filepath.Join(root.Name(), ProjectName)))
	if !f.doc.exists() {
		other := readWithin(ofRecords(), root, ForeignName, filepath.Join(root.Name(), ForeignName))
		if other.exists() {
			f = newForeignFile(root, places, other)
		}
	}
	return f, f.ReadOnly()
}

func newProjectFile(root *os.Root, places Places, doc document) *ProjectFile {
	return projectFileOf(projectKind().file(root, ProjectName, places, doc))
}

func projectFileOf(f *File[models.Project]) *ProjectFile {
	f.doc.sortPresets(f.Value.Presets)
	return &ProjectFile{Project: f.Value, File: f}
}

// projectKind is the project's file.
func projectKind() Kind[models.Project] {
	return Kind[models.Project]{
		Limits: byHand(),
		Parse: func(values map[string]any) (models.Project, []models.UnknownKey, error) {
			p, err := models.ParseProject(values)
			return p, p.Unknown, err
		},
		Ordered: document.withOrderedItems,
		Clone:   models.Project.Clone,
		Parts:   projectParts,
	}
}

// withOrderedItems returns the values with the items of smart contexts in the order of the file,
// where a table lists them. The values themselves stay as they are.
func (d document) withOrderedItems() map[string]any {
	links, _ := d.values["links"].(map[string]any)
	contexts, _ := links["contexts"].(map[string]any)
	ordered := map[string]any{}
	for name, v := range contexts {
		c, _ := v.(map[string]any)
		if items, ok := c["context_items"].(map[string]any); ok {
			c = maps.Clone(c)
			c["context_items"] = models.Fields(d.inOrder("links.contexts."+models.JoinKey("", name)+".context_items", items))
			ordered[name] = c
		}
	}
	if len(ordered) == 0 {
		return d.values
	}
	values := maps.Clone(d.values)
	links, contexts = maps.Clone(links), maps.Clone(contexts)
	maps.Copy(contexts, ordered)
	links["contexts"], values["links"] = contexts, links
	return values
}

// sortPresets puts presets in the order of the file.
func (d document) sortPresets(list []models.Preset) {
	if len(list) < 2 {
		return
	}
	places := make(map[string]Problem, len(list))
	for _, p := range list {
		places[p.Name] = d.problem(models.JoinKey("presets", p.Name), "")
	}
	slices.SortStableFunc(list, func(a, b models.Preset) int { return byPlace(places[a.Name], places[b.Name]) })
}

// Save writes what edit changes of a copy of the project, and nothing else. The order
// of presets, languages and unknown keys are not saved.
//
// What another program changed in the meantime is kept and is part of the result. When
// it changed the same setting, the list of files or the same preset, nothing is
// written: the error is a [*ConflictError] and the result is the file as it is on the
// disk, on which the same edit can be saved to keep this side. A value that breaks a
// rule is an error, and so is anything that [ProjectFile.ReadOnly] names; what goes
// wrong on the disk is a *store.SaveError. With any other error the result is f.
func (f *ProjectFile) Save(ctx context.Context, edit func(*models.Project)) (*ProjectFile, error) {
	next, err := f.File.Save(ctx, edit)
	return f.of(next), err
}

// update writes what change makes of the file as it is now.
func (f *ProjectFile) update(ctx context.Context, change func(now document) (document, error)) (*ProjectFile, error) {
	next, err := f.File.update(ctx, change)
	return f.of(next), err
}

// of returns the project of a file, which may be that of f.
func (f *ProjectFile) of(file *File[models.Project]) *ProjectFile {
	if file == f.File {
		return f
	}
	return projectFileOf(file)
}

// MoveAside renames a file that cannot be understood to dossier.toml.broken-N, so that
// a new one can be begun, and returns its new name.
func (f *ProjectFile) MoveAside(ctx context.Context) (next *ProjectFile, aside string, err error) {
	if aside, err = f.places.store().MoveAside(ctx, f.root, ProjectName); err != nil {
		return f, "", err
	}
	next, _ = LoadProject(f.root, f.places)
	return next, aside, nil
}

// Foreign reports whether the file is that of another program, and understood: one that
// [ProjectFile.Adopt] takes.
func (f *ProjectFile) Foreign() bool { return f.foreign != nil && errors.Is(f.doc.refusal, ErrForeign) }

// Adopt makes a dossier.toml of a project that was read from another program's file,
// which stays as it is. Its discussions go into a dossier_history.toml first, unless
// there is one: whenever this ends, they are in one file or the other. What has no
// counterpart here stands in the new file as a comment; untranslated are its keys.
func (f *ProjectFile) Adopt(ctx context.Context) (next *ProjectFile, untranslated []string, err error) {
	switch {
	case f.foreign == nil:
		return f, nil, fmt.Errorf("%s is a file of this program already", f.doc.path)
	case !f.Foreign():
		return f, nil, f.doc.refusal
	}
	history, err := loadOwnHistory(f.root, f.places)
	if err == nil && !history.Exists() {
		_, err = history.Save(ctx, func(d *models.Discussions) { *d = f.foreign.discussions })
	}
	if err != nil {
		return f, nil, err
	}
	empty := newProjectFile(f.root, f.places, parseDocument(filepath.Join(f.root.Name(), ProjectName), nil))
	comment, untranslated := f.untranslated()
	next, err = empty.update(ctx, func(now document) (document, error) {
		next, _, err := projectKind().changed(now, empty.Project, f.sound())
		if err == nil && comment != "" {
			next, err = next.commented(comment)
		}
		return next, err
	})
	if err != nil {
		untranslated = nil
	}
	next.doc.ours = false // it holds what another program wrote
	return next, untranslated, err
}

// projectParts lists what Save can write, in the order of a new file.
func projectParts(p models.Project) []Part {
	var parts []Part
	for _, field := range p.Stored() {
		switch v := field.Value.(type) {
		case []string:
			parts = append(parts, Texts(v, field.Place...))
		case []models.FileItem:
			v = slices.Clone(v)
			for i := range v {
				v[i].InjectedAt = nil // snapshots alone say when a file was sent
			}
			parts = append(parts, files(v, field.Place...))
		case []models.Screenshot:
			parts = append(parts, screenshots(v, field.Place...))
		case models.Git:
			parts = append(parts, gitParts(v, field.Place)...)
		case models.SmartContexts:
			parts = append(parts, linkParts(v)...)
		case []models.Preset:
			parts = append(parts, presetParts(v)...)
		default:
			parts = append(parts, Setting(v, field.Absent, field.Place...))
		}
	}
	return parts
}

// SetComposition makes c the composition of the project file, without what belongs to one
// message.
func SetComposition(p *models.Project, c models.Composition) { p.Composition = c.Clone().ForProject() }

// notThere reports whether err is only that there is no such file.
func notThere(err error) bool { return errors.Is(err, fs.ErrNotExist) }
