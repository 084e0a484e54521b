package requests

import (
	"cmp"
	"context"
	"errors"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"dossier/aggregate"
	"dossier/aggregate/disk"
	"dossier/aggregate/request"
	"dossier/aggregate/request/mentions"
	"dossier/aggregate/text"
	"dossier/aggregate/tree"
	"dossier/models"
	"dossier/ui/project"
)

// Verdict is the result for a request.
type Verdict string

// Verdicts: those of the guards, and those that only depend on the path.
const (
	Allowed    Verdict = Verdict(request.Allowed)
	TooMany    Verdict = Verdict(request.TooMany)
	Filtered   Verdict = Verdict(request.Filtered)
	TooLarge   Verdict = Verdict(request.TooLarge)
	Missing    Verdict = "missing"
	Ambiguous  Verdict = "ambiguous"  // one of several
	Outside    Verdict = "outside"    // outside the project, and not allowed
	Unlisted   Verdict = "not listed" // exists, but is not listed in the tree
	Unreadable Verdict = "unreadable"
	NoLines    Verdict = "no such lines"
	NeverShown Verdict = "never shown" // a file of discussions or notes
	Broad      Verdict = "too broad"   // a folder or pattern with more than [MaxGroup] files
	Elsewhere  Verdict = "another repository"
	Undefined  Verdict = "not defined" // a requested symbol that no file of the project defines
)

// MissingFolder and MissingPattern are the reasons for a missing folder or pattern.
const (
	MissingFolder  = "There is no such folder in the project"
	MissingPattern = "No file of the project matches the pattern"
	emptyFolder    = "No file in it is listed"
)

// Found is a request in a text.
type Found struct {
	Path       string   `json:"path"`       // in the project, or as in the text; for a symbol without a file its name
	Start      int      `json:"start"`      // first line, from 1; 0 means the whole file
	End        int      `json:"end"`        // last line, inclusive
	Symbol     string   `json:"symbol"`     // the requested part of the file; empty means the whole file
	Candidates []string `json:"candidates"` // possible files if Path is not a file, or the names of Definitions
	Verdict    Verdict  `json:"verdict"`

	// Text is the text that Candidates are for. Chosen reports whether one of them was selected.
	Text   string `json:"-"`
	Chosen bool   `json:"-"`
	// Definitions are those of the symbol if there are several, one for each candidate.
	Definitions []Definition `json:"-"`

	// The lines of Symbol when it was found, from 1 and inclusive; 0 if not known.
	First int `json:"-"`
	Last  int `json:"-"`

	// For a request for a single line: the symbol around it, empty if there is none, and the
	// number of lines in the file.
	Around Definition `json:"-"`
	Lines  int        `json:"-"`
	// Line is the single line that [Found.Extend] has extended; 0 if none.
	Line int `json:"-"`

	// MissingSymbol is the requested symbol if the file does not define it; the whole file is then requested.
	MissingSymbol string `json:"-"`

	Reason string `json:"-"` // details of the verdict; may be empty
	At     int    `json:"-"` // byte offset of its first occurrence in the text
}

// Definition is a symbol in a file, with its lines.
type Definition struct {
	Path, Symbol string
	First, Last  int
	body         bool // it has a body, unlike those of an interface
}

// Name returns the definition's unique name: its path and symbol.
func (d Definition) Name() string { return d.Path + "::" + d.Symbol }

// Whole reports whether the whole file is requested.
func (f Found) Whole() bool { return f.Start == 0 && f.Symbol == "" }

// Item returns an entry that shows only the requested part of the file.
func (f Found) Item() models.FileItem {
	item := models.NewFileItem(f.Path)
	switch {
	case f.Symbol != "":
		item.ViewMode, item.AstMask = models.Masked, map[string]models.MaskMode{f.Symbol: models.MaskDef}
	case f.Start > 0:
		item.ViewMode, item.CustomSlices = models.Custom, []models.Slice{{StartLine: f.Start, EndLine: f.End}}
	}
	return item
}

// Find returns the requests in a text, in order, with the verdicts of the guards: the first files
// count towards the max number of files. It returns the context's error, or why the folder cannot
// be listed.
func (r Requests) Find(ctx context.Context, answer string, g request.Guards) ([]Found, error) {
	t, err := r.p.Tree(ctx)
	if err != nil {
		return nil, err
	}
	g = r.within(g)
	near, _ := r.p.Local(g.Dir)
	names := mentions.NewNames(filepath.Base(r.p.Dir), t.Files(), r.unlisted(t)).From(near)
	var found []Found
	s := search{r: r, parsed: map[string]*aggregate.Parsed{}}
	of := map[string]bool{} // symbols that are requested of a file
	for _, m := range mentions.Find(answer, names) {
		if m.Group != nil {
			found = grouped(found, m)
			continue
		}
		f := Found{Path: m.Path, Start: m.Lines.Start, End: m.Lines.End, Candidates: project.NonNil(m.Candidates), Verdict: initial(m), At: m.At}
		if len(m.Candidates) > 0 {
			f.Text = m.Path
		}
		of[m.Symbol] = true
		if m.Known && m.Symbol != "" {
			if err := s.within(ctx, &f, m.Symbol); err != nil {
				return nil, err
			}
			if slices.ContainsFunc(found, func(other Found) bool {
				return other.Path == f.Path && other.Start == f.Start && other.Symbol == f.Symbol
			}) {
				continue
			}
		}
		found = append(found, f)
	}
	wanted := slices.DeleteFunc(mentions.Symbols(answer), func(w mentions.Symbol) bool { return of[w.Path] })
	symbols, err := s.symbols(ctx, t, answer, wanted, found)
	if err != nil {
		return nil, err
	}
	found = append(found, symbols...)
	slices.SortStableFunc(found, func(a, b Found) int { return cmp.Compare(a.At, b.At) })
	return found, r.Judge(ctx, found, g)
}

// MaxGroup is the max number of files of a folder or pattern that are listed as separate rows;
// one with more files is a single row.
const MaxGroup = 200

// grouped adds the files of a folder or pattern to the found ones, without duplicates.
func grouped(found []Found, m mentions.Mention) []Found {
	if len(m.Group) > MaxGroup {
		return append(found, Found{Path: m.Path, Candidates: []string{}, Verdict: Broad, At: m.At})
	}
	whole := map[string]bool{}
	for _, f := range found {
		whole[f.Path] = whole[f.Path] || f.Whole()
	}
	for _, file := range m.Group {
		if !whole[file] {
			found = append(found, Found{Path: file, Candidates: []string{}, Verdict: Allowed, At: m.At})
		}
	}
	return found
}

func initial(m mentions.Mention) Verdict {
	switch {
	case m.Known:
		return Allowed
	case m.Elsewhere:
		return Elsewhere
	case m.Several:
		return Ambiguous
	}
	return Missing
}

// unlisted returns a function that recognizes files that are not listed: files that the text names,
// or files in folders that were not scanned.
func (r Requests) unlisted(t *tree.Tree) func(string) bool {
	root := r.p.Root()
	return func(name string) bool {
		if name != path.Clean(name) || path.IsAbs(name) || filepath.IsAbs(name) {
			return false
		}
		if id, ok := t.Find(name); ok {
			return t.Entry(id).Kind != disk.Folder
		}
		for dir := path.Dir(name); dir != "." && dir != "/"; dir = path.Dir(dir) {
			if id, ok := t.Find(dir); ok {
				if t.Entry(id).Reason == tree.Listed {
					return false
				}
				info, err := root.Stat(name)
				return err == nil && info.Kind == disk.Regular
			}
		}
		return false
	}
}

// Judge applies the guards to requests again, in order. Ambiguous and undefined ones are
// unchanged. It returns the context's error.
func (r Requests) Judge(ctx context.Context, found []Found, g request.Guards) error {
	g = r.within(g)
	t, err := r.p.Tree(ctx)
	if err != nil {
		return err
	}
	reader, read := r.p.Reader(), map[string]bool{}
	s := search{r: r, parsed: map[string]*aggregate.Parsed{}}
	for i := range found {
		f := &found[i]
		if err := ctx.Err(); err != nil {
			return err
		}
		switch f.Verdict {
		case Ambiguous, Broad, Elsewhere, Undefined:
			continue
		}
		if folder, ok := strings.CutSuffix(f.Path, "/"); ok || strings.Contains(f.Path, "*") {
			f.Verdict, f.Reason = Missing, MissingPattern
			if ok {
				f.Reason = MissingFolder
				if info, err := reader.Stat(folder); err == nil && info.Kind == disk.Folder {
					f.Verdict, f.Reason = Unreadable, emptyFolder
				}
			}
			continue
		}
		info, err := reader.Stat(f.Path)
		f.Verdict, f.Reason = disked(f.Path, info, err)
		if f.Verdict != Allowed {
			continue
		}
		before := len(read)
		if read[f.Path] {
			before-- // it has already been counted
		}
		f.Verdict = Verdict(g.Verdict(f.Path, before, info.Size))
		if f.Verdict == Allowed || f.Verdict == TooLarge {
			read[f.Path] = true // files that are skipped because of their size count too
		}
		if f.Verdict == Allowed {
			s.refine(ctx, t, f)
		}
	}
	return ctx.Err()
}

// disked returns the verdict for a path based on its state on the disk.
func disked(name string, info disk.Info, err error) (Verdict, string) {
	switch {
	case models.StoresText(name):
		return NeverShown, ""
	case errors.Is(err, disk.ErrNotFound):
		return Missing, ""
	case errors.Is(err, disk.ErrOutside):
		return Outside, err.Error()
	case err != nil:
		return Unreadable, err.Error()
	case info.Kind != disk.Regular:
		return Unreadable, (&disk.IrregularError{Path: name, Kind: info.Kind, Wanted: disk.Regular}).Error()
	}
	return Allowed, ""
}

// refine inspects a file that the guards allow in more detail.
func (s *search) refine(ctx context.Context, t *tree.Tree, f *Found) {
	if id, ok := t.Find(f.Path); !ok || t.Entry(id).Reason != tree.Listed {
		if e := t.Explain(f.Path); !e.Listed && e.Reason != "" && !filepath.IsAbs(f.Path) {
			f.Verdict, f.Reason = Unlisted, project.Explanation(e).String()
		}
	}
	if f.Start == 0 {
		if f.MissingSymbol != "" && f.Reason == "" {
			f.Reason = "It does not define " + f.MissingSymbol + ": all of the file is meant"
		}
		return
	}
	view, err := s.r.p.Builder.View(ctx, s.r.p.Input(), models.NewFileItem(f.Path))
	if err != nil {
		return
	}
	n := text.CountLines(view.Text)
	switch {
	case f.Start > n:
		f.Verdict = NoLines
	case f.End == mentions.MaxLine: // to the end of the file
		f.End = n
	case f.Start == f.End:
		f.Lines, f.Around = n, s.around(ctx, f.Path, f.Start)
	}
}

// Choose returns a request with one of its candidates selected. The guards must be applied again.
func (f Found) Choose(candidate string) Found {
	f.Path, f.Verdict, f.Reason, f.Chosen = candidate, Allowed, "", true
	if i := slices.IndexFunc(f.Definitions, func(d Definition) bool { return d.Name() == candidate }); i >= 0 {
		f.define(f.Definitions[i])
	}
	return f
}

// Is reports whether a candidate is the current choice of the request.
func (f Found) Is(candidate string) bool {
	return f.Path == candidate || f.Symbol != "" && candidate == (Definition{Path: f.Path, Symbol: f.Symbol}).Name()
}

// define sets the definition that f refers to.
func (f *Found) define(d Definition) {
	f.Path, f.Symbol, f.First, f.Last = d.Path, d.Symbol, d.First, d.Last
}
