package presetlist

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"

	"dossier/models"
	"dossier/ui/project"
)

// DraftDifference returns how the draft of a preset differs from the preset; false if there is no
// draft.
func (p *Part) DraftDifference(ref project.PresetRef) (models.PresetDiff, bool) {
	draft, ok := p.state.draft(ref)
	if !ok || p.host.Project() == nil {
		return models.PresetDiff{}, false
	}
	preset, _ := p.files().Find(ref)
	draft.Description = preset.Description
	return models.ComparePresets(preset, draft), true
}

// Difference returns how saving would change a preset.
func (p *Part) Difference(ref project.PresetRef) models.PresetDiff {
	if p.host.Project() == nil {
		return models.PresetDiff{}
	}
	preset, _ := p.files().Find(ref)
	return models.ComparePresets(preset, project.SavedOver(preset, p.host.Composition(), preset.Name))
}

// Shadow returns how a project's preset differs from the global one that it hides; false if it
// hides none. first is set until the preset has been applied in this form.
func (p *Part) Shadow(ref project.PresetRef) (diff models.PresetDiff, first, ok bool) {
	if p.host.Project() == nil || ref.Scope != models.ProjectScope {
		return diff, false, false
	}
	if diff, ok = p.host.Project().Presets().Shadow(ref.Name); !ok {
		return diff, false, false
	}
	return diff, !diff.Same() && p.known[ref.Name] != shadowDigest(p.files(), ref.Name), true
}

// shadowDigest identifies the project's preset of a name and the global one that it hides.
func shadowDigest(files project.PresetFiles, name string) string {
	ours, _ := files.Find(project.PresetRef{Scope: models.ProjectScope, Name: name})
	theirs, _ := files.Find(project.PresetRef{Scope: models.Global, Name: name})
	data, err := json.Marshal([]models.Preset{ours, theirs})
	if err != nil {
		return "" // values that no file can contain: the user is asked each time
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// acquaint records that the user has applied a preset that hides another.
func (p *Part) acquaint(ref project.PresetRef) {
	if _, first, _ := p.Shadow(ref); first {
		known := maps.Clone(p.known)
		if known == nil {
			known = map[string]string{}
		}
		known[ref.Name] = shadowDigest(p.files(), ref.Name)
		p.known = known
	}
}
