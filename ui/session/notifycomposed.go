package session

import (
	"dossier/aggregate"
	"dossier/ui/session/feature"
	"dossier/ui/session/message"
)

// NotifyComposed shows a message about another composition, which undo reverts, after its document is
// built. done makes the message from the number of files. If the document lacks something, that is
// reported instead. name is the name of the composition, and may be empty.
func (h host) NotifyComposed(done func(files int) message.Message, name string) {
	turn, said := h.undo.UndoVersion(), h.messageCount
	then := func(doc *aggregate.Document) {
		if h.undo.UndoVersion() != turn || h.messageCount != said {
			return // a newer action or message came in the meantime
		}
		m := done(doc.Files())
		m.Undo = m.Review == ""
		feature.Each(h.states, func(i feature.Inspector) {
			if lacking, ok := i.ReportMissing(doc, name); ok {
				m = lacking
			}
		})
		h.notifyUser(m)
	}
	h.document.Next(then)
}
