package discussiontab

import (
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"

	"dossier/models"
	"dossier/ui/dialog"
	"dossier/ui/features/discussion"
	"dossier/ui/kit"
	"dossier/ui/words"
)

func (t *Tab) newDialog() {
	s := t.w.Session()
	t.w.Dialogs().PromptText(dialog.Question{
		Title: words.Say("New discussion"), Initial: discussion.Of(s).All().FreeName(models.MainDiscussion), Accept: words.Say("Begin"),
		Submit: func(name string) error {
			t.list.EndEdit()
			return discussion.Of(s).Begin(name)
		},
	})
}

func (t *Tab) renameDialog() {
	s := t.w.Session()
	from := discussion.Of(s).Active().Name
	t.w.Dialogs().PromptText(dialog.Question{
		Title: words.Say("Rename the discussion"), Initial: from, Accept: words.Say("Rename"),
		Submit: func(to string) error { return discussion.Of(s).Rename(from, to) },
	})
}

// roleDialog asks for a custom role.
func (t *Tab) roleDialog(role string, choose func(string)) {
	t.w.Dialogs().PromptText(dialog.Question{Title: words.Say("Role"), Initial: role, Accept: words.Say("Use"), Submit: func(role string) error {
		choose(role)
		return nil
	}})
}

// trimDialog excludes older entries, and first shows what remains.
func (t *Tab) trimDialog() {
	s := t.w.Session()
	number := t.w.Dialogs().Entry(strconv.Itoa(min(20, len(t.cards.entries))))
	outcome := kit.NewParagraph("")
	problem := kit.NewComplaint()
	var byTokens *kit.Choice
	would := func() (discussion.Trimmed, int, error) {
		n, err := dialog.Positive(number.Text)
		if err != nil {
			return discussion.Trimmed{}, 0, err
		}
		if byTokens.Chosen() == 1 {
			return discussion.Of(s).WouldTrimTokens(int(n)), int(n), nil
		}
		return discussion.Of(s).WouldTrimEntries(int(n)), int(n), nil
	}
	show := func() {
		left, _, err := would()
		if err != nil {
			problem.SetText(words.Sentence(err))
			outcome.SetText("")
			return
		}
		problem.SetText("")
		outcome.SetText(words.With("{{.In}} entries stay in the dossier, {{.Tokens}} tokens; {{.Out}} are excluded. Nothing is deleted.", map[string]any{
			"In": kit.Count(int64(left.In)), "Out": kit.Count(int64(left.Out)), "Tokens": words.Figure(left.Cost),
		}))
	}
	byTokens = kit.NewChoice([]string{words.Say("The last entries"), words.Say("Max tokens")}, func(int) { show() })
	byTokens.Choose(0)
	number.OnChanged = func(string) { show() }
	show()
	form := container.New(layout.NewFormLayout(), kit.NewLabel(words.Say("Keep"), kit.Body), byTokens, kit.NewLabel(words.Say("Number"), kit.Body), number)
	w := t.w
	w.Dialogs().Show(words.Say("Trim the discussion"), container.NewVBox(form, outcome, problem), fyne.NewSize(460, 220),
		dialog.Closes(words.Say("Cancel")), dialog.Answer{Text: words.Say("Trim"), Primary: true, Run: func() bool {
			_, n, err := would()
			switch {
			case err != nil:
				return true
			case byTokens.Chosen() == 1:
				discussion.Of(s).TrimTokens(n)
			default:
				discussion.Of(s).TrimEntries(n)
			}
			return false
		}})
}
