package editors

import (
	"context"
	"maps"
	"slices"
	"strings"

	"dossier/aggregate"
	"dossier/aggregate/code"
	"dossier/aggregate/highlight"
	"dossier/aggregate/tokens"
	"dossier/models"
	"dossier/ui/features/fit"
	"dossier/ui/project"
	"dossier/ui/session/change"
	"dossier/ui/session/jobs"
	"dossier/ui/session/message"
)

// SymbolRow is a row of a list of symbols.
type SymbolRow struct {
	project.Symbol
	Mode models.MaskMode // how it is shown; hide if it is not
	Tick project.Tick    // whether its definition is shown completely
	Fold bool            // whether it contains other symbols
	Open bool
	// Lost reports that the mask names a symbol which the file does not have; Nearest are possible
	// new names.
	Lost    bool
	Nearest []string
}

// Symbols is the selection of a file's symbols. It follows the file and the composition; each
// selection is one undo step of the composition.
type Symbols struct {
	host    Host
	path    string
	choice  Choice
	changed func()
	loading *jobs.Latest

	parsed     aggregate.Parsed
	symbols    []project.Symbol
	vocabulary tokens.Vocabulary // vocabulary of the symbols' counts
	problem    error
	known      bool
	rows       []int // visible symbols; lost ones come first, as -1, -2, …
	lost       []*code.LostError
	shown      []models.MaskMode
	filter     string
	folded     map[string]bool

	lines   []string
	colours [][]highlight.Run
	cost    aggregate.Count
	full    aggregate.Count
}

// Choice is an entry whose symbols are selected outside of the composition, such as in a proposal.
type Choice interface {
	// Item returns the entry, and false if it no longer exists.
	Item(path string) (models.FileItem, bool)
	// ChooseMask makes the entry masked. After a change, the caller calls [Symbols.Follow].
	ChooseMask(path string, mask code.Mask)
}

// Symbols returns the selection of a file's symbols: in choice, an entry outside of the composition, or in the
// composition if choice is nil. changed is called on the session's goroutine when the visible state has changed.
func (p *Part) Symbols(path string, choice Choice, changed func()) *Symbols {
	m := &Symbols{host: p.host, path: path, choice: choice, changed: changed, loading: p.work.Latest(), folded: map[string]bool{}}
	m.Follow(change.Document)
	return m
}

// Close cancels background work.
func (m *Symbols) Close() { m.loading.Stop() }

// Busy reports whether the file is being read.
func (m *Symbols) Busy() bool { return m.loading.Busy() }

// Follow updates the selection after a change in the session.
func (m *Symbols) Follow(c change.Set) {
	if c&(change.Composition|change.Document|change.Settings) == 0 && !(m.choice != nil && c.Has(fit.Changed)) || m.host.Project() == nil {
		return
	}
	m.arrange() // the selection is known immediately, the file and the figures later
	in, builder, item, model, mask := m.host.Input(), m.host.Project().Builder, m.item(), m.host.Model(), m.mask()
	before, symbols, old, count := m.parsed, m.symbols, m.vocabulary, m.host.Project().Counting()
	m.loading.Start(func(ctx context.Context) func() {
		parsed, err := builder.Parse(ctx, in, item)
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return func() { m.fail(project.ParseError(err)) }
		}
		full := count(parsed.Text)
		if parsed.Structure != before.Structure || parsed.Text != before.Text || full.Vocabulary != old {
			symbols = project.ListSymbols(parsed.Structure, parsed.Text, count)
		}
		if mask == nil {
			mask = firstMask(parsed.Structure, item)
		}
		text, _ := parsed.Structure.Masked(parsed.Text, mask)
		colours := highlight.Lines(parsed.Language, text)
		cost := count(text)
		if text == "" && item.ViewMode == models.Masked { // then the document shows something else
			view, err := builder.View(ctx, in, item)
			if err == nil {
				cost = count(view.Text)
			}
		}
		if ctx.Err() != nil {
			return nil
		}
		return func() {
			m.parsed, m.symbols, m.problem, m.known = parsed, symbols, nil, true
			m.vocabulary = full.Vocabulary
			m.lines, m.colours = strings.Split(text, "\n"), colours
			m.cost, m.full = project.ForModel(cost, model), project.ForModel(full, model)
			m.arrange()
			m.changed()
		}
	})
	m.changed()
}

func (m *Symbols) fail(err error) {
	m.problem, m.known = err, true
	m.parsed, m.symbols, m.lines, m.colours = aggregate.Parsed{}, nil, nil, nil
	m.cost, m.full = aggregate.Count{}, aggregate.Count{}
	m.arrange()
	m.changed()
}

// item returns the file's entry. For a file outside of the dossier, it shows the file in full.
func (m *Symbols) item() models.FileItem {
	if m.choice != nil {
		if item, ok := m.choice.Item(m.path); ok {
			return item
		}
		return models.NewFileItem(m.path)
	}
	if row, ok := m.host.RowOf(m.path); ok {
		return m.host.Items()[row].FileItem.Clone()
	}
	return models.NewFileItem(m.path)
}

// mask returns the mask in the composition; nil if nothing has been selected and the view mode
// determines the initial selection.
func (m *Symbols) mask() code.Mask {
	if item := m.item(); item.ViewMode == models.Masked {
		if item.AstMask == nil {
			return code.Mask{}
		}
		return item.AstMask
	}
	return nil
}

// firstMask returns the initial selection of a file: everything for the full view, the signatures
// for a skeleton, an earlier selection, or else nothing.
func firstMask(s *code.Structure, item models.FileItem) code.Mask {
	switch item.ViewMode {
	case models.Full, "":
		if item.AstSignatures {
			return s.Signatures()
		}
		return s.Whole()
	case models.Skeleton:
		return s.Signatures()
	}
	if item.AstMask != nil {
		return item.AstMask
	}
	return code.Mask{}
}

// current returns the shown mask.
func (m *Symbols) current() code.Mask {
	if mask := m.mask(); mask != nil {
		return mask
	}
	if m.parsed.Structure == nil {
		return code.Mask{}
	}
	return firstMask(m.parsed.Structure, m.item())
}

// arrange computes the rows again.
func (m *Symbols) arrange() {
	m.rows, m.lost, m.shown = m.rows[:0], nil, nil
	structure := m.parsed.Structure
	if structure == nil {
		return
	}
	mask := m.current()
	m.shown = structure.Shown(mask)
	find := structure.Finder()
	for _, path := range slices.Sorted(maps.Keys(mask)) {
		if len(find(path)) == 0 {
			m.lost = append(m.lost, &code.LostError{Path: path, Nearest: structure.Nearest(path, 3)})
			m.rows = append(m.rows, -len(m.lost))
		}
	}
	wanted := m.filtered()
	closed := -1 // the collapsed symbol whose contents are hidden
	for i := range m.symbols {
		if closed >= 0 && structure.Within(i, closed) {
			continue
		}
		closed = -1
		if wanted != nil && !wanted[i] {
			continue
		}
		m.rows = append(m.rows, i)
		if m.folded[m.symbols[i].Path] && wanted == nil {
			closed = i
		}
	}
}

// filtered reports for each symbol whether it or one of its contents matches the filter; nil
// without a filter.
func (m *Symbols) filtered() []bool {
	if m.filter == "" {
		return nil
	}
	wanted := make([]bool, len(m.symbols))
	needle := strings.ToLower(m.filter)
	for i, sym := range m.symbols {
		if strings.Contains(strings.ToLower(sym.Path), needle) || strings.Contains(strings.ToLower(string(sym.Kind)), needle) {
			for j := i; j >= 0; j = m.parsed.Structure.Symbols[j].Parent {
				wanted[j] = true
			}
		}
	}
	return wanted
}

// Path returns the file's path.
func (m *Symbols) Path() string { return m.path }

// Problem returns why there are no symbols; nil if there are, or while they are unknown.
func (m *Symbols) Problem() error { return m.problem }

// Known reports whether the file has been read.
func (m *Symbols) Known() bool { return m.known }

// Len returns the number of rows.
func (m *Symbols) Len() int { return len(m.rows) }

// Row returns row i.
func (m *Symbols) Row(i int) SymbolRow {
	at := m.rows[i]
	if at < 0 {
		lost := m.lost[-at-1]
		return SymbolRow{Symbol: project.Symbol{Path: lost.Path}, Mode: m.current()[lost.Path], Lost: true, Nearest: lost.Nearest}
	}
	row := SymbolRow{Symbol: m.symbols[at], Mode: m.shown[at], Tick: m.tick(at)}
	row.Fold = at+1 < len(m.symbols) && m.parsed.Structure.Symbols[at+1].Parent == at
	row.Open = row.Fold && (!m.folded[row.Path] || m.filter != "")
	return row
}

// Name returns the name of a row relative to the symbols that contain it.
func (r SymbolRow) Name() string {
	if r.Depth == 0 || r.Lost {
		return r.Path
	}
	return r.Path[strings.LastIndexByte(r.Path, '.')+1:]
}

func (m *Symbols) tick(at int) project.Tick {
	all, some := true, false
	for i := at; i < len(m.symbols) && m.parsed.Structure.Within(i, at); i++ {
		all = all && m.shown[i] == models.MaskDef
		some = some || m.shown[i] != models.MaskHide
	}
	switch {
	case all:
		return project.Ticked
	case some:
		return project.Partly
	}
	return project.Unticked
}

// Find returns the row of a symbol, or -1.
func (m *Symbols) Find(path string) int {
	return slices.IndexFunc(m.rows, func(at int) bool {
		return at >= 0 && m.symbols[at].Path == path || at < 0 && m.lost[-at-1].Path == path
	})
}

// Filter returns the filter of the rows.
func (m *Symbols) Filter() string { return m.filter }

// SetFilter shows only the symbols whose name or kind contains a text.
func (m *Symbols) SetFilter(filter string) {
	m.filter = strings.TrimSpace(filter)
	m.arrange()
	m.changed()
}

// Open expands or collapses a row.
func (m *Symbols) Open(i int, open bool) {
	if row := m.Row(i); row.Fold {
		m.folded[row.Path] = !open
		m.arrange()
		m.changed()
	}
}

// Choose sets how the symbols of rows are shown, in one undo step.
func (m *Symbols) Choose(rows []int, mode models.MaskMode) {
	structure := m.parsed.Structure
	if structure == nil {
		return
	}
	mask := m.current()
	for _, i := range rows {
		if at := m.rows[i]; at >= 0 {
			mask = structure.Choose(mask, at, mode)
		}
	}
	m.set(mask)
}

// Toggle shows the definitions of rows, or hides them if all are shown already.
func (m *Symbols) Toggle(rows []int) {
	on := slices.ContainsFunc(rows, func(i int) bool { return m.Row(i).Tick != project.Ticked })
	mode := models.MaskHide
	if on {
		mode = models.MaskDef
	}
	m.Choose(rows, mode)
}

// Whole selects every definition.
func (m *Symbols) Whole() { m.setAll((*code.Structure).Whole) }

// Signatures selects what a skeleton shows: types with their members and the signatures of functions.
func (m *Symbols) Signatures() { m.setAll((*code.Structure).Signatures) }

// Nothing selects no symbol.
func (m *Symbols) Nothing() { m.setAll(func(*code.Structure) code.Mask { return code.Mask{} }) }

func (m *Symbols) setAll(mask func(*code.Structure) code.Mask) {
	if m.parsed.Structure != nil {
		m.set(mask(m.parsed.Structure))
	}
}

// Replace renames a symbol in the mask that the file no longer has; an empty name removes it.
func (m *Symbols) Replace(lost, now string) {
	mask := maps.Clone(m.current())
	mode, ok := mask[lost]
	if !ok {
		return
	}
	delete(mask, lost)
	if structure := m.parsed.Structure; now != "" && structure != nil {
		for _, at := range structure.Find(now) {
			mask = structure.Choose(mask, at, mode)
		}
	}
	m.set(mask)
}

// set sets the file's mask, and its view mode to masked.
func (m *Symbols) set(mask code.Mask) {
	if m.choice != nil {
		m.choice.ChooseMask(m.path, maps.Clone(mask))
		m.Follow(change.Document)
		return
	}
	m.host.Edit(message.Named("choose symbols of {{.Name}}", m.path), func(e *project.Edit) {
		set := func(it *models.FileItem) {
			it.ViewMode, it.AstMask, it.ForceFull = models.Masked, maps.Clone(mask), false
		}
		if row, ok := m.host.RowOf(m.path); ok {
			e.Change([]int{row}, set)
			return
		}
		e.AddAs([]string{m.path}, func(_ string, entry *models.FileItem) { set(entry) })
	})
}

// Chosen reports whether symbols of the file have been selected. Until then its view mode
// determines what the document shows, and the rows are the initial selection.
func (m *Symbols) Chosen() bool { return m.mask() != nil }

// Lines returns the lines of the file that the document shows.
func (m *Symbols) Lines() []string { return m.lines }

// Runs returns the colours of one of these lines.
func (m *Symbols) Runs(line int) []highlight.Run {
	if line < 0 || line >= len(m.colours) {
		return nil
	}
	return m.colours[line]
}

// Cost returns the tokens of the file in the document, which shows its summary while no symbol is
// selected, and those of the whole file.
func (m *Symbols) Cost() (shown, full aggregate.Count) { return m.cost, m.full }

// Scale converts a symbol's count to the model's tokens.
func (m *Symbols) Scale(n int) aggregate.Count {
	return project.ForModel(aggregate.Count{N: n, Exact: true, Vocabulary: m.vocabulary}, m.host.Model())
}
