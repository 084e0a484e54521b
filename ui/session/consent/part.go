// Package consent is what the project of a session asks for beyond its own folder: one question,
// which is found in the background when the project is opened and whenever its
// files change, and answered once. Until then nothing of it is read, written or run.
package consent

import (
	"context"
	"slices"

	"dossier/aggregate/beads/bd"
	"dossier/ui/project"
	"dossier/ui/project/consent"
	"dossier/ui/session/jobs"
)

// Host is what the question needs of the session.
type Host interface {
	// Project is the one that is open; nil when none is.
	Project() *project.Project
	// Keep writes what the user decided in the background, in the order of the calls.
	Keep(write func(context.Context) error)
	// Allowed is told that more may be read than before, and AskBeads that a program may list
	// the beads.
	Allowed()
	AskBeads(bd.Request)
	// Changed is told that there is another question, or none.
	Changed()
}

// Part is the question of one project. It belongs to the session's goroutine.
type Part struct {
	host     Host
	work     *jobs.Group
	looking  *jobs.Latest
	question consent.Question
}

// New returns the question of a project that was just opened, or of none: there is none until
// [Part.Look] has looked.
func New(host Host, work *jobs.Group) *Part {
	return &Part{host: host, work: work, looking: work.Latest()}
}

// Question is what the project asks for and the user has not allowed. [consent.Question.Open]
// says whether there is something of it to be asked.
func (p *Part) Question() consent.Question { return p.question }

// Look looks for what the project asks for now.
func (p *Part) Look() {
	opened := p.host.Project()
	if opened == nil {
		return
	}
	p.looking.Start(func(ctx context.Context) func() {
		question, err := consent.Of(ctx, opened)
		if err != nil {
			return nil
		}
		return func() { p.show(question) }
	})
}

func (p *Part) show(question consent.Question) {
	same := p.question.Key() == question.Key() && p.question.Open() == question.Open()
	if p.question = question; !same {
		p.host.Changed()
	}
}

// Answer allows exactly what is in allowed of a question, and leaves the rest out until the
// project asks for something else.
func (p *Part) Answer(question consent.Question, allowed []consent.Ask) {
	opened := p.host.Project()
	if opened == nil {
		return
	}
	p.looking.Stop()
	p.show(consent.Question{})
	p.host.Keep(func(ctx context.Context) error {
		err := consent.Answer(ctx, opened, question, allowed)
		p.work.Do(p.work.Context(), func() {
			p.Look()
			if err != nil {
				return
			}
			p.host.Allowed()
			if at := slices.IndexFunc(allowed, func(a consent.Ask) bool { return a.Kind == consent.Run }); at >= 0 {
				p.host.AskBeads(allowed[at].Request())
			}
		})
		return err
	})
}
