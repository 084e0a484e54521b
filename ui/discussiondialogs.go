package ui

import (
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"

	"dossier/models"
	"dossier/ui/kit"
	"dossier/ui/session"
)

// nameDialog asks for a name until take accepts it.
func (w *Window) nameDialog(title, name, accept string, take func(string) error) {
	entry := w.entry(name)
	problem := complaint()
	w.ask(title, container.NewVBox(entry, problem), fyne.NewSize(420, 150),
		closes(say("Cancel")), answer{text: accept, primary: true, run: func() bool {
			err := take(strings.TrimSpace(entry.Text))
			if err != nil {
				problem.SetText(err.Error())
			}
			return err != nil
		}})
}

func (t *discussionTab) newDialog() {
	s := t.w.session
	t.w.nameDialog(say("New discussion"), s.Discussions().FreeName(models.MainDiscussion), say("Begin"), func(name string) error {
		t.list.EndEdit()
		return s.NewDiscussion(name)
	})
}

func (t *discussionTab) renameDialog() {
	s := t.w.session
	from := s.Discussion().Name
	t.w.nameDialog(say("Rename the discussion"), from, say("Rename"), func(to string) error { return s.RenameDiscussion(from, to) })
}

// roleDialog asks for a role that is not offered.
func (t *discussionTab) roleDialog(role string, choose func(string)) {
	t.w.nameDialog(say("Role"), role, say("Use"), func(role string) error {
		choose(role)
		return nil
	})
}

// trimDialog switches the older entries out of the dossier, and says before what stays.
func (t *discussionTab) trimDialog() {
	s := t.w.session
	number := t.w.entry(strconv.Itoa(min(20, len(t.cards.entries))))
	outcome := paragraph("")
	problem := complaint()
	var byTokens *kit.Choice
	would := func() (session.Trimmed, int, error) {
		n, err := positive(number.Text)
		if err != nil {
			return session.Trimmed{}, 0, err
		}
		if byTokens.Chosen() == 1 {
			return s.WouldTrimTokens(int(n)), int(n), nil
		}
		return s.WouldTrimEntries(int(n)), int(n), nil
	}
	show := func() {
		left, _, err := would()
		if err != nil {
			problem.SetText(err.Error())
			outcome.SetText("")
			return
		}
		problem.SetText("")
		outcome.SetText(sayWith("{{.In}} entries stay in the dossier, {{.Tokens}} tokens; {{.Out}} are switched out. Nothing is deleted.", map[string]any{
			"In": kit.Count(int64(left.In)), "Out": kit.Count(int64(left.Out)), "Tokens": figure(left.Cost),
		}))
	}
	byTokens = kit.NewChoice([]string{say("The last entries"), say("At most so many tokens")}, func(int) { show() })
	byTokens.Choose(0)
	number.OnChanged = func(string) { show() }
	show()
	form := container.New(layout.NewFormLayout(), kit.NewLabel(say("Keep"), kit.Body), byTokens, kit.NewLabel(say("Number"), kit.Body), number)
	w := t.w
	w.ask(say("Trim the discussion"), container.NewVBox(form, outcome, problem), fyne.NewSize(460, 220),
		closes(say("Cancel")), answer{text: say("Trim"), primary: true, run: func() bool {
			_, n, err := would()
			switch {
			case err != nil:
				return true
			case byTokens.Chosen() == 1:
				s.TrimTokens(n)
			default:
				s.TrimEntries(n)
			}
			return false
		}})
}
