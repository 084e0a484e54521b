package snapshots

import "dossier/aggregate/watch"

// Opened lists the snapshots.
func (p *Part) Opened() { p.Refresh() }

// DiskChanged compares the files with the snapshots again.
func (p *Part) DiskChanged(watch.Batch) bool {
	p.FilesChanged()
	return false
}
