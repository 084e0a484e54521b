package session

import (
	"context"

	"dossier/aggregate"
	"dossier/presets"
	"dossier/ui/project"
	"dossier/ui/project/ranking"
	"dossier/ui/session/change"
	"dossier/ui/session/feature"
	"dossier/ui/session/message"
	"dossier/ui/session/undo"
)

// host is the session as a feature sees it.
type host struct {
	*Session
	changed change.Set // what the feature's changes are reported as
}

var _ feature.Session = host{}

// Project returns the open project, or nil.
func (h host) Project() *project.Project { return h.project }

// State returns the user's stored state.
func (h host) State() *presets.State { return h.store }

// Edit changes the composition in one undo step.
func (h host) Edit(label message.Message, fn func(*project.Edit)) { h.change(label, "", fn) }

// EditIn is like Edit, and joins consecutive steps of one topic.
func (h host) EditIn(topic string, label message.Message, fn func(*project.Edit)) {
	h.change(label, topic, fn)
}

// Amend changes the composition without an undo step.
func (h host) Amend(fn func(*project.Edit)) {
	e := project.NewEdit(h.comp, h.project.StoredState().FilesBase(), h.context.All())
	fn(e)
	if !project.SameComposition(h.comp, e.Composition) {
		h.compose(e.Composition)
	}
}

// Push records an undo step.
func (h host) Push(step undo.Step) { h.undo.Push(step) }

// Step returns the composition with its presets, for an undo step. Turn identifies the last step.
func (h host) Step() undo.State { return h.step() }
func (h host) UndoVersion() int { return h.undo.UndoVersion() }

// Retract drops the last step of a topic if the step changes nothing any more.
func (h host) Retract(topic string, back func(undo.State) bool) bool {
	return h.undo.Retract(topic, back)
}

// Forget drops undo steps whose state no longer exists.
func (h host) Forget(which func(undo.State) bool) { h.undo.Forget(which) }

// Document returns the most recently built document of the composition.
func (h host) Document() *aggregate.Document { return h.document.Doc() }

// Input returns the input of a build.
func (h host) Input() aggregate.Input {
	in := h.project.Input()
	in.Composition = h.comp
	feature.Each(h.states, func(c feature.Contributor) { c.Contribute(&in) })
	return in
}

// Rebuild builds the document again.
func (h host) Rebuild() { h.rebuild() }

// Changed reports that the controller's state has changed.
func (h host) Changed() { h.notify(h.changed) }

// Progressed reports that work in the background has progressed or ended.
func (h host) Progressed() { h.notify(change.Activity) }

// Notify shows a message to the user, and Fail an error.
func (h host) Notify(m message.Message) { h.notifyUser(m) }
func (h host) Fail(err error)           { h.fail(err) }

// ToFront brings the window to the foreground.
func (h host) ToFront() {
	if h.Options.ToFront != nil {
		h.Options.ToFront()
	}
}

// WriteState stores a decision of the user in the background, in call order, and reports errors.
func (h host) WriteState(write func(context.Context) error) {
	h.writes.Start(func() func(context.Context) func() {
		return func(ctx context.Context) func() {
			if err := write(ctx); err != nil {
				return func() { h.fail(err) }
			}
			return nil
		}
	})
}

// States returns the states of the features; see [feature.Holder].
func (s *Session) States() []any { return s.states }

// Ranker returns the ranker of the project's files; nil when no project is open.
func (h host) Ranker() *ranking.Ranker { return h.ranker }
