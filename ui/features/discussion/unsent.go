package discussion

import "dossier/models"

// Unsent returns the draft of the entry that the user is writing.
func (p *Part) Unsent() models.Entry { return p.unsent }

// SetUnsent saves the draft of an entry, so that it survives a crash.
func (p *Part) SetUnsent(role, content string) {
	if p.host.Project() == nil || role == p.unsent.Role && content == p.unsent.Content {
		return
	}
	p.unsent = models.Entry{Role: role, Content: content}
	p.host.SaveSoon()
}

// AddUnsent appends the draft to the active discussion.
func (p *Part) AddUnsent() {
	entry := p.unsent
	if entry.Content == "" {
		return
	}
	p.SetUnsent(entry.Role, "")
	p.InsertEntries(len(p.Active().History), []models.Entry{entry})
}
