package git

import "dossier/aggregate/watch"

// DiskChanged and RepositoryChanged read the range again while its files are visible.
func (p *Part) DiskChanged(watch.Batch) bool {
	p.RepositoryChanged()
	return false
}

func (p *Part) RepositoryChanged() {
	if p.shown {
		p.find()
	}
}
