// Package edits is the edits of a model's answer in a session: what they make of the project's files, hunk
// by hunk, which hunks are ticked, the user's text in the place of the answer's, and their application as
// one undo step.
//
// Files are read and written in the background. Only hunks of edits that are certain are ticked at first, and
// those whose place the user has chosen. What the user decided is stored by content: it is there again
// when the same edit is, whether the answer was pasted again, a file has changed, or the program was restarted.
package edits

import (
	"context"
	"maps"
	"slices"
	"time"

	"dossier/aggregate/answer"
	"dossier/presets"
	"dossier/ui/project/answers"
	"dossier/ui/session/feature"
	"dossier/ui/session/jobs"
)

// pause is how long the answer stays unchanged before it is searched for edits.
const pause = 150 * time.Millisecond

// Host is the subset of the session that the edits depend on.
type Host interface {
	feature.Source
	feature.Undo
	feature.Reporter
	SaveSoon()
}

// Part is the edits of one project in a session. It belongs to the session's goroutine.
type Part struct {
	host     Host
	saves    *jobs.Serial
	text     string
	found    answers.Found
	keys     []string // of the edits
	files    []File
	err      error // why the answer could not be searched
	work     presets.AnswerWork
	warnings map[string]warning // by path
	past     []answers.AppliedReport
	own      map[string]bool // records of changes that the session's undo reverts

	wait    *jobs.Later
	finding *jobs.Latest
	parsing *jobs.Latest
	listing *jobs.Latest
	writing bool
	shown   bool // the user sees the edits
	stale   bool // files have changed since they were placed
	picked  bool // the edits are placed by choices of the user
	// seen are the keys of hunks, files and edits that were listed while the answer is this one.
	seen map[string]bool
}

// warning is what some hunks of a file would break.
type warning struct {
	after string // of the file with these hunks
	text  string
}

// New returns the edits of a newly opened project, or of none. Saves write to the project's files
// one after the other.
func New(host Host, work *jobs.Group, saves *jobs.Serial) *Part {
	p := &Part{
		host: host, saves: saves, wait: work.Later(), finding: work.Latest(), parsing: work.Latest(), listing: work.Latest(),
		warnings: map[string]warning{}, own: map[string]bool{}, seen: map[string]bool{},
	}
	p.work = fresh(presets.AnswerWork{})
	return p
}

// fresh returns what the user decided as a value that can be changed.
func fresh(w presets.AnswerWork) presets.AnswerWork {
	return presets.AnswerWork{Ticks: cloned(w.Ticks), Texts: cloned(w.Texts), Files: cloned(w.Files), Places: cloned(w.Places), Applied: cloned(w.Applied)}
}

func cloned[V any](m map[string]V) map[string]V {
	if m == nil {
		return map[string]V{}
	}
	return maps.Clone(m)
}

// SetText searches another answer for edits. The rows of the former answer are dropped at once.
func (p *Part) SetText(text string) {
	if text == p.text {
		return
	}
	if p.text != "" {
		clear(p.seen)
	}
	p.text = text
	p.finding.Stop()
	p.parsing.Stop()
	p.found, p.keys, p.files, p.err = answers.Found{}, nil, nil, nil
	clear(p.warnings)
	if text == "" {
		p.wait.Stop()
	} else {
		p.wait.Start(pause, p.find)
	}
	p.host.Changed()
}

// LookAt reports whether the user sees the edits. Only then are they placed again when files change.
func (p *Part) LookAt(on bool) {
	p.shown = on
	if on && p.stale {
		p.Follow()
	}
}

// Follow places the edits again, because files have changed.
func (p *Part) Follow() {
	switch {
	case len(p.found.Edits) == 0 || p.writing:
	case !p.shown:
		p.stale = true
	default:
		p.find()
	}
}

// Reading reports whether the answer is being searched, or its edits are being placed.
func (p *Part) Reading() bool { return p.finding.Busy() || p.wait.Waiting() }

// Checking reports whether the ticked hunks are being searched for syntax errors.
func (p *Part) Checking() bool { return p.parsing.Busy() }

// Writing reports whether edits are being applied or undone.
func (p *Part) Writing() bool { return p.writing }

// Err returns why the answer could not be searched.
func (p *Part) Err() error { return p.err }

// Files returns the files of the edits, in the order of the answer. The caller must not change them.
func (p *Part) Files() []File { return p.files }

func (p *Part) find() {
	opened, text := p.host.Project(), p.text
	if opened == nil {
		return
	}
	p.stale = false
	p.finding.Start(func(ctx context.Context) func() {
		found, err := answers.To(opened).Find(ctx, text)
		return func() {
			p.found, p.err, p.picked = found, err, false
			p.keys = keysOf(found.Edits)
			p.choose()
			p.list()
		}
	})
}

// choose places the edits again by the choices that the user made of ambiguous ones, if there are any.
func (p *Part) choose() {
	choices := p.choices()
	if len(choices) == 0 && !p.picked {
		return
	}
	opened, found := p.host.Project(), p.found
	p.finding.Start(func(ctx context.Context) func() {
		placed, err := answers.To(opened).Place(ctx, found.Edits, choices)
		return func() {
			if err == nil {
				p.found.Files, p.picked = placed.Files, len(choices) > 0
			}
			p.list()
		}
	})
}

// choices returns what the user chose of ambiguous edits. A choice among another number of places does not
// count: the file has changed since.
func (p *Part) choices() []answer.Take {
	var out []answer.Take
	for i, placed := range p.found.Placed {
		chosen, ok := p.work.Places[p.keys[i]]
		switch {
		case !ok || placed.Level != answer.Ambiguous:
		case chosen.File != "" && slices.Contains(placed.Candidates, chosen.File):
			out = append(out, answer.Take{Edit: i, Choice: -1, File: chosen.File})
		case chosen.File == "" && chosen.Of == len(placed.Choices):
			out = append(out, answer.Take{Edit: i, Choice: chosen.Place})
		}
	}
	return out
}

// check searches what the ticked hunks make of their files for syntax errors, in the background.
func (p *Part) check() {
	opened := p.host.Project()
	var results []answer.Result
	for _, f := range p.files {
		if f.changes && p.warnings[f.Path].after != string(f.made.After) {
			results = append(results, f.made)
		}
	}
	if opened == nil || len(results) == 0 {
		p.parsing.Stop()
		return
	}
	p.parsing.Start(func(ctx context.Context) func() {
		found := answers.To(opened).Breaks(ctx, results)
		return func() {
			for i, r := range results {
				p.warnings[r.Path] = warning{string(r.After), found[i]}
			}
			for i := range p.files {
				p.files[i].Warning = p.warningOf(p.files[i])
			}
			p.host.Changed()
		}
	})
}

// warningOf returns what the ticked hunks of a file would break, as far as it is known.
func (p *Part) warningOf(f File) string {
	if w := p.warnings[f.Path]; f.changes && w.after == string(f.made.After) {
		return w.text
	}
	return ""
}
