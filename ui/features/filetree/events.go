package filetree

import "dossier/presets"

// RepositoryChanged shows what git says of the files now.
func (p *Part) RepositoryChanged() { p.followStates() }

// KeepUnsaved and RestoreUnsaved keep the open folders and the order over a restart.
func (p *Part) KeepUnsaved(u *presets.Unsaved) {
	u.Expanded, u.Sort = p.model.OpenFolders(), string(p.model.Sort())
}

func (p *Part) RestoreUnsaved(u presets.Unsaved) {
	p.model.setOpenFolders(u.Expanded)
	if u.Sort != "" {
		p.model.sort = Sort(u.Sort)
	}
}
