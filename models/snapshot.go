package models

import (
	"errors"
	"time"
)

// Snapshot is what made a dossier that was written or copied.
type Snapshot struct {
	Namespace   string
	Number      int
	Time        time.Time
	Model       string // the id of the model whose window was chosen
	Tokens      int64
	Exact       bool   // whether Tokens was counted and not estimated
	SHA256      string // hex, of the document's bytes
	Preset      string
	Composition Composition
	Files       []SnapshotFile
	Extra       map[string]any
}

// SnapshotFile is one file as it was when the snapshot was made.
type SnapshotFile struct {
	Path     string
	ViewMode ViewMode
	SHA256   string // hex, of the file's bytes; empty when it could not be read
	Size     int64  // bytes
	ModTime  time.Time
	Tokens   int64
}

// ParseSnapshot reads the decoded form.
func ParseSnapshot(v map[string]any) (Snapshot, error) {
	var errs []error
	f := newForm("", v, &errs)
	s := Snapshot{
		Namespace: f.str("namespace", ""),
		Number:    int(f.integer("number", 1, 1)),
		Time:      f.when("time"),
		Model:     f.str("model", ""),
		Tokens:    f.integer("tokens", 0, 0),
		Exact:     f.boolean("exact", false),
		SHA256:    f.str("sha256", ""),
		Preset:    f.str("preset", ""),
	}
	if err := CheckNamespace(s.Namespace); err != nil {
		f.fail("namespace", err.Error())
	}
	composition, _ := f.take("composition")
	s.Composition = parseComposition("composition", composition, &errs)
	for i, value := range f.list("files") {
		file := newForm(ElementKey("files", i), value, &errs)
		s.Files = append(s.Files, SnapshotFile{
			Path:     file.str("path", ""),
			ViewMode: choice(file, "view_mode", Full, ViewModes()),
			SHA256:   file.str("sha256", ""),
			Size:     file.integer("size", 0, 0),
			ModTime:  file.when("mtime"),
			Tokens:   file.integer("tokens", 0, 0),
		})
	}
	s.Extra = f.rest()
	return s, errors.Join(errs...)
}

// Fields returns the stored form.
func (s Snapshot) Fields() Fields {
	var w writer
	w.add("namespace", s.Namespace)
	w.add("number", int64(s.Number))
	w.addIf(!s.Time.IsZero(), "time", s.Time)
	w.addIf(s.Model != "", "model", s.Model)
	w.add("tokens", s.Tokens)
	w.addIf(s.Exact, "exact", true)
	w.addIf(s.SHA256 != "", "sha256", s.SHA256)
	w.addIf(s.Preset != "", "preset", s.Preset)
	w.add("composition", s.Composition.Fields())
	files := make([]any, len(s.Files))
	for i, file := range s.Files {
		var fw writer
		fw.add("path", file.Path)
		fw.add("view_mode", string(file.ViewMode))
		fw.addIf(file.SHA256 != "", "sha256", file.SHA256)
		fw.add("size", file.Size)
		fw.addIf(!file.ModTime.IsZero(), "mtime", file.ModTime)
		fw.add("tokens", file.Tokens)
		files[i] = fw.fields
	}
	w.add("files", files)
	return w.rest(s.Extra)
}
