package snapshots

import "dossier/aggregate/watch"

// Opened lists the snapshots.
func (p *Part) Opened() { p.Refresh() }

// DiskChanged compares with the last snapshot again.
func (p *Part) DiskChanged(watch.Batch) bool {
	p.FilesChanged()
	return false
}
