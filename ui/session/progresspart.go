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

// Progress is the progress of slow work.
func (s *Session) Progress() *progress.Part { return s.progress }

// Delay is how long work may take before it is spoken of.
func (h progressHost) Delay() time.Duration { return h.speakAfter }

// Scanning is the scan of the folder that runs, which StopScan ends and Rescan begins again;
// NamesKnown reports whether there are names of one.
func (h progressHost) Scanning() (filetree.Scan, bool) { return h.tree.Scanning() }

func (h progressHost) NamesKnown() bool { return h.project == nil || h.tree.Names() != nil }
func (h progressHost) StopScan()        { h.tree.Stop() }
func (h progressHost) Rescan()          { h.tree.Rescan() }

// Reading is how far a build is that the user waits for, and Building reports whether any runs.
func (h progressHost) Reading() (began time.Time, read aggregate.Progress, ok bool) {
	return h.document.Progress()
}
func (h progressHost) Building() bool { return h.document.Building() }

// CancelBuild ends a build.
func (h progressHost) CancelBuild() (document.Cancelled, models.Composition) {
	return h.document.Cancel()
}

// GoBack restores the composition of the document: by undo or redo if they lead to it, otherwise by
// a new undo step. The build that follows has no waiters.
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

// Outdated is the time since when the document differs from the composition. A replayed snapshot is
// never outdated.
func (h progressHost) Outdated() (since time.Time, ok bool) {
	since, ok = h.document.Outdated()
	return since, ok && h.project != nil && !h.Replaying()
}

// HasFigures reports whether there is a document that holds something.
func (h progressHost) HasFigures() bool { return h.document.Known() && h.document.Doc().Bytes > 0 }

// ScanStopped and BuildStopped report that there will be no tree, or no document.
func (h progressHost) ScanStopped()  { h.notify(change.Activity | change.Composition) }
func (h progressHost) BuildStopped() { h.notify(change.Activity | change.Document) }
