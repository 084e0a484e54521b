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
	at, ok := s.built[s.rows.Items[i].Path]
	if !ok || at >= len(s.doc.Items) {
		return aggregate.Item{}, false
	}
	return s.doc.Items[at], true
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
	case s.stale || !known:
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
	s.modified = s.differs()
	what := change.Composition
	if !project.SameFiles(before.Files, next.Files) {
		s.resolve()
		s.tickTree()
		what |= change.Tree
	} else if !project.SameScreenshots(before, next) {
		s.resolveScreenshots()
	}
	s.notify(what)
	s.rebuild()
	s.price()
	s.saveSoon()
}

// Composition returns what is put together now. It must not be changed.
func (s *Session) Composition() models.Composition { return s.comp }

// Add puts files into the dossier, in the order given; those in it already stay.
func (s *Session) Add(paths []string) {
	s.change(message.Several("add {{.N}} files", len(paths), first(paths)), "", func(e *project.Edit) { e.Add(paths) })
}

// Remove takes files out of the dossier.
func (s *Session) Remove(paths []string) {
	s.change(message.Several("remove {{.N}} files", len(paths), first(paths)), "", func(e *project.Edit) { e.Remove(paths) })
}

// AddPattern adds a folder or glob as one entry, so that files that come later
// belong to it too.
func (s *Session) AddPattern(pattern string) {
	s.change(message.Named("add {{.Name}}", pattern), "", func(e *project.Edit) {
		entry := models.NewFileItem(e.EntryPath(pattern))
		e.AddPattern(entry, s.resolver().Rows([]models.FileItem{entry}).Items)
	})
}

// Clear takes everything out of the dossier but the instruction and the settings.
func (s *Session) Clear() {
	s.change(message.New("clear the context", nil), "", func(e *project.Edit) {
		e.Composition.Files, e.Composition.Screenshots, e.Composition.Focus = nil, nil, nil
	})
}

// SetMode shows rows in a view mode.
func (s *Session) SetMode(rows []int, mode models.ViewMode) {
	s.change(message.Named("view as {{.Name}}", string(mode)), "", func(e *project.Edit) {
		e.Change(rows, func(it *models.FileItem) { it.ViewMode = mode })
	})
}

// SetForceFull shows rows in full whatever their view mode and the strategy say.
func (s *Session) SetForceFull(rows []int, on bool) {
	s.change(message.New("force full", nil), "", func(e *project.Edit) {
		e.Change(rows, func(it *models.FileItem) { it.ForceFull = on })
	})
}

// SetListedOnly keeps rows in the list and out of the document.
func (s *Session) SetListedOnly(rows []int, on bool) {
	s.change(message.New("list only", nil), "", func(e *project.Edit) {
		e.Change(rows, func(it *models.FileItem) { it.AutoAggregate = !on })
	})
}

// RaiseLimit lets rows be as large as they are.
func (s *Session) RaiseLimit(rows []int) {
	s.change(message.New("raise the size limit", nil), "", func(e *project.Edit) {
		for _, row := range rows {
			if item, ok := s.Shown(row); ok {
				e.Change([]int{row}, func(it *models.FileItem) { it.MaxBytes = max(it.MaxBytes, project.RoomFor(item.Size)) })
			}
		}
	})
}

// SetFocusRows marks rows as in focus, or takes the mark away.
func (s *Session) SetFocusRows(rows []int, on bool) {
	s.change(message.New("focus", nil), "", func(e *project.Edit) {
		for _, row := range rows {
			if row < 0 || row >= len(e.Items) {
				continue
			}
			p := e.Items[row].Path
			e.Composition.Focus = slices.DeleteFunc(e.Composition.Focus, func(f string) bool { return f == p })
			if on {
				e.Composition.Focus = append(e.Composition.Focus, p)
			}
		}
	})
}

// Move puts rows before the row at, which may be the number of rows.
func (s *Session) Move(rows []int, at int) {
	s.change(message.New("move", nil), "", func(e *project.Edit) { e.Move(rows, at) })
}

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

// GroupByFolder puts the files of each folder together, where the first of them stands;
// folders and files otherwise keep their order. It is one step.
func (s *Session) GroupByFolder() {
	s.change(message.New("group by folder", nil), "", func(e *project.Edit) { e.Group() })
}

// SetStrategy chooses how files are rendered as a whole.
func (s *Session) SetStrategy(strategy models.Strategy) {
	s.change(message.Named("strategy {{.Name}}", string(strategy)), "", func(e *project.Edit) { e.Composition.Strategy = strategy })
}

// Override is what has files shown in another view mode than their own.
type Override int

// The overrides. Focus goes before the others.
const (
	NoOverride Override = iota
	ByFocus
	BySummarize   // the strategy
	BySummaryOnly // the project's setting, under the strategy auto
)

// Override returns what has files shown in another view mode than their own.
func (s *Session) Override() Override {
	switch strategy := s.comp.Strategy.OrAuto(); {
	case s.comp.Focused:
		return ByFocus
	case strategy == models.Summarize:
		return BySummarize
	case strategy == models.Auto && s.comp.SummaryOnly:
		return BySummaryOnly
	}
	return NoOverride
}

// EndOverride has each file shown in its own view mode again, as far as that is up to
// what [Session.Override] returns.
func (s *Session) EndOverride() {
	switch s.Override() {
	case ByFocus:
		s.SetFocused(false)
	case BySummarize:
		s.SetStrategy(models.Auto)
	case BySummaryOnly:
		s.SetSummaryOnly(false)
	}
}

// SetSummaryOnly makes the strategy auto show every file as its summary.
func (s *Session) SetSummaryOnly(on bool) {
	s.change(message.New("summaries only", nil), "", func(e *project.Edit) { e.Composition.SummaryOnly = on })
}

// SetFocused switches the focused variant on or off.
func (s *Session) SetFocused(on bool) {
	s.change(message.New("focused variant", nil), "", func(e *project.Edit) { e.Composition.Focused = on })
}

// SetExecutionMode puts the project's beads into the document or takes them out.
func (s *Session) SetExecutionMode(mode models.ExecutionMode) {
	s.change(message.New("beads", nil), "", func(e *project.Edit) { e.Composition.ExecutionMode = mode })
}

// SetTree chooses which tree stands before the files.
func (s *Session) SetTree(mode models.TreeMode) {
	s.change(message.Named("tree {{.Name}}", string(mode)), "", func(e *project.Edit) { e.Composition.Tree = mode })
}

// SetInstruction sets the last excerpt of the discussion. Letters typed one after
// the other are one step.
func (s *Session) SetInstruction(text string) {
	if text != s.comp.Instruction {
		s.change(message.New("instruction", nil), "instruction", func(e *project.Edit) { e.Composition.Instruction = text })
	}
}

func first(paths []string) string {
	if len(paths) == 0 {
		return ""
	}
	return path.Base(paths[0])
}
