package edits

import "dossier/aggregate/watch"

// Opened offers what a previous window has left half written.
func (p *Part) Opened() { p.recoverWrites() }

// DiskChanged places the edits again in the changed files.
func (p *Part) DiskChanged(watch.Batch) bool {
	p.Follow()
	return false
}
