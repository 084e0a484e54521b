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

// ProjectFile is the loaded dossier.toml of a project, or the manual_slop.toml of another program
// in its place. Its fields are read-only: use Save to change them.
type ProjectFile struct {
	Project models.Project // empty if the file is missing or invalid
	*File[models.Project]

	foreign *foreign
}

// LoadProject reads the project file in root, which must stay open as long as the result is
// saved. It always returns a result; the error is that of [ProjectFile.ReadOnly].
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

// projectKind returns the kind of the project file.
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

// withOrderedItems returns a copy of the values with the items of smart contexts in file order,
// if they are in a table.
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

// sortPresets sorts presets by file order.
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

// Save applies edit to a copy of the project and writes only what changed. The order of presets,
// languages and unknown keys are not saved.
//
// Concurrent changes by other programs are merged into the result. If the same setting, the list
// of files or the same preset was changed, nothing is written: the error is a [*ConflictError]
// and the result is the file on the disk, on which the same edit can be saved to keep this side.
// Invalid values are errors, as is a file for which [ProjectFile.ReadOnly] returns an error; disk
// errors are a *store.SaveError. On any other error it returns f.
func (f *ProjectFile) Save(ctx context.Context, edit func(*models.Project)) (*ProjectFile, error) {
	next, err := f.File.Save(ctx, edit)
	return f.of(next), err
}

// With returns the file with an edit that is not saved: the base of a value that contains the edit, but no later change
// of the file on the disk.
func (f *ProjectFile) With(edit func(*models.Project)) *ProjectFile {
	file := *f.File
	file.Value = f.kind.Clone(f.Value)
	edit(&file.Value)
	return &ProjectFile{Project: file.Value, File: &file, foreign: f.foreign}
}

// Merged is [File.Merged] for project files.
func (f *ProjectFile) Merged(now *ProjectFile, edit func(*models.Project)) (models.Project, error) {
	return f.File.Merged(now.File, edit)
}

// update writes the result of change for the current file.
func (f *ProjectFile) update(ctx context.Context, change func(now document) (document, error)) (*ProjectFile, error) {
	next, err := f.File.update(ctx, change)
	return f.of(next), err
}

// of returns the project file for a file, which may be that of f.
func (f *ProjectFile) of(file *File[models.Project]) *ProjectFile {
	if file == f.File {
		return f
	}
	return projectFileOf(file)
}

// MoveAside renames an invalid file to dossier.toml.broken-N, so that a new one can be created,
// and returns its new name.
func (f *ProjectFile) MoveAside(ctx context.Context) (next *ProjectFile, aside string, err error) {
	if aside, err = f.places.store().MoveAside(ctx, f.root, ProjectName); err != nil {
		return f, "", err
	}
	next, _ = LoadProject(f.root, f.places)
	return next, aside, nil
}

// Foreign reports whether the file is a valid file of another program, which [ProjectFile.Adopt]
// can convert.
func (f *ProjectFile) Foreign() bool { return f.foreign != nil && errors.Is(f.doc.refusal, ErrForeign) }

// Adopt creates a dossier.toml from another program's file, which is not modified. Its
// discussions are first written to a dossier_history.toml, unless there is one, so that they are
// never lost if it is interrupted. Content without a counterpart becomes a comment in the new
// file; untranslated are its keys.
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
	next.doc.written = false // it contains text by another program
	return next, untranslated, err
}

// projectParts returns the saved parts in the order of a new file.
func projectParts(p models.Project) []Part {
	var parts []Part
	for _, field := range p.Stored() {
		switch v := field.Value.(type) {
		case []string:
			parts = append(parts, Texts(v, field.Place...))
		case []models.FileItem:
			v = slices.Clone(v)
			for i := range v {
				v[i].InjectedAt = nil // only snapshots contain it
			}
			parts = append(parts, files(v, field.Place...))
		case []models.Screenshot:
			parts = append(parts, screenshots(v, field.Place...))
		case models.Git:
			parts = append(parts, gitParts(v, field.Place)...)
		case models.SmartContexts:
			parts = append(parts, linkParts(v)...)
		case []models.Root:
			for _, root := range v {
				parts = append(parts, Setting(root.Path, nil, append(slices.Clone(field.Place), root.Label)...))
			}
		case []models.Preset:
			parts = append(parts, presetParts(v)...)
		default:
			parts = append(parts, Setting(v, field.Absent, field.Place...))
		}
	}
	return parts
}

// SetComposition sets the composition of the project file to c, without what belongs to a single
// message.
func SetComposition(p *models.Project, c models.Composition) { p.Composition = c.Clone().ForProject() }

// notThere reports whether err means only that the file does not exist.
func notThere(err error) bool { return errors.Is(err, fs.ErrNotExist) }
