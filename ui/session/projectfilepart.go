package session

import (
	"dossier/models"
	"dossier/ui/session/change"
	"dossier/ui/session/projectfile"
)

// ProjectFile is the file of the project.
func (s *Session) ProjectFile() *projectfile.Part { return s.projectFile }

// Reload follows changes of the project's files on the disk.
func (h host) Reload() { h.reloadFiles() }

// Adopted follows the adopted files of another program.
func (h host) Adopted() {
	h.discussion.Reload()
	h.notify(change.Project | change.Composition | change.Presets)
}

// Unsaved returns the composition that the next save writes to the project file.
func (h host) Unsaved() (models.Composition, bool) { return h.presets.ForFile() }

// AskConflict asks what to do about changes here and on the disk; it returns false if there is no
// window to ask.
func (h host) AskConflict(c projectfile.Conflict) bool {
	if h.Conflict != nil {
		h.Conflict(c)
	}
	return h.Conflict != nil
}
