package session

import (
	"dossier/aggregate/beads/bd"
	"dossier/ui/project"
	"dossier/ui/session/access"
	"dossier/ui/session/change"
	"dossier/ui/session/feature"
)

// accessHost is the host of the access controller.
type accessHost struct{ host }

// Access returns the controller that adds files by absolute paths and decides what may be read outside the project.
func (s *Session) Access() *access.Part { return s.access }

// NewScreenshots begins a change of the screenshots.
func (h accessHost) NewScreenshots() *project.ScreenshotEdit { return h.shots.NewEdit() }

// Allowed rebuilds the document with the files that may be read now, and checks which other paths
// need permission.
func (h accessHost) Allowed() {
	h.access.Asks().Look()
	h.resolve()
	h.notify(change.Composition)
	h.rebuild()
	h.tree.RootsChanged()
}

// MayRun is called after the user has agreed to run bd.
func (h accessHost) MayRun(request bd.Request) {
	feature.Each(h.states, func(p feature.RunFollower) { p.MayRun(request) })
}

// AddFiles adds files by their absolute paths, and Allow lets the project read a path outside
// of it.
func (h host) AddFiles(paths []string) { h.access.AddFiles(paths) }
func (h host) Allow(target string)     { h.access.Allow(target) }
