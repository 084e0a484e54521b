package presets

import (
	"dossier/aggregate/watch"
	kept "dossier/presets"
)

// CompositionChanged counts what the presets would cost now.
func (p *Part) CompositionChanged() { p.costs.Update() }

// DiskChanged drops the costs that a change may have changed. The document has its own.
func (p *Part) DiskChanged(b watch.Batch) bool {
	p.costs.DiskChanged(b)
	return false
}

// Reload takes the drafts of the command line.
func (p *Part) Reload() { p.TakeDrafts() }

// KeepUnsaved, HasUnsaved and RestoreUnsaved keep the drafts over a restart, and which preset is applied.
func (p *Part) KeepUnsaved(u *kept.Unsaved)   { p.Keep(u) }
func (p *Part) HasUnsaved() bool              { return len(p.State().Drafts) > 0 }
func (p *Part) RestoreUnsaved(u kept.Unsaved) { p.Restore(u) }
