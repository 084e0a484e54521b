package ui

import (
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"dossier/aggregate/text"
	"dossier/ui/kit"
	"dossier/ui/session"
)

// leftBar says that another window has the project open, and offers what other windows
// have left unsaved, one after the other.
type leftBar struct {
	w       *Window
	label   *kit.Label
	known   *kit.Button // of another window
	take    *kit.Button
	discard *kit.Button
	content *kit.Surface
}

func newLeftBar(w *Window) *leftBar {
	b := &leftBar{w: w, label: kit.NewLabel("", kit.Body)}
	b.known = kit.NewButton(say("OK"), w.session.SeenAnother)
	b.take = kit.NewPrimaryButton(say("Take it up"), func() { b.settle(w.session.TakeUp) })
	b.take.SetTip(say("Puts it in the place of what is put together here, which stays as a draft where it is unsaved; undo takes it back"))
	b.discard = kit.NewButton(say("Discard"), func() { b.settle(w.session.DiscardLeft) })
	b.discard.SetTip(say("Removes it when the project is left; undo takes it back until then"))
	buttons := container.NewHBox(b.discard, b.take, b.known)
	b.content = kit.NewHeader(container.NewBorder(nil, nil, nil, buttons, b.label), kit.EdgeBottom)
	b.content.Hide()
	return b
}

// settle does something to what is offered.
func (b *leftBar) settle(do func(id string)) {
	if left := b.w.session.LeftSessions(); len(left) > 0 {
		do(left[0].ID)
	}
}

// refresh shows the bar while there is something to say, and reports whether it came or
// went.
func (b *leftBar) refresh() bool {
	left, beside := b.w.session.LeftSessions(), b.w.session.BesideAnother()
	setVisible(b.known, beside)
	setVisible(b.take, !beside)
	setVisible(b.discard, !beside)
	switch {
	case beside:
		b.label.SetText(say("Another window has this project open: each keeps its own unsaved changes"))
		b.label.SetTip(say("What one of them leaves unsaved is found again at the next start"))
	case len(left) > 0:
		b.label.SetText(leftText(left))
		b.label.SetTip(leftTip(left[0]))
	}
	is := beside || len(left) > 0
	came := is != b.content.Visible()
	setVisible(b.content, is)
	return came
}

// leftText says what the first of several windows left, and that there are more.
func leftText(left []session.LeftSession) string {
	one := left[0]
	var parts []string
	if one.Edited {
		parts = append(parts, sayCount("{{.N}} entries", len(one.Files)))
	}
	if one.Instruction != "" {
		parts = append(parts, say("an instruction"))
	}
	if one.Drafts > 0 {
		parts = append(parts, sayCount("{{.N}} drafts", one.Drafts))
	}
	if one.Writing {
		parts = append(parts, say("an entry of the discussion"))
	}
	fields := map[string]any{"What": strings.Join(parts, ", "), "Time": one.Saved.Local().Format("2006-01-02 15:04")}
	line := sayWith("Another window left this unsaved on {{.Time}}: {{.What}}", fields)
	if more := len(left) - 1; more > 0 {
		line += " · " + sayCount("{{.N}} more", more)
	}
	return line
}

// What a tip shows: paths, and characters of the instruction.
const (
	leftShown = 12
	leftChars = 80
)

func leftTip(one session.LeftSession) string {
	lines := []string{one.Saved.Local().Format(time.DateTime)}
	if one.Preset.Name != "" {
		lines[0] += "  " + one.Preset.Shown()
	}
	if line, _, _ := strings.Cut(one.Instruction, "\n"); line != "" {
		lines = append(lines, kit.ShortenPath(text.Escape(line), leftChars))
	}
	for _, path := range one.Files[:min(len(one.Files), leftShown)] {
		lines = append(lines, text.Escape(path))
	}
	if more := len(one.Files) - leftShown; more > 0 {
		lines = append(lines, sayCount("{{.N}} more", more))
	}
	return strings.Join(lines, "\n")
}

// leftMenu offers by keyboard what the bar offers.
func (w *Window) leftMenu() {
	left := w.session.LeftSessions()
	if len(left) == 0 {
		w.overlay.Toast(say("No other window has left anything unsaved"), "", nil)
		return
	}
	var items []kit.MenuItem
	for _, one := range left {
		items = append(items,
			kit.MenuItem{Text: say("Take it up"), Detail: leftText([]session.LeftSession{one}), Action: func() { w.session.TakeUp(one.ID) }},
			kit.MenuItem{Text: say("Discard"), Action: func() { w.session.DiscardLeft(one.ID) }},
			kit.MenuItem{Separator: true})
	}
	at, size := w.area(w.left.content)
	w.menuAt(fyne.NewPos(at.X+kit.Inset, at.Y+size.Height), items[:len(items)-1])
}
