package answers

import (
	"strings"

	"dossier/presets"
)

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

// IsMissing reports whether the answer of another window is not part of the current one.
func (p *Part) IsMissing(u presets.Unsaved) bool { return !strings.Contains(p.text, u.Answer) }

// Join appends the answer of another window to the current one, with the choices for its rows. Undo keeps it, like
// every pasted answer.
func (p *Part) Join(u presets.Unsaved) {
	if !p.IsMissing(u) {
		return
	}
	answer := u.Answer
	if p.text != "" {
		answer = p.text + "\n\n" + u.Answer
	}
	p.restore(u.Requests)
	p.SetText(answer)
}
