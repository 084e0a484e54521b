package session

import (
	"dossier/models"
	"dossier/ui/session/change"
	"dossier/ui/session/feature"
	"dossier/ui/session/projectfile"
)

// ProjectFile returns the controller of the project file.
func (s *Session) ProjectFile() *projectfile.Part { return s.projectFile }

// Reload handles changes of the project's own files on the disk.
func (h host) Reload() { h.reloadFiles() }

// Adopted updates the features after files of another program were adopted.
func (h host) Adopted() {
	feature.Each(h.states, feature.Reloader.Reload)
	h.notify(change.Project | change.Composition | change.Presets)
}

// Unsaved returns the composition that the next save writes to the project file.
func (h host) Unsaved() (models.Composition, bool) { return h.presets.ForFile() }
