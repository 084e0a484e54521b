package session

import (
	"iter"

	"dossier/aggregate"
	"dossier/ui/project"
	"dossier/ui/session/message"
	"dossier/ui/session/missing"
)

// Missing is what is put together and is not there.
func (s *Session) Missing() *missing.Part { return s.missing }

// missingHost is what the missing things need beside what every part does.
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
func (s *Session) missingIn(doc *aggregate.Document) (files, parts int) {
	return missing.Count(project.MissingIn(doc, s.comp, s.shots.List()))
}

// tellPutTogether says that something else was put together, which undo takes back, once
// the document shows whether all of it is there: where it is not, it says that in the place
// of the message. name is that of what was put together, and may be empty.
func (s *Session) tellPutTogether(whole message.Message, name string) {
	whole.Undo = true
	turn, said := s.undo.Turn(), s.said
	then := func(doc *aggregate.Document) {
		if s.undo.Turn() != turn || s.said != said {
			return // something else was done or said meanwhile, which is newer
		}
		files, parts := s.missingIn(doc)
		fields := map[string]any{"Name": name, "All": len(s.comp.Files) + len(s.comp.Screenshots)}
		m := whole
		switch {
		case files > 0 && name == "":
			m = message.Count("{{.N}} of {{.All}} files are missing", files, fields)
		case files > 0:
			m = message.Count("{{.Name}}: {{.N}} of {{.All}} files are missing", files, fields)
		case parts > 0:
			m = message.Count("{{.N}} slices or symbols are not in their files any more", parts, fields)
		}
		m.Review = m.Text != whole.Text
		m.Undo = !m.Review
		s.tell(m)
	}
	s.document.Next(then)
}
