package discussion

import (
	"dossier/aggregate"
	"dossier/models"
	"dossier/presets"
)

// Contribute adds the entries of the active discussion to a build.
func (p *Part) Contribute(in *aggregate.Input) { in.History = p.Active().History }

// KeepUnsaved and RestoreUnsaved keep the draft of an entry over a restart.
func (p *Part) KeepUnsaved(u *presets.Unsaved) {
	u.Unsent, u.UnsentRole = p.unsent.Content, p.unsent.Role
}

func (p *Part) RestoreUnsaved(u presets.Unsaved) {
	p.unsent = models.Entry{Role: u.UnsentRole, Content: u.Unsent}
}

// HasUnsaved reports whether there is one.
func (p *Part) HasUnsaved() bool { return p.unsent.Content != "" }
