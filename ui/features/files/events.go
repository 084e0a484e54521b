package files

import (
	"slices"

	"dossier/aggregate/watch"
)

// DiskChanged reports whether a file of the composition has changed.
func (p *Part) DiskChanged(b watch.Batch) bool { return slices.ContainsFunc(b.Files, p.Has) }
