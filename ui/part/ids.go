package part

// The ids of the features that others navigate to, as stored. They never change.
const (
	Files       = "context"
	Notes       = "notes"
	Links       = "links"
	Screenshots = "screenshots"
	Git         = "git"
	Beads       = "beads"
	Discussion  = "discussion"
	Presets     = "presets"
	Snapshots   = "snapshots"
	Answers     = "requests"
	Preview     = "preview"
)
