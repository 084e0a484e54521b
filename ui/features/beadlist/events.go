package beadlist

import (
	"path"
	"slices"

	"dossier/aggregate/beads/bd"
	"dossier/aggregate/watch"
)

// DiskChanged reports whether the tracker has changed, which the document reads again.
func (p *Part) DiskChanged(b watch.Batch) bool {
	return slices.ContainsFunc(b.Files, func(name string) bool { return path.Dir(name) == ".beads" })
}

// BuildBegins starts polling the tracker with the first document that includes beads.
func (p *Part) BuildBegins() { p.Watch() }

// MayRun runs bd to list the beads, as the user has agreed.
func (p *Part) MayRun(request bd.Request) { p.Run(request) }
