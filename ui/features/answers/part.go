// Package answers manages the pasted answer of a model in a session: the files that it requests, as
// rows that can be ticked, with the verdicts of the guards and the costs. Ticked rows are added to
// the composition in one step, or read and copied as assignments. It reads in the background, in
// jobs of the project.
package answers

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"dossier/aggregate"
	"dossier/aggregate/request"
	"dossier/ui/project"
	"dossier/ui/project/requests"
	"dossier/ui/session/feature"
	"dossier/ui/session/jobs"
	"dossier/ui/session/message"
)

// pause is how long the text must stay unchanged before it is searched: short enough to seem
// immediate after pasting, long enough not to search after each typed letter.
const pause = 120 * time.Millisecond

// Host is the subset of the session that the requests depend on.
type Host interface {
	feature.Source
	feature.Tokens
	feature.Editor
	feature.Reporter
	feature.Storage
}

// Row is a request in the text.
type Row struct {
	requests.Found      // a single line is extended to its extent
	Ticked         bool // whether it is to be added or copied
	In             bool // whether the dossier already shows it
	Cost           project.Cost
}

// key identifies a row as long as the text contains the request.
type key struct {
	path          string
	start, end    int
	symbol        string
	missingSymbol string
}

func keyOf(f requests.Found) key { return key{f.Path, f.Start, f.End, f.Symbol, f.MissingSymbol} }

// Part is the controller of the requests in one project. It belongs to the session's goroutine.
type Part struct {
	host   Host
	text   string
	guards request.Guards
	err    error           // why the search failed
	unread bool            // whether it was restored and has not been searched yet
	extent requests.Extent // of all rows that are not in extents

	requests []requests.Found // as in the text
	rows     []Row
	chosen   map[string]string // candidates, by the path in the text
	ticks    map[key]bool      // rows ticked or unticked by the user
	costs    map[key]aggregate.Count
	failed   map[key]bool // rows that cannot be counted
	// extents are those chosen for single rows.
	extents map[key]requests.Extent

	wait              *jobs.Later
	searching         bool // whether finding runs a search, not a later check of its result
	finding, counting *jobs.Latest
	weighing          *jobs.Latest // counts the text to copy
	weighed           string       // the rows that total counts or will count
	total             aggregate.Count
	adding, copying   *jobs.Latest
}

// New returns the controller for a newly opened project, or for none.
func New(host Host, work *jobs.Group) *Part {
	p := &Part{host: host, wait: work.Later(), finding: work.Latest(), counting: work.Latest(), weighing: work.Latest(), adding: work.Latest(), copying: work.Latest()}
	p.forget()
	return p
}

func (p *Part) forget() {
	p.requests, p.rows, p.err = nil, nil, nil
	p.chosen, p.ticks, p.costs, p.failed = map[string]string{}, map[key]bool{}, map[key]aggregate.Count{}, map[key]bool{}
	p.extents = map[key]requests.Extent{}
}

// Text returns the pasted answer.
func (p *Part) Text() string { return p.text }

// SetText searches another answer. The rows of the previous answer are dropped immediately; the
// user's ticks and choices are retained for the rows that the new answer has too.
func (p *Part) SetText(answer string) {
	if answer == p.text {
		return
	}
	p.unread = false
	p.host.SaveSoon()
	if p.text = answer; answer == "" {
		p.wait.Stop()
		p.finding.Stop()
		p.searching = false
		p.counting.Stop()
		p.forget()
		p.host.Changed()
		return
	}
	p.finding.Stop()
	p.searching = false
	p.counting.Stop()
	p.requests, p.rows, p.err = nil, nil, nil
	p.wait.Start(pause, p.find)
	p.host.Changed()
}

// MaxSaved is the maximum size of an answer that is preserved across restarts, in bytes of its stored form.
const MaxSaved = 16 << 20

// Saved returns the answer to restore after a restart; empty if it is too large.
func (p *Part) Saved() string {
	if !fits(p.text) {
		return ""
	}
	return p.text
}

// fits reports whether an answer is small enough to be stored.
func fits(answer string) bool {
	const most = 6 // stored bytes of a byte that JSON escapes
	if len(answer) <= MaxSaved/most {
		return true
	}
	if len(answer) > MaxSaved {
		return false
	}
	stored, err := json.Marshal(answer)
	return err == nil && len(stored) <= MaxSaved
}

// TooLargeToSave reports whether the answer is too large to be preserved across restarts.
func (p *Part) TooLargeToSave() bool { return len(p.text) > MaxSaved/6 && !fits(p.text) }

// Truncated reports whether only the first [requests.MaxText] bytes of the answer are searched.
func (p *Part) Truncated() bool { return len(p.text) > requests.MaxText }

// Resume searches a restored answer, unless it has been searched.
func (p *Part) Resume() {
	if p.unread && p.host.Project() != nil {
		p.unread = false
		p.find()
	}
}

// Extent returns how much is added for the request of a single line.
func (p *Part) Extent() requests.Extent { return p.extent }

// SetExtent sets the extent of all requested single lines.
func (p *Part) SetExtent(e requests.Extent) {
	if e == p.extent && len(p.extents) == 0 {
		return
	}
	p.extent = e
	clear(p.extents)
	p.extentsChanged()
}

// ExtentOf returns the extent of the single line of a row: that of the row, or else that of all.
func (p *Part) ExtentOf(row int) requests.Extent {
	if row < 0 || row >= len(p.requests) {
		return p.extent
	}
	return p.extentOf(p.requests[row])
}

func (p *Part) extentOf(written requests.Found) requests.Extent {
	if e, ok := p.extents[keyOf(written)]; ok {
		return e
	}
	return p.extent
}

// SetExtentOf sets the extent of the single lines of rows, independently of others.
func (p *Part) SetExtentOf(rows []int, e requests.Extent) {
	for _, i := range rows {
		if i >= 0 && i < len(p.requests) && p.rows[i].Line > 0 {
			p.extents[keyOf(p.requests[i])] = e
		}
	}
	p.extentsChanged()
}

// extentsChanged updates what depends on the extents.
func (p *Part) extentsChanged() {
	p.host.SaveSoon()
	p.UpdateRows()
	p.count()
	p.host.Changed()
}

// SetGuards sets the guards and searches again.
func (p *Part) SetGuards(g request.Guards) {
	p.guards = g
	if p.searching {
		p.find() // search with the new guards
		return
	}
	p.Follow()
}

// Err returns why the search failed.
func (p *Part) Err() error { return p.err }

// Busy reports whether the text is being searched, or rows are being added or copied.
func (p *Part) Busy() bool {
	return p.wait.Waiting() || p.finding.Busy() || p.adding.Busy() || p.copying.Busy()
}

// Reading reports whether the answer is being searched, or is about to be.
func (p *Part) Reading() bool { return p.wait.Waiting() || p.unread || p.searching && p.finding.Busy() }

// Rows returns the requests in the answer, in order. The caller must not modify them.
func (p *Part) Rows() []Row { return p.rows }

// find searches the text.
func (p *Part) find() {
	opened, answer, guards := p.host.Project(), p.text, p.guards
	if opened == nil {
		p.host.Fail(project.ErrNone)
		return
	}
	chosen := p.chosenNow()
	p.searching = true
	p.finding.Start(func(ctx context.Context) func() {
		r := requests.To(opened)
		if len(answer) > requests.MaxText {
			answer = answer[:requests.MaxText]
		}
		found, err := r.Find(ctx, answer, guards)
		if err == nil {
			err = r.Judge(ctx, choose(found, chosen), guards)
		}
		if ctx.Err() != nil {
			return nil
		}
		return func() { p.show(found, err) }
	})
	p.host.Changed()
}

// Follow applies the guards to the requests again, with the current disk.
func (p *Part) Follow() {
	opened, guards := p.host.Project(), p.guards
	if opened == nil || p.requests == nil || p.wait.Waiting() || p.searching {
		return
	}
	found, chosen := slices.Clone(p.requests), p.chosenNow()
	p.finding.Start(func(ctx context.Context) func() {
		err := requests.To(opened).Judge(ctx, choose(found, chosen), guards)
		if ctx.Err() != nil {
			return nil
		}
		return func() { p.show(found, err) }
	})
}

func (p *Part) chosenNow() map[string]string {
	chosen := make(map[string]string, len(p.chosen))
	for given, candidate := range p.chosen {
		chosen[given] = candidate
	}
	return chosen
}

// choose applies the selected candidates to the requests.
func choose(found []requests.Found, chosen map[string]string) []requests.Found {
	for i, f := range found {
		if candidate, ok := chosen[f.Text]; ok && slices.Contains(f.Candidates, candidate) {
			found[i] = f.Choose(candidate)
		}
	}
	return found
}

func (p *Part) show(found []requests.Found, err error) {
	p.requests, p.err, p.searching = found, err, false
	p.weighed = "" // the files may have changed
	p.UpdateRows()
	p.count()
	p.host.Changed()
}

// UpdateRows updates the rows after the composition or the counts have changed.
func (p *Part) UpdateRows() {
	items := map[string]aggregate.Item{}
	for _, item := range p.host.Items() {
		items[item.Path] = item
	}
	p.rows = make([]Row, len(p.requests))
	for i, written := range p.requests {
		f := written.Extend(p.extentOf(written))
		row := Row{Found: f, Cost: p.cost(f)}
		if item, ok := items[f.Path]; ok {
			row.In = requests.Shows(item, f)
		}
		if said, ok := p.ticks[keyOf(written)]; ok {
			row.Ticked = said && f.Acceptable()
		} else {
			row.Ticked = f.Verdict == requests.Allowed && !row.In && f.MissingSymbol == ""
		}
		p.rows[i] = row
	}
	p.weigh()
}

// cost returns the cost of adding a row, in the model's tokens; pending while it is unknown.
func (p *Part) cost(f requests.Found) project.Cost {
	c := p.counted(f)
	c.Count = project.ForModel(c.Count, p.host.Model())
	return c
}

// counted returns the cost of adding a row, in counted tokens.
func (p *Part) counted(f requests.Found) project.Cost {
	n, ok := p.costs[keyOf(f)]
	if !ok || f.Verdict == requests.Missing { // the file may have existed before
		return project.Cost{Count: aggregate.Count{Exact: true}, Pending: f.Acceptable() && f.Verdict != requests.Outside && !p.failed[keyOf(f)]}
	}
	return project.Cost{Count: n}
}

// Countable reports whether a row has a cost, known or pending.
func (p *Part) Countable(r Row) bool {
	_, ok := p.costs[keyOf(r.Found)]
	return ok && r.Verdict != requests.Missing || r.Cost.Pending
}

// atOnce is the number of rows after which the figures are updated.
const atOnce = 24

// count counts, in the background, the rows that can be added. Rows that were counted before keep
// their figures until the new ones are known.
func (p *Part) count() {
	var wanted []requests.Found
	for _, row := range p.rows {
		if row.Acceptable() && row.Verdict != requests.Outside {
			wanted = append(wanted, row.Found)
		}
	}
	if len(wanted) == 0 {
		return
	}
	opened, in := p.host.Project(), p.host.Input()
	jobs.InBatches(p.counting, wanted, atOnce, func(ctx context.Context, now []requests.Found) func() {
		costs, failed := map[key]aggregate.Count{}, []key{}
		for _, f := range now {
			n, err := requests.To(opened).Cost(ctx, in, f)
			if ctx.Err() != nil {
				return nil
			}
			if err != nil {
				failed = append(failed, keyOf(f))
				continue
			}
			costs[keyOf(f)] = n
		}
		return func() {
			for k, n := range costs {
				p.costs[k] = n
				delete(p.failed, k)
			}
			for _, k := range failed {
				p.failed[k] = true
			}
			p.UpdateRows()
			p.host.Changed()
		}
	})
}

// Tick ticks or unticks rows. Rows that cannot be added stay unchanged.
func (p *Part) Tick(rows []int, on bool) {
	for _, i := range rows {
		if i >= 0 && i < len(p.rows) && p.rows[i].Acceptable() {
			p.ticks[keyOf(p.requests[i])] = on
		}
	}
	p.host.SaveSoon()
	p.UpdateRows()
	p.host.Changed()
}

// Choose selects a candidate for a request, wherever it occurs in the text.
func (p *Part) Choose(row int, candidate string) {
	if row < 0 || row >= len(p.rows) || p.host.Project() == nil {
		return
	}
	given := p.requests[row].Text
	p.chosen[given] = candidate
	for i, f := range p.requests {
		if f.Text == given && slices.Contains(f.Candidates, candidate) {
			p.requests[i] = f.Choose(candidate)
			p.ticks[keyOf(p.requests[i])] = true
		}
	}
	p.host.SaveSoon()
	p.UpdateRows()
	p.Follow()
	p.host.Changed()
}

// ticked returns the ticked requests.
func (p *Part) ticked() []requests.Found {
	var out []requests.Found
	for _, row := range p.rows {
		if row.Ticked && row.Acceptable() {
			out = append(out, row.Found)
		}
	}
	return out
}

// Ticked returns the number of ticked rows and of their files, and the cost of copying them.
func (p *Part) Ticked() (rows, files int, cost project.Cost) {
	paths := map[string]bool{}
	for _, row := range p.rows {
		if row.Ticked {
			rows++
			paths[row.Path] = true
		}
	}
	cost.Exact = true
	if rows > 0 {
		cost.Count, cost.Pending = project.ForModel(p.total, p.host.Model()), p.weighing.Busy()
	}
	return rows, len(paths), cost
}

// weigh counts, in the background, the text that copying the ticked rows would copy, unless the
// count is known.
func (p *Part) weigh() {
	opened, wanted := p.host.Project(), p.ticked()
	guards := p.copyGuards()
	of := fmt.Sprint(len(wanted))
	for _, f := range wanted {
		of += fmt.Sprintf(" %+v", keyOf(f))
	}
	if guards.MaxFileSize != nil {
		of += fmt.Sprint(" ", *guards.MaxFileSize)
	}
	if of == p.weighed || opened == nil {
		return
	}
	p.weighed = of
	if len(wanted) == 0 {
		p.weighing.Stop()
		return
	}
	p.weighing.Start(func(ctx context.Context) func() {
		r := requests.To(opened)
		assigns, _, err := r.Copied(ctx, wanted, guards)
		var n aggregate.Count
		if err == nil {
			n, err = opened.CountText(ctx, assigns)
		}
		if ctx.Err() != nil {
			return nil
		}
		return func() {
			if err != nil {
				p.host.Fail(err)
			}
			p.total = n
			p.host.Changed()
		}
	})
}

// copyGuards returns the guards of copied files: only the size limit applies, because the user has
// selected the files.
func (p *Part) copyGuards() request.Guards { return request.Guards{MaxFileSize: p.guards.MaxFileSize} }

// Add adds the ticked rows to the composition, in one undo step.
func (p *Part) Add() {
	opened, wanted := p.host.Project(), p.ticked()
	if opened == nil || len(wanted) == 0 {
		return
	}
	items := slices.Clone(p.host.Items())
	p.adding.Start(func(ctx context.Context) func() {
		picks, err := requests.To(opened).Plan(ctx, items, wanted)
		if ctx.Err() != nil {
			return nil
		}
		return func() {
			if err != nil {
				p.host.Changed()
				p.host.Fail(err)
				return
			}
			p.apply(picks)
		}
	})
	p.host.Changed()
}

func (p *Part) apply(picks []requests.Pick) {
	changed := 0
	var first []string
	for _, pick := range picks {
		first = append(first, pick.Path)
	}
	p.host.Edit(message.Several("add {{.N}} requested files", len(picks), project.FirstName(first)), func(e *project.Edit) {
		changed = requests.Apply(e, picks)
	})
	done := message.New("The dossier shows all of that already", nil)
	if changed > 0 {
		done = message.Several("Added {{.N}} requested files", changed, project.FirstName(first))
		done.Undo = true
	}
	p.UpdateRows()
	p.host.Changed()
	p.host.Notify(done)
}

// Assigns reads the ticked rows in the background, whole files or their lines and symbols, and
// returns them as assignments, with the number of files.
func (p *Part) Assigns(then func(assigns string, files int)) {
	opened, wanted := p.host.Project(), p.ticked()
	if opened == nil || len(wanted) == 0 {
		return
	}
	guards := p.copyGuards()
	p.copying.Start(func(ctx context.Context) func() {
		assigns, files, err := requests.To(opened).Copied(ctx, wanted, guards)
		if err != nil {
			return nil
		}
		return func() {
			p.host.Changed()
			then(assigns, files)
		}
	})
	p.host.Changed()
}
