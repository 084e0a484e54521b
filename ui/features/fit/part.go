// Package fit proposes compositions in a session: the question and the budget of the user, the
// proposal as rows that can be ticked and changed, and its total. Files are ranked, read and
// counted in the background, in jobs of the project; a new budget is answered immediately.
package fit

import (
	"cmp"
	"context"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"dossier/aggregate"
	"dossier/aggregate/code"
	"dossier/aggregate/git/change"
	"dossier/models"
	"dossier/ui/project"
	"dossier/ui/project/fit"
	"dossier/ui/project/ranking"
	"dossier/ui/session/feature"
	"dossier/ui/session/jobs"
	"dossier/ui/session/message"
)

// Delays between the last change and the start of work: of a typed question, and of a budget before
// the document is built for the exact count.
const (
	typing = 300 * time.Millisecond
	moving = 250 * time.Millisecond
	slow   = 200 * time.Millisecond // longer work is shown
)

// DefaultBudget is the initial budget in tokens, limited by the model's context window.
const DefaultBudget = 32_000

// Host is the subset of the session that the proposals depend on.
type Host interface {
	feature.Source
	feature.Tokens
	feature.Editor
	feature.Reporter
	feature.Storage
}

// Part is the controller of the proposal in one project. It belongs to the session's goroutine.
type Part struct {
	host   Host
	ranker func() ranker // returns the current ranker

	purpose   purpose
	questions [purposes]fit.Question
	reviewed  string // last reviewed range of a change
	budget    int    // 0: not set
	within    int    // budget of Make it fit
	options   fit.Options
	off       map[string]fit.Row // unticked rows, by path, as they were proposed
	refill    bool               // whether the tokens of unticked rows go to others
	filter    fit.Filter
	unseen    bool // whether the user hid the preview

	candidates *fit.Candidates
	proposal   fit.Proposal
	total      aggregate.Count // of the ticked rows
	err        error
	progress   Progress
	unread     int // number of files, as last reported

	wait                *jobs.Later // until the question is typed
	still               *jobs.Later // until the budget stays unchanged
	long                *jobs.Later // for showing slow exact counts
	masking             *jobs.Latest
	preview             previewing
	proposing, settling *jobs.Latest
	work                *jobs.Group
}

// New returns the controller for a newly opened project, or for none.
func New(host Host, work *jobs.Group) *Part {
	p := &Part{
		host: host, work: work, wait: work.Later(), still: work.Later(), long: work.Later(),
		proposing: work.Latest(), settling: work.Latest(), masking: work.Latest(),
		preview: previewing{job: work.Latest()},
		options: noOptions(), off: map[string]fit.Row{},
	}
	p.ranker = func() ranker { return ofProject{host.Project(), host.Ranker()} }
	return p
}

// purpose is what files are proposed for. Each purpose has its own question.
type purpose int

const (
	asking    purpose = iota // Fit
	reviewing                // Review
	reducing                 // Make it fit: the composition is shown in less detail
	purposes  = iota
)

// ranker ranks files. It is safe for concurrent use.
type ranker interface {
	// Rank ranks the project's files for a question or a change, and reports the number of changed
	// files that have been read.
	Rank(ctx context.Context, search fit.Search, progress func(done, all int)) ([]ranking.Ranked, error)
	// Unread returns how many files the last ranking knew only by their paths, because there are too many.
	Unread() int
}

// ofProject ranks the files of an open project; without a project there are none.
type ofProject struct {
	opened *project.Project
	ranks  *ranking.Ranker
}

func (r ofProject) Rank(ctx context.Context, search fit.Search, progress func(done, all int)) ([]ranking.Ranked, error) {
	return fit.To(r.opened).Rank(ctx, r.ranks, search, fit.MaxRanked, progress)
}

func (r ofProject) Unread() int {
	if r.ranks == nil {
		return 0
	}
	return r.ranks.PathOnly()
}

// beads returns the beads that the dossier can include.
func (p *Part) beads() []models.Bead {
	if t := p.host.Project().Beads().InUse(); t != nil {
		return t.Result.Beads
	}
	return nil
}

// Question returns what files are searched for.
func (p *Part) Question() fit.Question { return p.questions[p.purpose] }

// SetQuestion asks another question, after it has stayed unchanged for a moment.
func (p *Part) SetQuestion(q fit.Question) {
	if q == p.Question() {
		return
	}
	p.questions[p.purpose] = q
	p.forget()
	p.wait.Start(typing, p.Propose)
	p.host.SaveSoon()
	p.host.Changed()
}

// SetRange reviews the change of a range, as parsed by [change.ParseRange], immediately; empty
// means none. The error describes an invalid range.
func (p *Part) SetRange(rng string) error {
	rng, err := change.CanonicalRange(rng)
	if err != nil {
		return err
	}
	if rng != "" {
		p.reviewed = rng
	}
	if p.purpose == reducing {
		p.purpose = asking
	}
	p.questions[p.purpose].Range = rng
	p.drop()
	p.host.SaveSoon()
	p.Propose()
	return nil
}

// Ask returns to the question of Fit, without a change. [Part.Propose] asks it.
func (p *Part) Ask() {
	if p.purpose == asking && p.Question().Range == "" {
		return
	}
	p.purpose = asking
	p.questions[asking].Range = ""
	p.drop()
	p.host.SaveSoon()
}

// Review reviews the change in the document, or else the last reviewed one; at first the uncommitted one. What else
// the change is about is a question of its own, which is empty at first.
func (p *Part) Review() {
	if p.purpose != reviewing || p.Question().Range == "" {
		p.purpose = reviewing
		_ = p.SetRange(cmp.Or(p.host.Input().Composition.Git.Range, p.reviewed, "uncommitted")) // which are ranges
	}
}

// forget drops the user's choices for rows of another question.
func (p *Part) forget() {
	none := noOptions()
	p.options.Chosen, p.options.Masks, p.off = none.Chosen, none.Masks, map[string]fit.Row{}
}

func noOptions() fit.Options {
	return fit.Options{Chosen: map[string]models.ViewMode{}, Masks: map[string]code.Mask{}}
}

// Degrading reports whether the proposal shows the composition in less detail.
func (p *Part) Degrading() bool { return p.purpose == reducing }

// Degrade switches to showing the composition within a budget, in the model's tokens, without
// removing anything. [Part.Propose] proposes it. Its question is initially that of Fit, which it does not change.
func (p *Part) Degrade(budget int) {
	p.purpose, p.within = reducing, max(1, budget)
	p.questions[reducing] = p.questions[asking]
	p.questions[reducing].Range = ""
	p.drop()
}

// drop drops the proposal.
func (p *Part) drop() {
	p.forget()
	p.candidates, p.proposal, p.err = nil, fit.Proposal{}, nil
}

// Budget returns the maximum size of the document in the model's tokens. Fit and Make it fit have
// separate budgets.
func (p *Part) Budget() int {
	if p.Degrading() {
		return p.within
	}
	return p.ofQuestion()
}

// ofQuestion returns the budget of the question.
func (p *Part) ofQuestion() int {
	if p.budget > 0 {
		return p.budget
	}
	return min(DefaultBudget, p.host.Model().Window)
}

// SetBudget sets the budget and proposes for it immediately.
func (p *Part) SetBudget(n int) {
	of := &p.budget
	if p.Degrading() {
		of = &p.within
	}
	if n = max(1, n); n == *of {
		return
	}
	*of = n
	p.host.SaveSoon()
	p.propose()
}

// KeepAll reports whether all files of the composition stay, in whatever view.
func (p *Part) KeepAll() bool { return p.options.KeepAll }

// SetKeepAll sets whether all files of the composition stay, or the question decides.
func (p *Part) SetKeepAll(on bool) {
	p.options.KeepAll = on
	p.propose()
}

// Released reports whether files selected individually count no more than files from a folder.
func (p *Part) Released() bool { return p.options.Released }

// SetReleased sets whether files selected individually count no more than files from a folder.
func (p *Part) SetReleased(on bool) {
	p.options.Released = on
	p.propose()
}

// QuestionText returns all texts that form the question; empty if there is no question.
func (p *Part) QuestionText() string {
	if p.Question().Empty() {
		return ""
	}
	return p.Question().FullText(p.host.Input(), p.beads())
}

// Settling reports whether the document of the proposal is being built for its exact size, or a mask for its cost.
func (p *Part) Settling() bool { return p.settling.Busy() || p.masking.Busy() }

// settles shows that counts are pending, if that takes long.
func (p *Part) settles() {
	p.long.Start(slow, func() {
		if p.Settling() {
			p.host.Changed()
		}
	})
}

// Busy reports whether files are ranked, read or counted. Progress returns how far that is.
func (p *Part) Busy() bool         { return p.wait.Waiting() || p.proposing.Busy() }
func (p *Part) Progress() Progress { return p.progress }

// Err returns why nothing can be proposed.
func (p *Part) Err() error { return p.err }

// Proposal returns the current proposal. It has no rows until there is a question.
func (p *Part) Proposal() fit.Proposal { return p.proposal }

// Total returns the size of the document after applying the ticked rows; an estimate until it is built.
func (p *Part) Total() aggregate.Count { return p.total }

// HasQuestion reports whether there is something to make a proposal for.
func (p *Part) HasQuestion() bool { return p.Degrading() || !p.Question().Empty() }

// Follow makes a new proposal, because the composition, the files or the model have changed.
func (p *Part) Follow() {
	if p.candidates != nil || p.proposing.Busy() {
		p.Propose()
	}
}

// Stop cancels all work, because the proposal is no longer visible.
func (p *Part) Stop() {
	p.wait.Stop()
	p.still.Stop()
	p.long.Stop()
	p.proposing.Stop()
	p.settling.Stop()
	p.masking.Stop()
	p.preview.job.Stop()
	p.preview.path, p.preview.shown = "", Preview{}
	p.candidates = nil
}

// Propose ranks the files for the question, determines their costs and proposes. The previous proposal
// stays visible until then.
func (p *Part) Propose() {
	opened := p.host.Project()
	p.wait.Stop()
	if opened == nil || !p.HasQuestion() {
		p.proposing.Stop()
		p.candidates, p.proposal, p.err = nil, fit.Proposal{}, nil
		p.host.Changed()
		return
	}
	q := p.Question()
	now := fit.Baseline{Input: p.host.Input(), Model: p.host.Model(), Range: q.Range}
	a := inputs{text: q.FullText(now.Input, p.beads()), by: p.ranker(), less: p.Degrading(), filter: p.filter, masks: maps.Clone(p.options.Masks)}
	p.progress = Progress{}
	p.masking.Stop()
	p.proposing.Start(func(ctx context.Context) func() {
		c, err := p.gather(ctx, opened, now, a)
		if ctx.Err() != nil {
			return nil
		}
		return func() { p.proposeFrom(c, a.masks, err) }
	})
	p.host.Changed()
}

// inputs is everything that a proposal depends on, except the project's files.
type inputs struct {
	text   string
	by     ranker
	less   bool
	filter fit.Filter
	masks  map[string]code.Mask
}

// gather ranks and counts in the background.
func (p *Part) gather(ctx context.Context, opened *project.Project, now fit.Baseline, a inputs) (*fit.Candidates, error) {
	notified := p.progressFuncs(ctx)
	var ranked []ranking.Ranked
	if s := (fit.Search{Question: a.text, Range: now.Range}); !s.Empty() {
		var err error
		if ranked, err = a.by.Rank(ctx, s, func(done, all int) {
			notified(Reading, done, all)
			if done == all {
				notified(Ranking, 0, 0)
			}
		}); err != nil {
			return nil, err
		}
	}
	counting := func(done aggregate.Progress) { notified(Counting, done.Done, done.Total) }
	notified(Counting, 0, 0)
	var c *fit.Candidates
	var err error
	if to := fit.To(opened); a.less {
		c, err = to.Degrade(ctx, now, ranked, counting)
	} else {
		c, err = to.Gather(ctx, now, ranked, a.filter, counting)
	}
	notified(Choosing, 0, 0)
	if err != nil {
		return nil, err
	}
	c, _ = withMasks(ctx, opened, c, a.masks) // a masked file may not be proposed now, or may have no symbols
	return c, ctx.Err()
}

// withMasks returns candidates that can show files by the user's masks if possible, and why a mask
// is not.
func withMasks(ctx context.Context, opened *project.Project, c *fit.Candidates, masks map[string]code.Mask) (*fit.Candidates, error) {
	var failed error
	for path, mask := range masks {
		with, err := fit.To(opened).WithMask(ctx, c, path, mask)
		if err != nil {
			failed = err
			continue
		}
		c = with
	}
	return c, failed
}

// proposeFrom makes a proposal from candidates that know the costs of masks. Newer masks are counted now.
func (p *Part) proposeFrom(c *fit.Candidates, masks map[string]code.Mask, err error) {
	if n := p.ranker().Unread(); n != p.unread {
		if p.unread = n; n > 0 {
			p.host.Notify(message.Count("{{.N}} files are not read, because there are too many: they are ranked by their paths alone", n, nil))
		}
	}
	p.candidates, p.err, p.proposal = c, err, fit.Proposal{}
	p.progress = Progress{}
	p.propose()
	if !reflect.DeepEqual(masks, p.options.Masks) {
		p.countMasks()
	}
}

// propose makes a proposal for the current budget, and builds the document a little later.
func (p *Part) propose() {
	if p.candidates != nil {
		p.proposal = p.candidates.Propose(p.Budget(), p.choices())
		p.sum()
		p.still.Start(moving, p.settle)
		p.show()
	}
	p.host.Changed()
}

// choices returns a copy of the current options that another goroutine can use.
func (p *Part) choices() fit.Options {
	o := p.options
	o.Chosen, o.Masks = maps.Clone(o.Chosen), maps.Clone(o.Masks)
	if p.refill && len(p.off) > 0 {
		o.Refill = map[string]fit.Way{}
		for path, row := range p.off {
			o.Refill[path] = row.Way()
		}
	}
	return o
}

// settle builds the proposed document, for the exact counts, and reduces the proposal if it is too large.
func (p *Part) settle() {
	opened, c, o, budget := p.host.Project(), p.candidates, p.choices(), p.Budget()
	if opened == nil || c == nil {
		return
	}
	off := maps.Clone(p.off)
	if o.Refill != nil {
		off = nil // the proposal's tokens do not include them
	}
	p.settles()
	p.settling.Start(func(ctx context.Context) func() {
		proposal, err := fit.To(opened).Settle(ctx, c, budget, o)
		total := proposal.Tokens
		if err == nil && proposal.Needs == 0 && len(off) > 0 {
			total, err = fit.To(opened).Count(ctx, proposal, func(r fit.Row) bool { _, is := off[r.Path]; return !is })
		}
		if ctx.Err() != nil {
			return nil
		}
		return func() {
			p.proposal, p.err, p.total = proposal, err, total
			p.show()
			p.host.Changed()
		}
	})
}

// sum estimates the total of the ticked rows, until it is counted.
func (p *Part) sum() {
	p.settling.Stop()
	p.total = aggregate.Count{N: p.proposal.Tokens.N}
	for _, r := range p.proposal.Rows {
		if !r.Refilled && !p.Ticked(r) && p.CanApply(r) {
			p.total.N += r.Before.N - r.Tokens.N
		}
	}
}

// CanApply reports whether a row changes anything.
func (p *Part) CanApply(r fit.Row) bool { return r.Kind != fit.KindUnchanged }

// Ticked reports whether a row is ticked.
func (p *Part) Ticked(r fit.Row) bool {
	_, off := p.off[r.Path]
	return p.CanApply(r) && !off
}

// Tick ticks or unticks rows.
func (p *Part) Tick(rows []fit.Row, on bool) {
	for _, r := range rows {
		if on {
			delete(p.off, r.Path)
		} else if p.CanApply(r) {
			p.off[r.Path] = r
		}
	}
	if p.refill {
		p.propose()
		return
	}
	p.sum()
	p.still.Start(moving, p.settle)
	p.host.Changed()
}

// Refill reports whether the tokens of unticked rows go to other files.
func (p *Part) Refill() bool { return p.refill }

// SetRefill sets whether the tokens of unticked rows go to other files or stay unused.
func (p *Part) SetRefill(on bool) {
	p.refill = on
	p.propose()
}

// Filter returns which files may be proposed.
func (p *Part) Filter() fit.Filter { return p.filter }

// Languages returns the languages of the question's files, the most frequent first.
func (p *Part) Languages() []string {
	if p.candidates == nil {
		return nil
	}
	return p.candidates.Languages()
}

// SetFilter sets which files may be proposed.
func (p *Part) SetFilter(f fit.Filter) {
	p.filter = f
	p.Propose()
}

// UseAsInstruction sets the dossier's instruction to the text of the question, in one undo step.
func (p *Part) UseAsInstruction() {
	text := strings.TrimSpace(p.Question().Text)
	if text == "" || text == p.host.Input().Composition.Instruction {
		return
	}
	p.host.Edit(message.New("use the question as the instruction", nil), func(e *project.Edit) { e.Composition.Instruction = text })
	m := message.New("The question is the instruction now", nil)
	m.Undo = true
	p.host.Notify(m)
}

// Choose shows the file of a row in one of its ways, regardless of the question; the way without a
// mode excludes it.
func (p *Part) Choose(path string, way fit.Way) {
	p.options.Chosen[path] = way.Mode
	delete(p.options.Masks, path)
	if way.Mode == models.Masked && way.Mask != nil {
		p.options.Masks[path] = way.Mask
	}
	delete(p.off, path)
	p.propose()
}

// ChooseMask shows a file by the symbols of a mask, regardless of the question. Only the cost of
// the mask is counted, in the background.
func (p *Part) ChooseMask(path string, mask code.Mask) {
	p.options.Chosen[path], p.options.Masks[path] = models.Masked, mask
	delete(p.off, path)
	p.countMasks()
}

// countMasks counts the costs of the user's masks, and makes a proposal with them. Without
// candidates there is nothing to add them to; [Part.proposeFrom] does it later.
func (p *Part) countMasks() {
	opened, c := p.host.Project(), p.candidates
	if opened == nil || c == nil {
		return
	}
	masks := maps.Clone(p.options.Masks) // including those whose costs are being counted
	p.settles()
	p.masking.Start(func(ctx context.Context) func() {
		with, err := withMasks(ctx, opened, c, masks)
		if ctx.Err() != nil {
			return nil
		}
		return func() {
			if p.candidates != c {
				return // a newer proposal counts them itself
			}
			if err != nil {
				p.host.Notify(message.Problem(err))
			}
			p.candidates = with
			p.propose()
		}
	})
}

// Row returns the row of a file; false if there is none.
func (p *Part) Row(path string) (fit.Row, bool) {
	at := slices.IndexFunc(p.proposal.Rows, func(r fit.Row) bool { return r.Path == path })
	if at < 0 {
		return fit.Row{}, false
	}
	return p.proposal.Rows[at], true
}

// Item returns the entry that shows a file as proposed; false if the file is not among the rows.
func (p *Part) Item(path string) (models.FileItem, bool) {
	r, ok := p.Row(path)
	if !ok {
		return models.FileItem{}, false
	}
	item := p.proposal.Item(r)
	if mask, chosen := p.options.Masks[path]; chosen && p.options.Chosen[path] == models.Masked {
		item.ViewMode, item.AstMask = models.Masked, mask // its cost may still be pending
	}
	return item, true
}

// Release lets the question decide again how a file is shown.
func (p *Part) Release(path string) {
	delete(p.options.Chosen, path)
	delete(p.options.Masks, path)
	p.propose()
}

// Chosen reports whether the user has chosen how a file is shown.
func (p *Part) Chosen(path string) bool {
	_, ok := p.options.Chosen[path]
	return ok
}

// Counts returns how many files the ticked rows add, remove and change.
func (p *Part) Counts() (come, gone, changed int) {
	for _, r := range p.proposal.Rows {
		switch {
		case !p.Ticked(r):
		case r.Kind == fit.KindAdded:
			come++
		case r.Kind == fit.KindRemoved:
			gone++
		default:
			changed++
		}
	}
	return come, gone, changed
}

// Apply applies the ticked rows, in one undo step, and reports whether there were any.
func (p *Part) Apply() bool {
	come, gone, changed := p.Counts()
	if come+gone+changed == 0 {
		return false
	}
	p.apply(p.Ticked)
	m := applied(come, gone, changed)
	m.Undo = true
	p.host.Notify(m)
	return true
}

// applied returns the message with the numbers of added, changed and removed files; at least one is not zero.
func applied(come, gone, changed int) message.Message {
	var parts []message.Message
	if come > 0 {
		parts = append(parts, message.Count("{{.N}} added", come, nil))
	}
	if changed > 0 {
		parts = append(parts, message.Count("{{.N}} changed", changed, nil))
	}
	if gone > 0 {
		parts = append(parts, message.Count("{{.N}} removed", gone, nil))
	}
	m := parts[0]
	m.More = parts[1:]
	return m
}

// ApplyRow applies a single row, in its own undo step; the others stay proposed.
func (p *Part) ApplyRow(row fit.Row) {
	if p.CanApply(row) {
		p.apply(func(r fit.Row) bool { return r.Path == row.Path })
	}
}

func (p *Part) apply(take func(fit.Row) bool) {
	label := message.New("fit the files to the question", nil)
	if p.Question().Range != "" {
		label = message.New("review a change", nil)
	}
	if p.Degrading() {
		label = message.New("make it fit", nil)
	}
	proposal := p.proposal
	p.host.Edit(label, func(e *project.Edit) { proposal.Apply(e, take) })
}
