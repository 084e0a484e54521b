package discussion

import (
	"strings"

	"dossier/aggregate"
	"dossier/models"
	"dossier/presets"
	"dossier/ui/session/undo"
)

// Contribute adds the entries of the active discussion to a build.
func (p *Part) Contribute(in *aggregate.Input) { in.History = p.Active().History }

// CollectUnsaved and RestoreUnsaved preserve the draft of an entry across restarts.
func (p *Part) CollectUnsaved(u *presets.Unsaved) {
	u.Unsent, u.UnsentRole = p.unsent.Content, p.unsent.Role
}

func (p *Part) RestoreUnsaved(u presets.Unsaved) {
	p.unsent = models.Entry{Role: u.UnsentRole, Content: u.Unsent}
}

// HasUnsaved reports whether there is a draft.
func (p *Part) HasUnsaved() bool { return p.unsent.Content != "" }

// DuringBuild determines the excerpts of the document that is being built.
func (p *Part) DuringBuild(in aggregate.Input) func() {
	excerpts := ExcerptsOf(in.History)
	return func() { p.SetExcerpts(excerpts) }
}

// Discard discards the draft of an entry.
func (p *Part) Discard() undo.State {
	old := draft{p, p.unsent}
	p.restoreDraft(models.Entry{})
	return old
}

// IsMissing reports whether the draft of another window is not part of the current draft.
func (p *Part) IsMissing(u presets.Unsaved) bool {
	return !strings.Contains(p.unsent.Content, u.Unsent)
}

// Join appends the draft of another window to the current one. Undo keeps it: no written text is lost.
func (p *Part) Join(u presets.Unsaved) {
	switch {
	case !p.IsMissing(u):
	case p.unsent.Content == "":
		p.restoreDraft(models.Entry{Role: u.UnsentRole, Content: u.Unsent})
	default:
		p.restoreDraft(models.Entry{Role: p.unsent.Role, Content: p.unsent.Content + "\n\n" + u.Unsent})
	}
}

// draft is the draft of an entry at one time.
type draft struct {
	p      *Part
	unsent models.Entry
}

func (d draft) Current() undo.State { return draft{d.p, d.p.unsent} }
func (d draft) Restore()            { d.p.restoreDraft(d.unsent) }

// restoreDraft replaces the draft, and shows it.
func (p *Part) restoreDraft(e models.Entry) {
	p.SetUnsent(e.Role, e.Content)
	p.host.Changed()
}
