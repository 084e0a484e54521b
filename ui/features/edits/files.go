package edits

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"dossier/aggregate/answer"
	"dossier/presets"
	"dossier/ui/project/answers"
)

// Row is an edit of the answer.
type Row struct {
	answers.EditReport
	// Choice is the index of the candidate that the user selected for an ambiguous edit; -1 for none.
	Choice int
	// Applied reports that the edit was applied here completely.
	Applied bool

	key    string
	placed answer.Placed
}

// Text returns the file's current lines.
func (r Row) Text() string { return r.placed.Text() }

// Chosen returns the lines with the edit at one of its places, each with its newline, and what changes there.
func (r Row) Chosen(place int) (now string, changes []answer.Change) {
	return r.placed.Chosen(place), r.placed.Choices[place].Changes
}

// Near returns the file's lines at or nearest to the edit; zero if there are none.
func (r Row) Near() answer.Lines { return r.placed.Lines }

// Ambiguous reports whether the edit has several places or files to choose from.
func (r Row) Ambiguous() bool { return answer.Level(r.Certainty) == answer.Ambiguous }

// Alternative reports whether the edit would change lines that another one changes, and can be taken instead
// of it.
func (r Row) Alternative() bool { return len(r.placed.Rivals) > 0 }

// Hunk is a hunk of a file, which can be ticked.
type Hunk struct {
	answer.Hunk
	Key      string
	Old, New string // the lines that it replaces, and their replacement, with the user's text
	Lines    string // in the current file, "12-15"; "12" if lines are inserted before line 12
	Sample   string // a changed line: an added one, or else a removed one
	Removed  int    // number of lines
	Added    int
	Ticked   bool
	Edited   bool   // whether New is the user's text
	Reason   string // why it is uncertain; may be empty

	waits bool // whether it is still to be applied, or the user has not decided
}

// File is a file that the answer changes.
type File struct {
	Path string // of the project, or as in the answer if no file matches
	To   string // new path of a moved file; otherwise empty
	// Action is modify, create, delete or rename.
	Action answer.Action
	Hunks  []Hunk
	// WithoutHunk are the edits without a hunk: ambiguous ones, and those that have no place, change
	// nothing, or were applied.
	WithoutHunk []Row
	// Warning is the syntax error that the ticked hunks would introduce; empty while it is unknown.
	Warning string
	// Rewritten reports that the user replaced the text of the whole file, and Outdated that the
	// file has changed since.
	Rewritten, Outdated bool

	key     string
	base    answer.Result // with the user's text of the whole file, if there is one
	shown   answer.Result // with the user's texts of hunks
	result  answer.Result // the ticked hunks
	changes bool          // whether the ticked hunks change the file
}

// Ticked returns the number of ticked hunks.
func (f File) Ticked() int {
	n := 0
	for _, h := range f.Hunks {
		if h.Ticked {
			n++
		}
	}
	return n
}

// Edited reports whether any of its text is the user's.
func (f File) Edited() bool {
	return f.Rewritten || slices.ContainsFunc(f.Hunks, func(h Hunk) bool { return h.Edited })
}

// Text returns the current text of the file, and the text with all hunks, ticked or not.
func (f File) Text() (old, new string) { return f.shown.Text() }

// Result returns the file's content with the ticked hunks, exactly as it is written; nil if the file
// is removed. ok is false if they change nothing.
func (f File) Result() (data []byte, ok bool) { return f.result.After, f.changes }

// Shown returns the hunks with the user's texts, in the order of Hunks.
func (f File) Shown() []answer.Hunk { return f.shown.Hunks }

// Ref identifies a hunk by the indices of its file and of the hunk in it.
type Ref struct{ File, Hunk int }

func hash(parts ...string) string {
	h := sha256.New()
	for _, s := range parts {
		fmt.Fprintf(h, "%d:%s", len(s), s)
	}
	return hex.EncodeToString(h.Sum(nil)[:12])
}

// keysOf returns a key for each edit, derived from its content.
func keysOf(edits []answer.Edit) []string {
	out := make([]string, len(edits))
	seen := map[string]int{}
	for i, e := range edits {
		parts := []string{e.Path, e.To, string(e.Form), string(e.Action), strconv.Itoa(e.Line), strings.Join(e.Under, "\n")}
		for _, r := range e.Readings {
			parts = append(parts, r.Old, r.New)
		}
		key := hash(parts...)
		out[i] = hash(key, strconv.Itoa(seen[key]))
		seen[key]++
	}
	return out
}

// list computes the files of the edits, their places and the user's decisions, and shows them.
func (p *Part) list() {
	p.files = p.filesOf()
	for _, f := range p.files {
		p.seen[f.key] = true
		for _, h := range f.Hunks {
			p.seen[h.Key] = true
		}
	}
	for _, key := range p.keys {
		p.seen[key] = true
	}
	p.check()
	p.host.Changed()
}

func (p *Part) filesOf() []File {
	keys := p.keys
	placed := slices.Clone(p.answer.Placed)
	for i := range placed {
		if i < len(p.chosen) && placed[i].Level != answer.Ambiguous { // that one still has its places to choose from
			placed[i] = p.chosen[i]
		}
	}
	reports := answers.Reports(placed, nil)
	hunked := map[int]bool{}
	results := map[string]answer.Result{}
	for _, r := range p.answer.Files {
		results[r.Path] = r
		for _, h := range r.Hunks {
			for _, i := range h.Edits {
				hunked[i] = true
			}
		}
	}
	chosen := map[int]answer.Selected{}
	for _, c := range p.choices() {
		chosen[c.Edit] = c
	}
	var out []File
	at := map[string]int{}
	file := func(path string) *File {
		i, ok := at[path]
		if !ok {
			i = len(out)
			at[path] = i
			out = append(out, File{Path: path, Action: answer.Modify, key: hash(path)})
		}
		return &out[i]
	}
	for i, r := range reports {
		row := Row{EditReport: r, Choice: -1, key: keys[i], placed: placed[i]}
		if c, ok := chosen[i]; ok && c.File != "" {
			row.Choice = slices.Index(r.Candidates, c.File)
		} else if ok {
			row.Choice = c.Choice
		}
		f := file(r.Path)
		f.key = hash(f.key, keys[i])
		if row.Ambiguous() || !hunked[i] {
			_, row.Applied = p.work.Applied[keys[i]]
			f.WithoutHunk = append(f.WithoutHunk, row)
		}
	}
	for _, r := range p.answer.Files {
		file(r.Path) // of an edit whose file the user selected
	}
	for i := range out {
		if r, ok := results[out[i].Path]; ok {
			p.fill(&out[i], r, keys, reports)
		}
	}
	return out
}

// fill sets the hunks of a file.
func (p *Part) fill(f *File, r answer.Result, keys []string, reports []answers.EditReport) {
	f.To = r.To
	f.base = r
	if mine, ok := p.work.Files[f.key]; ok && len(r.Hunks) > 0 {
		f.base = r.Rewritten(mine.Text)
		f.Rewritten, f.Outdated = true, mine.Base != hash(string(r.Before))
	}
	switch {
	case r.To != "":
		f.Action = answer.Rename
	case r.Before == nil:
		f.Action = answer.Create
	case r.After == nil:
		f.Action = answer.Delete
	}
	seen := map[string]int{}
	var all, ticked []answer.Pick
	for i, h := range f.base.Hunks {
		one := Hunk{Hunk: h}
		one.Old, one.New = f.base.Texts(h)
		parts := []string{f.Path, string(h.Action), one.Old, one.New}
		for _, e := range h.Edits {
			parts = append(parts, keys[e])
			if one.Reason == "" && h.Level != answer.Certain {
				one.Reason = reports[e].Reason
			}
		}
		// What remains of an applied edit was not ticked then, or is another occurrence of its text.
		applied := slices.ContainsFunc(h.Edits, func(e int) bool { return p.work.Applied[keys[e]] != "" })
		key := hash(parts...)
		one.Key = hash(key, strconv.Itoa(seen[key]))
		seen[key]++
		start, end := h.Span()
		one.Lines = answer.Lines{Start: start + 1, End: max(start+1, end)}.String()
		pick := answer.Pick{Hunk: i}
		if mine, ok := p.work.Texts[one.Key]; ok {
			one.New, one.Edited, pick.New = mine, true, &mine
		}
		all = append(all, pick)
		var said bool
		if slices.ContainsFunc(h.Edits, func(e int) bool { return keys[e] == p.wanted }) {
			p.work.Ticks[one.Key], p.wanted = true, ""
		}
		if one.Ticked, said = p.work.Ticks[one.Key]; !said {
			one.Ticked = h.Level != answer.Likely && !f.Outdated && !applied
		}
		one.waits = one.Ticked || !said && !applied
		if one.Ticked {
			ticked = append(ticked, pick)
		}
		f.Hunks = append(f.Hunks, one)
	}
	f.shown, _ = f.base.With(all)
	for i, h := range f.shown.Hunks {
		for _, c := range h.Changes {
			f.Hunks[i].Removed += c.End - c.Start
			f.Hunks[i].Added += len(c.New)
		}
		f.Hunks[i].Sample = sample(h.Changes)
	}
	if f.Action == answer.Delete && len(f.Hunks) > 0 {
		old, _ := f.shown.Text()
		f.Hunks[0].Old, f.Hunks[0].Removed = old, strings.Count(old, "\n")
	}
	f.result, f.changes = f.base.With(ticked)
	f.Warning = p.warningOf(*f)
}

// sample returns the first nonblank line that changes add, or else that they remove.
func sample(changes []answer.Change) string {
	for _, side := range []func(answer.Change) []string{func(c answer.Change) []string { return c.New }, func(c answer.Change) []string { return c.Old }} {
		for _, c := range changes {
			for _, s := range side(c) {
				if s = strings.TrimSpace(s); s != "" {
					return s
				}
			}
		}
	}
	return ""
}

// changeDecisions changes the user's decisions, and shows the files again.
func (p *Part) changeDecisions(change func(*presets.AnswerWork)) {
	change(&p.work)
	p.list()
	p.host.SaveSoon()
}

// All returns all hunks.
func (p *Part) All() []Ref {
	var out []Ref
	for i, f := range p.files {
		out = append(out, f.refs(i)...)
	}
	return out
}

func (f File) refs(file int) []Ref {
	out := make([]Ref, len(f.Hunks))
	for i := range out {
		out[i] = Ref{file, i}
	}
	return out
}

// Hunk returns a hunk.
func (p *Part) Hunk(r Ref) Hunk { return p.files[r.File].Hunks[r.Hunk] }

// Tick ticks hunks, or unticks them.
func (p *Part) Tick(refs []Ref, on bool) {
	p.changeDecisions(func(w *presets.AnswerWork) {
		for _, r := range refs {
			w.Ticks[p.Hunk(r).Key] = on
		}
	})
}

// Toggle ticks hunks, or unticks them if all of them are ticked.
func (p *Part) Toggle(refs []Ref) {
	p.Tick(refs, slices.ContainsFunc(refs, func(r Ref) bool { return !p.Hunk(r).Ticked }))
}

// Choose selects one of the candidates of an ambiguous edit, by its index; -1 removes the selection.
func (p *Part) Choose(row Row, candidate int) {
	p.changeDecisions(func(w *presets.AnswerWork) {
		switch {
		case candidate < 0:
			delete(w.Places, row.key)
		case len(row.Choices) > 0:
			w.Places[row.key] = presets.AnswerPlace{Place: candidate, Of: len(row.Choices)}
		default:
			w.Places[row.key] = presets.AnswerPlace{File: row.Candidates[candidate]}
		}
	})
	p.choose()
}

// Prefer takes an edit instead of those that would change the same lines.
func (p *Part) Prefer(row Row) {
	p.changeDecisions(func(w *presets.AnswerWork) {
		for _, rival := range row.placed.Rivals {
			delete(w.Ticks, p.keys[rival])
		}
		w.Ticks[row.key] = true
	})
	p.wanted = row.key
	p.choose()
}

// Rewrite replaces the text of a hunk, and ticks it; nil restores the answer's text.
func (p *Part) Rewrite(r Ref, text *string) {
	key := p.Hunk(r).Key
	p.changeDecisions(func(w *presets.AnswerWork) {
		if text == nil {
			delete(w.Texts, key)
			return
		}
		w.Texts[key], w.Ticks[key] = *text, true
	})
}

// RewriteFile replaces the text of a whole file; nil restores the answer's result.
func (p *Part) RewriteFile(file int, text *string) {
	f := p.files[file]
	p.changeDecisions(func(w *presets.AnswerWork) {
		if text == nil {
			delete(w.Files, f.key)
			return
		}
		w.Files[f.key] = presets.AnswerFile{Text: *text, Base: hash(string(f.base.Before))}
	})
}

// Ticked returns the number of ticked hunks and of the files that they change.
func (p *Part) Ticked() (hunks, files int) {
	for _, f := range p.files {
		if n := f.Ticked(); n > 0 && f.changes {
			hunks, files = hunks+n, files+1
		}
	}
	return hunks, files
}

// Waiting returns the number of hunks that are ticked or undecided, and of ambiguous edits without a choice.
func (p *Part) Waiting() int {
	n := 0
	for _, f := range p.files {
		for _, h := range f.Hunks {
			if h.waits {
				n++
			}
		}
		for _, row := range f.WithoutHunk {
			if row.Ambiguous() && row.Choice < 0 {
				n++
			}
		}
	}
	return n
}

// Span returns the byte range of the answer from the first to the last of some edits.
func (p *Part) Span(list ...int) (start, end int, ok bool) {
	for _, i := range list {
		e := p.answer.Edits[i]
		if !ok || e.At < start {
			start = e.At
		}
		end, ok = max(end, e.End), true
	}
	return start, end, ok
}

// Applied reports whether any edit of the answer was applied.
func (p *Part) Applied() bool {
	return slices.ContainsFunc(p.keys, func(key string) bool { return p.work.Applied[key] != "" })
}
