package filetree

import "dossier/presets"

// RepositoryChanged shows the files' current states in git.
func (p *Part) RepositoryChanged() { p.followStates() }

// CollectUnsaved and RestoreUnsaved preserve the open folders and the order across restarts.
func (p *Part) CollectUnsaved(u *presets.Unsaved) {
	u.Expanded, u.Sort = p.model.OpenFolders(), string(p.model.Sort())
}

func (p *Part) RestoreUnsaved(u presets.Unsaved) {
	p.model.setOpenFolders(u.Expanded)
	if u.Sort != "" {
		p.model.sort = Sort(u.Sort)
	}
}
