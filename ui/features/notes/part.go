// Package notes manages the project's notes in a session: showing and changing them, which of them
// are in the document, their costs, and the current positions of the lines that they follow. Files
// are read in the background, in jobs of the project.
package notes

import (
	"context"
	"slices"
	"strings"
	"time"

	"dossier/aggregate"
	"dossier/aggregate/anchor"
	"dossier/aggregate/snippets"
	"dossier/aggregate/text"
	"dossier/models"
	"dossier/ui/project"
	"dossier/ui/project/notestore"
	"dossier/ui/session/feature"
	"dossier/ui/session/jobs"
	"dossier/ui/session/message"
	"dossier/ui/session/storage"
)

// Host is the subset of the session that the notes depend on.
type Host interface {
	storage.Host
	feature.Tokens
	feature.Editor
}

// Part is the controller of one project's notes, which are stored automatically. It belongs to the
// session's goroutine.
type Part struct {
	*storage.Store[models.Notes]

	host     Host
	reading  *jobs.Serial // reads files that become notes
	finding  *jobs.Latest // finds the lines that notes follow
	followed map[string]aggregate.FollowedNote
	printed  map[string]printed // by id: the most recently listed notes
	guessing string             // id of the note whose type is detected while its text is typed; empty for none
}

// New returns the controller for a newly opened project, or for none.
func New(host Host, work *jobs.Group) *Part {
	return &Part{Store: storage.New(host, work, kind()), host: host, reading: work.Serial(), finding: work.Latest()}
}

// Row is a listed note.
type Row struct {
	models.Note
	Now      models.Note   // as shown in the dossier: with the current state of the lines that it follows
	In       bool          // whether it is in the dossier
	Language string        // of the fence around it; empty for none
	Printed  string        // as shown in the dossier, if it is included
	Health   anchor.Health // of the lines that it follows; empty if it follows none, or if it is not known yet
	Problem  string        // a message to the user, after its name; may be empty
	Stale    bool          // whether the dossier shows other text than the note has
}

// Rows returns all notes, in order.
func (p *Part) Rows() []Row {
	exclude := p.host.Composition().NotesExclude
	rows, next := make([]Row, len(p.Value().List)), make(map[string]printed, len(p.Value().List))
	for i, n := range p.Value().List {
		now := n
		rows[i] = Row{Note: n, In: !slices.Contains(exclude, n.ID)}
		if f, ok := p.followed[n.ID]; ok {
			now = f.Now
			rows[i].Health, rows[i].Problem, rows[i].Stale = f.Health, f.Problem(), !now.Equal(n)
		}
		rows[i].Now = now
		shown := p.print(now)
		next[n.ID] = shown
		rows[i].Printed, rows[i].Language = shown.text, shown.language
	}
	p.printed = next
	return rows
}

// printed is a rendered note.
type printed struct {
	note           models.Note
	text, language string
}

// print renders a note, unless it is cached.
func (p *Part) print(n models.Note) printed {
	if old, ok := p.printed[n.ID]; ok && old.note.Equal(n) {
		return old
	}
	notes := p.host.Project().Notes()
	return printed{n, strings.TrimSuffix(notes.Markdown([]models.Note{n}), "\n"), notes.Language(n)}
}

// change changes the notes in one undo step.
func (p *Part) change(label message.Message, topic string, fn func(models.Notes) models.Notes) {
	err := p.Change(label, topic, func(all models.Notes) (models.Notes, error) { return fn(all), nil })
	if err != nil {
		p.host.Fail(err)
		return
	}
	p.Find()
}

// Insert inserts notes before the one at, or appends them, and returns their ids. Missing types are
// detected, and missing times are set to the current time.
func (p *Part) Insert(at int, list ...models.Note) (ids []string) {
	list = slices.Clone(list)
	for i := range list {
		list[i] = notestore.New(list[i], time.Now())
	}
	left := 0
	p.change(message.Count("add {{.N}} notes", len(list), nil), "", func(all models.Notes) models.Notes {
		next, added := all.Insert(at, list...)
		ids, left = added, len(all.List)+len(list)-len(next.List)
		return next
	})
	if left > 0 {
		m := message.Count("Deleted {{.N}} older notes: the maximum is {{.Limit}}", left, map[string]any{"Limit": p.Value().Limit})
		m.Undo = true
		p.host.Notify(m)
	}
	return ids
}

// Begin inserts an empty note before the one at, for typing. Its type is detected from the typed
// text until [Part.EndEdit] is called or the user selects a type.
func (p *Part) Begin(at int) (id string) {
	if ids := p.Insert(at, models.Note{Type: models.NoteText}); len(ids) > 0 {
		p.guessing = ids[0]
	}
	return p.guessing
}

// EndEdit ends typing after [Part.Begin]. A note without text is removed.
func (p *Part) EndEdit(id string) {
	if p.guessing == id {
		p.guessing = ""
	}
	if i := p.Value().Index(id); i >= 0 && p.Value().List[i].Content == "" {
		p.change(message.Count("delete {{.N}} notes", 1, nil), "", func(all models.Notes) models.Notes { return all.Delete([]int{i}) })
	}
}

// Write sets the text of a note. Consecutive typed letters are one undo step.
func (p *Part) Write(id, content string) {
	p.set(message.New("edit a note", nil), "note "+id, id, func(n *models.Note) {
		if f, ok := p.followed[id]; ok {
			n.Metadata = f.Now.Metadata // the text is based on the current contents of the file
		}
		n.Content = content
		if p.guessing == id {
			n.Type = snippets.TypeOf(*n)
		}
	})
}

// SetType sets the type of notes.
func (p *Part) SetType(ids []string, kind models.NoteType) {
	if slices.Contains(ids, p.guessing) {
		p.guessing = ""
	}
	p.change(message.New("change the type of a note", nil), "", func(all models.Notes) models.Notes {
		for _, id := range ids {
			if n, ok := all.Find(id); ok {
				n.Type = kind
				all = all.Set(n)
			}
		}
		return all
	})
}

// SetPlace sets the source of a note. The note follows the lines if they have its text. The error
// names an invalid field.
func (p *Part) SetPlace(id, filename string, start, end int, pack string) error {
	m := models.NoteMetadata{Filename: filename, StartLine: start, EndLine: end}
	if err := m.CheckLines(); err != nil {
		return err
	}
	n, ok := p.Value().Find(id)
	if !ok {
		return nil
	}
	n.Metadata = n.Metadata.At(models.Slice{StartLine: start, EndLine: end})
	n.Metadata.Filename, n.Metadata.Package = filename, pack
	p.read(func(ctx context.Context, opened *project.Project) func() {
		next := opened.Notes().Followed(ctx, notestore.Storable(n))
		return func() {
			p.set(message.New("set the source of a note", nil), "", id, func(n *models.Note) { n.Metadata = next.Metadata })
		}
	})
	return nil
}

// UpdateText sets the text of a note to the current text of the lines that it follows.
func (p *Part) UpdateText(ids []string) {
	p.change(message.New("load the file's version", nil), "", func(all models.Notes) models.Notes {
		for _, id := range ids {
			if f, ok := p.followed[id]; ok && all.Index(id) >= 0 {
				all = all.Set(f.Now)
			}
		}
		return all
	})
}

// Unfollow makes notes stop following their files: they stay as they are.
func (p *Part) Unfollow(ids []string) {
	p.change(message.New("stop following the file", nil), "", func(all models.Notes) models.Notes {
		for _, id := range ids {
			if n, ok := all.Find(id); ok {
				n.Metadata = n.Metadata.At(models.Slice{StartLine: n.Metadata.StartLine, EndLine: n.Metadata.EndLine})
				all = all.Set(n)
			}
		}
		return all
	})
}

// set changes one note in one undo step.
func (p *Part) set(label message.Message, topic, id string, fn func(*models.Note)) {
	p.change(label, topic, func(all models.Notes) models.Notes {
		n, ok := all.Find(id)
		if !ok {
			return all
		}
		fn(&n)
		return all.Set(notestore.Storable(n))
	})
}

// Delete deletes notes.
func (p *Part) Delete(rows []int) {
	p.change(message.Count("delete {{.N}} notes", len(rows), nil), "", func(all models.Notes) models.Notes { return all.Delete(rows) })
}

// Move moves notes before the one at, which may be the number of notes.
func (p *Part) Move(rows []int, at int) {
	p.change(message.Count("move {{.N}} notes", len(rows), nil), "", func(all models.Notes) models.Notes { return all.Move(rows, at) })
}

// SetLimit sets the maximum number of notes; 0 means no limit.
func (p *Part) SetLimit(limit int) {
	before := len(p.Value().List)
	p.change(message.New("limit the notes", nil), "", func(all models.Notes) models.Notes { return all.WithLimit(limit) })
	if left := before - len(p.Value().List); left > 0 {
		m := message.Count("Deleted {{.N}} older notes: the maximum is {{.Limit}}", left, map[string]any{"Limit": limit})
		m.Undo = true
		p.host.Notify(m)
	}
}

// Include includes notes in the dossier, or excludes them.
func (p *Part) Include(ids []string, in bool) {
	if len(ids) == 0 {
		return
	}
	label := message.Several("exclude {{.N}} notes", len(ids), ids[0])
	if in {
		label = message.Several("include {{.N}} notes", len(ids), ids[0])
	}
	p.host.Edit(label, func(e *project.Edit) {
		e.Composition.NotesExclude, _ = project.Excluding(e.Composition.NotesExclude, ids, in)
	})
}

// AddLines makes a note of lines of a file of the project, from 1 and inclusive, and reports it.
func (p *Part) AddLines(name string, start, end int) {
	p.read(func(ctx context.Context, opened *project.Project) func() {
		n, err := opened.Notes().FromLines(ctx, name, start, end)
		if err != nil {
			return func() { p.host.Fail(err) }
		}
		return func() {
			p.Insert(len(p.Value().List), n)
			m := message.Count("Made a note of {{.N}} lines of {{.Name}}", n.Metadata.EndLine-n.Metadata.StartLine+1, map[string]any{"Name": text.Escape(n.Metadata.Filename)})
			m.Undo = true
			p.host.Notify(m)
		}
	})
}

// maxFile is the maximum size of a file that becomes a note, in bytes.
const maxFile = 1 << 20

// AddFiles makes notes of whole files that the user has dropped, given by absolute paths.
func (p *Part) AddFiles(paths []string) {
	p.read(func(_ context.Context, opened *project.Project) func() {
		var list []models.Note
		var failed error
		for _, path := range paths {
			content, err := project.ReadTextFile(path, maxFile)
			if err != nil {
				failed = err
				continue
			}
			n := models.Note{Type: models.NoteFile, Content: content}
			n.Metadata.Filename = opened.StoredState().FilesBase().Path(path)
			list = append(list, n)
		}
		return func() {
			if failed != nil {
				p.host.Fail(failed)
			}
			if len(list) > 0 {
				p.Insert(len(p.Value().List), list...)
			}
		}
	})
}

// read runs work that reads files in the background, one job after another.
func (p *Part) read(work func(context.Context, *project.Project) func()) {
	opened := p.host.Project()
	if opened == nil {
		p.host.Fail(project.ErrNone)
		return
	}
	p.reading.Start(func() func(context.Context) func() {
		return func(ctx context.Context) func() { return work(ctx, opened) }
	})
}

// Reading reports whether a file is being read for a note.
func (p *Part) Reading() bool { return p.reading.Busy() }

// Follows reports whether a note follows the file at a path.
func (p *Part) Follows(path string) bool {
	return slices.ContainsFunc(p.Value().List, func(n models.Note) bool {
		_, ok := n.Metadata.Slice()
		return ok && n.Metadata.Filename == path
	})
}

// Reload updates the notes, and everything that determines how they are shown, after files of the
// project have changed on disk.
func (p *Part) Reload() {
	p.printed = nil
	p.Store.Reload()
}

// Find finds the current positions of the lines that notes follow, in the background.
func (p *Part) Find() {
	opened := p.host.Project()
	var list []models.Note
	for _, n := range p.Value().List {
		if _, ok := n.Metadata.Slice(); ok {
			list = append(list, n)
		}
	}
	if opened == nil || len(list) == 0 {
		p.finding.Stop()
		p.show(nil)
		return
	}
	p.finding.Start(func(ctx context.Context) func() {
		followed, err := opened.Notes().Follow(ctx, list)
		if err != nil {
			return nil
		}
		found := make(map[string]aggregate.FollowedNote, len(followed))
		for _, f := range followed {
			found[f.Now.ID] = f
		}
		return func() { p.show(found) }
	})
}

// show shows the positions of lines.
func (p *Part) show(found map[string]aggregate.FollowedNote) {
	same := len(found) == len(p.followed)
	for id, f := range found {
		old, ok := p.followed[id]
		same = same && ok && old.Health == f.Health && old.Now.Equal(f.Now) && old.Problem() == f.Problem()
	}
	if p.followed = found; !same {
		p.host.Changed()
	}
}
