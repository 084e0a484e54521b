package presets

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"dossier/models"
	"dossier/presets/store"
	"dossier/presets/tomledit"
)

// Offer is what a file has to import.
type Offer struct {
	Presets  []models.Preset // in the order of the file
	Problems []Problem       // values that break a rule and read as absent, by line
	Notes    []Problem       // keys that nobody knows, by line
}

// ReadPresets reads the presets of a file: one that [ExportPresets] made, the project
// file of any project, a person's own, or a manual_slop.toml. It is checked and bounded
// as all of them are; the error is a [*ReadOnlyError], or says that it has no presets.
func ReadPresets(path string) (Offer, error) {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return Offer{}, fmt.Errorf("import presets: %w", err)
	}
	root, err := os.OpenRoot(filepath.Dir(real))
	if err != nil {
		return Offer{}, fmt.Errorf("import presets: %w", err)
	}
	defer root.Close()
	doc := readDocument(root, filepath.Base(real), path)
	if !doc.exists() {
		return Offer{}, fmt.Errorf("import presets from %s: %w", path, fs.ErrNotExist)
	}
	return offerOf(doc)
}

// ParsePresets reads presets from a stream; name is for messages.
func ParsePresets(name string, from io.Reader) (Offer, error) {
	data, err := io.ReadAll(io.LimitReader(from, tomledit.MaxBytes+1)) // one more is refused
	if err != nil {
		return Offer{}, fmt.Errorf("import presets from %s: %w", name, err)
	}
	return offerOf(parseDocument(name, data))
}

func offerOf(doc document) (Offer, error) {
	var newer *SchemaError
	if doc.refusal != nil && !errors.As(doc.refusal, &newer) {
		return Offer{}, doc.refusal
	}
	var o Offer
	values, translated := doc.values, false
	_, ours := doc.values["presets"]
	if _, theirs := doc.values["context_presets"]; theirs && !ours {
		values, translated = translate(doc.values).project, true
		doc.at = nil // the keys of the translation are not those of the file
	}
	set, err := models.ParseProject(map[string]any{"presets": values["presets"]})
	if !translated {
		o.Notes = doc.unknown(set.Unknown)
	}
	o.Presets, o.Problems = set.Presets, doc.problems(err)
	if len(o.Presets) == 0 {
		return o, fmt.Errorf("%s has no presets to import", doc.path)
	}
	doc.sortPresets(o.Presets)
	for _, p := range o.Presets {
		for i := range p.Files {
			p.Files[i].InjectedAt = nil // snapshots alone say when a file was sent
		}
	}
	return o, nil
}

// ExportPresets returns presets as a TOML file, in the form of a person's own.
func ExportPresets(list []models.Preset) ([]byte, error) {
	var all tomledit.Block
	for _, p := range list {
		all = append(all, models.Field{Key: p.Name, Value: presetForm(nil, models.Preset{}, p)})
	}
	doc, err := parseDocument("the export", nil).edited([]tomledit.Edit{tomledit.Set(all, "presets")})
	return doc.data, err
}

// WriteFile writes a file that a person named, whole or not at all. One that exists is
// replaced only when replace is set; the error is [fs.ErrExist] otherwise.
func WriteFile(ctx context.Context, places Places, path string, data []byte, replace bool) error {
	root, err := os.OpenRoot(filepath.Dir(path))
	if err != nil {
		return &store.SaveError{Path: path, Folder: filepath.Dir(path), Err: err}
	}
	defer root.Close()
	return places.store().Update(ctx, root, filepath.Base(path), tomledit.MaxBytes, 0o644, func(old []byte) ([]byte, error) {
		if old != nil && !replace {
			return nil, fmt.Errorf("%s: %w", path, fs.ErrExist)
		}
		return data, nil
	})
}

// Clash is what becomes of an imported preset when one of its name is there, and says
// something else.
type Clash string

// The clashes.
const (
	Skip     Clash = "skip"      // the one that is there stays
	Replace  Clash = "replace"   // the imported one takes its place
	KeepBoth Clash = "keep-both" // the imported one gets a free name
)

// Clashes lists them in the order of menus.
func Clashes() []Clash { return []Clash{Skip, Replace, KeepBoth} }

// Taken is what became of an imported preset.
type Taken struct {
	Name string `json:"name"`
	As   string `json:"as,omitempty"` // the name that it got; empty when it was not taken
	Fate Fate   `json:"fate"`
}

// Fate says how an imported preset was taken.
type Fate string

// The fates.
const (
	Added    Fate = "added"
	Replaced Fate = "replaced"
	Renamed  Fate = "renamed" // added by a free name
	Skipped  Fate = "skipped"
	Same     Fate = "same" // it was there already
)

// ImportPresets returns list with imported ones, and what became of each. Where one of
// the name says something else, clash is asked.
func ImportPresets(list, imported []models.Preset, clash func(name string) Clash) ([]models.Preset, []Taken) {
	list = slices.Clone(list)
	var report []Taken
	for _, p := range imported {
		t := Taken{Name: p.Name, As: p.Name, Fate: Added}
		if have, ok := FindPreset(list, p.Name); ok {
			switch {
			case tomledit.Equal(have.Fields(), p.Fields()):
				t.As, t.Fate = "", Same
			default:
				switch clash(p.Name) {
				case Replace:
					t.Fate = Replaced
				case KeepBoth:
					t.As, t.Fate = FreeName(list, p.Name), Renamed
				default:
					t.As, t.Fate = "", Skipped
				}
			}
		}
		if p.Name = t.As; p.Name != "" {
			list = SetPreset(list, p)
		}
		report = append(report, t)
	}
	return list, report
}
