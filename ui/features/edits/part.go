// Package edits is the edits of a model's answer in a session: where each belongs in the project's
// files, which of them are selected, and their application as one undo step.
//
// Files are read and written in the background. Only edits that are certain are selected at first.
package edits

import (
	"context"
	"slices"
	"time"

	"dossier/aggregate/answer"
	"dossier/ui/project"
	"dossier/ui/project/answers"
	"dossier/ui/session/feature"
	"dossier/ui/session/jobs"
	"dossier/ui/session/message"
	"dossier/ui/session/undo"
)

// pause is how long the answer stays unchanged before it is searched for edits.
const pause = 150 * time.Millisecond

// Host is the subset of the session that the edits depend on.
type Host interface {
	feature.Source
	feature.Undo
	feature.Reporter
}

// Row is an edit of the answer.
type Row struct {
	answers.EditReport
	Selected bool
	// Choice is the index of the candidate that the user chose of an ambiguous edit; -1: none.
	Choice int
	// New is the user's replacement for the text of the edit; nil: it is unchanged.
	New *string
	// Applied reports that the edit was applied here.
	Applied bool
}

// Selectable reports whether the edit can be applied: its position is known or was selected.
func (r Row) Selectable() bool {
	switch answer.Level(r.Certainty) {
	case answer.Certain, answer.Likely:
		return !r.Applied
	case answer.Ambiguous:
		return !r.Applied && r.Choice >= 0
	}
	return false
}

// Shown returns the hunks of the edit at its known or selected position, with the user's text; for
// an ambiguous edit without a selection those of the first candidate.
func (r Row) Shown() []answers.Hunk {
	hunks := r.Hunks
	if len(hunks) == 0 && len(r.Choices) > 0 {
		hunks = r.Choices[max(0, r.Choice)]
	}
	if r.New != nil && len(hunks) == 1 {
		hunks = slices.Clone(hunks)
		hunks[0].New = *r.New
	}
	return hunks
}

// Editable reports whether the user can change the text of the edit.
func (r Row) Editable() bool { return r.Selectable() && len(r.Shown()) == 1 }

// decision is the user's decision on an edit.
type decision struct {
	selected bool
	choice   int
	new      *string
}

// Part is the edits of one project in a session. It belongs to the session's goroutine.
type Part struct {
	host    Host
	saves   *jobs.Serial
	text    string
	found   answers.Found
	rows    []Row
	err     error // why the answer could not be searched
	said    map[int]decision
	applied map[int]bool // by the edit's index

	wait    *jobs.Later
	finding *jobs.Latest
	writing bool
	shown   bool // the user sees the edits
	stale   bool // files have changed since they were placed
}

// New returns the edits of a newly opened project, or of none. Saves write to the project's files
// one after the other.
func New(host Host, work *jobs.Group, saves *jobs.Serial) *Part {
	p := &Part{host: host, saves: saves, wait: work.Later(), finding: work.Latest()}
	p.forget()
	return p
}

func (p *Part) forget() {
	p.found, p.rows, p.err = answers.Found{}, nil, nil
	p.said, p.applied = map[int]decision{}, map[int]bool{}
}

// SetText searches another answer for edits. The rows of the former answer are dropped at once.
func (p *Part) SetText(text string) {
	if text == p.text {
		return
	}
	p.text = text
	p.finding.Stop()
	p.forget()
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
	case len(p.rows) == 0 || p.writing:
	case !p.shown:
		p.stale = true
	default:
		p.find()
	}
}

// Reading reports whether the answer is being searched.
func (p *Part) Reading() bool { return p.finding.Busy() || p.wait.Waiting() }

// Writing reports whether edits are being applied or undone.
func (p *Part) Writing() bool { return p.writing }

// Err returns why the answer could not be searched.
func (p *Part) Err() error { return p.err }

// Rows returns the edits in the order of the answer. The caller must not change them.
func (p *Part) Rows() []Row { return p.rows }

func (p *Part) find() {
	opened, text := p.host.Project(), p.text
	if opened == nil {
		return
	}
	p.stale = false
	p.finding.Start(func(ctx context.Context) func() {
		found, err := answers.To(opened).Find(ctx, text)
		return func() {
			p.found, p.err = found, err
			p.list()
			p.host.Changed()
		}
	})
}

// list creates the rows from the edits and the user's decisions.
func (p *Part) list() {
	p.rows = make([]Row, len(p.found.Placed))
	for i, report := range answers.Reports(p.found.Placed, nil) {
		row := Row{EditReport: report, Choice: -1, Applied: p.applied[i]}
		if said, ok := p.said[i]; ok {
			row.Choice, row.New = said.choice, said.new
			if row.Choice >= len(row.Candidates) {
				row.Choice = -1 // the files have changed
			}
			row.Selected = said.selected && row.Selectable()
		} else {
			row.Selected = answer.Level(row.Certainty) == answer.Certain && row.Selectable()
		}
		p.rows[i] = row
	}
}

// say stores the user's decision on some rows.
func (p *Part) say(rows []int, change func(*decision)) {
	for _, i := range rows {
		row := p.rows[i]
		d := decision{selected: row.Selected, choice: row.Choice, new: row.New}
		change(&d)
		p.said[i] = d
	}
	p.list()
	p.host.Changed()
}

// Select selects rows, or deselects them. Those that cannot be applied stay as they are.
func (p *Part) Select(rows []int, on bool) {
	rows = slices.DeleteFunc(slices.Clone(rows), func(i int) bool { return !p.rows[i].Selectable() })
	p.say(rows, func(d *decision) { d.selected = on })
}

// Choose chooses one of the candidates of an ambiguous edit, by its index, and selects the edit.
func (p *Part) Choose(row, candidate int) {
	p.say([]int{row}, func(d *decision) { d.choice, d.selected = candidate, true })
}

// SetNew changes the text of an edit; nil restores the answer's text.
func (p *Part) SetNew(row int, text *string) {
	p.say([]int{row}, func(d *decision) { d.new, d.selected = text, true })
}

// Selected returns the number of selected edits, and of the files that they change.
func (p *Part) Selected() (edits, files int) {
	paths := map[string]bool{}
	for _, row := range p.rows {
		if row.Selected {
			edits++
			paths[row.Path] = true
		}
	}
	return edits, len(paths)
}

// Waiting returns the number of edits that could be applied and were not.
func (p *Part) Waiting() int {
	n := 0
	for _, row := range p.rows {
		if !row.Applied && answer.Level(row.Certainty) != answer.NotFound {
			n++
		}
	}
	return n
}

// takes returns the selected edits, and their indexes.
func (p *Part) takes() (takes []answer.Take, edits []int) {
	for i, row := range p.rows {
		if !row.Selected {
			continue
		}
		take := answer.Take{Edit: i, Choice: -1, New: row.New}
		switch {
		case row.Choice >= 0 && len(row.Choices) > 0:
			take.Choice = row.Choice
		case row.Choice >= 0:
			take.File = row.Candidates[row.Choice]
		}
		takes, edits = append(takes, take), append(edits, i)
	}
	return takes, edits
}

// Apply writes the selected edits into the project's files: all of them, or none. It is one undo
// step.
func (p *Part) Apply() {
	takes, edits := p.takes()
	opened, found, text := p.host.Project(), p.found, p.text
	if opened == nil || len(takes) == 0 || p.writing {
		return
	}
	p.begin()
	p.saves.Start(func() func(context.Context) func() {
		return func(ctx context.Context) func() {
			preview, err := answers.To(opened).Preview(ctx, found, takes)
			c := &applied{p: p, opened: opened, preview: preview, edits: edits, text: text}
			if err == nil {
				err = c.write(ctx)
			}
			return func() {
				if p.end(err); err != nil {
					return
				}
				c.done = true
				c.mark()
				label := message.Count("apply {{.N}} edits", len(edits), nil)
				p.host.Push(undo.Step{Label: label, Was: state{c, false}})
				m := message.Count("Applied {{.N}} edits", len(edits), nil)
				m.Undo = true
				p.host.Tell(m)
			}
		}
	})
}

func (p *Part) begin() {
	p.writing = true
	p.host.Changed()
}

// end ends writing, and places the edits again in the files as they are now.
func (p *Part) end(err error) {
	p.writing = false
	if err != nil {
		p.host.Fail(err)
	}
	if p.text != "" {
		p.find()
	}
	p.host.Changed()
}

// applied is an applied answer. Its preview has the files before and after.
type applied struct {
	p       *Part
	opened  *project.Project
	preview answers.Preview
	edits   []int
	text    string // of the answer
	id      string // of the record that undoes it
	done    bool   // whether the files hold it now
}

func (c *applied) write(ctx context.Context) error {
	record, err := answers.To(c.opened).Apply(ctx, c.preview)
	c.id = record.ID
	return err
}

// mark shows the edits as applied, or not, while the answer is the same.
func (c *applied) mark() {
	if c.p.text != c.text {
		return
	}
	for _, i := range c.edits {
		if c.done {
			c.p.applied[i] = true
		} else {
			delete(c.p.applied, i)
		}
	}
	c.p.list()
}

// turn writes the edits again, or takes them back, in the background.
func (c *applied) turn(on bool) {
	if on == c.done {
		return
	}
	c.done = on
	c.p.begin()
	c.p.saves.Start(func() func(context.Context) func() {
		return func(ctx context.Context) func() {
			var err error
			if on {
				err = c.write(ctx)
			} else if _, err = c.opened.Files().Undo(ctx, c.id); err == nil {
				c.opened.Builder.Invalidate()
			}
			return func() {
				if err != nil {
					c.done = !on
				}
				c.mark()
				c.p.end(err)
			}
		}
	})
}

// state is whether the edits are applied, at one time.
type state struct {
	*applied
	on bool
}

// Now returns the state that leads back here.
func (s state) Now() undo.State { return state{s.applied, s.done} }

// Restore applies the edits, or takes them back.
func (s state) Restore() { s.turn(s.on) }
