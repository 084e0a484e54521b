package answers

import "dossier/presets"

// Recount counts the rows again in another vocabulary.
func (p *Part) Recount() { p.Follow() }

// CollectUnsaved and RestoreUnsaved preserve the pasted answer across restarts, with the choices for
// its rows. [Part.Resume] searches it.
func (p *Part) CollectUnsaved(u *presets.Unsaved) {
	if u.Answer = p.Saved(); u.Answer != "" {
		u.Requests = p.choices()
	}
}

func (p *Part) RestoreUnsaved(u presets.Unsaved) {
	p.text, p.unread = u.Answer, u.Answer != ""
	p.restore(u.Requests)
}

// HasUnsaved reports whether there is an answer to preserve.
func (p *Part) HasUnsaved() bool { return p.Saved() != "" }
