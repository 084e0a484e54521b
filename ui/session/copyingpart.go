package session

import (
	"context"

	"dossier/aggregate"
	"dossier/ui/project"
	"dossier/ui/session/change"
	"dossier/ui/session/clipboard"
	"dossier/ui/session/message"
)

// copyingHost is what copying needs beside what every part does.
type copyingHost struct{ host }

// Copy hands the dossier and other texts to the clipboard.
func (s *Session) Copy() *clipboard.Part { return s.copying }

// CopyText copies any text and says what it was.
func (h host) CopyText(content, what string) { h.copying.Text(content, what) }

// CopyThen copies a text; then is told when the clipboard has taken it, and may be nil.
func (h host) CopyThen(content string, done message.Message, then func()) {
	h.copying.Then(content, done, then)
}

// Fresh calls then with the document of the composition over the files as they are on
// the disk now, and with how many files had changed since the one that is shown.
func (h host) Fresh(then func(doc *aggregate.Document, changed int)) {
	if h.project == nil {
		h.fail(project.ErrNone)
		return
	}
	h.document.Fresh(func(doc *aggregate.Document, changed int) {
		if doc.Bytes == 0 {
			h.tell(message.New("There is nothing in the dossier yet: tick a file first", nil))
			return
		}
		then(doc, changed)
	})
}

// Clipboard is where texts go.
func (h copyingHost) Clipboard() clipboard.Clipboard { return h.Session.Clipboard }

// ShownDocument is the document that is shown.
func (h copyingHost) ShownDocument() *aggregate.Document { return h.Session.Document() }

// KeepCopy keeps a document that was copied among the snapshots.
func (h copyingHost) KeepCopy(doc *aggregate.Document, in aggregate.Input) {
	h.snapshots.KeepCopy(doc, in)
}

// FirstCopied keeps that a dossier was copied.
func (h copyingHost) FirstCopied() {
	h.hints.Copied = true
	hints := h.hints
	h.Keep(func(ctx context.Context) error {
		// What cannot be kept is said of what the user would miss; a hint comes again.
		_ = h.store.SetHints(ctx, hints)
		return nil
	})
	h.notify(change.Activity)
}
