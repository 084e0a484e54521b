package beads

import (
	"path"
	"slices"

	"dossier/aggregate/watch"
)

// DiskChanged reports whether the tracker has changed, which the document reads again.
func (p *Part) DiskChanged(b watch.Batch) bool {
	return slices.ContainsFunc(b.Files, func(name string) bool { return path.Dir(name) == ".beads" })
}
