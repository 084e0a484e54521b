package snapshots

import (
	"dossier/models"
	"dossier/ui/project"
	"dossier/ui/session/message"
)

// ShowChanges adds a section to the document with the changes since a snapshot. If only is set,
// files, screenshots and beads that were sent then are excluded.
func (p *Part) ShowChanges(since project.SnapshotID, only bool) {
	p.host.Edit(message.Named("changes since {{.Name}}", since.Name), func(e *project.Edit) {
		e.Composition.Changes = models.Changes{Since: since.Name, Copied: since.Copied, Only: only}
	})
}

// ChangesSince returns the snapshot that the section of changes is based on; false if there is no
// such section.
func (p *Part) ChangesSince() (project.SnapshotID, bool) {
	c := p.host.Composition().Changes
	return project.SnapshotID{Copied: c.Copied, Name: project.SinceName(c)}, c.Since != ""
}

// HideChanges removes the section of changes from the dossier.
func (p *Part) HideChanges() {
	p.host.Edit(message.New("without changes", nil), func(e *project.Edit) { e.Composition.Changes = models.Changes{} })
}

// ToggleChanges shows or hides the changes since the last sent document.
func (p *Part) ToggleChanges() {
	if _, ok := p.ChangesSince(); ok {
		p.HideChanges()
		return
	}
	sent, ok := p.LastSent()
	if !ok {
		p.host.Notify(message.New("Nothing has been sent yet: copy or write the dossier first", nil))
		return
	}
	p.ShowChanges(sent.ID, false)
}
