package snapshotstab

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"

	"dossier/aggregate/format"
	"dossier/aggregate/text"
	"dossier/presets/snapshots"
	"dossier/ui/dialog"
	"dossier/ui/kit"
	"dossier/ui/kit/edit"
	"dossier/ui/project"
	"dossier/ui/words"
)

// show shows a snapshot in the preview as it was sent. It asks before showing the readable part
// of a damaged one.
func (t *Tab) show(row project.SnapshotRow) {
	w := t.w
	if row.Damage == nil {
		w.ShowPreview()
		w.Session().Snapshots().Replay(row.ID, false)
		return
	}
	if errors.Is(row.Damage, snapshots.ErrNoText) {
		w.Toast(row.Damage.Error())
		return
	}
	w.Dialogs().ShowText(words.With("{{.Name}} is damaged", map[string]any{"Name": text.Escape(row.ID.Name)}), row.Damage.Error(),
		dialog.Closes(words.Say("Cancel")).AsPrimary(), dialog.Does(words.Say("Show the readable part"), func() {
			w.ShowPreview()
			w.Session().Snapshots().Replay(row.ID, true)
		}))
}

func (t *Tab) describeDialog(row project.SnapshotRow) {
	w := t.w
	if !row.Recorded {
		w.Toast(words.Say("It has no record to describe"))
		return
	}
	w.Dialogs().PromptText(dialog.Question{
		Title: words.With("Describe {{.Name}}", map[string]any{"Name": text.Escape(row.ID.Name)}), Initial: row.Description,
		Placeholder: words.Say("Purpose"), Accept: words.Say("Describe"), CloseUnchanged: true,
		Submit: func(text string) error {
			w.Session().Snapshots().Describe(row.ID, text)
			return nil
		},
	})
}

// exportDialog asks for the file to export a snapshot to.
func (t *Tab) exportDialog(row project.SnapshotRow) {
	w := t.w
	record := kit.NewToggle(words.Say("With its record"), false, nil)
	record.SetTip(words.Say("The TOML file next to it, which records what it was made from"))
	if !row.Recorded {
		record.DisableFor(words.Say("It has no record"))
	}
	asked := ""
	w.Dialogs().PromptPath(dialog.PathQuestion{
		Title: words.With("Export {{.Name}}", map[string]any{"Name": text.Escape(row.ID.Name)}), Accept: words.Say("Export"),
		What: dialog.NewFile, Purpose: "exported snapshots", Start: filepath.Dir(w.Session().Dir()), Name: row.ID.Name + format.Of(row.Format).Ext(),
		Above: container.NewHBox(record),
		Submit: func(file string) error {
			if _, err := os.Lstat(file); err == nil && asked != file {
				asked = file
				return errors.New(words.Say("A file with this name exists. Export again to replace it."))
			}
			w.Session().Snapshots().Export(row.ID, file, record.On(), asked == file)
			return nil
		},
	})
}

// pruneDialog deletes old snapshots by number or age. It first shows how many.
func (t *Tab) pruneDialog() {
	w := t.w
	s := w.Session()
	keep := w.Dialogs().Entry("50")
	days := w.Dialogs().Entry("")
	days.PlaceHolder = words.Say("any age")
	var count func()
	kind := kit.NewChoice([]string{words.Say("Written"), words.Say("Copied")}, func(int) { count() })
	kind.Choose(1)
	problem := kit.NewComplaint()
	rule := func() (snapshots.Rule, bool) {
		var r snapshots.Rule
		problem.SetText("")
		for _, field := range []struct {
			entry *edit.Entry
			take  func(n int)
		}{{keep, func(n int) { r.Keep = n }}, {days, func(n int) { r.Before = time.Now().AddDate(0, 0, -n) }}} {
			typed := strings.TrimSpace(field.entry.Text)
			if typed == "" {
				continue
			}
			n, err := strconv.Atoi(typed)
			if err != nil || n < 1 {
				problem.SetText(words.With("{{.Text}} is not a whole number above 0", map[string]any{"Text": strconv.Quote(typed)}))
				return r, false
			}
			field.take(n)
		}
		if r == (snapshots.Rule{}) {
			problem.SetText(words.Say("Enter how many to keep, or their maximum age"))
			return r, false
		}
		return r, true
	}
	found := kit.NewLabel("", kit.Body)
	count = func() {
		if r, ok := rule(); ok {
			found.SetText(words.Count("{{.N}} snapshots would be deleted; pinned ones stay", len(s.Snapshots().Prunable(kind.Chosen() == 1, r))))
		} else {
			found.SetText("")
		}
	}
	keep.OnChanged, days.OnChanged = func(string) { count() }, func(string) { count() }
	count()
	form := container.New(layout.NewFormLayout(),
		kit.NewLabel(words.Say("Of those"), kit.Body), container.NewHBox(kind),
		kit.NewLabel(words.Say("keep the newest"), kit.Body), keep,
		kit.NewLabel(words.Say("and delete those older than, days"), kit.Body), days,
	)
	prune := func() bool {
		r, ok := rule()
		if ok {
			s.Snapshots().Prune(kind.Chosen() == 1, r)
		}
		return !ok
	}
	w.Dialogs().Show(words.Say("Prune snapshots"), container.NewVBox(form, found, problem), fyne.NewSize(480, 260),
		dialog.Closes(words.Say("Cancel")), dialog.Answer{Text: words.Say("Delete them"), Primary: true, Run: prune})
}
