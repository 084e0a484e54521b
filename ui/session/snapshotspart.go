package session

import (
	"dossier/ui/features/snapshots"
	"dossier/ui/project"
	"dossier/ui/session/change"
)

// Snapshots is what was written and copied of the project.
func (s *Session) Snapshots() *snapshots.Part { return s.snapshots }

// LastSent is the document that was written or copied last.
func (h host) LastSent() (project.Sent, bool) { return h.snapshots.LastSent() }

// NoteDamage keeps that a snapshot could not be read.
func (h host) NoteDamage(id project.SnapshotID, err error) { h.snapshots.NoteDamage(id, err) }

// Replaying reports whether a snapshot is shown in place of what is put together.
func (h host) Replaying() bool {
	_, is := h.snapshots.Replayed()
	return is
}

// RefuseInReplay reports whether a snapshot is shown in the place of the document, and then tells the
// user how to go on.
func (h host) RefuseInReplay() bool { return h.snapshots.RefuseInReplay() }

// Applied is the preset that what is put together rests on.
func (h host) Applied() project.PresetRef { return h.presets.Applied() }

// snapshotsHost is what the snapshots need beside what every part does.
type snapshotsHost struct{ host }

// StateDir is the folder of what is kept for this person; empty when there is none.
func (h snapshotsHost) StateDir() string { return h.Places.State }

// AskOutput asks whether dossiers may go to a folder, where there is somebody to ask.
func (h snapshotsHost) AskOutput(err *project.OutputError) bool {
	if h.Session.AskOutput == nil {
		return false
	}
	h.Session.AskOutput(err)
	return true
}

// Sent tells that something else was sent last.
func (h snapshotsHost) Sent() { h.prefix.Find() }

// Wrote tells that a dossier was written.
func (h snapshotsHost) Wrote() { h.notify(change.Activity) }

// Showing shows the snapshot that is replayed, or what is put together now.
func (h snapshotsHost) Showing() {
	h.showDocument()
	h.notify(change.Document | change.Counts | change.Snapshots)
}
