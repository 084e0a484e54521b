package presetlist

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"dossier/models"
	"dossier/ui/project"
	"dossier/ui/session/undo"
)

// State is the state of presets for undo, without their files. It is immutable: its methods return
// changed copies.
type State struct {
	Applied project.PresetRef // the most recently applied one; its name is empty if there is none
	Drafts  []Draft           // newest first, at most one of each preset
}

// Draft is a composition based on a preset that was not saved when another one was applied.
type Draft struct {
	Of      project.PresetRef // its name is empty if it is based on no preset
	Content models.Preset     // the fields that the preset would replace
}

// Holder is an undo state that contains a state of presets, which is updated when presets are
// renamed.
type Holder interface {
	undo.State
	// WithPresets returns the same undo state with a changed state of presets.
	WithPresets(change func(State) State) undo.State
}

func (s State) draft(ref project.PresetRef) (models.Preset, bool) {
	i := slices.IndexFunc(s.Drafts, func(d Draft) bool { return d.Of == ref })
	if i < 0 {
		return models.Preset{}, false
	}
	return s.Drafts[i].Content, true
}

// without returns s without the draft of a preset.
func (s State) without(ref project.PresetRef) State {
	s.Drafts = slices.DeleteFunc(slices.Clone(s.Drafts), func(d Draft) bool { return d.Of == ref })
	return s
}

// with returns s with a draft as the newest one.
func (s State) with(ref project.PresetRef, content models.Preset) State {
	s = s.without(ref)
	s.Drafts = slices.Insert(s.Drafts, 0, Draft{ref, content})
	return s
}

// HasContent reports whether a draft has exactly this content.
func (s State) HasContent(content models.Preset) bool {
	return slices.ContainsFunc(s.Drafts, func(d Draft) bool { return models.ComparePresets(d.Content, content).SameContent() })
}

// withDraft returns s with an additional draft: if its name is taken, it gets a new one.
func (s State) withDraft(ref project.PresetRef, content models.Preset) State {
	if s.HasContent(content) {
		return s
	}
	for name, n := ref.Name, 2; ; n++ {
		if _, taken := s.draft(ref); !taken {
			return s.with(ref, content)
		}
		ref.Name = strings.TrimSpace(fmt.Sprintf("%s (%d)", cmp.Or(name, "draft"), n))
	}
}

// renamed returns s after a preset was renamed.
func (s State) renamed(from, to project.PresetRef) State {
	if s.Applied == from {
		s.Applied = to
	}
	s.Drafts = slices.Clone(s.Drafts)
	for i := range s.Drafts {
		if s.Drafts[i].Of == from {
			s.Drafts[i].Of = to
		}
	}
	return s
}
