package contentsearch

import "dossier/aggregate/watch"

// DiskChanged repeats the search while the result is visible.
func (p *Part) DiskChanged(watch.Batch) bool {
	if p.shown {
		p.again()
	}
	return false
}
