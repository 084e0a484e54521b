package session

import (
	"dossier/models"
	"dossier/ui/session/change"
	"dossier/ui/session/feature"
	"dossier/ui/session/projectfile"
)

// ProjectFile is the file of the project.
func (s *Session) ProjectFile() *projectfile.Part { return s.projectFile }

// Reload follows changes of the project's files on the disk.
func (h host) Reload() { h.reloadFiles() }

// Adopted follows the adopted files of another program.
func (h host) Adopted() {
	feature.Each(h.states, feature.Reloader.Reload)
	h.notify(change.Project | change.Composition | change.Presets)
}

// Unsaved returns the composition that the next save writes to the project file.
func (h host) Unsaved() (models.Composition, bool) { return h.presets.ForFile() }
