package session

import (
	"iter"

	"dossier/aggregate"
	missing "dossier/ui/features/repair"
	gone "dossier/ui/project/repair"
	"dossier/ui/session/message"
)

// Missing are the missing files of the composition.
func (s *Session) Missing() *missing.Part { return s.missing }

// missingHost is the host of the repair of missing files.
type missingHost struct{ host }

// Paths are those of the tree that could be listed, each with whether it is a folder.
func (h missingHost) Paths() iter.Seq2[string, bool] {
	entries := h.tree.Entries()
	return func(yield func(string, bool) bool) {
		for _, e := range entries {
			if !e.Missing && !e.Barred && !e.Ignored && !yield(e.Path, e.Dir) {
				return
			}
		}
	}
}

// missingIn is how many files of the composition a document lacks, and how many parts of
// files.
func (h host) missingIn(doc *aggregate.Document) (files, parts int) {
	return missing.Count(gone.In(doc, h.comp, h.shots.List()))
}

// TellComposed shows done, the message about another composition, which undo reverts, after the
// document is built: done is called with the number of files. If files are missing, it reports that
// instead. name is the name of the composition, and may be empty.
func (h host) TellComposed(done func(files int) message.Message, name string) {
	turn, said := h.undo.Turn(), h.said
	then := func(doc *aggregate.Document) {
		if h.undo.Turn() != turn || h.said != said {
			return // a newer action or message came in the meantime
		}
		files, parts := h.missingIn(doc)
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
