package project

import (
	"time"

	"dossier/aggregate/beads"
	"dossier/models"
)

// BeadReport is a bead in a list, as JSON.
type BeadReport struct {
	models.Bead
	Class     models.BeadClass `json:"class"`
	In        bool             `json:"in_dossier"`
	DependsOn []string         `json:"depends_on"` // of every kind
	Ready     bool             `json:"ready"`
	Blocked   bool             `json:"blocked"`
	BlockedBy []string         `json:"blocked_by"` // open beads that block it
	Blocks    []string         `json:"blocks"`     // open beads that it blocks
}

// ReportBead describes bead i of a catalog, which may be in the document.
func ReportBead(c *beads.Catalog, i int, in bool, now time.Time) BeadReport {
	b := c.Beads[i]
	return BeadReport{
		Bead: b, Class: b.Class(), In: in, DependsOn: NonNil(b.DependsOn()),
		Ready: c.Ready(i, now), Blocked: c.Blocked(i), BlockedBy: linked(c.BlockedBy(i)), Blocks: linked(c.Blocks(i)),
	}
}

func linked(links []beads.Link) []string {
	ids := make([]string, len(links))
	for i, l := range links {
		ids[i] = l.ID
	}
	return ids
}

// BeadExclusions are the beads excluded from the document, as JSON.
type BeadExclusions struct {
	Exclude []string `json:"exclude"` // ids, in the order of the project file
}

// ReportExcluded returns the currently excluded beads.
func (b Beads) ReportExcluded() BeadExclusions { return BeadExclusions{NonNil(b.Excluded())} }
