package project

import (
	"fmt"
	"path/filepath"
	"strings"

	"dossier/aggregate"
	"dossier/aggregate/disk"
	"dossier/aggregate/format"
	"dossier/aggregate/ignore"
	"dossier/aggregate/text"
	"dossier/aggregate/tokens"
	"dossier/aggregate/tree"
	"dossier/models"
	"dossier/presets"
)

// StoredState is the stored state of a project at one moment: its file, its discussions, and the user's presets
// and settings. It is immutable, so that a build uses one consistent state however long it takes.
type StoredState struct {
	File    *presets.ProjectFile // as loaded
	Project models.Project       // the parsed File, or its last version that could be parsed
	History *presets.History
	Unread  error // why History is not the version on the disk
	Library *presets.Library

	dir     string
	root    *disk.Root
	allowed []string // readable external paths
	// readable disables redaction and withholding; see [Project.ShowSecrets].
	readable bool
	unasked  error // why documents cannot be written, as of reading the file
}

// StoredState returns the current stored state of the project.
func (p *Project) StoredState() *StoredState {
	k := *p.stored.Load()
	k.Library = p.user.Library()
	return &k
}

// update replaces the stored state by the result of fn, which is called again if another goroutine
// has replaced it concurrently.
func (p *Project) update(fn func(*StoredState)) {
	for {
		old := p.stored.Load()
		next := *old
		if fn(&next); p.stored.CompareAndSwap(old, &next) {
			return
		}
	}
}

// setFile sets the project file. A file that cannot be parsed leaves the parsed content unchanged.
func (k *StoredState) setFile(file *presets.ProjectFile) {
	if k.File = file; k.Understood() == nil {
		k.Project = file.Project
	}
}

// Name returns the project's own name, or else the name of its folder.
func (k *StoredState) Name() string {
	if name := k.Project.Name; name != "" {
		return text.Escape(name)
	}
	return text.Escape(filepath.Base(k.dir))
}

// Namespace returns the prefix of the project's document names.
func (k *StoredState) Namespace() string {
	if ns := k.Project.Namespace; ns != "" {
		return ns
	}
	if name := k.Project.Name; name != "" {
		return models.NamespaceFor(name)
	}
	return models.NamespaceFor(filepath.Base(k.dir))
}

// Composition returns the composition of the project file.
func (k *StoredState) Composition() models.Composition { return k.Project.Composition.Clone() }

// FilesBase returns the folder that entries of files are relative to.
func (k *StoredState) FilesBase() aggregate.Base { return k.Base(k.Project.BaseDir) }

// ScreenshotBase returns the folder that entries of screenshots are relative to.
func (k *StoredState) ScreenshotBase() aggregate.Base { return k.Base(k.Project.ScreenshotBase) }

// Base returns the base that resolves entries relative to a folder.
func (k *StoredState) Base(dir string) aggregate.Base { return aggregate.Base{Dir: dir, Root: k.root} }

// folder returns a folder named in the project file: relative to the project, or absolute if it is outside.
func (k *StoredState) folder(dir string) string { return k.Base("").Path(dir) }

// OutputDir returns the output folder of documents: relative to the project, or absolute if it is outside.
func (k *StoredState) OutputDir() string {
	if dir := k.Project.OutputDir; dir != "" {
		return k.folder(dir)
	}
	return models.DefaultOutputDir
}

// Output returns the folder and the names of written documents.
func (k *StoredState) Output() tree.Output {
	return tree.Output{Dir: k.OutputDir(), Namespace: k.Namespace(), Exts: format.Exts()}
}

// ScanOptions returns the options for listing the project's folder.
func (k *StoredState) ScanOptions() tree.Options {
	opts := tree.Options{Root: k.root, Exclude: k.Project.Exclude, Output: k.Output()}
	if s := k.Library.Settings; s.OwnJunk {
		opts.Junk = ignore.Parse(ignore.DefaultSource, []byte(s.Junk))
	}
	return opts
}

// MaxBytes returns the size limit of files without a separate limit.
func (k *StoredState) MaxBytes() int64 { return k.Library.Settings.MaxBytes }

// Understood returns the error if the project file exists but could not be parsed, so that its
// composition is unknown.
func (k *StoredState) Understood() error {
	if err := k.File.ReadOnly(); !presets.Understood(err) {
		return err
	}
	return nil
}

// Presets returns the files that contain presets.
func (k *StoredState) Presets() PresetFiles { return PresetFiles{project: k.File, Library: k.Library} }

// Model returns the model with an id; the empty id means the model of the settings.
func (k *StoredState) Model(id string) (tokens.Model, error) {
	s := k.Library.Settings
	if id == "" {
		return ModelOf(s), nil
	}
	if m, ok := tokens.LookUp(id); ok {
		if id == tokens.CustomID {
			return tokens.Custom(s.CustomWindow, s.CustomFactor), nil
		}
		return m, nil
	}
	var ids []string
	for _, m := range tokens.Models() {
		ids = append(ids, m.ID)
	}
	return tokens.Model{}, fmt.Errorf("there is no model %q; there are %s", id, strings.Join(ids, ", "))
}

// ModelOf returns the model in the settings, or the first one in the menu.
func ModelOf(s presets.Settings) tokens.Model {
	if s.Model == tokens.CustomID {
		return tokens.Custom(s.CustomWindow, s.CustomFactor)
	}
	if m, ok := tokens.LookUp(s.Model); ok {
		return m
	}
	return tokens.Models()[0]
}

// warnings returns messages to the user about the files, in the order in which they were read.
func (k *StoredState) warnings() []aggregate.Warning {
	var out []aggregate.Warning
	for _, err := range []error{k.Library.ReadOnly(), k.File.ReadOnly(), k.Unread, k.unasked} {
		if err != nil {
			out = append(out, aggregate.Warning{Message: err.Error()})
		}
	}
	for _, list := range [][]presets.Problem{k.Library.Problems, k.Library.Notes, k.File.Problems, k.File.Notes, k.History.Problems} {
		for _, problem := range list {
			out = append(out, aggregate.Warning{Message: problem.Error()})
		}
	}
	return out
}
