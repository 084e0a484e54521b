package preview

import "dossier/presets"

// CollectUnsaved and RestoreUnsaved preserve the folded blocks across restarts.
func (p *Part) CollectUnsaved(u *presets.Unsaved) { u.Sections = p.Folded() }
func (p *Part) RestoreUnsaved(u presets.Unsaved)  { p.SetFolded(u.Sections) }
