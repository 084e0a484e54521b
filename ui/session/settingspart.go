package session

import (
	"dossier/aggregate/tokens"
	"dossier/presets"
	"dossier/ui/project"
	"dossier/ui/session/change"
	"dossier/ui/session/feature"
	"dossier/ui/session/settings"
)

// settingsHost is the host of the settings controller.
type settingsHost struct{ host }

// Settings returns the controller of the user's settings.
func (s *Session) Settings() *settings.Part { return s.settings }

// Settings returns the user's settings. Model returns the language model whose tokens are counted.
// ShowIgnored reports whether the tree shows ignored files.
func (h host) Settings() presets.Settings { return h.settings.All() }
func (h host) Model() tokens.Model        { return h.settings.Model() }

// BeforeReload prepares for changes of the user's presets. Unsaved work is preserved.
func (h settingsHost) BeforeReload() (after func()) {
	reapply := h.presets.BeforeReload()
	return func() {
		reapply()
		h.notify(change.Presets | change.Project)
	}
}

// Changed applies changed settings.
func (h settingsHost) Changed(old, new presets.Settings) {
	what := change.Settings
	if old.Model != new.Model || old.CustomWindow != new.CustomWindow || old.CustomFactor != new.CustomFactor {
		h.context.Recount()
		h.recount(project.ModelOf(old), project.ModelOf(new))
		what |= change.Tree | change.Counts | change.Document
	}
	if old.ShowIgnored != new.ShowIgnored {
		what |= change.Tree
	}
	h.notify(what)
	if old.Junk != new.Junk || old.OwnJunk != new.OwnJunk {
		h.tree.Rescan()
	}
	if old.MaxBytes != new.MaxBytes {
		h.tree.Recount()
		h.rebuild()
	}
}

// recount counts everything that is shown again after the model's vocabulary has changed. Until
// then the old counts are shown as estimates.
func (h settingsHost) recount(old, new tokens.Model) {
	if h.Session.project == nil || old.Vocabulary == new.Vocabulary {
		return
	}
	h.Session.project.CountIn(new.Vocabulary)
	feature.Each(h.states, feature.Recounter.Recount)
}
