package beads

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

// BuildBegins polls the tracker from the first document that has the beads on.
func (p *Part) BuildBegins() { p.Watch() }

// MayRun asks bd for the beads, which the user has agreed to.
func (p *Part) MayRun(request bd.Request) { p.Ask(request) }
