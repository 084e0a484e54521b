package session

import (
	"dossier/aggregate"
	"dossier/ui/session/change"
	"dossier/ui/session/feature"
)

// documentHost is the host of the document.
type documentHost struct{ host }

// BuildBegins reports that a build begins.
func (h documentHost) BuildBegins(again bool) {
	h.progress.begins(Reading, again)
	feature.Each(h.states, feature.Starter.BuildBegins)
	h.notify(change.Activity)
}

// Do queues a function on the session's goroutine.
func (h documentHost) Do(f func()) { h.Session.Do(f) }

// DuringBuild returns the features' part of a build of the open project, which runs in the background.
func (h documentHost) DuringBuild() func(aggregate.Input) func() {
	states := h.states // another project may be open when the build ends
	return func(in aggregate.Input) func() {
		var then []func()
		feature.Each(states, func(c feature.Companion) { then = append(then, c.DuringBuild(in)) })
		return func() {
			for _, f := range then {
				f()
			}
		}
	}
}

// Built shows a new document and updates everything that depends on it.
func (h documentHost) Built() {
	h.showDocument()
	h.notify(change.Document | change.Activity)
	feature.Each(h.states, feature.Built.DocumentBuilt)
}

// Counted shows the same document with more exact counts.
func (h documentHost) Counted() {
	h.showDocument()
	h.notify(change.Counts)
	feature.Each(h.states, feature.Counted.DocumentCounted)
}

// showDocument shows the current document.
func (h host) showDocument() {
	h.context.Recount()
	h.preview.SetDocument(h.Session.Document())
}

// rebuild builds the document again.
func (s *Session) rebuild() { s.document.Rebuild() }
