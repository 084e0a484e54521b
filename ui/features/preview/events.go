package preview

import "dossier/presets"

// KeepUnsaved and RestoreUnsaved keep the folded blocks over a restart.
func (p *Part) KeepUnsaved(u *presets.Unsaved)   { u.Sections = p.Folded() }
func (p *Part) RestoreUnsaved(u presets.Unsaved) { p.SetFolded(u.Sections) }
