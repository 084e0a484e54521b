package session

import (
	"context"
	"errors"
	"time"

	"dossier/aggregate"
	"dossier/aggregate/beads"
	"dossier/aggregate/beads/bd"
	"dossier/aggregate/tokens"
	"dossier/models"
	"dossier/ui/project"
	"dossier/ui/session/jobs"
	"dossier/ui/session/message"
)

// beadsInterval is how often the tracker is looked at while somebody cares for it: a few
// names, which costs less than a thousandth of the time between. It is not watched as
// other files are, because it may lie above the project or be ignored, and a redirect may
// lead anywhere in the repository.
const beadsInterval = 500 * time.Millisecond

// beadsState is what a session knows of the project's tracker.
type beadsState struct {
	model    *BeadsModel
	shown    bool // whether somebody looks at the list
	watching *jobs.Latest
	asking   *jobs.Latest // bd
}

func (w *workspace) newBeads() {
	w.beads = beadsState{model: newBeadsModel(), watching: w.work.Latest(), asking: w.work.Latest()}
}

// Beads returns the tracker's beads as rows.
func (s *Session) Beads() *BeadsModel {
	s.beads.model.take(s.comp.BeadsExclude, s.Model())
	return s.beads.model
}

// BeadsMode reports whether the beads are part of the dossier.
func (s *Session) BeadsMode() bool { return s.comp.ExecutionMode == models.Beads }

// LookAtBeads says whether somebody looks at the list of beads. While somebody does, or
// the beads are in the dossier, changes of the tracker show within a second.
func (s *Session) LookAtBeads(on bool) {
	s.beads.shown = on
	s.watchBeads()
}

// watchBeads looks at the tracker for as long as somebody cares for it.
func (s *Session) watchBeads() {
	switch wanted := s.project != nil && (s.beads.shown || s.BeadsMode()); {
	case !wanted:
		s.beads.watching.Stop()
	case !s.beads.watching.Busy():
		s.awaitBeads()
	}
}

// awaitBeads reads the tracker beside the window as soon as it is another than the one
// that is shown.
func (s *Session) awaitBeads() {
	p, shown := s.project, s.beads.model.tracker
	s.beads.watching.Start(func(ctx context.Context) func() {
		tick := time.NewTicker(beadsInterval)
		defer tick.Stop()
		for {
			if next := p.Tracker(); next != shown {
				listed := newListedBeads(next)
				return func() { s.showBeads(listed) }
			}
			select {
			case <-ctx.Done():
				return nil
			case <-tick.C:
			}
		}
	})
}

func (s *Session) showBeads(listed listedBeads) {
	s.beads.model.show(listed)
	s.notify(BeadsChanged)
	if s.BeadsMode() && s.project.TrackerInUse() != listed.tracker {
		s.rebuild()
	}
	s.watchBeads()
}

// SetBeads puts beads into the dossier, or takes them out.
func (s *Session) SetBeads(ids []string, in bool) {
	if len(ids) == 0 {
		return
	}
	label := message.Several("leave out {{.N}} beads", len(ids), ids[0])
	if in {
		label = message.Several("take in {{.N}} beads", len(ids), ids[0])
	}
	s.change(label, "", func(e *project.Edit) {
		e.Composition.BeadsExclude, _ = project.Excluding(e.Composition.BeadsExclude, ids, in)
	})
}

// OnlyBeads takes some beads into the dossier and others out of it, in one step.
func (s *Session) OnlyBeads(in, out []string) {
	s.change(message.Several("only {{.N}} beads", len(in), first(in)), "", func(e *project.Edit) {
		e.Composition.BeadsExclude, _ = project.Excluding(e.Composition.BeadsExclude, in, true)
		e.Composition.BeadsExclude, _ = project.Excluding(e.Composition.BeadsExclude, out, false)
	})
}

// AskForBeads finds out how bd would be asked for the beads, beside the window: agreed
// says whether the person has agreed to exactly this before. Nothing is run.
func (s *Session) AskForBeads(then func(request bd.Request, agreed bool)) {
	if s.project == nil {
		s.fail(errNoProject)
		return
	}
	p, store := s.project, s.store
	s.beads.asking.Start(func(context.Context) func() {
		request, err := p.BeadsRequest()
		agreed := err == nil && store.Consented(p.Dir, request.Key())
		return func() {
			s.notify(BeadsChanged)
			switch {
			case errors.Is(err, bd.ErrNoProgram):
				s.tell(message.New("There is no bd on the PATH: install it, or make the file with it elsewhere", nil))
			case err != nil:
				s.fail(err)
			default:
				then(request, agreed)
			}
		}
	})
}

// ListBeads asks bd for the beads, beside the window, and keeps that the person has agreed
// to exactly this request.
func (s *Session) ListBeads(request bd.Request) {
	if s.project == nil {
		return
	}
	p := s.project
	s.keep(func(ctx context.Context) {
		if err := s.store.Consent(ctx, p.Dir, request.Key()); err != nil && ctx.Err() == nil {
			s.Do(func() { s.fail(err) })
		}
	})
	s.beads.asking.Start(func(ctx context.Context) func() {
		err := p.ListBeads(ctx, request)
		return func() {
			s.notify(BeadsChanged)
			if err != nil {
				s.fail(err)
				return
			}
			s.awaitBeads()
			s.rebuild()
		}
	})
	s.notify(BeadsChanged)
}

// AskingForBeads reports whether bd runs.
func (s *Session) AskingForBeads() bool { return s.beads.asking.Busy() }

// CancelBeads ends bd.
func (s *Session) CancelBeads() {
	s.beads.asking.Stop()
	s.notify(BeadsChanged)
}

// CopyBeadsExport copies the command by which the tracker writes the file that is read.
func (s *Session) CopyBeadsExport() {
	var missing *project.NoListError
	if errors.As(s.beads.model.Tracker().Err, &missing) {
		s.CopyText(missing.Export(), missing.Export())
	}
}

// beadsBlock returns the block of the document that shows the beads, or -1.
func (s *Session) beadsBlock() int {
	for _, section := range s.doc.Sections {
		if section.Kind == aggregate.BeadsSection {
			return section.Blocks.Start + 1
		}
	}
	return -1
}

// BeadLine returns the line of the document that shows a bead; false when none does. Its
// work grows with the number of beads.
func (s *Session) BeadLine(id string) (int, bool) {
	block := s.beadsBlock()
	if _, known := s.beads.model.Bead(id); block < 0 || !known || !s.Beads().In(id) {
		return 0, false
	}
	line, ok := s.doc.ItemLine(block, id)
	if !ok {
		return 0, false
	}
	return s.doc.Block(block).Lines.Start + line, true
}

// BeadAt returns the bead that a line of the document shows: the first completed one for
// the line of all of them. It is false for other lines.
func (s *Session) BeadAt(line int) (string, bool) {
	block := s.beadsBlock()
	if block < 0 {
		return "", false
	}
	id, ok := s.doc.ItemAt(block, line-s.doc.Block(block).Lines.Start)
	if !ok || !s.beads.model.In(id) {
		return "", false
	}
	_, known := s.beads.model.Bead(id)
	return id, known
}

// costsOf estimates the tokens of what each bead adds to the document.
func costsOf(list []models.Bead) []int {
	costs := make([]int, len(list))
	for i, b := range list {
		if entry := beads.Entry(b); entry != "" {
			costs[i] = max(1, tokens.Estimate(entry+"\n"))
		}
	}
	return costs
}
