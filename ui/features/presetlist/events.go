package presetlist

import (
	"dossier/aggregate/watch"
)

// CompositionChanged counts what the presets would cost now.
func (p *Part) CompositionChanged() { p.costs.Update() }

// DiskChanged drops the costs that a change may have changed. The document handles its own changes.
func (p *Part) DiskChanged(b watch.Batch) bool {
	p.costs.DiskChanged(b)
	return false
}

// RepositoryChanged counts again what the presets with git sections cost.
func (p *Part) RepositoryChanged() { p.costs.RepositoryChanged() }

// Reload adopts the drafts of the command line.
func (p *Part) Reload() { p.AdoptDrafts() }

// HasUnsaved reports whether there are drafts.
func (p *Part) HasUnsaved() bool { return len(p.state.Drafts) > 0 }
