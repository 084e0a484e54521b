package session

import (
	"dossier/ui/features/snapshots"
	"dossier/ui/project"
	"dossier/ui/session/change"
)

// Snapshots returns the controller of the project's written and copied documents.
func (s *Session) Snapshots() *snapshots.Part { return s.snapshots }

// LastSent returns the most recently written or copied document.
func (h host) LastSent() (project.Sent, bool) { return h.snapshots.LastSent() }

// NoteDamage records that a snapshot could not be read.
func (h host) NoteDamage(id project.SnapshotID, err error) { h.snapshots.NoteDamage(id, err) }

// Replaying reports whether a snapshot is shown instead of the document.
func (h host) Replaying() bool {
	_, is := h.snapshots.Replayed()
	return is
}

// RefuseInReplay reports whether a snapshot is shown instead of the document. If so, it shows the
// user how to continue.
func (h host) RefuseInReplay() bool { return h.snapshots.RefuseInReplay() }

// Applied returns the preset that the composition is based on.
func (h host) Applied() project.PresetRef { return h.presets.Applied() }

// snapshotsHost is the host of the snapshots.
type snapshotsHost struct{ host }

// Sent is called after another document was sent.
func (h snapshotsHost) Sent() { h.prefix.Find() }

// Wrote is called after a document was written.
func (h snapshotsHost) Wrote() { h.notify(change.Activity) }

// Showing shows the replayed snapshot, or the document.
func (h snapshotsHost) Showing() {
	h.showDocument()
	h.notify(change.Document | change.Counts | change.Snapshots)
}
