package session

import (
	"context"

	"dossier/aggregate"
	aggregatesecrets "dossier/aggregate/secrets"
	"dossier/ui/features/secrets"
	"dossier/ui/session/message"
)

// Secrets are the possible secrets in the document.
func (s *Session) Secrets() *secrets.Part { return s.secrets }

// Remove takes files out of the composition.
func (h host) Remove(paths []string) { h.composing.Remove(paths) }

// AskReadable asks whether a document goes out although it may hold secrets, where there is a window to ask.
func (h host) AskReadable(q secrets.Question) bool {
	if h.Options.AskReadable == nil {
		return false
	}
	h.Options.AskReadable(q)
	return true
}

// AskedReadable returns the ids of the values that the user was asked about before sending them.
func (h host) AskedReadable() []string { return h.store.AskedReadable(h.project.Dir) }

// KeepAskedReadable stores that the user was asked about more values.
func (h host) KeepAskedReadable(ids []string) {
	dir := h.project.Dir
	h.Keep(func(ctx context.Context) error { return h.store.AskReadable(ctx, dir, ids) })
}

// ConfirmReadable calls send once the user has agreed to the readable secrets in a document, or
// again if the document was changed by redacting them.
func (h host) ConfirmReadable(doc *aggregate.Document, send, again func()) {
	h.secrets.Confirm(doc, send, again)
}

// Remarks returns remarks about a document that is sent: secrets and missing files. review is the
// list that shows the first of them that needs attention.
func (h host) Remarks(doc *aggregate.Document) (more []message.Message, review message.Review) {
	add := func(m message.Message, list message.Review) {
		if m.N == 0 {
			return
		}
		if more = append(more, m); review == "" {
			review = list
		}
	}
	add(message.Count("{{.N}} secrets redacted", doc.Secrets.In(aggregatesecrets.Redacted), nil), "")
	add(message.Count("{{.N}} files withheld", doc.Secrets.Withheld(), nil), "")
	add(message.Count("{{.N}} possible secrets readable", doc.Secrets.In(aggregatesecrets.Readable), nil), message.Secrets)
	files, _ := h.missingIn(doc)
	add(message.Count("{{.N}} missing", files, nil), message.Missing)
	return more, review
}
