package session

import (
	"dossier/aggregate/tokens"
	"dossier/presets"
	"dossier/ui/project"
	"dossier/ui/session/change"
	"dossier/ui/session/feature"
	"dossier/ui/session/settings"
)

// settingsHost is the session as the settings see it.
type settingsHost struct{ host }

// Settings are the user's own settings.
func (s *Session) Settings() *settings.Part { return s.settings }

// Settings are the user's own settings. Model is the language model whose tokens are counted.
// ShowIgnored reports whether the tree shows ignored files.
func (h host) Settings() presets.Settings { return h.settings.All() }
func (h host) Model() tokens.Model        { return h.settings.Model() }
func (h host) ShowIgnored() bool          { return h.settings.ShowIgnored() }

// BeforeReload prepares for changed presets of the user. Unsaved work stays.
func (h settingsHost) BeforeReload() (after func()) {
	reapply := h.presets.BeforeReload()
	return func() {
		reapply()
		h.notify(change.Presets | change.Project)
	}
}

// Changed takes other settings into use.
func (h settingsHost) Changed(was, now presets.Settings) {
	what := change.Settings
	if was.Model != now.Model || was.CustomWindow != now.CustomWindow || was.CustomFactor != now.CustomFactor {
		h.context.Recount()
		h.recount(project.ModelOf(was), project.ModelOf(now))
		what |= change.Tree | change.Counts | change.Document
	}
	if was.ShowIgnored != now.ShowIgnored {
		what |= change.Tree
	}
	h.notify(what)
	if was.Junk != now.Junk || was.OwnJunk != now.OwnJunk {
		h.tree.Rescan()
	}
	if was.MaxBytes != now.MaxBytes {
		h.tree.Recount()
		h.rebuild()
	}
}

// recount counts everything that is shown again after the model's vocabulary has changed. Until
// then the previous counts are shown as estimates.
func (h settingsHost) recount(was, now tokens.Model) {
	if h.Session.project == nil || was.Vocabulary == now.Vocabulary {
		return
	}
	h.Session.project.CountIn(now.Vocabulary)
	feature.Each(h.states, feature.Recounter.Recount)
}
