package ui

import (
	"time"

	"fyne.io/fyne/v2"

	"dossier/aggregate/text"
	"dossier/ui/features/difference"
	"dossier/ui/features/snapshots"
	"dossier/ui/kit"
	"dossier/ui/language"
	"dossier/ui/session/change"
	"dossier/ui/words"
)

// replayBar is shown at the top of the window while a snapshot is replayed, with the actions on it.
type replayBar struct {
	w     *Window
	label *kit.Label

	copyButton, compare, restore, leave *kit.Button

	content *kit.Surface
}

func newReplayBar(w *Window) *replayBar {
	b := &replayBar{w: w, label: kit.NewLabel("", kit.Strong)}
	s := w.session.Snapshots
	b.copyButton = kit.NewButton(words.Say("Copy snapshot"), func() { s().CopyReplay() })
	b.copyButton.SetTip(words.Say("Copy the text of the snapshot as it is shown"))
	b.compare = kit.NewButton(words.Say("Compare"), func() {
		if r, ok := s().Replayed(); ok {
			w.openDifference(difference.Side{Snapshot: r.ID}, difference.Current())
		}
	})
	b.compare.SetTip(words.Say("Compare it with the current document"))
	b.restore = kit.NewButton(words.Say("Restore"), func() {
		if r, ok := s().Replayed(); ok {
			s().Restore(r.ID)
		}
	})
	b.restore.SetTip(words.Say("Restore the files that the snapshot was made of; undo reverts it"))
	b.leave = kit.NewPrimaryButton(words.Say("Back to now"), func() { s().LeaveReplay() })
	b.leave.SetTip(words.Say("Show the current document again") + " (" + kit.Chords("Escape") + ")")
	b.content = kit.NewHeader(kit.NewSharingRow(nil, b.label, []fyne.CanvasObject{b.copyButton, b.compare, b.restore, b.leave}), kit.EdgeBottom)
	b.content.Hide()
	return b
}

// refresh shows the bar while a snapshot is shown, and reports whether it appeared or disappeared.
func (b *replayBar) refresh(c change.Set) bool {
	if !c.Has(change.Snapshots | change.Project) {
		return false
	}
	r, ok := b.w.session.Snapshots().Replayed()
	ok = ok && !r.Peek
	if ok {
		b.label.SetText(replayText(r))
		b.label.SetTip(words.With("Sent {{.Time}}", map[string]any{"Time": language.Second(r.Record.Time)}))
		b.label.SetTone(kit.ColorAccent)
		if r.Damage != nil {
			b.label.SetTone(kit.ColorBad)
			b.label.SetTip(r.Damage.Error())
		}
	}
	if ok == b.content.Visible() {
		return false
	}
	kit.SetVisible(b.content, ok)
	return true
}

func replayText(r snapshots.Replay) string {
	fields := map[string]any{"Name": text.Escape(r.ID.Name), "Time": sentAt(r.Record.Time.Local(), time.Now())}
	switch {
	case r.Again:
		return words.With("Snapshot {{.Name}}, rendered with today's files", fields)
	case r.Damage != nil:
		return words.With("Snapshot {{.Name}} is damaged: this is what can be read", fields)
	case r.Record.SHA256 == "":
		return words.With("Snapshot {{.Name}}, which has no record", fields)
	}
	return words.With("Snapshot {{.Name}}, {{.Time}}, verified", fields)
}

// sentAt formats a time, without the date if it is today.
func sentAt(t, now time.Time) string {
	if t.Format(time.DateOnly) == now.Format(time.DateOnly) {
		return language.Clock(t)
	}
	return language.Minute(t)
}
