package snapshots

import (
	"dossier/models"
	"dossier/ui/project"
	"dossier/ui/session/message"
)

// ShowChanges puts a section into the dossier of what has changed since a snapshot. With
// only, the files, screenshots and beads that were sent then are left out.
func (p *Part) ShowChanges(since project.SnapshotID, only bool) {
	p.host.Edit(message.Named("changes since {{.Name}}", since.Name), func(e *project.Edit) {
		e.Composition.Changes = models.Changes{Since: since.Name, Copied: since.Copied, Only: only}
	})
}

// ChangesSince returns the snapshot on which the section of changes rests; false when there
// is no such section.
func (p *Part) ChangesSince() (project.SnapshotID, bool) {
	c := p.host.Composition().Changes
	return project.SnapshotID{Copied: c.Copied, Name: project.SinceName(c)}, c.Since != ""
}

// HideChanges takes the section of changes out of the dossier.
func (p *Part) HideChanges() {
	p.host.Edit(message.New("without changes", nil), func(e *project.Edit) { e.Composition.Changes = models.Changes{} })
}

// ToggleChanges shows what has changed since what was sent last, or hides it again.
func (p *Part) ToggleChanges() {
	if _, ok := p.ChangesSince(); ok {
		p.HideChanges()
		return
	}
	sent, ok := p.LastSent()
	if !ok {
		p.host.Tell(message.New("Nothing has been sent yet: copy or write the dossier first", nil))
		return
	}
	p.ShowChanges(sent.ID, false)
}
