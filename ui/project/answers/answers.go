package answers

import (
	"context"
	"crypto/sha256"
	"fmt"
	"path/filepath"
	"slices"

	"dossier/aggregate/answer"
	"dossier/aggregate/code"
	"dossier/aggregate/extract"
	"dossier/aggregate/request/mentions"
	"dossier/aggregate/text"
	"dossier/models"
	"dossier/presets"
	"dossier/ui/project"
)

// Answers applies answers to one project.
type Answers struct{ p *project.Project }

// To returns the Answers of a project.
func To(p *project.Project) Answers { return Answers{p} }

// MaxText is the max size of an answer in bytes.
const MaxText = 16 << 20

// Found contains the edits of an answer, in order, with their places in the project's files.
type Found struct {
	Edits  []answer.Edit
	Placed []answer.Placed // one for each edit
	// Files are the results of all edits that have a place, including likely ones, in order of
	// first occurrence in the answer.
	Files []answer.Result
}

// Find finds and places the edits of an answer. It returns the context's error, or why the
// folder cannot be listed.
func (a Answers) Find(ctx context.Context, text string) (Found, error) {
	env, err := a.world(ctx)
	if err != nil {
		return Found{}, err
	}
	return place(ctx, env, answer.Known(answer.Parse(text), func(path string) bool {
		_, err := env.Read(path)
		return err == nil
	}), nil)
}

// Place places edits again in the current files. choices are those made for ambiguous edits. It
// returns the context's error, or why the folder cannot be listed.
func (a Answers) Place(ctx context.Context, edits []answer.Edit, choices []answer.Selected) (Found, error) {
	env, err := a.world(ctx)
	if err != nil {
		return Found{}, err
	}
	return place(ctx, env, edits, choices)
}

func place(ctx context.Context, env answer.Project, edits []answer.Edit, choices []answer.Selected) (Found, error) {
	takes := make([]answer.Selected, len(edits))
	for i := range takes {
		takes[i] = answer.Selected{Edit: i, Choice: -1}
	}
	for _, c := range choices {
		takes[c.Edit] = c
	}
	f := Found{Edits: edits}
	f.Files, f.Placed = answer.Apply(edits, takes, env)
	return f, ctx.Err()
}

// Breaks returns, for each result, the syntax error that it introduces into its file; see [answer.Result.Breaks].
func (a Answers) Breaks(ctx context.Context, results []answer.Result) []string {
	out := make([]string, len(results))
	for i, r := range results {
		out[i] = r.Breaks(a.structure(ctx))
	}
	return out
}

// Preview is the result of applying some edits to files.
type Preview struct {
	Files  []answer.Result
	Placed []answer.Placed // of the applied edits, in order
}

// Preview returns the result of applying edits to the current files. It returns the context's
// error, or why the folder cannot be listed.
func (a Answers) Preview(ctx context.Context, f Found, takes []answer.Selected) (Preview, error) {
	env, err := a.world(ctx)
	if err != nil {
		return Preview{}, err
	}
	var p Preview
	p.Files, p.Placed = answer.Apply(f.Edits, takes, env)
	return p, ctx.Err()
}

// Apply writes a preview: all of its files, or none if one has changed since. It returns the record
// with which [project.Files.Undo] undoes it.
func (a Answers) Apply(ctx context.Context, p Preview) (presets.UndoRecord, error) {
	var changes []project.FileChange
	for _, r := range p.Files {
		switch {
		case r.To != "":
			mode := a.p.Files().Mode(r.Path)
			changes = append(changes, project.FileChange{Path: r.To, After: r.After, Mode: mode}, project.FileChange{Path: r.Path, Before: r.Before})
		default:
			changes = append(changes, project.FileChange{Path: r.Path, Before: r.Before, After: r.After})
		}
	}
	record, err := a.p.Files().Change(ctx, changes)
	if err == nil {
		var paths []string
		for _, c := range changes {
			paths = append(paths, c.Path)
		}
		a.p.Builder.Invalidate(paths...)
	}
	return record, err
}

// Whole returns takes of the certain edits and, if likely is set, the likely ones. Unless
// partial is set, it includes either all or none of the edits of each file.
func (f Found) Whole(likely, partial bool) []answer.Selected {
	taken := func(p answer.Placed) bool { return p.Level == answer.Certain || likely && p.Level == answer.Likely }
	lacks := map[string]bool{}
	for _, p := range f.Placed {
		if !taken(p) {
			lacks[p.File] = true
		}
	}
	var takes []answer.Selected
	for i, p := range f.Placed {
		if taken(p) && (partial || !lacks[p.File]) {
			takes = append(takes, answer.Selected{Edit: i, Choice: -1})
		}
	}
	return takes
}

// world is the subset of the project that placing edits depends on.
func (a Answers) world(ctx context.Context) (answer.Project, error) {
	t, err := a.p.Tree(ctx)
	if err != nil {
		return answer.Project{}, err
	}
	sent := &sent{p: a.p}
	return answer.Project{
		Resolve: mentions.NewNames(filepath.Base(a.p.Dir), t.Files(), nil).Resolve,
		Read: func(path string) ([]byte, error) {
			if err := a.check(ctx, path); err != nil {
				return nil, err
			}
			return a.p.Files().Read(ctx, path)
		},
		Base:      sent.file,
		Structure: a.structure(ctx),
		Guard:     func(path string) error { return a.check(ctx, path) },
	}, nil
}

// check returns why a file cannot be edited: it may not be written, or the model has been shown
// a text that differs from its bytes.
func (a Answers) check(ctx context.Context, path string) error {
	if kind := a.p.Texts().Kind(path); kind != extract.Plain {
		return fmt.Errorf("%s is %s: a model reads its extracted text and not the file, so edits of it cannot be applied", project.Shown(path), kind.Name())
	}
	return a.p.Files().Check(ctx, path)
}

// maxParsed is the max size of a parsed text in bytes.
const maxParsed = 1 << 20

// structure returns the parser of file contents.
func (a Answers) structure(ctx context.Context) func(path, src string) *code.Structure {
	return func(path, src string) *code.Structure {
		b := a.p.Builder
		language := text.Language(path, src)
		if b.Code == nil || len(src) > maxParsed || b.Code.Supports(language) == code.NoSupport {
			return nil
		}
		s, err := b.Structures.Parse(ctx, b.Code, code.Source{Hash: sha256.Sum256([]byte(src)), Language: language}, src, func(*code.Structure) bool { return true })
		if err != nil {
			return nil
		}
		return s
	}
}

// maxSent is the max number of snapshots that are searched for the sent text of a file.
const maxSent = 20

// sent provides the files as they were sent, according to the newest snapshots that contain them in full.
type sent struct {
	p    *project.Project
	rows []project.SnapshotRow
	read []*project.Sent // by row; nil if not read yet, or damaged
	done bool
}

// file returns the text of a file as it was sent.
func (s *sent) file(path string) ([]byte, bool) {
	if !s.done {
		s.done = true
		rows, err := s.p.Snapshots().List()
		if err != nil {
			return nil, false
		}
		s.rows = rows[:min(len(rows), maxSent)]
		s.read = make([]*project.Sent, len(s.rows))
	}
	for i, row := range s.rows {
		if !row.Recorded || row.Damage != nil {
			continue
		}
		if s.read[i] == nil {
			loaded, err := s.p.Snapshots().Load(row.ID)
			if err != nil {
				s.rows[i].Recorded = false
				continue
			}
			s.read[i] = &loaded
		}
		doc := s.read[i].Document
		at := slices.IndexFunc(s.read[i].Record.Files, func(f models.SnapshotFile) bool { return f.Path == path && f.ViewMode == models.Full })
		if at < 0 || at >= len(doc.Items) {
			continue
		}
		if text := doc.FileText(at); text != "" {
			return []byte(text), true
		}
	}
	return nil, false
}
