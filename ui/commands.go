package ui

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"dossier/ui/features/excludelist/excludesdialog"
	"dossier/ui/features/roots/rootsdialog"
	"dossier/ui/kit"
	"dossier/ui/part"
	"dossier/ui/words"
)

// command is an action that is available everywhere in the window. Menus, the keyboard and the list
// of shortcuts are all generated from this table.
type command struct {
	id    string // identifies it in the code, and never changes; empty for the keys of rows
	name  string // in English; shown through [words.Say]
	group string // in the list of shortcuts
	key   fyne.KeyName
	mods  fyne.KeyModifier
	// why returns the reason why the command is disabled now; empty if it is enabled. A nil why means always enabled.
	why func(w *Window) string
	run func(w *Window)
}

const (
	ctrl  = kit.Ctrl
	shift = kit.Shift
	alt   = kit.Alt
)

// windowCommands returns the commands of the window itself, in the order of the list of shortcuts.
func windowCommands() []command {
	return []command{
		{"open-folder", "Open a folder", "Project", fyne.KeyO, ctrl, nil, func(w *Window) { w.toolbar.openDialog() }},
		{"recent-projects", "Recent projects", "Project", fyne.KeyR, ctrl, noRecentProject, func(w *Window) { w.toolbar.recentMenu() }},
		{"save", "Save", "Project", fyne.KeyS, ctrl, nothingToSave, (*Window).save},
		{"recover-unsaved", "Unsaved work of other windows", "Project", fyne.KeyU, ctrl | shift, nothingToRecover, func(w *Window) { w.status.notices.recoveryMenu() }},
		{"review-permissions", "Review what the project asks for", "Project", fyne.KeyX, ctrl | shift, nothingRequested, reviewPermissions},
		{"rescan", "Scan the folder again", "Project", fyne.KeyF5, 0, noProject, func(w *Window) { w.session.Tree().ScanAgain() }},
		{"excluded-files", "Excluded files…", "Project", "", 0, noProject, func(w *Window) { excludesdialog.Open(host{w}, "") }},
		{"add-folder", "Add a folder…", "Project", "", 0, noProject, func(w *Window) { rootsdialog.Open(host{w}) }},
		{"settings", "Settings", "Project", fyne.KeyComma, ctrl, nil, (*Window).settingsDialog},
		{"quit", "Quit", "Project", fyne.KeyQ, ctrl, nil, (*Window).Close},

		{"copy-dossier", "Copy the dossier", "Dossier", fyne.KeyC, ctrl | shift, notSendable, func(w *Window) { w.session.Copy().Dossier() }},
		{"copy-in-parts", "Copy in parts…", "Dossier", "", 0, notSendable, (*Window).copyInParts},
		{"write-dossier", "Write the dossier", "Dossier", fyne.KeyW, ctrl | shift, notSendable, func(w *Window) { w.session.Snapshots().Write() }},
		{"write-dossier-to", "Write to…", "Dossier", fyne.KeyW, alt, notSendable, (*Window).writeToDialog},
		{"copy-section", "Copy the section in view", "Dossier", fyne.KeyE, ctrl | shift, noDocument, func(w *Window) { w.preview.CopySection() }},
		{"undo", "Undo", "Dossier", fyne.KeyZ, ctrl, nothingToUndo, (*Window).undo},
		{"redo", "Redo", "Dossier", fyne.KeyY, ctrl, nothingToRedo, (*Window).redo},
		{"toggle-focused", "Focused variant on or off", "Dossier", fyne.KeyT, ctrl, noProject, func(w *Window) { w.session.Compose().SetFocused(!w.session.Composition().Focused) }},
		{"edit-slices", "Slices of the file", "Dossier", fyne.KeyL, ctrl | shift, noCurrentFile, func(w *Window) { w.openSlices(w.currentFile(), 0) }},
		{"edit-symbols", "Symbols of the file", "Dossier", fyne.KeyO, ctrl | shift, noCurrentFile, func(w *Window) { w.openSymbols(w.currentFile()) }},
		{"open-in-editor", "Open the file in the editor", "Dossier", fyne.KeyE, alt, noCurrentFile, func(w *Window) { w.openInEditor(w.currentFile(), 0) }},
		{"compare-sent", "Compare with the last sent document", "Dossier", fyne.KeyD, ctrl | shift, nothingSent, (*Window).compareWithLastSent},
		{"toggle-changes", "Changes since the last sent document", "Dossier", fyne.KeyG, ctrl | shift, noChanges, func(w *Window) { w.session.Snapshots().ToggleChanges() }},
		{"move-later", "Move the entry that breaks the cache down", "Dossier", fyne.KeyK, ctrl | shift, nothingToMove, func(w *Window) { w.session.Prefix().MoveLater() }},
		{"fit", "Fit files to a question", "Dossier", fyne.KeyP, ctrl | shift, noProject, openFit},
		{"review-change", "Review a change", "Dossier", fyne.KeyR, alt, noProject, openReview},
		{"make-it-fit", "Make it fit", "Dossier", fyne.KeyH, ctrl | shift, noProject, openMakeItFit},

		{"review-missing", "Review what is missing", "Dossier", fyne.KeyM, ctrl | shift, noProject, (*Window).reviewMissing},
		{"review-secrets", "Review possible secrets", "Dossier", fyne.KeyR, ctrl | shift, noProject, reviewSecrets},
		{"fold-all", "Fold or unfold all files", "View", fyne.KeyM, ctrl, noDocument, func(w *Window) { w.showPreview(); w.preview.FoldAll() }},
		{"wrap-lines", "Wrap long lines", "View", fyne.KeyZ, alt, nil, (*Window).toggleWrap},
		{"toggle-ignored", "Show or hide ignored files", "View", fyne.KeyH, ctrl, noProject, (*Window).toggleIgnored},
		{"zoom-in", "Zoom in", "View", fyne.KeyPlus, ctrl, nil, func(w *Window) { w.zoom.zoomBy(1) }},
		{"zoom-out", "Zoom out", "View", fyne.KeyMinus, ctrl, nil, func(w *Window) { w.zoom.zoomBy(-1) }},
		{"zoom-reset", "Zoom to 100 %", "View", fyne.Key0, ctrl, nil, func(w *Window) { w.zoom.setZoom(100) }},
		{"help", "Help", "View", fyne.KeyF1, 0, nil, (*Window).toggleHelp},
		{"keyboard-shortcuts", "Keyboard shortcuts", "View", fyne.KeyF1, ctrl, nil, (*Window).shortcutsDialog},
		{"whats-new", "What is new", "View", "", 0, nil, (*Window).showChanges},
		{"report-problem", "Report a problem", "View", "", 0, nil, (*Window).reportProblem},
		{"do-offered", "Perform the action of the message", "View", fyne.KeyReturn, alt, nil, (*Window).doOffered},
		{"command-palette", "Command palette", "View", fyne.KeyA, ctrl | shift, nil, (*Window).paletteDialog},

		{"go-preview", "Preview", "Go to", fyne.KeyP, alt, noPreview, (*Window).focusPreview},
		{"go-tree", "Tree", "Go to", fyne.KeyT, alt, nil, func(w *Window) { w.visibleTree().Focus() }},
		{"next-tab", "Next tab", "Go to", fyne.KeyPageDown, ctrl, nil, func(w *Window) { w.turnTab(1) }},
		{"previous-tab", "Previous tab", "Go to", fyne.KeyPageUp, ctrl, nil, func(w *Window) { w.turnTab(-1) }},
		{"filter-files", "Filter the files", "Go to", fyne.KeyP, ctrl, nil, func(w *Window) { w.visibleTree().FocusFilter() }},
		{"search-files", "Search in the files", "Go to", fyne.KeyF, ctrl | shift, nil, func(w *Window) { w.visibleTree().FocusSearch() }},
		{"find", "Find in the preview", "Go to", fyne.KeyF, ctrl, nil, func(w *Window) { w.preview.FocusFind() }},
		{"next-match", "Next match", "Go to", fyne.KeyF3, 0, nil, func(w *Window) { w.preview.Next(1) }},
		{"previous-match", "Previous match", "Go to", fyne.KeyF3, shift, nil, func(w *Window) { w.preview.Next(-1) }},
		{"go-instruction", "Instruction", "Go to", fyne.KeyI, ctrl, nil, (*Window).instruct},
	}
}

// goPrefix is the prefix of the ids of the commands that go to a feature.
const goPrefix = "go-"

// commandsOf returns the commands of the window and of its features, by group. Those that go to a
// feature have Alt with a digit, in the order of the rail.
func commandsOf(features []part.Feature) []command {
	own := windowCommands()
	var all []command
	digits := []fyne.KeyName{fyne.Key1, fyne.Key2, fyne.Key3, fyne.Key4, fyne.Key5, fyne.Key6, fyne.Key7, fyne.Key8, fyne.Key9, fyne.Key0}
	for _, f := range features {
		if f.Group == part.OnlyNarrow {
			continue // the window has a command for it, also in a wide window
		}
		c := command{id: goPrefix + f.ID, name: f.Title, group: "Go to", run: func(w *Window) { w.goTo(f.ID) }}
		if len(digits) > 0 {
			c.key, c.mods, digits = digits[0], alt, digits[1:]
		}
		all = append(all, c)
	}
	all = append(all, own...)
	for _, f := range features {
		for _, c := range f.Commands {
			all = append(all, commandOfFeature(f.ID, c))
		}
	}
	var groups []string
	for _, c := range own {
		if !slices.Contains(groups, c.group) {
			groups = append(groups, c.group)
		}
	}
	slices.SortStableFunc(all, func(a, b command) int { return slices.Index(groups, a.group) - slices.Index(groups, b.group) })
	return all
}

// commandOfFeature converts a command of a feature to one of the window.
func commandOfFeature(id string, c part.Command) command {
	out := command{id: c.ID, name: c.Name, group: c.Group, key: c.Key, mods: c.Mods}
	out.run = func(w *Window) { c.Run(host{w}, tabOf[part.Tab](w, id)) }
	if c.Why != nil {
		out.why = func(w *Window) string { return c.Why(host{w}, tabOf[part.Tab](w, id)) }
	}
	return out
}

// chord is a key with modifiers.
type chord struct {
	key  fyne.KeyName
	mods fyne.KeyModifier
}

// chords returns the keys of a command, the main one first: some keyboards have + only together
// with Shift, and some users know another key.
func (c command) chords() []chord {
	all := []chord{{c.key, c.mods}}
	switch c.id {
	case "redo":
		all = append(all, chord{fyne.KeyZ, ctrl | shift})
	case "zoom-in":
		all = append(all, chord{fyne.KeyEqual, ctrl}, chord{fyne.KeyEqual, ctrl | shift}, chord{fyne.KeyPlus, ctrl | shift})
	case "zoom-out":
		all = append(all, chord{fyne.KeyMinus, ctrl | shift})
	}
	return all
}

// runsOverDialogs reports whether a command only changes how the window is drawn, including an open
// dialog.
func (c command) runsOverDialogs() bool { return strings.HasPrefix(c.id, "zoom-") }

// shortcut returns the keys of a command in their usual notation.
func (c command) shortcut() string {
	if c.id == "redo" {
		chords := c.chords()
		return chords[0].text() + ", " + chords[1].text()
	}
	return chord{c.key, c.mods}.text()
}

// text returns a chord in its usual notation.
func (c chord) text() string {
	if c.key == "" {
		return ""
	}
	text := ""
	for _, m := range []struct {
		mod  fyne.KeyModifier
		word string
	}{{ctrl, "Ctrl+"}, {alt, "Alt+"}, {shift, "Shift+"}} {
		if c.mods&m.mod != 0 {
			text += m.word
		}
	}
	switch c.key {
	case fyne.KeyReturn:
		return kit.Chords(text + "Enter")
	case fyne.KeyPageDown:
		return kit.Chords(text + "PageDown")
	case fyne.KeyPageUp:
		return kit.Chords(text + "PageUp")
	}
	return kit.Chords(text + string(c.key))
}

// commandOf returns the command with an id; false if there is none.
func (w *Window) commandOf(id string) (command, bool) {
	for _, c := range w.commandList {
		if c.id == id {
			return c, true
		}
	}
	return command{}, false
}

// keysOf returns the keys of the command with an id; empty if there is none.
func (w *Window) keysOf(id string) string {
	c, _ := w.commandOf(id)
	return c.shortcut()
}

// key runs the command of a key, and reports whether there is one. While a dialog or a menu is
// open, only commands that change how the window is drawn run, because the effect of others would
// not be visible, and the guide opens over a dialog.
func (w *Window) key(name fyne.KeyName, mods fyne.KeyModifier) bool {
	if w.drawingKey(name, mods) {
		return true
	}
	if name == fyne.KeyF1 && mods == 0 && w.dialogs.Front() != nil {
		w.toggleHelp()
		return true
	}
	own := name
	if mods&alt != 0 {
		own = "" // Alt+Enter does not confirm a dialog
	}
	if w.dialogs.TypedKey(own) {
		return true
	}
	if w.win.Canvas().Overlays().Top() != nil {
		return false // an open menu gets the keys
	}
	if w.help.windowKey(name, mods) || w.editorKey(name, mods) {
		return true
	}
	if n := numberKey(name); n > 0 && mods == ctrl {
		w.presets.ApplyNumber(n)
		return true
	}
	if _, replaying := w.session.Snapshots().Replayed(); replaying && name == fyne.KeyEscape && mods == 0 {
		w.session.Snapshots().LeaveReplay()
		return true
	}
	return w.command(chord{name, mods}, func(command) bool { return true })
}

// drawingKey runs a command that only changes how the window is drawn, whatever is in front of it.
func (w *Window) drawingKey(name fyne.KeyName, mods fyne.KeyModifier) bool {
	return w.command(chord{name, mods}, command.runsOverDialogs)
}

// command runs the command of a key if wanted returns true for it, and reports whether it did.
func (w *Window) command(key chord, wanted func(command) bool) bool {
	for _, c := range w.commandList {
		if wanted(c) && slices.Contains(c.chords(), key) {
			w.perform(c)
			return true
		}
	}
	return false
}

// perform runs a command, or shows why it is disabled.
func (w *Window) perform(c command) {
	if reason := c.reason(w); reason != "" {
		w.overlay.Toast(reason, "", nil)
		return
	}
	c.run(w)
}

// reason returns why a command is disabled now; empty if it is enabled.
func (c command) reason(w *Window) string {
	if c.why == nil {
		return ""
	}
	return c.why(w)
}

// shortcut runs the command of a shortcut that the focused widget did not handle, and reports
// whether there is one.
func (w *Window) shortcut(s fyne.Shortcut) bool {
	switch s := s.(type) {
	case *desktop.CustomShortcut:
		return w.key(s.KeyName, s.Modifier)
	case *fyne.ShortcutUndo:
		return w.key(fyne.KeyZ, ctrl)
	case *fyne.ShortcutRedo:
		return w.key(fyne.KeyY, ctrl)
	case *fyne.ShortcutPaste:
		return w.paste()
	}
	return false
}

// paste passes the clipboard to the active tab, and reports whether the tab used it.
func (w *Window) paste() bool {
	f, ok := w.featureOf(w.tab)
	if !ok || w.editor != nil || w.win.Canvas().Overlays().Top() != nil {
		return false
	}
	tab, ok := f.tab.(part.Paster)
	if ok {
		tab.Paste()
	}
	return ok
}

// addShortcuts makes every command available while nothing is focused. Widgets that handle
// shortcuts themselves pass unused ones to [Window.shortcut].
func (w *Window) addShortcuts() {
	canvas := w.win.Canvas()
	run := func(s fyne.Shortcut) { w.shortcut(s) }
	for _, c := range w.commandList {
		for _, chord := range c.chords() {
			if chord.mods != 0 && chord.mods != shift {
				canvas.AddShortcut(&desktop.CustomShortcut{KeyName: chord.key, Modifier: chord.mods}, run)
			}
		}
	}
	for _, key := range "123456789" {
		canvas.AddShortcut(&desktop.CustomShortcut{KeyName: fyne.KeyName(key), Modifier: ctrl}, run)
	}
	canvas.AddShortcut(&fyne.ShortcutUndo{}, run)
	canvas.AddShortcut(&fyne.ShortcutRedo{}, run)
	canvas.AddShortcut(&fyne.ShortcutPaste{}, run)
	canvas.SetOnTypedKey(func(ev *fyne.KeyEvent) { w.key(ev.Name, kit.Modifiers()) })
}

func (w *Window) undo() {
	w.overlay.HideToast() // its Undo button was for a step that has been undone
	w.session.Undo()
}

// doOffered presses the button of the visible message, so that it can be reached by the keyboard.
func (w *Window) doOffered() {
	if !w.overlay.PressToast() {
		w.overlay.Toast(words.Say("No message offers an action now"), "", nil)
	}
}

func (w *Window) redo() {
	w.overlay.HideToast()
	w.session.Redo()
}

// toggleWrap switches the wrapping of long lines in the preview.
func (w *Window) toggleWrap() {
	w.showPreview()
	w.session.Settings().SetWrapLines(!w.session.Settings().WrapLines())
}

// toggleIgnored shows or hides ignored files in the tree, and reports it, because there may be none.
func (w *Window) toggleIgnored() {
	on := !w.session.Settings().ShowIgnored()
	w.session.Settings().SetShowIgnored(on)
	if on {
		w.overlay.Toast(words.Say("Ignored files are shown"), "", nil)
		return
	}
	w.overlay.Toast(words.Say("Ignored files are hidden"), "", nil)
}

// numberKey returns the number of a digit's key, or 0.
func numberKey(name fyne.KeyName) int {
	if len(name) == 1 && name[0] >= '1' && name[0] <= '9' {
		return int(name[0] - '0')
	}
	return 0
}
