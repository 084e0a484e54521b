package session

import (
	"dossier/aggregate"
	"dossier/ui/project/repair"
	"dossier/ui/session/message"
)

// TellComposed shows done, the message about another composition, which undo reverts, after the
// document is built: done is called with the number of files. If files are missing, it reports that
// instead. name is the name of the composition, and may be empty.
func (h host) TellComposed(done func(files int) message.Message, name string) {
	turn, said := h.undo.Turn(), h.said
	then := func(doc *aggregate.Document) {
		if h.undo.Turn() != turn || h.said != said {
			return // a newer action or message came in the meantime
		}
		files, parts := repair.Count(repair.In(doc, h.comp, h.shots.List()))
		fields := map[string]any{"Name": name, "All": len(h.comp.Files) + len(h.comp.Screenshots)}
		whole := done(doc.Files())
		m := whole
		switch {
		case files > 0 && name == "":
			m = message.Count("{{.N}} of {{.All}} files are missing", files, fields)
		case files > 0:
			m = message.Count("{{.Name}}: {{.N}} of {{.All}} files are missing", files, fields)
		case parts > 0:
			m = message.Count("{{.N}} slices or symbols are not in their files any more", parts, fields)
		}
		if m.Text != whole.Text {
			m.Review = message.Missing
		}
		m.Undo = m.Review == ""
		h.tell(m)
	}
	h.document.Next(then)
}
