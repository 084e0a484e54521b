package session

import (
	"dossier/aggregate"
	"dossier/ui/session/feature"
	"dossier/ui/session/message"
)

// Ask asks the user a question, if a window handles questions. It reports whether the question was shown.
func (h host) Ask(question any) bool { return h.Options.Ask != nil && h.Options.Ask(question) }

// ConfirmReadable calls send once the user has agreed to the content that leaves the program, or
// again if the document was changed for that.
func (h host) ConfirmReadable(doc *aggregate.Document, send, again func()) {
	confirm := send
	feature.Each(h.states, func(g feature.Guard) {
		next := confirm
		confirm = func() { g.Confirm(doc, next, again) }
	})
	confirm()
}

// Remarks returns the remarks of the features about a document that is sent.
func (h host) Remarks(doc *aggregate.Document) (more []message.Message, review message.Review) {
	feature.Each(h.states, func(r feature.Remarker) {
		for _, remark := range r.Remarks(doc) {
			if remark.N == 0 {
				continue
			}
			if more = append(more, remark.Message); review == "" {
				review = remark.Review
			}
		}
	})
	return more, review
}
