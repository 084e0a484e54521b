package ui

import (
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"dossier/aggregate/text"
	"dossier/ui/kit"
	"dossier/ui/language"
	"dossier/ui/session/recovery"
	"dossier/ui/words"
)

// countEvery is the interval at which other windows of the project are counted, which takes a few file locks.
const countEvery = 10 * time.Second

// countWindows counts the other windows of the project periodically, and when the window gets the
// focus, until end is called.
func (w *Window) countWindows() (end func() bool) {
	var timer *time.Timer
	timer = time.AfterFunc(countEvery, func() {
		w.later(func() {
			w.session.CountWindows()
			timer.Reset(countEvery)
		})
	})
	w.app.Lifecycle().SetOnEnteredForeground(w.session.CountWindows)
	return func() bool { return timer.Stop() }
}

// recoveryText describes the unsaved work of the first of several windows, and the number of others.
func recoveryText(list []recovery.Work) string {
	one := list[0]
	var parts []string
	if one.Edited {
		parts = append(parts, words.Count("{{.N}} entries", len(one.Files)))
	}
	if one.Instruction != "" {
		parts = append(parts, words.Say("an instruction"))
	}
	parts = append(parts, words.CountIfAny("{{.N}} drafts", one.Drafts)...)
	if one.Writing {
		parts = append(parts, words.Say("an entry of the discussion"))
	}
	if one.Answer {
		parts = append(parts, words.Say("a model's answer"))
	}
	fields := map[string]any{"What": strings.Join(parts, ", "), "Time": language.Minute(one.Saved)}
	line := words.With("Unsaved work of another window, {{.Time}}: {{.What}}", fields)
	if more := len(list) - 1; more > 0 {
		line += " · " + words.Count("{{.N}} more", more)
	}
	return line
}

// Limits of a tooltip: paths, and characters of the instruction.
const (
	recoveryShown = 12
	recoveryChars = 80
)

func recoveryTip(one recovery.Work) string {
	lines := []string{language.Second(one.Saved)}
	if one.Preset.Name != "" {
		lines[0] += "  " + one.Preset.Shown()
	}
	if line, _, _ := strings.Cut(one.Instruction, "\n"); line != "" {
		lines = append(lines, kit.ShortenPath(text.Escape(line), recoveryChars))
	}
	for _, path := range one.Files[:min(len(one.Files), recoveryShown)] {
		lines = append(lines, text.Escape(path))
	}
	lines = append(lines, words.CountIfAny("{{.N}} more", len(one.Files)-recoveryShown)...)
	return strings.Join(lines, "\n")
}

// recoveryMenu makes the actions of the notice available by keyboard.
func (b *noticeButton) recoveryMenu() {
	w := b.w
	at, size := w.area(b.Button)
	w.menuAt(fyne.NewPos(at.X, at.Y+size.Height), b.recoveryItems(w.session.Recovery().List()))
}
