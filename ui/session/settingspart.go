package session

import (
	"dossier/aggregate/tokens"
	"dossier/presets"
	"dossier/ui/project"
	"dossier/ui/session/change"
	"dossier/ui/session/settings"
)

// settingsHost is the session as the settings see it.
type settingsHost struct{ host }

// Settings are what the user has set for every project.
func (s *Session) Settings() *settings.Part { return s.settings }

// Settings are what the user has set, Model is the language model whose tokens are counted,
// and ShowIgnored says whether the tree shows what is left out of it.
func (h host) Settings() presets.Settings { return h.settings.All() }
func (h host) Model() tokens.Model        { return h.settings.Model() }
func (h host) ShowIgnored() bool          { return h.settings.ShowIgnored() }

// BeforeReload prepares for other presets of the user. What is unsaved in the window stays.
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

// recount counts what is shown again where the model has come to read another vocabulary. Until it
// is counted the figures of before stand there as estimates.
func (h settingsHost) recount(was, now tokens.Model) {
	if h.Session.project == nil || was.Vocabulary == now.Vocabulary {
		return
	}
	h.Session.project.CountIn(now.Vocabulary)
	h.document.Recount()
	h.modecosts.Follow()
	h.tree.Recount()
	h.uses.Follow()
	h.requests.Follow()
	h.links.DiskChanged()
}
