package attacks

import (
	"fmt"
	"image"
	"time"

	"dossier/models"
	"dossier/ui/features"
	"dossier/ui/features/answers"
	"dossier/ui/features/beadlist"
	"dossier/ui/features/discussion"
	"dossier/ui/features/fit"
	"dossier/ui/features/imports"
	smart "dossier/ui/features/links"
	"dossier/ui/features/repairlist"
	"dossier/ui/project"
	"dossier/ui/project/dependencies"
	proposal "dossier/ui/project/fit"
	"dossier/ui/session"
	"dossier/ui/session/message"
	"dossier/ui/session/projectfile"
	"dossier/ui/session/sessiontest"
)

// clipboard records what is copied.
type clipboard struct{ w *world }

func (c clipboard) Copy(text string) (bool, error) {
	c.w.tell("the clipboard", text)
	return true, nil
}

// window is a session on the project of a world, used as the user would.
type window struct {
	*session.Session
	w     *world
	turns *sessiontest.Queue
	asked []*project.OutputError
}

// open opens the project in a session, and waits until it is shown.
func (w *world) open() *window {
	w.tb.Helper()
	v := &window{w: w, turns: sessiontest.NewQueue()}
	s, err := session.New(session.Options{
		Features: features.All(),
		Do:       v.turns.Do, Places: w.places(), Clipboard: clipboard{w},
		Notify: func(m message.Message) { w.tell("a message", m) },
		Ask: func(question any) bool {
			switch q := question.(type) {
			case projectfile.Conflict:
				w.tell("a conflict", q)
			case *project.OutputError:
				v.asked = append(v.asked, q)
				w.tell("a question", q)
			default:
				return false
			}
			return true
		},
	})
	if err != nil {
		w.tell("opening", err)
	}
	v.Session = s
	s.Autosave().Delay = time.Millisecond
	if err := s.Open(w.dir()); err != nil {
		w.tb.Fatal(err)
	}
	v.settle()
	return v
}

// until runs what comes until a condition holds.
func (v *window) until(what string, holds func() bool) {
	v.w.tb.Helper()
	if err := v.turns.Until(what, holds); err != nil {
		v.w.tb.Fatal(err)
	}
}

// settle waits until nothing runs that the document or the tree depends on.
func (v *window) settle() {
	v.w.tb.Helper()
	v.until("nothing runs", func() bool {
		_, scans := v.Tree().Scanning()
		return !v.Copy().Busy() && !v.Building() && !v.Preview().Busy() && !scans && !v.Snapshots().Busy() && !discussion.Of(v).Reading() &&
			!answers.Of(v).Busy() && !smart.Of(v).Busy() && !imports.Of(v).Busy() && !fit.Of(v).Busy() && !v.Screenshots().Measuring() && !repairlist.Of(v).Placing()
	})
}

// close ends the session.
func (v *window) close() {
	v.w.tb.Helper()
	if err := v.Close(); err != nil {
		v.w.tell("closing", err)
	}
	v.turns.Drain()
}

// look takes down what the window shows of the project.
func (v *window) look(doing string) {
	v.settle()
	doc := v.Document()
	shown := []any{doc.Text(), v.Warnings(), v.Name()}
	for _, item := range doc.Items {
		shown = append(shown, item.Path, item.Err, item.Notes)
	}
	for i := range v.Screenshots().Rows() {
		shown = append(shown, v.Screenshots().Row(i))
	}
	for _, entry := range v.Tree().Entries() {
		shown = append(shown, entry)
	}
	for _, item := range repairlist.Of(v).List() {
		shown = append(shown, item)
	}
	v.w.tell("the window, "+doing, shown...)
}

// use does what the user does with a project. answer is that of a model.
func (v *window) use(answer string) {
	v.w.tb.Helper()
	v.look("opened")
	v.Tree().OpenAll(true)
	v.Tree().SetFilter("canary")
	v.Tree().SetInView(0, 200)
	v.look("searched")
	v.Tree().SetFilter("")
	v.Preview().Search("outside", func(found []project.Match, _ bool) { v.w.tell("the search", found) })
	v.Copy().Dossier()
	v.look("copied")
	v.Snapshots().Write()
	v.look("written")
	repairlist.Of(v).Find()
	v.look("what is missing")

	v.Screenshots().ShowPictures(0, 200, image.Pt(64, 64))
	v.settle()
	for _, shot := range v.Screenshots().Rows() {
		if picture, err := v.Screenshots().Picture(shot.Path); picture != nil || err != nil {
			v.w.tell("a picture", picture != nil && shot.Err != nil, err)
		}
	}
	smart.Of(v).SetVisible(true)
	for _, one := range smart.Of(v).Contexts() {
		smart.Of(v).Choose(one.Name)
		v.settle()
		nodes, edges, _ := smart.Of(v).Drawing()
		v.w.tell("the smart context "+one.Name, smart.Of(v).Text(), smart.Of(v).Rows(), smart.Of(v).Warnings(), nodes, edges)
	}
	answers.Of(v).SetText(answer)
	v.settle()
	v.w.tell("the answer", answers.Of(v).Rows(), answers.Of(v).Err())
	answers.Of(v).Assigns(func(assigns string, _ int) { v.w.tell("the assigns", assigns) })
	v.settle()
	answers.Of(v).Add()
	v.look("with what the answer asks for")

	for _, path := range []string{"main.c", "main.js", "main.go", "main.rs", "main.py", "main.ts"} {
		imports.Of(v).Query(dependencies.Uses, path)
		v.settle()
		v.w.tell("uses of "+path, imports.Of(v).Answer(), imports.Of(v).Rows(), imports.Of(v).Err())
	}
	fit.Of(v).SetQuestion(proposal.Question{Text: "what lies outside of a.txt, and why?", Notes: true, Discussion: true, Instruction: true})
	fit.Of(v).Propose()
	v.settle()
	v.w.tell("what is proposed", fmt.Sprintf("%+v", fit.Of(v).Proposal()), fit.Of(v).Err())
	fit.Of(v).Apply()
	v.look("with what was proposed")

	beadlist.Of(v).SetVisible(true)
	v.until("the beads are read", func() bool { return beadlist.Of(v).Model() != nil })
	v.Snapshots().SetVisible(true)
	v.settle()
	for _, row := range v.Snapshots().List() {
		v.w.tell("a snapshot", row)
		v.Snapshots().RenderAgain(row.ID)
		v.look("with a snapshot")
		v.Snapshots().LeaveReplay()
		v.Snapshots().Restore(row.ID)
		v.look("with a snapshot restored")
		break
	}
	for _, scope := range []models.Scope{models.ProjectScope} {
		for _, one := range v.Presets().In(scope) {
			v.Presets().Apply(one)
			v.look("with the preset " + one.Name)
			v.Copy().Dossier()
			v.look("with the preset " + one.Name + " copied")
		}
	}
}
