package session

import (
	"time"

	"dossier/aggregate"
	"dossier/models"
	"dossier/ui/features/filetree"
	"dossier/ui/project"
	"dossier/ui/session/change"
	"dossier/ui/session/document"
	"dossier/ui/session/message"
	"dossier/ui/session/progress"
	"dossier/ui/session/undo"
)

// progressHost is the host of the progress.
type progressHost struct{ host }

// Progress returns the controller that reports the progress of slow work.
func (s *Session) Progress() *progress.Part { return s.progress }

// Delay returns how long work may take before its progress is shown.
func (h progressHost) Delay() time.Duration { return h.speakAfter }

// Scanning returns the running scan of the folder, which StopScan cancels and Rescan restarts.
// NamesKnown reports whether a scan has returned names.
func (h progressHost) Scanning() (filetree.Scan, bool) { return h.tree.Scanning() }

func (h progressHost) NamesKnown() bool { return h.project == nil || h.tree.Names() != nil }
func (h progressHost) StopScan()        { h.tree.Stop() }
func (h progressHost) Rescan()          { h.tree.Rescan() }

// Reading returns the progress of a build that the user waits for. Building reports whether any build runs.
func (h progressHost) Reading() (began time.Time, read aggregate.Progress, ok bool) {
	return h.document.Progress()
}
func (h progressHost) Building() bool { return h.document.Building() }

// CancelBuild cancels a build.
func (h progressHost) CancelBuild() (document.Cancelled, models.Composition) {
	return h.document.Cancel()
}

// GoBack restores the composition of the document: by undo or redo if they lead to it, otherwise by
// a new undo step. The user does not wait for the build that follows.
func (h progressHost) GoBack(shown models.Composition) {
	of := func(state undo.State) bool { _, is := state.(together); return is }
	leads := func(state undo.State) bool {
		was, is := state.(together)
		return is && project.SameComposition(was.comp, shown)
	}
	switch steps := h.undo.StepsBack(of, leads); {
	case h.undo.LeadsForward(leads):
		h.Redo()
	case steps > 0:
		for range steps {
			h.Undo()
		}
	default:
		h.push(message.New("stop", nil), "")
		h.compose(shown)
	}
	h.document.BringsBack()
}

// Outdated returns since when the document has differed from the composition. A replayed snapshot
// is never outdated.
func (h progressHost) Outdated() (since time.Time, ok bool) {
	since, ok = h.document.Outdated()
	return since, ok && h.project != nil && !h.Replaying()
}

// HasFigures reports whether there is a document that is not empty.
func (h progressHost) HasFigures() bool { return h.document.Known() && h.document.Doc().Bytes > 0 }

// ScanStopped and BuildStopped report that there will be no tree, or no document.
func (h progressHost) ScanStopped()  { h.notify(change.Activity | change.Composition) }
func (h progressHost) BuildStopped() { h.notify(change.Activity | change.Document) }
