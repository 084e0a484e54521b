package presets

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"dossier/models"
)

// ProjectFile is the dossier.toml of a project as it was loaded, or the
// manual_slop.toml of another program that stands in for it. Its fields are for
// reading: changes go through Save.
type ProjectFile struct {
	Project  models.Project // empty when the file is missing or not understood
	Problems []Problem      // values that break a rule and read as absent, by line
	Notes    []Problem      // keys that nobody knows, by line

	doc     document
	root    *os.Root
	places  Places
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
	f := &ProjectFile{doc: doc, root: root, places: places}
	var err error
	f.Project, err = models.ParseProject(doc.values)
	f.Problems = doc.problems(err)
	doc.sortPresets(f.Project.Presets)
	known := map[string][]string{
		"":            {"schema", "project", "output", "files", "screenshots", "beads", "presets"},
		"project":     {"name", "namespace", "aggregation_strategy", "summary_only", "execution_mode", "instruction", "tree"},
		"output":      {"dir"},
		"files":       {"base_dir", "exclude", "items", "languages"},
		"screenshots": {"base_dir", "paths"},
		"beads":       {"exclude"},
	}
	for path, keys := range known {
		var table any = doc.values
		if path != "" {
			table = doc.values[path]
		}
		f.Notes = append(f.Notes, doc.unknown(path, table, keys)...)
	}
	files, _ := doc.values["files"].(map[string]any)
	f.Notes = append(f.Notes, doc.unknownInFiles("files.items", files["items"])...)
	shots, _ := doc.values["screenshots"].(map[string]any)
	f.Notes = append(f.Notes, doc.unknownInScreenshots("screenshots.paths", shots["paths"])...)
	f.Notes = append(f.Notes, doc.unknownInPresets()...)
	slices.SortStableFunc(f.Notes, byPlace)
	return f
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

// Path returns the name of the file, for messages.
func (f *ProjectFile) Path() string { return f.doc.path }

// Exists reports whether there is a file, understood or not.
func (f *ProjectFile) Exists() bool { return f.doc.exists() }

// ReadOnly says why the file is shown and not written, or nil. It is a
// [*ReadOnlyError].
func (f *ProjectFile) ReadOnly() error { return f.doc.refusal }

// Digest returns the SHA-256 of the file's bytes in hex, empty when there is no file:
// two loads with one digest hold the same.
func (f *ProjectFile) Digest() string { return f.doc.digest() }

// Save writes what edit changes of a copy of the project, and nothing else. The order
// of presets and what [models.Project] calls Extra are not saved.
//
// What another program changed in the meantime is kept and is part of the result. When
// it changed the same setting, the list of files or the same preset, nothing is
// written: the error is a [*ConflictError] and the result is the file as it is on the
// disk, on which the same edit can be saved to keep this side. A value that breaks a
// rule is an error, and so is anything that [ProjectFile.ReadOnly] names; what goes
// wrong on the disk is a *store.SaveError. With any other error the result is f.
func (f *ProjectFile) Save(ctx context.Context, edit func(*models.Project)) (*ProjectFile, error) {
	if f.doc.refusal != nil {
		return f, f.doc.refusal
	}
	mine := cloneProject(f.Project)
	edit(&mine)
	return f.save(ctx, f.doc, projectUnits(f.Project), projectUnits(mine))
}

func (f *ProjectFile) save(ctx context.Context, doc document, base, mine []unit) (*ProjectFile, error) {
	return f.saveWith(ctx, doc, base, mine, "")
}

// saveWith saves with a comment at the end of the file.
func (f *ProjectFile) saveWith(ctx context.Context, doc document, base, mine []unit, comment string) (*ProjectFile, error) {
	return f.update(ctx, doc, func(now document) (document, error) {
		theirs := newProjectFile(f.root, f.places, now)
		edits, err := plan(now.path, base, mine, projectUnits(theirs.Project), now.values)
		if err != nil {
			return now, err
		}
		next, err := now.edited(edits)
		if err == nil && comment != "" {
			next, err = next.commented(comment)
		}
		if err != nil {
			return now, err
		}
		return next, newProblems(theirs.Problems, newProjectFile(f.root, f.places, next).Problems)
	})
}

// update writes what change makes of the file as it is now.
func (f *ProjectFile) update(ctx context.Context, doc document, change func(now document) (document, error)) (*ProjectFile, error) {
	next, err := doc.update(ctx, f.places.store(), f.root, ProjectName, 0o644, change)
	if err != nil && !errors.As(err, new(*ConflictError)) && next.refusal == nil {
		return f, err
	}
	return newProjectFile(f.root, f.places, next), err
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
	next, err = empty.saveWith(ctx, empty.doc, projectUnits(empty.Project), projectUnits(f.sound()), comment)
	if err != nil {
		untranslated = nil
	}
	return next, untranslated, err
}

// projectUnits lists what Save can write, in the order of a new file.
func projectUnits(p models.Project) []unit {
	mode := p.ExecutionMode
	if mode == "" {
		mode = models.Native
	}
	tree := p.Tree
	if tree == "" {
		tree = models.TreeNone
	}
	files := slices.Clone(p.Items)
	for i := range files {
		files[i].InjectedAt = nil // snapshots alone say when a file was sent
	}
	units := []unit{
		setting(p.Name, "", "project", "name"),
		setting(p.Namespace, "", "project", "namespace"),
		setting(string(p.Strategy.OrAuto()), string(models.Auto), "project", "aggregation_strategy"),
		setting(p.SummaryOnly, false, "project", "summary_only"),
		setting(string(mode), string(models.Native), "project", "execution_mode"),
		setting(p.Instruction, "", "project", "instruction"),
		setting(string(tree), string(models.TreeNone), "project", "tree"),
		setting(p.OutputDir, "", "output", "dir"),
		setting(p.BaseDir, "", "files", "base_dir"),
		texts(p.Exclude, "files", "exclude"),
		items(files, "files", "items"),
		setting(p.ScreenshotBase, "", "screenshots", "base_dir"),
		screenshots(p.Screenshots, "screenshots", "paths"),
		texts(p.BeadsExclude, "beads", "exclude"),
	}
	return append(units, presetUnits(p.Presets)...)
}

func cloneProject(p models.Project) models.Project {
	c := models.Composition{Files: p.Items, Screenshots: p.Screenshots, BeadsExclude: p.BeadsExclude}.Clone()
	p.Items, p.Screenshots, p.BeadsExclude = c.Files, c.Screenshots, c.BeadsExclude
	p.Exclude, p.Languages, p.Extra = slices.Clone(p.Exclude), slices.Clone(p.Languages), slices.Clone(p.Extra)
	p.Presets = clonePresets(p.Presets)
	return p
}

func clonePresets(list []models.Preset) []models.Preset {
	list = slices.Clone(list)
	for i, p := range list {
		c := models.Composition{Files: p.Files, Screenshots: p.Screenshots}.Clone()
		list[i].Files, list[i].Screenshots = c.Files, c.Screenshots
	}
	return list
}

// SetComposition makes c what the project file puts together. Focus is not part of it.
func SetComposition(p *models.Project, c models.Composition) {
	c = c.Clone()
	p.Items, p.Screenshots, p.Instruction, p.Tree = c.Files, c.Screenshots, c.Instruction, c.Tree
	p.Strategy, p.SummaryOnly, p.ExecutionMode = c.Strategy, c.SummaryOnly, c.ExecutionMode
	p.BeadsExclude = c.BeadsExclude
}

// notThere reports whether err is only that there is no such file.
func notThere(err error) bool { return errors.Is(err, fs.ErrNotExist) }
