package dialog

import (
	"fmt"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"dossier/ui/kit"
	"dossier/ui/kit/board"
	"dossier/ui/kit/edit"
	"dossier/ui/words"
)

// Entry returns an entry for a dialog, which handles Escape and Enter.
func (d *Dialogs) Entry(text string) *edit.Entry {
	e := edit.NewEntry("", nil)
	e.SetText(text)
	d.join(e)
	return e
}

// Suggest returns an entry with a list of suggestions for a dialog.
func (d *Dialogs) Suggest(text string) *board.Suggest {
	f := board.NewSuggest("", nil)
	f.SetText(text) // not Entry.SetText, so that Tab does not complete it
	d.join(&f.Entry)
	return f
}

// join connects an entry to the dialogs.
func (d *Dialogs) join(e *edit.Entry) {
	e.Closes = true
	e.OnEscape = func() { d.TypedKey(fyne.KeyEscape) }
	e.OnSubmitted = func(string) { d.TypedKey(fyne.KeyReturn) }
	e.OnShortcut = d.Shortcut
}

// ClearOnEdit reverts a complaint to its current text, usually none, whenever one of the fields is edited.
func ClearOnEdit(complaint *widget.Label, fields ...*widget.Entry) {
	initial := complaint.Text
	for _, f := range fields {
		changed := f.OnChanged
		f.OnChanged = func(typed string) {
			complaint.SetText(initial)
			if changed != nil {
				changed(typed)
			}
		}
	}
}

// Question is a request for one line of text.
type Question struct {
	Title, Initial, Placeholder, Accept string
	// CloseUnchanged closes the dialog without calling Submit if the text is unchanged.
	CloseUnchanged bool
	// Submit takes the typed text, trimmed. If it returns an error, that is shown below the field,
	// and the dialog stays.
	Submit func(typed string) error
}

// PromptText shows a question.
func (d *Dialogs) PromptText(q Question) {
	entry := d.Entry(q.Initial)
	entry.PlaceHolder = q.Placeholder
	problem := kit.NewComplaint()
	ClearOnEdit(problem, &entry.Entry)
	d.Show(q.Title, container.NewVBox(entry, problem), fyne.NewSize(480, 170),
		Closes(words.Say("Cancel")), Answer{Text: q.Accept, Primary: true, Run: func() bool {
			typed := strings.TrimSpace(entry.Text)
			if q.CloseUnchanged && typed == q.Initial {
				return false
			}
			err := q.Submit(typed)
			if err != nil {
				problem.SetText(words.Sentence(err))
			}
			return err != nil
		}})
}

// MaxNumber is the largest accepted number: a size of as many KiB still fits into an int64 of
// bytes.
const MaxNumber = 1 << 30

// Positive parses an integer from 1 to [MaxNumber].
func Positive(typed string) (int64, error) { return WholeNumber(typed, 1, MaxNumber) }

// WholeNumber parses an integer within inclusive limits.
func WholeNumber(typed string, least, most int64) (int64, error) {
	n, err := strconv.ParseInt(strings.TrimSpace(typed), 10, 64)
	if err != nil || n < least || n > most {
		return 0, fmt.Errorf("%q is not a whole number from %d to %d", typed, least, most)
	}
	return n, nil
}
