package session

import (
	"cmp"
	"path"
	"slices"

	"dossier/aggregate"
	"dossier/models"
	"dossier/ui/project"
	"dossier/ui/session/change"
	"dossier/ui/session/message"
)

// CompositionRow is a line of the context tab: a folder, or a file of it.
type CompositionRow struct {
	Dir   string       // set on the row of a folder, "." for the project's own
	Row   int          // index into [Session.Items]; -1 on the row of a folder
	Files int          // of a folder's row
	Count project.Cost // of the file, or of the folder's files
	// Continued is set on the row of a folder that stands further up already: others came
	// between.
	Continued bool
}

// Items returns the files of the composition in output order, whether or not they
// have been read.
func (s *Session) Items() []aggregate.Item { return s.rows.Items }

// Shown returns what came of row i in the last build; false when that is not known.
func (s *Session) Shown(i int) (aggregate.Item, bool) {
	if i < 0 || i >= len(s.rows.Items) {
		return aggregate.Item{}, false
	}
	return s.document.Item(s.rows.Items[i].Path)
}

// ShownAs returns the view mode that the document shows row i in: its own, unless the
// focus, the strategy or the file itself allow for another. As long as the document is not
// built it is the one that is asked for.
func (s *Session) ShownAs(i int) models.ViewMode {
	item := s.rows.Items[i]
	own := cmp.Or(item.ViewMode, models.Full)
	if item.Err != nil || !item.InDocument() {
		return own
	}
	built, known := s.Shown(i)
	switch {
	case s.document.Stale() || !known:
		return aggregate.Asked(item.FileItem, s.comp)
	case built.Err != nil:
		return own
	}
	return built.Shown
}

// Rows lists the composition in output order. A folder's row stands above each run
// of files that lie directly in it. The caller must not change the slice.
func (s *Session) Rows() []CompositionRow {
	if s.list != nil {
		return s.list
	}
	rows := make([]CompositionRow, 0, len(s.rows.Items)+8)
	head := -1
	seen := map[string]bool{}
	for i, item := range s.rows.Items {
		dir := path.Dir(item.Path)
		if head < 0 || rows[head].Dir != dir {
			head = len(rows)
			rows = append(rows, CompositionRow{Dir: dir, Row: -1, Continued: seen[dir], Count: project.Cost{Count: aggregate.Count{Exact: true}}})
			seen[dir] = true
		}
		cost := s.costOf(i)
		rows[head].Files++
		rows[head].Count = rows[head].Count.Plus(cost)
		rows = append(rows, CompositionRow{Row: i, Count: cost})
	}
	s.list = rows
	return rows
}

// costOf is what row i adds to the document.
func (s *Session) costOf(i int) project.Cost {
	if !s.rows.Items[i].InDocument() {
		return project.Cost{Count: aggregate.Count{Exact: true}}
	}
	item, ok := s.Shown(i)
	if !ok {
		return project.Cost{Pending: true}
	}
	return project.Cost{Count: s.Cost(item.Tokens)}
}

// change makes one step of the composition, which undo takes back; what changes nothing
// is no step. topic joins steps that follow each other; see [undo.Step].
func (s *Session) change(label message.Message, topic string, fn func(*project.Edit)) {
	if s.project == nil {
		return
	}
	e := project.NewEdit(s.comp, s.project.Kept().FilesBase(), s.rows)
	fn(e)
	if project.SameComposition(s.comp, e.Composition) {
		return
	}
	s.push(label, topic)
	s.compose(e.Composition)
	if e.Split > 0 {
		m := message.Count("{{.N}} patterns are now listed file by file", e.Split, nil)
		m.Undo = true
		s.tell(m)
	}
}

// compose puts another composition in the place of the one before.
func (s *Session) compose(next models.Composition) {
	before := s.comp
	s.comp = next
	s.projectFile.Compare()
	what := change.Composition
	if !project.SameFiles(before.Files, next.Files) {
		s.resolve()
		what |= change.Tree
	} else if !project.SameScreenshots(before, next) {
		s.resolveScreenshots()
	}
	s.notify(what)
	s.rebuild()
	s.presets.UpdateCosts()
	s.saveSoon()
}

// Composition returns what is put together now. It must not be changed.
func (s *Session) Composition() models.Composition { return s.comp }

// Continued returns how many folders go on further down, because others came between.
func (s *Session) Continued() int {
	dirs := map[string]bool{}
	for _, row := range s.Rows() {
		if row.Continued {
			dirs[row.Dir] = true
		}
	}
	return len(dirs)
}

// InFocus reports whether a row is in focus in the focused variant.
func (s *Session) InFocus(row int) bool {
	return row < len(s.rows.Items) && slices.Contains(s.comp.Focus, s.rows.Items[row].Path)
}
