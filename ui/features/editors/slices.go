package editors

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"dossier/aggregate"
	"dossier/aggregate/anchor"
	"dossier/aggregate/disk"
	"dossier/aggregate/highlight"
	"dossier/aggregate/text"
	"dossier/aggregate/tokens"
	"dossier/models"
	"dossier/ui/project"
	"dossier/ui/session/change"
	"dossier/ui/session/jobs"
	"dossier/ui/session/message"
)

// Slices edits the slices of one file next to its text. The slices are always those of the
// composition, so that undo, a preset and a click in the tree are visible immediately; each change
// is one undo step of the composition.
//
// The text is that of the file, read in the background and again after changes on the disk. Slow
// results (colours, symbols, current positions of slices, exact counts) arrive later, and are
// reported through the function given to [Part.Slices].
//
// Lines are counted from 1, and ranges are inclusive.
type Slices struct {
	host    Host
	path    string
	changed func()

	text     *slicedText // nil until it is read
	previous *slicedText // the previous text, until [Slices.Relocate] uses it
	version  int         // of the text
	err      error       // why the text differs from the file on the disk
	renewed  bool        // whether the file has changed on the disk since it was first shown
	limit    int64       // size limit raised by the user; 0 means the file's own

	outline Outline
	found   map[string]anchor.Resolution // by [project.PlaceKey]
	counts  map[string]aggregate.Count   // exact counts by [costKey]

	reading, colouring, parsing, resolving, counting, finding *jobs.Latest
}

// slicedText is a text and derived data.
type slicedText struct {
	text     string
	anchors  *anchor.Text // of text: computed once for all slices
	starts   []int        // byte offset of each line, and of the end
	language string
	colours  [][]highlight.Run
}

func (t *slicedText) lines() int { return len(t.starts) - 1 }

// line returns line n, from 1, without its newline.
func (t *slicedText) line(n int) string {
	end := min(t.starts[n], len(t.text))
	return strings.TrimSuffix(strings.TrimSuffix(t.text[t.starts[n-1]:end], "\n"), "\r")
}

// span returns the lines from start to end, inclusive.
func (t *slicedText) span(start, end int) string {
	return t.text[t.starts[start-1]:min(t.starts[end], len(t.text))]
}

// Slices returns the slices of a file of the project, whether or not it is in the composition.
// changed is called on the session's goroutine when the visible state has changed. Close it when it
// is no longer shown.
func (p *Part) Slices(path string, changed func()) *Slices {
	m := &Slices{host: p.host, path: path, changed: changed, found: map[string]anchor.Resolution{}, counts: map[string]aggregate.Count{}}
	for _, l := range []**jobs.Latest{&m.reading, &m.colouring, &m.parsing, &m.resolving, &m.counting, &m.finding} {
		*l = p.work.Latest()
	}
	if p.host.Project() == nil {
		m.err = project.ErrNone
		return m
	}
	m.read()
	return m
}

// Close cancels background work.
func (m *Slices) Close() {
	for _, l := range []*jobs.Latest{m.reading, m.colouring, m.parsing, m.resolving, m.counting, m.finding} {
		l.Stop()
	}
}

// Busy reports whether background work is running.
func (m *Slices) Busy() bool {
	for _, l := range []*jobs.Latest{m.reading, m.colouring, m.parsing, m.resolving, m.counting, m.finding} {
		if l.Busy() {
			return true
		}
	}
	return false
}

// Path returns the file's path, relative to the project.
func (m *Slices) Path() string { return m.path }

// Follow updates the slices after a change in the session. Call it after every change.
func (m *Slices) Follow(c change.Set) {
	if m.host.Project() == nil {
		return
	}
	if c.Has(change.Document) { // read the file again after every change on the disk
		m.read()
	}
	if c.Has(change.Composition) {
		m.place()
	}
	if c.Has(change.Composition | change.Settings) {
		m.count()
	}
}

// item returns the file's entry in the composition; false if it has none.
func (m *Slices) item() (models.FileItem, bool) {
	if row, ok := m.host.RowOf(m.path); ok {
		return m.host.Items()[row].FileItem, true
	}
	return models.NewFileItem(m.path), false
}

// whole returns the entry of the file in full.
func (m *Slices) whole() models.FileItem {
	item, _ := m.item()
	one := models.NewFileItem(m.path)
	one.MaxBytes = max(item.MaxBytes, m.limit)
	return one
}

// sliced returns the entry of the file with some slices and nothing else.
func (m *Slices) sliced(list []models.Slice) models.FileItem {
	one := m.whole()
	one.ViewMode, one.CustomSlices = models.Custom, list
	return one
}

// read reads the file in the background, unless it has not changed.
func (m *Slices) read() {
	builder, in, whole, before, kept := m.host.Project().Builder, m.host.Input(), m.whole(), m.text, m.stored()
	m.reading.Start(func(ctx context.Context) func() {
		view, err := builder.View(ctx, in, whole)
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return func() { m.fail(err) }
		}
		if before != nil && before.text == view.Text && before.language == view.Language {
			return func() { m.fail(nil) }
		}
		next := newSlicedText(view.Text, view.Language)
		found := map[string]anchor.Resolution{}
		for _, s := range kept {
			found[project.PlaceKey(s)] = next.anchors.Resolve(s)
		}
		return func() { m.show(next, found) }
	})
}

// Relocate returns the current position of lines of the previous text, found like a slice. ok is false
// if they are gone or have changed. It can be called once for each [Slices.Version].
func (m *Slices) Relocate(start, end int) (first, last int, ok bool) {
	before := m.previous
	if before == nil || m.text == nil || start < 1 || end > before.lines() || start > end {
		return 0, 0, false
	}
	m.previous = nil
	s, err := before.anchors.Make(start, end)
	if err != nil {
		return 0, 0, false
	}
	at := m.text.anchors.Resolve(s)
	return at.Start, at.End, at.Health == anchor.Exact || at.Health == anchor.Moved
}

// fail sets or clears the reason why the text differs from the file on the disk.
func (m *Slices) fail(err error) {
	if (err == nil) == (m.err == nil) && (err == nil || err.Error() == m.err.Error()) {
		return
	}
	m.err = err
	m.changed()
}

// show replaces the text.
func (m *Slices) show(next *slicedText, found map[string]anchor.Resolution) {
	m.renewed = m.text != nil
	if m.previous == nil {
		m.previous = m.text
	}
	m.version++
	m.text, m.err, m.found = next, nil, found
	m.counts = map[string]aggregate.Count{}
	m.colour()
	m.parse()
	m.place()
	m.count()
	m.changed()
}

func newSlicedText(content, language string) *slicedText {
	return &slicedText{text: content, anchors: anchor.NewText(content), starts: text.LineStarts(content), language: language}
}

// colour computes the colours in the background.
func (m *Slices) colour() {
	t := m.text
	m.colouring.Start(func(ctx context.Context) func() {
		colours := highlight.Lines(t.language, t.text)
		if colours == nil || ctx.Err() != nil {
			return nil
		}
		return func() { t.colours = colours; m.changed() }
	})
}

// parse determines the symbols in the background.
func (m *Slices) parse() {
	builder, in, whole, t := m.host.Project().Builder, m.host.Input(), m.whole(), m.text
	m.parsing.Start(func(ctx context.Context) func() {
		parsed, err := builder.Parse(ctx, in, whole)
		if ctx.Err() != nil || err == nil && parsed.Text != t.text { // the file has changed again and is read again
			return nil
		}
		var entries []OutlineEntry
		if parsed.Structure != nil {
			entries = outlineOf(parsed.Text, parsed.Structure)
		}
		return func() { m.outline.Set(entries, err); m.changed() }
	})
}

// place determines the current positions of new slices in the background.
func (m *Slices) place() {
	if m.text == nil {
		return
	}
	var todo []models.Slice
	for _, s := range m.stored() {
		if _, ok := m.found[project.PlaceKey(s)]; !ok {
			todo = append(todo, s)
		}
	}
	if len(todo) == 0 {
		return
	}
	t := m.text
	m.resolving.Start(func(ctx context.Context) func() {
		found := make([]anchor.Resolution, len(todo))
		for i, s := range todo {
			if ctx.Err() != nil {
				return nil
			}
			found[i] = t.anchors.Resolve(s)
		}
		return func() {
			if m.text != t {
				return
			}
			for i, s := range todo {
				m.found[project.PlaceKey(s)] = found[i]
			}
			m.changed()
		}
	})
}

// costKey returns everything that the cost of slices depends on, except the text.
func costKey(list []models.Slice) string {
	var b strings.Builder
	for _, s := range list {
		b.WriteString(project.SliceKey(s) + "\n")
	}
	return b.String()
}

// count counts, in the background, each slice and all of them together.
func (m *Slices) count() {
	if m.text == nil {
		return
	}
	kept := m.stored()
	lists := [][]models.Slice{kept}
	for i := range kept {
		lists = append(lists, kept[i:i+1])
	}
	lists = slices.DeleteFunc(lists, func(list []models.Slice) bool {
		n, known := m.counts[costKey(list)]
		return known && m.host.Project().Counted(n) || len(list) == 0
	})
	if len(lists) == 0 {
		m.counting.Stop()
		return
	}
	items := make([]models.FileItem, len(lists))
	for i, list := range lists {
		items[i] = m.sliced(slices.Clone(list))
	}
	p, in, t := m.host.Project(), m.host.Input(), m.text
	m.counting.Start(func(ctx context.Context) func() {
		counts := map[string]aggregate.Count{}
		for _, item := range items {
			view, err := p.Builder.View(ctx, in, item)
			if err != nil {
				return nil // the text is being read again, or is gone
			}
			n, err := p.CountText(ctx, view.Text)
			if err != nil {
				return nil
			}
			counts[costKey(item.CustomSlices)] = n
		}
		return func() {
			if m.text != t {
				return
			}
			for key, n := range counts {
				m.counts[key] = n
			}
			m.changed()
		}
	})
}

// stored returns the slices of the composition. They must not be modified.
func (m *Slices) stored() []models.Slice {
	item, _ := m.item()
	return item.CustomSlices
}

// Loaded reports whether there is a text to show.
func (m *Slices) Loaded() bool { return m.text != nil }

// Version identifies a text.
func (m *Slices) Version() int { return m.version }

// Err returns why the shown text, if any, differs from the file on the disk.
func (m *Slices) Err() error { return m.err }

// FileMissing reports whether the file is no longer on the disk.
func (m *Slices) FileMissing() bool { return errors.Is(m.err, disk.ErrNotFound) }

// Reloaded reports whether the file has changed on the disk while it was shown, and nothing was
// edited since.
func (m *Slices) Reloaded() bool { return m.renewed }

// Lines returns the number of lines.
func (m *Slices) Lines() int {
	if m.text == nil {
		return 0
	}
	return m.text.lines()
}

// Line returns line n, from 1, without its newline.
func (m *Slices) Line(n int) string { return m.text.line(n) }

// Runs returns the colours of line n; nil if they are unknown.
func (m *Slices) Runs(n int) []highlight.Run {
	if m.text == nil || n > len(m.text.colours) {
		return nil
	}
	return m.text.colours[n-1]
}

// Estimate returns the approximate number of tokens of the lines from start to end.
func (m *Slices) Estimate(start, end int) project.Cost {
	if m.text == nil || start < 1 || start > end || end > m.Lines() {
		return project.Cost{Pending: true}
	}
	return project.Cost{Count: m.host.Cost(tokens.Guess(m.text.span(start, end)))}
}

// List returns the slices in the order of the document.
func (m *Slices) List() []project.PlacedSlice {
	kept := m.stored()
	out := make([]project.PlacedSlice, len(kept))
	for i, s := range kept {
		out[i] = project.PlacedSlice{Slice: s, Start: s.StartLine, End: s.EndLine}
		if at, ok := m.found[project.PlaceKey(s)]; ok {
			if out[i].Health = at.Health; at.Health != anchor.Lost {
				out[i].Start, out[i].End = at.Start, at.End
			}
		}
		out[i].Cost = m.cost(kept[i:i+1], out[i:i+1])
	}
	return out
}

// Cost returns the total cost of all slices.
func (m *Slices) Cost() project.Cost { return m.cost(m.stored(), m.List()) }

// cost returns the cost of slices: exact after counting, an estimate before.
func (m *Slices) cost(list []models.Slice, placed []project.PlacedSlice) project.Cost {
	if n, ok := m.counts[costKey(list)]; ok || len(list) == 0 {
		n.Exact = true
		return project.Cost{Count: m.host.Cost(n)}
	}
	sum := aggregate.Count{}
	for _, p := range placed {
		if p.Health == "" || m.text == nil {
			return project.Cost{Pending: true}
		}
		sum = sum.Add(tokens.Guess(p.Tag + p.Comment)).Add(aboveSlice)
		if !p.Lost() && p.End <= m.Lines() {
			sum = sum.Add(tokens.Guess(m.text.span(p.Start, p.End)))
		}
	}
	return project.Cost{Count: m.host.Cost(sum)}
}

// aboveSlice is the approximate cost of a slice's heading in the document.
var aboveSlice = aggregate.Count{N: 12, Off: 12}

// Shown reports whether the document shows the slices, because the file's view mode is custom. A
// file without slices, or outside of the dossier, is shown as custom once it has a slice, unless
// its view mode is none.
func (m *Slices) Shown() (mode models.ViewMode, shown bool) {
	item, _ := m.item()
	return item.ViewMode, item.ViewMode == models.Custom || len(item.CustomSlices) == 0 && item.ViewMode != models.None
}

// ShowSlices sets the file's view mode to custom.
func (m *Slices) ShowSlices() {
	m.edit(message.New("view as custom", nil), func(it *models.FileItem) { it.ViewMode = models.Custom })
}

// edit changes how the file is shown, in one undo step. A file that is not in the dossier is added
// to it.
func (m *Slices) edit(label message.Message, fn func(*models.FileItem)) {
	m.renewed = false
	limit := m.limit
	m.host.Edit(label, func(e *project.Edit) {
		e.ChangeFile(m.path, func(it *models.FileItem) {
			fn(it)
			it.MaxBytes = max(it.MaxBytes, limit)
		})
	})
}

// setList replaces the slices.
func (m *Slices) setList(label message.Message, list []models.Slice) {
	m.edit(label, func(it *models.FileItem) { it.CustomSlices = list })
}

// make returns the slice of lines of the current text.
func (m *Slices) make(start, end int) (models.Slice, error) {
	switch {
	case m.text == nil && m.err != nil:
		return models.Slice{}, m.err
	case m.text == nil:
		return models.Slice{}, fmt.Errorf("%s is still being read: try again in a moment", text.Escape(m.path))
	case m.err != nil:
		return models.Slice{}, fmt.Errorf("the text shown is not what is on the disk: %w", m.err)
	}
	s, err := m.text.anchors.Make(start, end)
	if err == nil {
		m.found[project.PlaceKey(s)] = anchor.Resolution{Start: s.StartLine, End: s.EndLine, Health: anchor.Exact}
	}
	return s, err
}

// remake returns s for other lines of the current text, with the same tag and comment.
func (m *Slices) remake(s models.Slice, start, end int) (models.Slice, error) {
	next, err := m.make(start, end)
	next.Tag, next.Comment, next.Extra = s.Tag, s.Comment, s.Extra
	return next, err
}

// Make makes a slice of lines and returns its index: sorted among the others, or the end of an
// unsorted list. If a slice of these lines exists, it is returned, unless it has a tag or a
// comment: then another one is added. The first slice of a file sets its view mode to custom,
// unless that is none.
func (m *Slices) Make(start, end int) (int, error) { return m.MakeTagged(start, end, "") }

// MakeTagged makes a slice with a tag, such as the name of its symbol. An existing slice of the
// same lines with this tag is returned instead, whatever its comment.
func (m *Slices) MakeTagged(start, end int, tag string) (int, error) {
	s, err := m.make(start, end)
	if err != nil {
		return 0, err
	}
	s.Tag = tag
	placed := m.List()
	meant := func(p project.PlacedSlice) bool {
		if tag != "" {
			p.Comment = ""
		}
		return p.Equivalent(s)
	}
	if i := slices.IndexFunc(placed, meant); i >= 0 {
		return i, nil
	}
	m.edit(message.Named("make a slice of {{.Name}}", path.Base(m.path)), func(it *models.FileItem) { project.InsertSlice(it, placed, s) })
	return project.InsertAt(placed, s.StartLine), nil
}

// at returns slice i with its current position, which it determines if necessary. The error says
// what is not possible because the slice is lost.
func (m *Slices) at(i int) (project.PlacedSlice, error) {
	kept := m.stored()
	if i < 0 || i >= len(kept) {
		return project.PlacedSlice{}, errors.New("select a slice first")
	}
	if m.text == nil {
		_, err := m.make(1, 1)
		return project.PlacedSlice{}, err
	}
	if key := project.PlaceKey(kept[i]); m.found[key].Health == "" {
		m.found[key] = m.text.anchors.Resolve(kept[i])
	}
	p := m.List()[i]
	if p.Lost() {
		if p.Problem != "" {
			return p, fmt.Errorf("the lines of the slice are not known: %s; select lines and attach it to them, or delete it", p.Problem)
		}
		return p, fmt.Errorf("the slice of lines %d–%d is lost: select lines and attach it to them, or delete it", p.StartLine, p.EndLine)
	}
	return p, nil
}

// replace replaces n slices of the list by one.
func (m *Slices) replace(label message.Message, i, n int, with ...models.Slice) {
	m.setList(label, slices.Replace(slices.Clone(m.stored()), i, i+n, with...))
}

// SetTag sets the tag of slice i; empty removes it.
func (m *Slices) SetTag(i int, tag string) {
	m.word(i, message.Named("tag a slice of {{.Name}}", path.Base(m.path)), func(s *models.Slice) { s.Tag = tag })
}

// SetComment sets the comment of slice i; empty removes it.
func (m *Slices) SetComment(i int, comment string) {
	m.word(i, message.Named("comment on a slice of {{.Name}}", path.Base(m.path)), func(s *models.Slice) { s.Comment = comment })
}

func (m *Slices) word(i int, label message.Message, fn func(*models.Slice)) {
	if kept := m.stored(); i >= 0 && i < len(kept) {
		s := kept[i]
		fn(&s)
		m.replace(label, i, 1, s)
	}
}

// Attach sets the lines of slice i, to resize it or to locate it after it was lost.
func (m *Slices) Attach(i, start, end int) error {
	kept := m.stored()
	if i < 0 || i >= len(kept) {
		return errors.New("select a slice first")
	}
	next, err := m.remake(kept[i], start, end)
	if err != nil {
		return err
	}
	m.replace(message.Named("resize a slice of {{.Name}}", path.Base(m.path)), i, 1, next)
	return nil
}

// Stretch moves the ends of slice i by numbers of lines, within the text. A slice keeps at least one line.
func (m *Slices) Stretch(i, start, end int) error {
	p, err := m.at(i)
	if err != nil {
		return err
	}
	first := max(1, min(p.Start+start, p.End))
	last := min(m.Lines(), max(p.End+end, first))
	if first == p.Start && last == p.End {
		return nil
	}
	return m.Attach(i, first, last)
}

// Update stores the current lines of slices that have moved or changed or have no anchors. Other
// slices stay unchanged.
func (m *Slices) Update(rows ...int) error {
	list := slices.Clone(m.stored())
	updated := false
	for _, i := range rows {
		p, err := m.at(i)
		if err != nil || !p.Stale() {
			continue
		}
		if list[i], err = m.remake(p.Slice, p.Start, p.End); err != nil {
			return err
		}
		updated = true
	}
	if updated {
		m.setList(message.Named("update the lines of {{.Name}}", path.Base(m.path)), list)
	}
	return nil
}

// Outdated returns the slices that [Slices.Update] would change because the text has changed.
func (m *Slices) Outdated() []int {
	var rows []int
	for i, p := range m.List() {
		if p.Health == anchor.Moved || p.Health == anchor.Changed {
			rows = append(rows, i)
		}
	}
	return rows
}

// Split splits slice i into two, the second of which begins at a line. Both keep the tag, the first
// the comment.
func (m *Slices) Split(i, line int) error {
	p, err := m.at(i)
	if err != nil {
		return err
	}
	if line <= p.Start || line > p.End {
		return fmt.Errorf("the slice cannot be split there: put the cursor on one of its lines %d–%d", min(p.Start+1, p.End), p.End)
	}
	first, err := m.remake(p.Slice, p.Start, line-1)
	if err != nil {
		return err
	}
	second, err := m.remake(p.Slice, line, p.End)
	if err != nil {
		return err
	}
	second.Comment, second.Extra = "", nil
	m.replace(message.Named("split a slice of {{.Name}}", path.Base(m.path)), i, 1, first, second)
	return nil
}

// Join joins slice i and the next one in the list, including all lines between them. The tags and
// comments of both are kept.
func (m *Slices) Join(i int) error {
	p, err := m.at(i)
	if err != nil {
		return err
	}
	if i+1 == len(m.stored()) {
		return errors.New("there is no slice after this one to join it with")
	}
	q, err := m.at(i + 1)
	if err != nil {
		return err
	}
	joined, err := m.remake(p.Slice, min(p.Start, q.Start), max(p.End, q.End))
	if err != nil {
		return err
	}
	joined.Tag = both(p.Tag, q.Tag, "+")
	joined.Comment = both(p.Comment, q.Comment, "; ")
	m.replace(message.Named("join slices of {{.Name}}", path.Base(m.path)), i, 2, joined)
	return nil
}

// both joins a and b, or returns the one that is not empty.
func both(a, b, between string) string {
	switch {
	case a == "" || a == b:
		return b
	case b == "":
		return a
	}
	return a + between + b
}

// Delete removes slices.
func (m *Slices) Delete(rows ...int) {
	var list []models.Slice
	for i, s := range m.stored() {
		if !slices.Contains(rows, i) {
			list = append(list, s)
		}
	}
	if len(list) < len(m.stored()) {
		m.setList(message.Several("delete {{.N}} slices of {{.Name}}", len(rows), path.Base(m.path)), list)
	}
}

// Move moves slices before the slice at, which may be the number of slices, and returns the new
// index of the first of them.
func (m *Slices) Move(rows []int, at int) int {
	var before, moved, after []models.Slice
	for i, s := range m.stored() {
		switch {
		case slices.Contains(rows, i):
			moved = append(moved, s)
		case i < at:
			before = append(before, s)
		default:
			after = append(after, s)
		}
	}
	if len(moved) > 0 {
		m.setList(message.Named("move slices of {{.Name}}", path.Base(m.path)), slices.Concat(before, moved, after))
	}
	return len(before)
}

// Around returns the shortest slice that contains a line; -1 for none.
func (m *Slices) Around(line int) int {
	best, length := -1, 0
	for i, p := range m.List() {
		if n := p.End - p.Start; !p.Lost() && p.Start <= line && line <= p.End && (best < 0 || n < length) {
			best, length = i, n
		}
	}
	return best
}

// RaiseLimit reads the file regardless of its size. Slices made of it raise its limit in the
// dossier too.
func (m *Slices) RaiseLimit() {
	if info, err := m.host.Project().Root().Stat(m.path); err == nil {
		m.limit = project.GrowthLimit(info.Size)
	}
	m.read()
}

// Outline returns the symbols of the file.
func (m *Slices) Outline() *Outline { return &m.outline }

// Target is a match of *Go to*.
type Target struct {
	First, Last int // lines
	// Start and End are the matching bytes of the line; both are 0 for whole lines.
	Start, End int
}

// GoTo finds a line (120), lines (120-140), symbols (@Login), or any other text, which may be in
// double quotes. A text is searched in the background, ignoring case unless it has capitals; a
// newer query cancels an older one. more reports that there are further matches, which are not
// listed.
func (m *Slices) GoTo(query string, found func(targets []Target, more bool)) {
	m.finding.Stop()
	if m.text == nil || query == "" {
		found(nil, false)
		return
	}
	if first, last, ok := lineNumbers(query); ok {
		n := m.Lines()
		if n == 0 {
			found(nil, false)
			return
		}
		first = min(max(1, first), n)
		found([]Target{{First: first, Last: min(max(first, last), n)}}, false)
		return
	}
	if name, ok := strings.CutPrefix(query, "@"); ok {
		found(m.outline.named(name), false)
		return
	}
	if len(query) > 2 && query[0] == '"' && query[len(query)-1] == '"' {
		query = query[1 : len(query)-1]
	}
	t := m.text
	m.finding.Start(func(ctx context.Context) func() {
		matches, more, err := project.SearchLines(ctx, t.lines(), func(i int) string { return t.line(i + 1) }, query)
		if err != nil {
			return nil
		}
		targets := make([]Target, len(matches))
		for i, match := range matches {
			targets[i] = Target{match.Line + 1, match.Line + 1, match.Start, match.End}
		}
		return func() { found(targets, more) }
	})
}

// lineNumbers parses 120, :120 and 120-140.
func lineNumbers(query string) (first, last int, ok bool) {
	from, to, ranged := strings.Cut(strings.ReplaceAll(strings.TrimPrefix(strings.TrimSpace(query), ":"), "–", "-"), "-")
	first, err := strconv.Atoi(strings.TrimSpace(from))
	if err != nil {
		return 0, 0, false
	}
	if !ranged {
		return first, first, true
	}
	last, err = strconv.Atoi(strings.TrimSpace(to))
	if err != nil { // the second number is still being typed
		return first, first, strings.TrimSpace(to) == ""
	}
	return first, last, true
}

// HasLines reports whether the text has the given lines from line start on; each ends with a newline.
func (m *Slices) HasLines(start int, lines string) bool {
	n := strings.Count(lines, "\n")
	if m.text == nil || start < 1 || start+n-1 > m.text.lines() {
		return false
	}
	var b strings.Builder
	for i := range n {
		b.WriteString(m.text.line(start+i) + "\n")
	}
	return b.String() == lines
}
