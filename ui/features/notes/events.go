package notes

import (
	"slices"

	"dossier/aggregate"
	"dossier/aggregate/watch"
)

// Contribute adds the notes to a build.
func (p *Part) Contribute(in *aggregate.Input) { in.Notes = p.Value().List }

// DiskChanged reports whether lines that a note follows may have changed.
func (p *Part) DiskChanged(b watch.Batch) bool { return slices.ContainsFunc(b.Files, p.Follows) }

// DocumentBuilt finds the current positions of the lines that notes follow.
func (p *Part) DocumentBuilt() { p.Find() }
