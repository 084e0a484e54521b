package dialog

import (
	"fmt"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"dossier/ui/kit"
	"dossier/ui/kit/board"
	"dossier/ui/kit/edit"
	"dossier/ui/words"
)

// Entry returns an entry for a dialog: Escape and Enter are the dialog's.
func (d *Dialogs) Entry(text string) *edit.Entry {
	e := edit.NewEntry("", nil)
	e.SetText(text)
	d.join(e)
	return e
}

// Suggest returns an entry with a list of suggestions for a dialog.
func (d *Dialogs) Suggest(text string) *board.Suggest {
	f := board.NewSuggest("", nil)
	f.SetText(text) // not that of its entry: Tab has nothing to complete yet
	d.join(&f.Entry)
	return f
}

// join makes an entry part of the dialogs.
func (d *Dialogs) join(e *edit.Entry) {
	e.Closes = true
	e.OnEscape = func() { d.TypedKey(fyne.KeyEscape) }
	e.OnSubmitted = func(string) { d.TypedKey(fyne.KeyReturn) }
	e.OnShortcut = d.Shortcut
}

// Question asks for one line of text.
type Question struct {
	Title, Was, Placeholder, Accept string
	// Kept closes the dialog without Take where the text is what it was.
	Kept bool
	// Take takes what was typed, without white space around it. An error stands below the
	// field, and the dialog stays.
	Take func(typed string) error
}

// AskText asks a question.
func (d *Dialogs) AskText(q Question) {
	entry := d.Entry(q.Was)
	entry.PlaceHolder = q.Placeholder
	problem := kit.NewComplaint()
	d.Ask(q.Title, container.NewVBox(entry, problem), fyne.NewSize(480, 170),
		Closes(words.Say("Cancel")), Answer{Text: q.Accept, Primary: true, Run: func() bool {
			typed := strings.TrimSpace(entry.Text)
			if q.Kept && typed == q.Was {
				return false
			}
			err := q.Take(typed)
			if err != nil {
				problem.SetText(err.Error())
			}
			return err != nil
		}})
}

// MaxNumber is the largest number that is taken: a size of as many KiB still fits in bytes.
const MaxNumber = 1 << 30

// Positive reads a whole number from 1 to [MaxNumber].
func Positive(typed string) (int64, error) { return WholeNumber(typed, 1, MaxNumber) }

// WholeNumber reads a whole number within bounds that are both allowed.
func WholeNumber(typed string, least, most int64) (int64, error) {
	n, err := strconv.ParseInt(strings.TrimSpace(typed), 10, 64)
	if err != nil || n < least || n > most {
		return 0, fmt.Errorf("%q is no whole number from %d to %d", typed, least, most)
	}
	return n, nil
}
