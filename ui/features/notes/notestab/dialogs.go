package notestab

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"dossier/ui/dialog"
	"dossier/ui/kit"
	"dossier/ui/project"
	"dossier/ui/words"
)

// placeDialog asks for the source of note i and rejects invalid input.
func (t *Tab) placeDialog(i int) {
	t.list.EndEdit()
	if i >= len(t.cards.rows) {
		return
	}
	n := t.cards.rows[i].Now
	dialogs := t.w.Dialogs()
	file, files := dialogs.PathEntry(t.w.Session().Dir(), n.Metadata.Filename)
	lines, pack := dialogs.Entry(linesText(n.Metadata.StartLine, n.Metadata.EndLine)), dialogs.Entry(n.Metadata.Package)
	file.PlaceHolder, lines.PlaceHolder, pack.PlaceHolder = "internal/server/auth.go", "5-7", words.Say("namespace of the code, as in Lisp")
	problem := kit.NewComplaint()
	dialog.ClearOnEdit(problem, &file.Entry.Entry, &lines.Entry, &pack.Entry)
	row := func(label string, field fyne.CanvasObject) fyne.CanvasObject {
		return kit.NewColumn(kit.NewMuted(label), field, nil)
	}
	below := container.NewVBox(row(words.Say("Lines"), lines), row(words.Say("Package"), pack),
		kit.NewParagraph(words.Say("Lines with the same text as the note are tracked when the file changes.")), problem)
	dialogs.Show(words.Say("Source"), kit.NewColumn(row(words.Say("File"), file), files, below), fyne.NewSize(480, 440),
		dialog.Closes(words.Say("Cancel")), dialog.Answer{Text: words.Say("Save"), Primary: true, Run: func() bool {
			start, end, err := lineRange(lines.Text)
			name := strings.TrimSpace(file.Text)
			if err == nil && name == "" && start > 0 {
				err = errors.New(words.Say("name the file that the lines belong to"))
			}
			if err == nil {
				err = t.part().SetPlace(n.ID, name, start, end, strings.TrimSpace(pack.Text))
			}
			if err != nil {
				problem.SetText(words.Sentence(err))
			}
			return err != nil
		}})
}

// linesText formats a range of lines for input.
func linesText(start, end int) string {
	switch {
	case start <= 0:
		return ""
	case end <= 0:
		return strconv.Itoa(start)
	}
	return fmt.Sprintf("%d-%d", start, end)
}

// lineRange parses "5-7", "5" for one line, or nothing.
func lineRange(typed string) (start, end int, err error) {
	if typed = strings.TrimSpace(typed); typed == "" {
		return 0, 0, nil
	}
	start, end, err = project.LineRange(strings.ReplaceAll(typed, "–", "-"))
	switch {
	case errors.Is(err, project.ErrReversed):
		return 0, 0, errors.New(words.With("Lines {{.Typed}} end before they begin", map[string]any{"Typed": typed}))
	case err != nil:
		return 0, 0, errors.New(words.With("{{.Typed}} is not a range of lines, such as 5-7", map[string]any{"Typed": strconv.Quote(typed)}))
	}
	return start, end, nil
}

// limitDialog asks for the maximum number of notes.
func (t *Tab) limitDialog() {
	old := ""
	if n := t.part().Value().Limit; n > 0 {
		old = strconv.Itoa(n)
	}
	t.w.Dialogs().PromptText(dialog.Question{
		Title: words.Say("Max notes"), Initial: old, Placeholder: words.Say("any number"), Accept: words.Say("Save"), CloseUnchanged: true,
		Submit: func(typed string) error {
			if typed == "" {
				t.part().SetLimit(0)
				return nil
			}
			n, err := dialog.Positive(typed)
			if err == nil {
				t.part().SetLimit(int(n))
			}
			return err
		},
	})
}
