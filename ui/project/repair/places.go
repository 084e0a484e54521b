package repair

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"dossier/aggregate"
	"dossier/aggregate/anchor"
	"dossier/aggregate/code"
	"dossier/aggregate/disk"
	"dossier/aggregate/images"
	"dossier/aggregate/relocate"
	"dossier/aggregate/tree"
	"dossier/models"
	"dossier/presets"
	"dossier/ui/project"
)

// Kind is the kind of a missing item.
type Kind string

// Kinds of missing items.
const (
	File       Kind = "file"
	Folder     Kind = "folder"  // or a folder without listed files
	Pattern    Kind = "pattern" // a glob without a match
	Screenshot Kind = "screenshot"
	Slice      Kind = "slice"
	Symbol     Kind = "symbol"
)

// Item is a missing file, symbol or slice of a composition, with candidates.
type Item struct {
	Kind   Kind         `json:"kind"`
	Path   string       `json:"path"`            // as in the entry; for a slice or symbol the file, relative to the project
	Slice  models.Slice `json:"slice,omitzero"`  // of a missing slice
	Symbol string       `json:"symbol,omitzero"` // of a missing symbol
	Places []Place      `json:"places"`          // the best first
	// Known reports whether candidates were searched for.
	Known bool `json:"-"`
}

// Place is a candidate for a missing item.
type Place struct {
	relocate.Place
	Symbol string `json:"symbol,omitempty"` // its path in the file, for a missing symbol
}

// Key identifies a missing item while it is missing.
func (m Item) Key() string {
	return fmt.Sprintf("%s\x00%s\x00%s\x00%s", m.Kind, m.Path, m.Symbol, project.SliceKey(m.Slice))
}

// Likely reports whether the first place can be accepted without comparing it with the others.
func (m Item) Likely() bool {
	places := make([]relocate.Place, len(m.Places))
	for i, p := range m.Places {
		places[i] = p.Place
	}
	return relocate.Likely(places)
}

// Alike returns the share of a file's content that is in a candidate found by content, in percent;
// false for other candidates.
func (m Item) Alike(p Place) (percent int, ok bool) {
	return int(100 * p.Score), p.Why == relocate.Similar && (m.Kind == File || m.Kind == Screenshot)
}

// Certain reports whether the candidate can be used without asking the user.
func (m Item) Certain() bool { return len(m.Places) > 0 && m.Places[0].Certain }

// In returns the missing items of a document, in file order, followed by the missing screenshots.
func In(doc *aggregate.Document, c models.Composition, shots []aggregate.Shot) []Item {
	var out []Item
	seen := map[string]bool{}
	add := func(m Item) {
		if key := m.Key(); !seen[key] {
			seen[key] = true
			out = append(out, m)
		}
	}
	for _, item := range doc.Items {
		var missing *aggregate.NotFoundError
		switch {
		case item.Entry >= len(c.Files):
			continue // of an earlier composition
		case errors.As(item.Err, &missing):
			kind := File
			if missing.Pattern {
				kind = Pattern
			} else if missing.Folder {
				kind = Folder
			}
			add(Item{Kind: kind, Path: c.Files[item.Entry].Path})
			continue
		case errors.Is(item.Err, disk.ErrNotFound):
			add(Item{Kind: File, Path: c.Files[item.Entry].Path})
			continue
		}
		for i, h := range item.Health {
			if h.Health == string(anchor.Lost) && i < len(item.CustomSlices) && item.CustomSlices[i].Problem == "" {
				add(Item{Kind: Slice, Path: item.Path, Slice: item.CustomSlices[i]})
			}
		}
		for _, lost := range item.Lost {
			add(Item{Kind: Symbol, Path: item.Path, Symbol: lost.Path, Places: nearestSymbols(item.Path, lost)})
		}
	}
	for _, shot := range shots {
		if errors.As(shot.Err, new(*aggregate.NotFoundError)) || errors.Is(shot.Err, disk.ErrNotFound) {
			add(Item{Kind: Screenshot, Path: shot.EntryPath})
		}
	}
	return out
}

// nearestSymbols returns the symbols of the current file that are most similar to a missing one.
func nearestSymbols(file string, lost *code.LostError) []Place {
	var out []Place
	for i, name := range lost.Nearest {
		p := Place{relocate.Place{Path: file, Why: relocate.SimilarName, Score: 0.5 - 0.1*float64(i)}, name}
		if lastPart(name) == lastPart(lost.Path) {
			p.Why, p.Score = relocate.SameName, 0.8-0.1*float64(i)
		}
		out = append(out, p)
	}
	return out
}

func lastPart(symbol string) string { return symbol[strings.LastIndexAny(symbol, ".:")+1:] }

// Memory contains earlier information about files.
type Memory struct {
	Marks map[string]presets.FileID // by path relative to the project
	Sent  *aggregate.Document       // the last sent document; nil if there is none
}

// known returns the information about a missing file.
func (m Memory) known(file string, item models.FileItem) relocate.Known {
	k := relocate.Known{Path: file, Slices: item.CustomSlices}
	for symbol := range item.AstMask {
		k.Symbols = append(k.Symbols, symbol)
	}
	slices.Sort(k.Symbols)
	if mark, ok := m.Marks[file]; ok {
		k.Hash, k.Size, k.Fingerprint = mark.Hash, mark.Size, relocate.Fingerprint(mark.Fingerprint)
	}
	if m.Sent == nil {
		return k
	}
	for i, it := range m.Sent.Items {
		if it.Path == file {
			if k.Hash == "" {
				k.Hash, k.Size = it.Hash(), it.Size
			}
			k.Text = m.Sent.FileText(i)
		}
	}
	return k
}

// below returns the known files of a folder, existing or not.
func (m Memory) below(dir string) []string {
	var out []string
	for p := range m.Marks {
		if strings.HasPrefix(p, dir+"/") {
			out = append(out, p)
		}
	}
	slices.Sort(out)
	return out
}

// maxHolders is the max number of other files that are parsed for a missing symbol.
const maxHolders = 12

// FindPlaces searches for candidates of missing items, within the limits of a search. It
// returns the context's error, or why the project's files are not known.
func FindPlaces(ctx context.Context, p *project.Project, missing []Item, c models.Composition, in aggregate.Input, m Memory) ([]Item, error) {
	if len(missing) == 0 {
		return missing, nil
	}
	t, err := p.Tree(ctx)
	if err == nil && !t.Measured() {
		t, err = tree.Measure(ctx, t)
	}
	if err != nil {
		return nil, err
	}
	root := p.Reader()
	var taken []string
	for _, it := range c.Files {
		taken = append(taken, p.StoredState().Base(in.FilesBase).Path(it.Path))
	}
	search := relocate.NewSearch(relocate.Files{
		Paths: t.Files(),
		Size: func(name string) int64 {
			if id, ok := t.Find(name); ok {
				return t.Entry(id).Size
			}
			return -1
		},
		Read: func(ctx context.Context, name string) ([]byte, error) {
			f, err := root.Read(ctx, name, 0)
			return f.Data, err
		},
	}, taken)
	work := placing{p: p, c: c, in: in, m: m, tree: t, search: search}
	out := slices.Clone(missing)
	for i := range out {
		if err := work.place(ctx, &out[i]); err != nil {
			return nil, err
		}
		out[i].Known = true
	}
	return out, nil
}

// placing searches for the candidates of one composition.
type placing struct {
	p      *project.Project
	c      models.Composition
	in     aggregate.Input
	m      Memory
	tree   *tree.Tree
	search *relocate.Search
}

// place finds the candidates for one missing item.
func (w *placing) place(ctx context.Context, one *Item) error {
	files, shots := w.p.StoredState().Base(w.in.FilesBase), w.p.StoredState().Base(w.in.ScreenshotBase)
	var places []relocate.Place
	var err error
	switch one.Kind {
	case File:
		item := models.NewFileItem(one.Path)
		if i := slices.IndexFunc(w.c.Files, func(it models.FileItem) bool { return it.Path == one.Path }); i >= 0 {
			item = w.c.Files[i]
		}
		places, err = w.search.File(ctx, w.m.known(files.Path(one.Path), item))
	case Screenshot:
		if name := shots.Path(one.Path); !tree.IsPattern(name) {
			places, err = w.search.File(ctx, w.m.known(name, models.NewFileItem(name)))
			places = slices.DeleteFunc(places, func(p relocate.Place) bool { return !images.Named(p.Path) })
		}
	case Folder:
		dir := files.Path(one.Path)
		places = w.search.Folder(dir, w.m.below(dir))
	case Pattern:
		pattern := files.Path(one.Path)
		dir, _, _ := strings.Cut(pattern, "/*")
		places = w.search.Pattern(pattern, w.m.below(dir), func(p string) bool {
			list, err := w.tree.Glob(p)
			return err == nil && len(list) > 0
		})
	case Slice:
		places, err = w.search.Slice(ctx, one.Path, one.Slice)
	case Symbol:
		return w.placeSymbol(ctx, one)
	}
	one.Places = make([]Place, len(places))
	for i, place := range places {
		one.Places[i].Place = place
	}
	return err
}

// placeSymbol adds the other files with a symbol of exactly this path.
func (w *placing) placeSymbol(ctx context.Context, one *Item) error {
	holders, err := w.search.FilesDefining(ctx, one.Path, one.Symbol, maxHolders)
	if err != nil {
		return err
	}
	var found []Place
	for _, file := range holders {
		parsed, err := w.p.Builder.Parse(ctx, w.in, models.NewFileItem(file))
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err == nil && len(parsed.Structure.Find(one.Symbol)) > 0 {
			found = append(found, Place{relocate.Place{Path: file, Why: relocate.SameName, Score: 0.7}, one.Symbol})
		}
	}
	one.Places = append(found, one.Places...)
	slices.SortStableFunc(one.Places, func(a, b Place) int {
		if a.Score > b.Score {
			return -1
		} else if a.Score < b.Score {
			return 1
		}
		return 0
	})
	one.Places = one.Places[:min(len(one.Places), relocate.MaxPlaces)]
	return nil
}
