// Package edits manages the edits of a model's answer in a session: how they change the project's files, hunk by hunk,
// which hunks are ticked, the user's replacements of the answer's text, and applying them as one undo step.
//
// Files are read and written in the background. Initially only hunks of certain edits, and of those whose place the
// user has selected, are ticked. The user's decisions are stored by content: they apply again whenever the same edit
// occurs, whether the answer was pasted again, a file has changed, or the program was restarted.
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

// pause is how long the answer must stay unchanged before it is searched for edits.
const pause = 150 * time.Millisecond

// Host is the subset of the session that the edits depend on.
type Host interface {
	feature.Source
	feature.Undo
	feature.Reporter
	feature.Storage
}

// Part is the controller of the edits in one project. It belongs to the session's goroutine.
type Part struct {
	host     Host
	saves    *jobs.Serial
	text     string
	answer   answers.Found
	keys     []string // of the edits
	files    []File
	err      error // why the answer could not be searched
	work     presets.AnswerWork
	warnings map[string]warning // by path
	past     []answers.AppliedReport
	own      map[string]bool // records of changes that the session's undo can revert

	wait    *jobs.Later
	finding *jobs.Latest
	parsing *jobs.Latest
	listing *jobs.Latest
	writing bool
	shown   bool // whether the edits are visible
	stale   bool // whether files have changed since they were placed
	picked  bool // whether the edits are placed by choices of the user
	// chosen are the edits as placed by these choices; empty without choices.
	chosen []answer.Placed
	wanted string // the key of a preferred edit, whose hunk is ticked once it exists
	// seen contains the keys of hunks, files and edits that were listed for the current answer.
	seen map[string]bool
}

// warning is the syntax error that some hunks of a file introduce.
type warning struct {
	after string // content of the file with these hunks
	text  string
}

// New returns the controller for a newly opened project, or for none. saves is the queue of writes
// to the project's files.
func New(host Host, work *jobs.Group, saves *jobs.Serial) *Part {
	p := &Part{
		host: host, saves: saves, wait: work.Later(), finding: work.Latest(), parsing: work.Latest(), listing: work.Latest(),
		warnings: map[string]warning{}, own: map[string]bool{}, seen: map[string]bool{},
	}
	p.work = cloneDecisions(presets.AnswerWork{})
	return p
}

// cloneDecisions returns a copy of the user's decisions that can be modified.
func cloneDecisions(w presets.AnswerWork) presets.AnswerWork {
	return presets.AnswerWork{Ticks: cloned(w.Ticks), Texts: cloned(w.Texts), Files: cloned(w.Files), Places: cloned(w.Places), Applied: cloned(w.Applied)}
}

func cloned[V any](m map[string]V) map[string]V {
	if m == nil {
		return map[string]V{}
	}
	return maps.Clone(m)
}

// SetText searches another answer for edits. The rows of the previous answer are dropped immediately.
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
	p.answer, p.keys, p.files, p.chosen, p.wanted, p.err = answers.Found{}, nil, nil, nil, "", nil
	clear(p.warnings)
	if text == "" {
		p.wait.Stop()
	} else {
		p.wait.Start(pause, p.find)
	}
	p.host.Changed()
}

// SetVisible sets whether the edits are visible. Only then are they placed again when files change.
func (p *Part) SetVisible(on bool) {
	p.shown = on
	if on && p.stale {
		p.Follow()
	}
}

// Follow places the edits again, because files have changed.
func (p *Part) Follow() {
	switch {
	case len(p.answer.Edits) == 0 || p.writing:
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

// Files returns the files of the edits, in the order of the answer. The caller must not modify them.
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
			p.answer, p.err, p.picked, p.chosen = found, err, false, nil
			p.keys = keysOf(found.Edits)
			p.choose()
			p.list()
		}
	})
}

// choose places the edits again by the user's choices among ambiguous places, if there are any.
func (p *Part) choose() {
	choices := p.choices()
	if len(choices) == 0 && !p.picked {
		return
	}
	opened, found := p.host.Project(), p.answer
	p.finding.Start(func(ctx context.Context) func() {
		placed, err := answers.To(opened).Place(ctx, found.Edits, choices)
		return func() {
			if err == nil {
				p.answer.Files, p.chosen, p.picked = placed.Files, placed.Placed, len(choices) > 0
			}
			p.list()
		}
	})
}

// choices returns the user's choices for ambiguous edits and for edits of the same lines. A choice among
// a different number of places is ignored: the file has changed since.
func (p *Part) choices() []answer.Selected {
	var out []answer.Selected
	for i, placed := range p.answer.Placed {
		chosen, ok := p.work.Places[p.keys[i]]
		take := answer.Selected{Edit: i, Choice: -1, First: p.work.Ticks[p.keys[i]]}
		switch {
		case !ok || placed.Level != answer.Ambiguous:
		case chosen.File != "" && slices.Contains(placed.Candidates, chosen.File):
			take.File = chosen.File
		case chosen.File == "" && chosen.Of == len(placed.Choices):
			take.Choice = chosen.Place
		}
		if take.First || take.File != "" || take.Choice >= 0 {
			out = append(out, take)
		}
	}
	return out
}

// check searches, in the background, for syntax errors in the files with the ticked hunks.
func (p *Part) check() {
	opened := p.host.Project()
	var results []answer.Result
	for _, f := range p.files {
		if f.changes && p.warnings[f.Path].after != string(f.result.After) {
			results = append(results, f.result)
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

// warningOf returns the syntax error that the ticked hunks of a file introduce, as far as it is known.
func (p *Part) warningOf(f File) string {
	if w := p.warnings[f.Path]; f.changes && w.after == string(f.result.After) {
		return w.text
	}
	return ""
}
