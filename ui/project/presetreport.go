package project

import (
	"context"
	"fmt"

	"dossier/aggregate"
	"dossier/models"
)

// PresetReport is a preset in a list, as JSON.
type PresetReport struct {
	Name        string           `json:"name"`
	Scope       models.Scope     `json:"scope"`
	Description string           `json:"description"`
	Entries     int              `json:"entries"`
	Overrides   bool             `json:"overrides"` // hides a preset of the user's own
	Hidden      bool             `json:"hidden"`    // by one of the project
	Files       *int             `json:"files,omitempty"`
	Tokens      *aggregate.Count `json:"tokens,omitempty"`
}

// Report lists the presets of a scope, or of both, the project's first. With cost it counts what
// each adds to the document.
func (s Presets) Report(ctx context.Context, scope models.Scope, cost bool) ([]PresetReport, error) {
	rows := []PresetReport{}
	for _, one := range s.All() {
		if scope != "" && one.Scope != scope {
			continue
		}
		row := PresetReport{Name: one.Name, Scope: one.Scope, Description: one.Description, Entries: len(one.Files), Overrides: one.Overrides}
		if one.Scope == models.Global {
			_, row.Hidden = s.Shadow(one.Name)
		}
		if cost {
			known, err := s.Cost(ctx, one.Preset)
			if err != nil {
				return nil, fmt.Errorf("count the preset %q: %w", one.Name, err)
			}
			row.Files, row.Tokens = &known.Files, &known.Tokens
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// Name names the one preset of a name, for a change of it. Where both scopes have one and none
// is given, the error is a [*TwoPresetsError].
func (s Presets) Name(scope models.Scope, name string) (PresetRef, error) {
	preset, err := s.Find(scope, name)
	if err != nil {
		return PresetRef{}, err
	}
	if scope == "" && preset.Overrides {
		return PresetRef{}, &TwoPresetsError{name}
	}
	return PresetRef{Scope: preset.Scope, Name: name}, nil
}

// TwoPresetsError is a name that presets of both scopes have, where one is to be changed.
type TwoPresetsError struct{ Name string }

func (e *TwoPresetsError) Error() string {
	return fmt.Sprintf("the project and you both have a preset %q", e.Name)
}

// PresetDetails is a preset in full, as JSON.
type PresetDetails struct {
	Scope     models.Scope  `json:"scope"`
	Overrides bool          `json:"overrides"` // hides a global preset
	Preset    models.Preset `json:"preset"`
}

// ReportPreset returns a preset as JSON has it.
func ReportPreset(p models.ScopedPreset) PresetDetails {
	return PresetDetails{p.Scope, p.Overrides, p.Preset}
}
