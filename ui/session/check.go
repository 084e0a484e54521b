package session

import (
	"cmp"
	"context"
	"maps"
	"path"
	"slices"

	"dossier/aggregate"
	"dossier/models"
	"dossier/presets"
)

// checkState is what is known of what is missing. It follows the document, and so the
// composition and the disk.
type checkState struct {
	placing *latest
	list    []Missing
	marks   map[string]presets.Mark // of this session and those before; nil until they are asked for
	fresh   bool                    // whether marks have changed since they were kept
}

func (w *workspace) newCheck() { w.check.placing = &latest{jobs: w.work} }

// Missing lists what is put together and is not there: files, folders, patterns and
// screenshots without a match, lost slices and symbols. The document says so in their
// places; nothing is changed by itself.
func (s *Session) Missing() []Missing { return s.check.list }

// Placing reports whether places are still looked for.
func (s *Session) Placing() bool { return s.check.placing.busy }

// findMissing looks at the document for what is missing, and beside the window for where
// that may stand now. Places that were found before stay in view meanwhile.
func (s *Session) findMissing() {
	if s.project == nil || s.tree == nil {
		return
	}
	s.remember()
	before := map[string]Missing{}
	for _, one := range s.check.list {
		before[one.Key()] = one
	}
	todo := missingIn(s.doc, s.comp, s.shots.rows.List)
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
		s.notify(MissingChanged)
	}
	if len(list) == 0 {
		s.check.placing.stop()
		return
	}
	project, comp, in, m := s.project, s.comp.Clone(), s.input(), s.memory()
	s.check.placing.start(func(ctx context.Context) func() {
		placed, err := project.place(ctx, todo, comp, in, m)
		if err != nil {
			return nil
		}
		return func() {
			s.check.list = placed
			s.notify(MissingChanged)
		}
	})
}

// memory is what is known of files as they were.
func (s *Session) memory() memory {
	m := memory{marks: maps.Clone(s.check.marks)}
	if sent, ok := s.LastSent(); ok {
		m.sent = sent.Document
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
	project, marks := s.project, s.memory().marks
	return func(ctx context.Context) error {
		if made := sketch(ctx, project.Builder, marks); len(made) > 0 {
			s.Do(func() { s.sketched(project, made) })
		}
		return s.store.SetMarks(ctx, project.Dir, marks)
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
func (s *Session) sketched(project *Project, made map[string]presets.Mark) {
	if s.project != project {
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
func countMissing(list []Missing) (files, parts int) {
	for _, one := range list {
		if one.Kind == LostSlice || one.Kind == LostSymbol {
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
func (s *Session) tellPutTogether(whole Message, name string) {
	whole.Undo = true
	turn, said := s.undo.turn, s.said
	then := func(doc *aggregate.Document) {
		if s.undo.turn != turn || s.said != said {
			return // something else was done or said meanwhile, which is newer
		}
		files, parts := countMissing(missingIn(doc, s.comp, s.shots.rows.List))
		fields := map[string]any{"Name": name, "All": len(s.comp.Files) + len(s.comp.Screenshots)}
		m := whole
		switch {
		case files > 0 && name == "":
			m = toldCount("{{.N}} of {{.All}} files are missing", files, fields)
		case files > 0:
			m = toldCount("{{.Name}}: {{.N}} of {{.All}} files are missing", files, fields)
		case parts > 0:
			m = toldCount("{{.N}} slices or symbols are not in their files any more", parts, fields)
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
func (s *Session) Accept(one Missing, to NewPlace) {
	s.mend("use "+path.Base(to.Path), func(m *mending) { m.accept(one, to) })
}

// AcceptLikely does so for all that has a likely place, in one step, and returns how
// many those are.
func (s *Session) AcceptLikely() int {
	accepted := 0
	s.mend("use the new places", func(m *mending) { accepted = m.acceptAll(s.check.list, Missing.Likely) })
	if accepted > 0 {
		m := toldCount("{{.N}} entries now name their new places", accepted, nil)
		s.tellUndo(m)
	}
	return accepted
}

// LeaveOut takes missing things out: one step, which undo takes back.
func (s *Session) LeaveOut(list ...Missing) {
	s.mend(counted("leave out %d missing entries", "leave out a missing entry", len(list)), func(m *mending) {
		for _, one := range list {
			m.leaveOut(one)
		}
	})
}

func (s *Session) mend(label string, fn func(*mending)) {
	if s.project == nil {
		return
	}
	base := s.project.screenshotBase()
	s.change(label, "", func(e *edit) { e.mend(base, fn) })
}

// acceptAll accepts the first place of all that may, and returns how many those are.
func (m *mending) acceptAll(list []Missing, may func(Missing) bool) int {
	n := 0
	for _, one := range list {
		if may(one) {
			m.accept(one, one.Places[0])
			n++
		}
	}
	return n
}

// Check builds a composition and lists what it names that is not there, with the places
// where that may stand now.
func (p *Project) Check(ctx context.Context, c models.Composition) ([]Missing, error) {
	in := p.Input()
	in.Composition = c
	doc, err := p.Builder.Build(ctx, in, nil)
	if err != nil {
		return nil, err
	}
	if _, err := p.Tree(ctx); err != nil {
		return nil, err
	}
	m := memory{marks: p.store.Marks(p.Dir)}
	if rows, err := listSnapshots(p.Snapshots(false), p.Snapshots(true)); err == nil && newest(rows, nil) >= 0 {
		if sent, err := p.LoadSnapshot(rows[newest(rows, nil)].ID); err == nil {
			m.sent = sent.Document
		}
	}
	return p.place(ctx, missingIn(doc, c, p.shots(ctx, in, c)), c, in, m)
}

// Missing builds a composition and lists what it names that is not there, without looking
// for where that may stand now.
func (p *Project) Missing(ctx context.Context, c models.Composition) ([]Missing, error) {
	in := p.Input()
	in.Composition = c
	doc, err := p.Builder.Build(ctx, in, nil)
	if err != nil {
		return nil, err
	}
	return missingIn(doc, c, p.shots(ctx, in, c)), nil
}

// shots are the screenshots of a composition.
func (p *Project) shots(ctx context.Context, in aggregate.Input, c models.Composition) []aggregate.Shot {
	return p.resolver(ctx, p.base(in.ScreenshotBase)).Shots(c.Screenshots).List
}

// AcceptCertain writes, for all that has a certain place, that place into the project
// file, or into a preset when one is named. It returns what is missing still.
func (p *Project) AcceptCertain(ctx context.Context, ref PresetRef) (accepted, left []Missing, err error) {
	c := p.Input().Composition
	preset := models.Preset{}
	if ref.Name != "" {
		if preset, err = p.presetFiles().mustFind(ref); err != nil {
			return nil, nil, err
		}
		c = preset.Apply(c)
	}
	list, err := p.Check(ctx, c)
	if err != nil {
		return nil, nil, err
	}
	for _, one := range list {
		if one.Certain() {
			accepted = append(accepted, one)
		} else {
			left = append(left, one)
		}
	}
	if len(accepted) == 0 {
		return nil, left, nil
	}
	e := newEdit(c, p.filesBase(), p.rowsOf(ctx, c.Files))
	e.mend(p.screenshotBase(), func(m *mending) { m.acceptAll(accepted, Missing.Certain) })
	if ref.Name != "" {
		deed, err := p.presetFiles().save(ref.Scope, savedOver(preset, e.c, ref.Name))
		return accepted, left, p.perform(ctx, deed, err)
	}
	next, err := p.file.Save(ctx, func(file *models.Project) { file.Items, file.Screenshots = e.c.Files, e.c.Screenshots })
	if err == nil {
		p.setFile(next)
	}
	return accepted, left, err
}

// rowsOf are the files that entries name.
func (p *Project) rowsOf(ctx context.Context, entries []models.FileItem) aggregate.Rows {
	return p.resolver(ctx, p.filesBase()).Rows(entries)
}
