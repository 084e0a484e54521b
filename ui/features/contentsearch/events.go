package contentsearch

import "dossier/aggregate/watch"

// DiskChanged searches again while the user sees what was found.
func (p *Part) DiskChanged(watch.Batch) bool {
	if p.shown {
		p.again()
	}
	return false
}
