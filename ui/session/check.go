package session

import (
	"cmp"
	"context"
	"maps"
	"path"
	"slices"

	"dossier/aggregate"
	"dossier/presets"
	"dossier/ui/project"
	"dossier/ui/session/change"
	"dossier/ui/session/jobs"
	"dossier/ui/session/message"
)

// checkState is what is known of what is missing. It follows the document, and so the
// composition and the disk.
type checkState struct {
	placing *jobs.Latest
	list    []project.Missing
	marks   map[string]presets.Mark // of this session and those before; nil until they are asked for
	fresh   bool                    // whether marks have changed since they were kept
}

func (w *workspace) newCheck() { w.check.placing = w.work.Latest() }

// Missing lists what is put together and is not there: files, folders, patterns and
// screenshots without a match, lost slices and symbols. The document says so in their
// places; nothing is changed by itself.
func (s *Session) Missing() []project.Missing { return s.check.list }

// Placing reports whether places are still looked for.
func (s *Session) Placing() bool { return s.check.placing.Busy() }

// findMissing looks at the document for what is missing, and beside the window for where
// that may stand now. Places that were found before stay in view meanwhile.
func (s *Session) findMissing() {
	if s.project == nil || s.files.Names() == nil {
		return
	}
	s.remember()
	before := map[string]project.Missing{}
	for _, one := range s.check.list {
		before[one.Key()] = one
	}
	todo := project.MissingIn(s.doc, s.comp, s.shots.List())
	list := slices.Clone(todo)
	same := len(list) == len(s.check.list)
	for i, one := range list {
		was, ok := before[one.Key()]
		if same = same && ok && s.check.list[i].Key() == one.Key(); ok {
			list[i].Places, list[i].Known = was.Places, was.Known
		}
	}
	s.check.list = list
	if !same {
		s.notify(change.Missing)
	}
	if len(list) == 0 {
		s.check.placing.Stop()
		return
	}
	p, comp, in, m := s.project, s.comp.Clone(), s.input(), s.memory()
	s.check.placing.Start(func(ctx context.Context) func() {
		placed, err := p.FindPlaces(ctx, todo, comp, in, m)
		if err != nil {
			return nil
		}
		return func() {
			s.check.list = placed
			s.notify(change.Missing)
		}
	})
}

// memory is what is known of files as they were.
func (s *Session) memory() project.Memory {
	m := project.Memory{Marks: maps.Clone(s.check.marks)}
	if sent, ok := s.snapshots.LastSent(); ok {
		m.Sent = sent.Document
	}
	return m
}

// remember takes in how the files of the document are, so that they are known again
// elsewhere.
func (s *Session) remember() {
	if s.check.marks == nil {
		s.check.marks = maps.Clone(s.store.Marks(s.project.Dir))
		if s.check.marks == nil {
			s.check.marks = map[string]presets.Mark{}
		}
	}
	for _, item := range s.doc.Items {
		if item.Hash == "" || item.Err != nil {
			continue
		}
		was := s.check.marks[item.Path]
		if same := was.Hash == item.Hash && was.Size == item.Size; !same {
			s.check.marks[item.Path] = presets.Mark{Hash: item.Hash, Size: item.Size}
		} else if was.Sketch != "" {
			continue
		}
		s.check.fresh = true
	}
	if s.check.fresh {
		s.saveSoon()
	}
}

// keepMarks returns what keeps the marks, or nothing when they are kept.
func (s *Session) keepMarks() func(context.Context) error {
	if !s.check.fresh {
		return func(context.Context) error { return nil }
	}
	s.check.fresh = false
	p, marks := s.project, s.memory().Marks
	return func(ctx context.Context) error {
		if made := sketch(ctx, p.Builder, marks); len(made) > 0 {
			s.Do(func() { s.sketched(p, made) })
		}
		return s.store.SetMarks(ctx, p.Dir, marks)
	}
}

// noSketch stands in a mark for a file whose text tells nothing.
const noSketch = "-"

// sketch makes the sketches that marks lack, and returns the marks that have one now.
func sketch(ctx context.Context, builder *aggregate.Builder, marks map[string]presets.Mark) map[string]presets.Mark {
	made := map[string]presets.Mark{}
	for path, mark := range marks {
		if mark.Sketch != "" {
			continue
		}
		if found, ok := builder.Sketch(ctx, path, mark.Hash, mark.Size); ok {
			mark.Sketch = cmp.Or(string(found), noSketch)
			made[path] = mark
		}
	}
	maps.Copy(marks, made)
	return made
}

// sketched takes in sketches that were made beside the window.
func (s *Session) sketched(p *project.Project, made map[string]presets.Mark) {
	if s.project != p {
		return
	}
	for path, mark := range made {
		if s.check.marks[path].Hash == mark.Hash {
			s.check.marks[path] = mark
		}
	}
}

// countMissing counts what is not there: files, folders, patterns and screenshots, and
// slices and symbols of files.
func countMissing(list []project.Missing) (files, parts int) {
	for _, one := range list {
		if one.Kind == project.LostSlice || one.Kind == project.LostSymbol {
			parts++
		} else {
			files++
		}
	}
	return files, parts
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
		files, parts := countMissing(project.MissingIn(doc, s.comp, s.shots.List()))
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
	if s.stale {
		s.waiting = append(s.waiting, then)
	} else {
		then(s.doc)
	}
}

// Accept writes a place in the stead of something missing: one step, which undo takes
// back.
func (s *Session) Accept(one project.Missing, to project.NewPlace) {
	s.mend(message.Named("use {{.Name}}", path.Base(to.Path)), func(m *project.Mending) { m.Accept(one, to) })
}

// AcceptLikely does so for all that has a likely place, in one step, and returns how
// many those are.
func (s *Session) AcceptLikely() int {
	accepted := 0
	s.mend(message.New("use the new places", nil), func(m *project.Mending) { accepted = m.AcceptAll(s.check.list, project.Missing.Likely) })
	if accepted > 0 {
		m := message.Count("{{.N}} entries now name their new places", accepted, nil)
		m.Undo = true
		s.tell(m)
	}
	return accepted
}

// LeaveOut takes missing things out: one step, which undo takes back.
func (s *Session) LeaveOut(list ...project.Missing) {
	s.mend(message.Count("leave out {{.N}} missing entries", len(list), nil), func(m *project.Mending) {
		for _, one := range list {
			m.LeaveOut(one)
		}
	})
}

func (s *Session) mend(label message.Message, fn func(*project.Mending)) {
	if s.project == nil {
		return
	}
	base := s.project.Kept().ScreenshotBase()
	s.change(label, "", func(e *project.Edit) { e.Mend(base, fn) })
}
