package project

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"dossier/aggregate"
	"dossier/aggregate/anchor"
	"dossier/aggregate/links/note"
	"dossier/aggregate/text"
	"dossier/models"
	"dossier/presets/tomledit"
)

// FileSlices are the stored slices of one file, with their positions in the text that the file had
// when it was read.
type FileSlices struct {
	Item models.FileItem // the project file's entry for the file; its path is relative to the project
	List []PlacedSlice   // in document order; costs are not counted

	project *Project
	text    *anchor.Text
	source  string
}

// FileSlices reads a file of the project and locates its slices. The file need not be in the
// project file. An external path is read because the user named it.
func (p *Project) FileSlices(ctx context.Context, name string) (*FileSlices, error) {
	item, err := p.Item(ctx, name)
	if err != nil {
		return nil, err
	}
	return p.fileSlices(ctx, item)
}

// fileSlices is [Project.FileSlices] for the entry of a file.
func (p *Project) fileSlices(ctx context.Context, item models.FileItem) (*FileSlices, error) {
	whole := models.NewFileItem(item.Path)
	whole.MaxBytes = item.MaxBytes
	view, err := p.Builder.View(ctx, p.Input(), whole)
	if err != nil {
		return nil, err
	}
	f := &FileSlices{Item: item, project: p, text: anchor.NewText(view.Text), source: view.Text}
	f.List = f.place(item.CustomSlices)
	return f, nil
}

// Lines returns the number of lines of the file.
func (f *FileSlices) Lines() int { return f.text.Lines() }

// Make returns the slice of a range of lines with anchors. Bounds and errors are those of [anchor.Text.Make].
func (f *FileSlices) Make(start, end int) (models.Slice, error) { return f.text.Make(start, end) }

// WithoutSections returns the slices of a note that remain without the sections whose headings match
// one of the patterns, as in [note.Without]; nil if none matches, and empty if nothing remains.
func (f *FileSlices) WithoutSections(patterns []string) ([]models.Slice, error) {
	left := note.Without(f.source, patterns)
	if len(left.Exclusions) == 0 {
		return nil, nil
	}
	out := []models.Slice{}
	for _, kept := range left.Remaining {
		s, err := f.Make(kept.First, min(kept.Last, f.Lines()))
		if err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, nil
}

// Redacted returns a slice that can be printed: without possible secrets in its anchor lines, which
// alone may not look like secrets. For a withheld file the anchor lines are empty.
func (f *FileSlices) Redacted(ctx context.Context, s models.Slice) (models.Slice, error) {
	redact, err := f.project.Redacting(ctx).anchors(ctx, f.Item.Path, f.source)
	if err == nil {
		s.AnchorLines = redact(s.AnchorLines)
	}
	return s, err
}

// anchors returns a function that redacts anchor lines of a file with a text, as in [FileSlices.Redacted]. It leaves lines
// unchanged that the text does not have.
func (r *Redacting) anchors(ctx context.Context, path, source string) (func(lines []string) []string, error) {
	text, err := r.File(ctx, path, source)
	withheld := errors.As(err, new(*aggregate.WithheldError))
	if err != nil && !withheld {
		return nil, err
	}
	redacted := anchor.Redacted(source, text)
	return func(lines []string) []string {
		lines = slices.Clone(lines)
		for i, line := range lines {
			if clean, ok := redacted[line]; withheld {
				lines[i] = ""
			} else if ok {
				lines[i] = clean
			}
		}
		return lines
	}, nil
}

func (f *FileSlices) place(list []models.Slice) []PlacedSlice {
	out := make([]PlacedSlice, len(list))
	for i, s := range list {
		out[i] = PlacedSlice{Slice: s, Start: s.StartLine, End: s.EndLine}
		if at := f.text.Resolve(s); at.Health == anchor.Lost {
			out[i].Health = at.Health
		} else {
			out[i].Start, out[i].End, out[i].Health = at.Start, at.End, at.Health
		}
	}
	return out
}

// Add stores a slice in the project file: sorted among the other slices of the file, or at the end of an
// unsorted list. A slice with the lines of another one is added too, unless tag and comment are equal: then
// the anchors of the existing one are updated. A file without a separate entry gets one. The first slice of a
// file sets its view mode to custom, unless that is none; a view mode that was selected later is preserved.
//
// It returns the file's stored entry, and whether the slice is new.
func (f *FileSlices) Add(ctx context.Context, s models.Slice) (kept models.FileItem, added bool, err error) {
	kept, err = f.project.changeFile(ctx, f.Item.Path, func(it *models.FileItem) {
		added = f.AddAll(it, []models.Slice{s}) > 0
	})
	if err != nil {
		return models.FileItem{}, false, err
	}
	f.Item, f.List = kept, f.place(kept.CustomSlices)
	return kept, added, nil
}

// AddAll adds slices of the file to an entry for it, each as [FileSlices.Add] does, and returns the number of new ones.
func (f *FileSlices) AddAll(it *models.FileItem, list []models.Slice) (added int) {
	if len(list) == 0 {
		return 0
	}
	// The existing slices are located once: to locate all of them for each new one is quadratic. The new
	// ones were made from the text, so their lines are their position.
	type lines struct {
		start, end   int
		tag, comment string
	}
	linesOf := func(s models.Slice, start, end int) lines { return lines{start, end, s.Tag, s.Comment} }
	type placed struct {
		models.Slice
		start int // of a lost slice, that of the one before it
	}
	all := make([]placed, 0, len(it.CustomSlices)+len(list))
	known := map[lines]int{}
	last, sorted := 0, true
	for i, p := range f.place(it.CustomSlices) {
		if !p.Lost() {
			at := linesOf(p.Slice, p.Start, p.End)
			if _, ok := known[at]; !ok {
				known[at] = i
			}
			sorted = sorted && p.Start >= last
			last = p.Start
		}
		all = append(all, placed{p.Slice, last})
	}
	for _, s := range list {
		at := linesOf(s, s.StartLine, s.EndLine)
		if i, ok := known[at]; ok {
			s.Extra = all[i].Extra
			all[i].Slice = s
			continue
		}
		known[at] = len(all)
		all = append(all, placed{s, s.StartLine})
		added++
	}
	if sorted { // otherwise the order was chosen by the user
		slices.SortStableFunc(all, func(a, b placed) int { return cmp.Compare(a.start, b.start) })
	}
	if added > 0 {
		customize(it)
	}
	it.CustomSlices = make([]models.Slice, len(all))
	for i, p := range all {
		it.CustomSlices[i] = p.Slice
	}
	return added
}

// Update stores the current lines of slices that have moved or changed in the project file, and returns
// their number. Tags and comments are preserved; lost slices and those without anchors are unchanged.
func (f *FileSlices) Update(ctx context.Context) (int, error) {
	next := map[string]models.Slice{} // by placeKey
	for _, p := range f.List {
		if p.Health != anchor.Moved && p.Health != anchor.Changed {
			continue
		}
		s, err := f.Make(p.Start, p.End)
		if err != nil {
			return 0, err
		}
		next[PlaceKey(p.Slice)] = s
	}
	if len(next) == 0 {
		return 0, nil
	}
	updated := 0
	kept, err := f.project.changeFile(ctx, f.Item.Path, func(it *models.FileItem) {
		updated = 0
		for i, old := range it.CustomSlices {
			if s, ok := next[PlaceKey(old)]; ok {
				s.Tag, s.Comment, s.Extra = old.Tag, old.Comment, old.Extra
				it.CustomSlices[i] = s
				updated++
			}
		}
	})
	if err != nil {
		return 0, err
	}
	f.Item, f.List = kept, f.place(kept.CustomSlices)
	return updated, nil
}

// changeFile changes the entry of one file in the project file, saves that and returns the stored
// entry. fn is called again if another program has changed the entry concurrently.
func (p *Project) changeFile(ctx context.Context, name string, fn func(it *models.FileItem)) (models.FileItem, error) {
	if models.StoresText(name) {
		return models.FileItem{}, fmt.Errorf("%s is a discussion's own file, which is never part of a document", text.Escape(name))
	}
	var kept models.FileItem
	err := p.change(ctx, func(k *StoredState) (func(*models.Project), error) {
		e := p.edit(ctx, k)
		if _, ok := e.Row(name); !ok && filepath.IsAbs(name) {
			return nil, fmt.Errorf("%s is outside the project, and %s does not name it: add it there first", text.Escape(name), k.File.Path())
		}
		e.ChangeFile(name, func(it *models.FileItem) {
			fn(it)
			kept = it.Clone()
			kept.Path = name
		})
		return func(to *models.Project) { to.Files = e.Composition.Files }, nil
	})
	if err != nil {
		return models.FileItem{}, err
	}
	return kept, nil
}

// SliceTOML formats a slice as in the project file.
func SliceTOML(s models.Slice) (string, error) {
	table := tomledit.Blocks{tomledit.Block(s.Fields())}
	data, err := tomledit.Apply(nil, tomledit.Set(table, "files", "items", "custom_slices"))
	return string(data), err
}

// PlacedSlice is a stored slice and its current position.
type PlacedSlice struct {
	models.Slice
	// Start and End are the current lines, or the stored ones while Health is pending or if the
	// slice is lost.
	Start, End int
	Health     anchor.Health // empty until it is known
	Cost       Cost          // of the slice in the document
}

// Lost reports whether the slice was not found.
func (p PlacedSlice) Lost() bool { return p.Health == anchor.Lost }

// Equivalent reports whether the slice is equivalent to s, a new one of the current text.
func (p PlacedSlice) Equivalent(s models.Slice) bool {
	return !p.Lost() && p.Start == s.StartLine && p.End == s.EndLine && p.Tag == s.Tag && p.Comment == s.Comment
}

// Stale reports whether the stored lines can be updated: the slice has moved or changed, or has no
// anchors.
func (p PlacedSlice) Stale() bool {
	return p.Health == anchor.Moved || p.Health == anchor.Changed || p.Health == anchor.Unchecked
}

// PlaceKey returns a key of all that the position of a slice depends on besides the text.
func PlaceKey(s models.Slice) string {
	return fmt.Sprintf("%d %d %s %q", s.StartLine, s.EndLine, s.ContentHash, s.AnchorLines)
}

// SliceKey identifies a slice of a file; several slices may have the same lines.
func SliceKey(s models.Slice) string {
	return fmt.Sprintf("%s %q %q", PlaceKey(s), s.Tag, s.Comment)
}

// ChangeFile applies fn to the entry of a file, which is appended if it is missing. It may be
// called for several files in succession.
func (e *Edit) ChangeFile(p string, fn func(*models.FileItem)) {
	if row, ok := e.Row(p); ok {
		e.Change([]int{row}, fn)
		return
	}
	one := models.NewFileItem(e.EntryPath(p))
	fn(&one)
	e.Composition.Files = append(e.Composition.Files, one)
}

// InsertSlice inserts a slice among those of a file, whose positions are in placed. The first
// one sets the view mode to custom, unless the user excluded the text with the view mode none;
// a mode that is selected later is preserved.
func InsertSlice(it *models.FileItem, placed []PlacedSlice, s models.Slice) {
	customize(it)
	it.CustomSlices = slices.Insert(slices.Clone(it.CustomSlices), InsertAt(placed, s.StartLine), s)
}

// customize sets the view mode of an entry that gets its first slice.
func customize(it *models.FileItem) {
	if len(it.CustomSlices) == 0 && it.ViewMode != models.None {
		it.ViewMode = models.Custom
	}
}

// InsertAt returns the index for inserting a slice that starts at a line.
func InsertAt(placed []PlacedSlice, start int) int {
	at, last := len(placed), 0
	for i, p := range placed {
		if p.Lost() {
			continue
		}
		if p.Start < last {
			return len(placed) // the order was chosen by the user
		}
		if last = p.Start; p.Start > start && at == len(placed) {
			at = i
		}
	}
	return at
}
