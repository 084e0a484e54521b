package editsview

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"dossier/aggregate/text"
	"dossier/ui/features/edits"
	"dossier/ui/kit"
	"dossier/ui/kit/edit"
	"dossier/ui/words"
)

// writer is the text box in which the text of a hunk or of a file is edited, in place of the
// difference. Typed text is stored immediately, so that it can be closed at any time.
type writer struct {
	p       *Pane
	editor  *edit.Editor
	box     *edit.Box
	done    *kit.Button
	restore *kit.Button
	content fyne.CanvasObject
	path    string // of the file whose text is edited; empty for none
	key     string // of the hunk; empty for the whole file
}

// Number of visible lines of the box.
const (
	minLines = 4
	maxLines = 400
)

func newWriter(p *Pane) *writer {
	w := &writer{p: p}
	w.editor = edit.NewEditor(w.changed)
	w.editor.SetMono(true)
	w.editor.Tabs = true
	w.editor.OnShortcut = func(s fyne.Shortcut) { p.w.Shortcut(s) }
	w.editor.OnKey = w.pressed
	w.box = edit.NewBox(w.editor, minLines, maxLines)
	w.done = kit.NewButton(words.Say("Back to the difference"), w.close)
	w.done.SetTip(words.Say("What you typed is saved") + " (" + kit.Chords("Escape") + ")")
	w.restore = kit.NewButton(words.Say("Restore the answer's text"), w.reset)
	w.content = kit.NewSurface(w.box, kit.ColorGround, 0, kit.Gap, kit.Gap)
	return w
}

// writes reports whether a text is being edited.
func (w *writer) writes() bool { return w.path != "" }

// hunk edits the text of a hunk.
func (w *writer) hunk(ref edits.Ref) {
	f := w.p.rows.files[ref.File]
	h := f.Hunks[ref.Hunk]
	w.open(f.Path, h.Key, h.New)
}

// file edits the text of a whole file.
func (w *writer) file(file int) {
	f := w.p.rows.files[file]
	w.p.setCursor(w.p.rows.Find(fileKey(f.Path))) // the rows of hunks change with each key
	_, now := f.Text()
	w.open(f.Path, "", now)
}

func (w *writer) open(path, key, now string) {
	w.path, w.key = path, key
	w.editor.SetText(now)
	w.reload()
	w.p.w.Focus(w.editor)
	w.editor.SetCaret(0)
}

// at returns the current state of the edited file and hunk.
func (w *writer) at() (file, hunk int, ok bool) {
	files := w.p.part().Files()
	file = slices.IndexFunc(files, func(f edits.File) bool { return f.Path == w.path })
	if file < 0 || w.key == "" {
		return file, -1, file >= 0
	}
	hunk = slices.IndexFunc(files[file].Hunks, func(h edits.Hunk) bool { return h.Key == w.key })
	return file, hunk, hunk >= 0
}

// changed stores the typed text.
func (w *writer) changed(typed string) {
	file, hunk, ok := w.at()
	if !ok {
		return
	}
	if typed != "" && !strings.HasSuffix(typed, "\n") {
		typed += "\n"
	}
	if hunk < 0 {
		w.p.part().RewriteFile(file, &typed)
		return
	}
	w.p.part().Rewrite(edits.Ref{File: file, Hunk: hunk}, &typed)
}

// reset restores the answer's text.
func (w *writer) reset() {
	file, hunk, ok := w.at()
	if !ok {
		w.close()
		return
	}
	if hunk < 0 {
		w.p.part().RewriteFile(file, nil)
	} else {
		w.p.part().Rewrite(edits.Ref{File: file, Hunk: hunk}, nil)
	}
	w.close()
}

// reload shows the edited text, or the difference if the file or hunk no longer exists: typed text is stored.
func (w *writer) reload() {
	file, hunk, ok := w.at()
	if !ok {
		w.close()
		return
	}
	f := w.p.part().Files()[file]
	title := words.With("Text of {{.Path}}", map[string]any{"Path": text.Escape(f.Path)})
	edited := f.Rewritten
	if hunk >= 0 {
		title += " · " + whereOf(f.Hunks[hunk])
		edited = f.Hunks[hunk].Edited
	}
	kit.SetEnabled(w.restore, edited, words.Say("The text is unchanged"))
	w.p.show(w.content, title, "")
}

func (w *writer) pressed(ev *fyne.KeyEvent, mods fyne.KeyModifier) bool {
	switch {
	case ev.Name == fyne.KeyEscape && mods == 0:
		w.close()
	case mods == kit.Ctrl && (ev.Name == fyne.KeyReturn || ev.Name == fyne.KeyEnter):
		w.p.part().Apply()
	default:
		return false
	}
	return true
}

// leave closes the box, because another row is shown.
func (w *writer) leave() { w.path, w.key = "", "" }

// close returns to the difference.
func (w *writer) close() {
	w.leave()
	w.p.showDifference()
	w.p.w.Focus(w.p.list)
}
