package session

import (
	"context"

	"dossier/aggregate"
	"dossier/ui/project"
	"dossier/ui/session/change"
	"dossier/ui/session/clipboard"
	"dossier/ui/session/message"
)

// copyingHost is the host of copying.
type copyingHost struct{ host }

// Copy returns the controller that copies the dossier and other texts to the clipboard.
func (s *Session) Copy() *clipboard.Part { return s.copying }

// CopyText copies any text and reports its description.
func (h host) CopyText(content, what string) { h.copying.Text(content, what) }

// CopyThen copies a text and calls then, which may be nil, once the clipboard holds it.
func (h host) CopyThen(content string, done message.Message, then func()) {
	h.copying.CopyThen(content, done, then)
}

// FreshDocument calls then with the composition's document, built from the files as they are on disk now,
// and with the number of files that had changed since the shown document.
func (h host) FreshDocument(then func(doc *aggregate.Document, changed int)) {
	if h.project == nil {
		h.fail(project.ErrNone)
		return
	}
	h.document.FreshDocument(func(doc *aggregate.Document, changed int) {
		if doc.Bytes == 0 {
			h.notifyUser(message.New("There is nothing in the dossier yet: tick a file first", nil))
			return
		}
		then(doc, changed)
	})
}

// Clipboard returns the clipboard that texts are copied to.
func (h copyingHost) Clipboard() clipboard.Clipboard { return h.Session.Clipboard }

// ShownDocument returns the document that is shown.
func (h copyingHost) ShownDocument() *aggregate.Document { return h.Session.Document() }

// SaveCopy stores a copied document as a snapshot.
func (h copyingHost) SaveCopy(doc *aggregate.Document, in aggregate.Input) {
	h.snapshots.SaveCopy(doc, in)
}

// FirstCopied stores that a document was copied.
func (h copyingHost) FirstCopied() {
	h.hints.Copied = true
	hints := h.hints
	h.WriteState(func(ctx context.Context) error {
		// A failure is only reported for data that the user would miss; a hint is simply shown
		// again.
		_ = h.store.SetHints(ctx, hints)
		return nil
	})
	h.notify(change.Activity)
}
