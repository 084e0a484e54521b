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

// Offer is the importable content of a file.
type Offer struct {
	Presets  []models.Preset // in file order
	Problems []Problem       // invalid values, which are ignored; by line
	Notes    []Problem       // unknown keys, by line
}

// ReadPresets reads the presets of a file: an export by [ExportPresets], the project file of any
// project, a user's own file, or a manual_slop.toml. The usual checks and limits apply. It
// returns a [*ReadOnlyError], or an error if there are no presets.
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
	data, err := io.ReadAll(io.LimitReader(from, tomledit.MaxBytes+1)) // one more byte exceeds the limit
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
		doc.at = nil // the translated keys are not those of the file
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
			p.Files[i].InjectedAt = nil // only snapshots contain it
		}
	}
	return o, nil
}

// ExportPresets returns presets as a TOML file, in the form of a user's own file.
func ExportPresets(list []models.Preset) ([]byte, error) {
	var all tomledit.Block
	for _, p := range list {
		all = append(all, models.Field{Key: p.Name, Value: presetForm(nil, models.Preset{}, p)})
	}
	doc, err := parseDocument("the export", nil).edited([]tomledit.Edit{tomledit.Set(all, "presets")})
	return doc.data, err
}

// maxReplaced is the max size of a file that [WriteFile] replaces, in bytes.
const maxReplaced = 256 << 20

// WriteFile atomically writes a file at a path given by the user. An existing file is only
// replaced if replace is set and it has at most 256 MiB; without replace the error is [fs.ErrExist].
func WriteFile(ctx context.Context, places Places, path string, data []byte, replace bool) error {
	root, err := os.OpenRoot(filepath.Dir(path))
	if err != nil {
		return &store.SaveError{Path: path, Folder: filepath.Dir(path), Err: err}
	}
	defer root.Close()
	return places.store().Update(ctx, root, filepath.Base(path), maxReplaced, 0o644, func(old []byte) ([]byte, error) {
		if old != nil && !replace {
			return nil, fmt.Errorf("%s: %w", path, fs.ErrExist)
		}
		return data, nil
	})
}

// Clash is how a preset is imported if a different one with its name exists.
type Clash string

// Clash strategies.
const (
	Skip     Clash = "skip"      // keep the existing one
	Replace  Clash = "replace"   // replace the existing one
	KeepBoth Clash = "keep-both" // import under an unused name
)

// Clashes returns the strategies in menu order.
func Clashes() []Clash { return []Clash{Skip, Replace, KeepBoth} }

// ImportResult is the result of importing a preset.
type ImportResult struct {
	Name string        `json:"name"`
	As   string        `json:"as,omitempty"` // its new name; empty if it was not imported
	Fate ImportOutcome `json:"fate"`
}

// ImportOutcome is how a preset was imported.
type ImportOutcome string

// Results of an import.
const (
	Added    ImportOutcome = "added"
	Replaced ImportOutcome = "replaced"
	Renamed  ImportOutcome = "renamed" // added under an unused name
	Skipped  ImportOutcome = "skipped"
	Same     ImportOutcome = "same" // an equal one exists
)

// ImportPresets returns list with imported presets, and the result for each. It calls clash if a
// different preset with the same name exists.
func ImportPresets(list, imported []models.Preset, clash func(name string) Clash) ([]models.Preset, []ImportResult) {
	list = slices.Clone(list)
	var report []ImportResult
	for _, p := range imported {
		t := ImportResult{Name: p.Name, As: p.Name, Fate: Added}
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
