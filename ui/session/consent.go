package session

import (
	"context"
	"slices"

	"dossier/ui/project/consent"
	"dossier/ui/session/jobs"
)

// Consent asks for the permissions that a project requests beyond its own folder: one question, which is
// determined in the background when the project is opened and when its files change, and answered
// once. Until then none of it is read, written or run. It belongs to the session's goroutine.
type Consent struct {
	host     host
	work     *jobs.Group
	looking  *jobs.Latest
	question consent.Question
}

// newConsent returns the controller for a newly opened project, or for none. It has no question before
// [Consent.Update].
func newConsent(host host, work *jobs.Group) *Consent {
	return &Consent{host: host, work: work, looking: work.Latest()}
}

// Question returns the project's requests that the user has not allowed. [consent.Question.Open]
// reports whether any of them is undecided.
func (p *Consent) Question() consent.Question { return p.question }

// Update determines what the project currently requests.
func (p *Consent) Update() {
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

func (p *Consent) show(question consent.Question) {
	same := p.question.Key() == question.Key() && p.question.Open() == question.Open()
	if p.question = question; !same {
		p.host.Changed()
	}
}

// Answer allows exactly the given permissions of a question, and refuses the others until the
// project requests something else.
func (p *Consent) Answer(question consent.Question, allowed []consent.Permission) {
	opened := p.host.Project()
	if opened == nil {
		return
	}
	p.looking.Stop()
	p.show(consent.Question{})
	p.host.WriteState(func(ctx context.Context) error {
		err := consent.Answer(ctx, opened, question, allowed)
		p.work.Do(p.work.Context(), func() {
			p.Update()
			if err != nil {
				return
			}
			p.host.allowed()
			if at := slices.IndexFunc(allowed, func(a consent.Permission) bool { return a.Kind == consent.Run }); at >= 0 {
				p.host.mayRun(allowed[at].Request())
			}
		})
		return err
	})
}
