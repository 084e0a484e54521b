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
	Overrides   bool             `json:"overrides"` // hides a global preset
	Hidden      bool             `json:"hidden"`    // by a project preset
	Files       *int             `json:"files,omitempty"`
	Tokens      *aggregate.Count `json:"tokens,omitempty"`
}

// Report lists the presets of a scope, or of both, the project's first. With cost it counts the
// tokens that each adds to the document.
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

// Name returns the reference of the preset with a name, for changing it. If both scopes have
// one and scope is empty, it returns a [*TwoPresetsError].
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

// TwoPresetsError reports that presets of both scopes have the name of a preset to change.
type TwoPresetsError struct{ Name string }

func (e *TwoPresetsError) Error() string {
	return fmt.Sprintf("there is both a project preset and a global preset %q", e.Name)
}

// PresetDetails is a preset in full, as JSON.
type PresetDetails struct {
	Scope     models.Scope  `json:"scope"`
	Overrides bool          `json:"overrides"` // hides a global preset
	Preset    models.Preset `json:"preset"`
}

// ReportPreset returns the details of a preset.
func ReportPreset(p models.ScopedPreset) PresetDetails {
	return PresetDetails{p.Scope, p.Overrides, p.Preset}
}
