package preview

import (
	"time"

	"fyne.io/fyne/v2/container"

	"dossier/aggregate/text"
	"dossier/ui/kit"
	"dossier/ui/session/difference"
	"dossier/ui/session/snapshots"
	"dossier/ui/words"
)

// replayBar says that the preview shows a document of before, and leads back.
type replayBar struct {
	w       Host
	label   *kit.Label
	content *kit.Surface
}

func newReplayBar(w Host) *replayBar {
	b := &replayBar{w: w, label: kit.NewLabel("", kit.Strong)}
	compare := kit.NewButton(words.Say("Compare"), func() {
		if r, ok := w.Session().Snapshots().Replayed(); ok {
			w.OpenDifference(difference.Side{Snapshot: r.ID}, difference.Now())
		}
	})
	compare.SetTip(words.Say("Compare it with what is put together now"))
	restore := kit.NewButton(words.Say("Restore"), func() {
		if r, ok := w.Session().Snapshots().Replayed(); ok {
			w.Session().Snapshots().Restore(r.ID)
		}
	})
	restore.SetTip(words.Say("Put together again what made it; undo takes it back"))
	leave := kit.NewPrimaryButton(words.Say("Back to now"), func() { w.Session().Snapshots().LeaveReplay() })
	b.content = kit.NewHeader(container.NewBorder(nil, nil, nil, container.NewHBox(compare, restore, leave), b.label), kit.EdgeBottom)
	b.content.Hide()
	return b
}

// refresh shows the bar while the preview shows something of before, and reports whether
// it came or went.
func (b *replayBar) refresh() bool {
	r, ok := b.w.Session().Snapshots().Replayed()
	if ok {
		b.label.SetText(replayText(r))
		b.label.SetTip(words.With("Sent {{.Time}}", map[string]any{"Time": r.Record.Time.Local().Format(time.DateTime)}))
		b.label.SetTone(kit.ColorAccent)
		if r.Damage != nil {
			b.label.SetTone(kit.ColorBad)
			b.label.SetTip(r.Damage.Error())
		}
	}
	if ok == b.content.Visible() {
		return false
	}
	if ok {
		b.content.Show()
	} else {
		b.content.Hide()
	}
	return true
}

func replayText(r snapshots.Replay) string {
	fields := map[string]any{"Name": text.Escape(r.ID.Name)}
	switch {
	case r.Again:
		return words.With("{{.Name}} with the files of today", fields)
	case r.Damage != nil:
		return words.With("{{.Name}} is damaged: this is what can be read", fields)
	case r.Record.SHA256 == "":
		return words.With("Replay of {{.Name}}, which has no record", fields)
	}
	return words.With("Replay of {{.Name}}, verified", fields)
}
