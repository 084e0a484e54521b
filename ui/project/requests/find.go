package requests

import (
	"cmp"
	"context"
	"errors"
	"path"
	"path/filepath"
	"slices"

	"dossier/aggregate"
	"dossier/aggregate/disk"
	"dossier/aggregate/request"
	"dossier/aggregate/request/mentions"
	"dossier/aggregate/text"
	"dossier/aggregate/tree"
	"dossier/models"
	"dossier/ui/project"
)

// Verdict is what is said of something that was found.
type Verdict string

// The verdicts: those of the guards, and what is known of the path without them.
const (
	Allowed    Verdict = Verdict(request.Allowed)
	TooMany    Verdict = Verdict(request.TooMany)
	Filtered   Verdict = Verdict(request.Filtered)
	TooLarge   Verdict = Verdict(request.TooLarge)
	Missing    Verdict = "missing"
	Ambiguous  Verdict = "ambiguous"  // one of several
	Outside    Verdict = "outside"    // the project, and not allowed
	Unlisted   Verdict = "not listed" // by the tree, but there
	Unreadable Verdict = "unreadable"
	NoLines    Verdict = "no such lines"
	NeverShown Verdict = "never shown" // a discussion's own file
	Broad      Verdict = "too broad"   // a folder or a pattern of more than [MaxGroup] files
)

// Found is something that a text asks for.
type Found struct {
	Path       string   `json:"path"`       // of the project, or as the text has it
	Start      int      `json:"start"`      // lines from 1, both included; 0: the whole file
	End        int      `json:"end"`        //
	Symbol     string   `json:"symbol"`     // what alone is meant of the file; empty: all of it
	Candidates []string `json:"candidates"` // where Path is no file: those that may be meant
	Verdict    Verdict  `json:"verdict"`

	// The lines of Symbol when it was found, from 1 and both included; 0: not known.
	First int `json:"-"`
	Last  int `json:"-"`

	// Lacks is the symbol that the text asks for and that the file does not define; all of the
	// file is meant then.
	Lacks string `json:"-"`

	Reason string `json:"-"` // says more of the verdict; may be empty
	At     int    `json:"-"` // where it stands first: a byte of the text
}

// Whole reports whether all of the file is meant.
func (f Found) Whole() bool { return f.Start == 0 && f.Symbol == "" }

// Item is the file as it is shown when only this of it is.
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

// Find returns what a text asks for, in its order, with what the guards say: the first
// files count for the number of files. The error is the context's, or says why the folder
// cannot be listed.
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
	for _, m := range mentions.Find(answer, names) {
		if m.Group != nil {
			found = grouped(found, m)
			continue
		}
		f := Found{Path: m.Path, Start: m.Lines.Start, End: m.Lines.End, Candidates: listed(m.Candidates), Verdict: initial(m), At: m.At}
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
	symbols, err := r.symbols(ctx, t, mentions.Symbols(answer), found)
	if err != nil {
		return nil, err
	}
	found = append(found, symbols...)
	slices.SortStableFunc(found, func(a, b Found) int { return cmp.Compare(a.At, b.At) })
	return found, r.Judge(ctx, found, g)
}

// MaxGroup is how many files of a folder or a pattern are listed, each as a row; one with more
// is a row of its own that says so.
const MaxGroup = 200

// grouped adds the files of a folder or a pattern to those found before, each once.
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

func listed(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}

func initial(m mentions.Mention) Verdict {
	switch {
	case m.Known:
		return Allowed
	case m.Several:
		return Ambiguous
	}
	return Missing
}

// unlisted returns what tells a file that the tree does not list: one that it names, or one
// in a folder that it has not looked into.
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

// Judge says anew what the guards make of what was found, one after the other. What is
// one of several, or missing, stays so. The error is the context's.
func (r Requests) Judge(ctx context.Context, found []Found, g request.Guards) error {
	g = r.within(g)
	t, err := r.p.Tree(ctx)
	if err != nil {
		return err
	}
	reader, read := r.p.Reader(), map[string]bool{}
	for i := range found {
		f := &found[i]
		if err := ctx.Err(); err != nil {
			return err
		}
		if f.Verdict == Ambiguous || f.Verdict == Broad {
			f.Reason = ""
			continue
		}
		info, err := reader.Stat(f.Path)
		f.Verdict, f.Reason = disked(f.Path, info, err)
		if f.Verdict != Allowed {
			continue
		}
		before := len(read)
		if read[f.Path] {
			before-- // it has its place
		}
		f.Verdict = Verdict(g.Verdict(f.Path, before, info.Size))
		if f.Verdict == Allowed || f.Verdict == TooLarge {
			read[f.Path] = true // also what is skipped for its size has a place
		}
		if f.Verdict == Allowed {
			r.refine(ctx, t, f)
		}
	}
	return ctx.Err()
}

// disked says what the disk makes of a path.
func disked(name string, info disk.Info, err error) (Verdict, string) {
	switch {
	case models.KeepsText(name):
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

// refine looks closer at a file that the guards allow.
func (r Requests) refine(ctx context.Context, t *tree.Tree, f *Found) {
	if id, ok := t.Find(f.Path); !ok || t.Entry(id).Reason != tree.Listed {
		if e := t.Explain(f.Path); !e.Listed && e.Reason != "" && !filepath.IsAbs(f.Path) {
			f.Verdict, f.Reason = Unlisted, project.Explanation(e).String()
		}
	}
	if f.Start == 0 {
		if f.Lacks != "" && f.Reason == "" {
			f.Reason = "It does not define " + f.Lacks + ": all of the file is meant"
		}
		return
	}
	view, err := r.p.Builder.View(ctx, r.p.Input(), models.NewFileItem(f.Path))
	if n := text.CountLines(view.Text); err == nil && f.Start > n {
		f.Verdict = NoLines
	} else if err == nil && f.End == mentions.MaxLine { // to the end
		f.End = n
	}
}

// Choose returns what was found with one of its candidates in the place of its path. The
// guards are to be asked again.
func (f Found) Choose(candidate string) Found {
	f.Path, f.Verdict, f.Reason = candidate, Allowed, ""
	return f
}
