package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"dossier/aggregate/text"
	"dossier/ui/kit"
	"dossier/ui/session/change"
	"dossier/ui/words"
)

// editor works on how one file is shown: its slices, its symbols; or it shows what differs
// between two documents. It stands in the place
// of the middle pane and the preview, so that the tree beside it goes on to be used; in a
// narrow window, in that of the tree too.
//
// There is nothing to confirm and nothing to lose: each change that an editor makes is at
// once a step of the composition, which undo takes back, so an editor can be closed, or
// another be opened in its place, at any time.
type editor interface {
	// title names the editor, and path the file, relative to the project; empty where it
	// is for more than one.
	title() string
	path() string
	// view is what stands below the header, and actions what stands at its right. Both are
	// asked for once.
	view() fyne.CanvasObject
	actions() []fyne.CanvasObject
	// first has the keyboard when the editor opens; nil: nothing has it.
	first() fyne.Focusable
	// key is told of keys and shortcuts that the widget with the focus has no use for,
	// before the commands of the window, and returns whether it used one. Escape closes the
	// editor when it did not.
	key(name fyne.KeyName, mods fyne.KeyModifier) bool
	// changed is told of all that changes in the session, as the other parts of the window
	// are. What the editor shows has to follow: the composition by undo or by a click in
	// the tree, and the file by whoever writes to it on the disk.
	changed(c change.Set)
	// close ends what the editor has running. It is called once, and no other method is
	// called after it.
	close()
}

// openedEditor is the editor in view.
type openedEditor struct {
	editor
	content fyne.CanvasObject
	dir     string         // the project that its file belongs to
	from    fyne.Focusable // what had the keyboard before; nil: nothing had
}

// openEditor shows an editor in the place of the one in view, if there is one.
func (w *Window) openEditor(e editor) {
	w.overlay.HideTip() // of what is covered now
	from := w.win.Canvas().Focused()
	if w.editor != nil {
		from = w.editor.from
		w.editor.close()
	}
	back := kit.NewGlyphButton(kit.GlyphLeft, words.Say("Back to the dossier")+" (Escape)", w.closeEditor)
	head := container.NewBorder(nil, nil,
		container.NewHBox(back, kit.NewLabel(e.title(), kit.Strong)), container.NewHBox(e.actions()...),
		kit.NewPath(text.Escape(e.path())))
	content := kit.NewColumn(kit.NewHeader(head, kit.EdgeBottom), e.view(), nil)
	w.editor = &openedEditor{e, kit.NewSurface(content, kit.ColorGround, 0, 0, 0), w.session.Dir(), from}
	w.arrange()
	w.focus(e.first())
}

// closeEditor shows the dossier again, and gives the keyboard back to the row from which
// the editor was opened. It does nothing when there is no editor.
func (w *Window) closeEditor() {
	if w.editor == nil {
		return
	}
	was := w.editor
	w.editor = nil
	was.close()
	w.arrange()
	if was.from == nil {
		was.from = w.context.list
	}
	w.focus(was.from)
}

// editorKey gives a key to the editor in view, and reports whether it was used.
func (w *Window) editorKey(name fyne.KeyName, mods fyne.KeyModifier) bool {
	switch {
	case w.editor == nil:
		return false
	case w.editor.key(name, mods):
		return true
	case name == fyne.KeyEscape && mods == 0:
		w.closeEditor()
		return true
	}
	return false
}

// editorChanged tells the editor what has changed. One whose project was left is closed.
func (w *Window) editorChanged(c change.Set) {
	if w.editor == nil {
		return
	}
	if w.session.Dir() != w.editor.dir {
		w.closeEditor()
		return
	}
	w.editor.changed(c)
}

// arrange gives the parts of the window their places.
func (w *Window) arrange() {
	editing := w.editor != nil
	middle := w.column
	if editing {
		middle = w.editor.content
	}
	w.panes.SetContent(middlePane, middle)
	w.panes.SetStretch(middlePane, editing)
	w.panes.SetHidden(treePane, editing && (w.narrow || w.editor.path() == ""))
	w.panes.SetHidden(previewPane, editing || w.narrow)
}

// onCurrentFile does something with the file of [Window.currentFile], or asks for one.
func (w *Window) onCurrentFile(do func(path string)) {
	if path := w.currentFile(); path != "" {
		do(path)
		return
	}
	w.overlay.Toast(words.Say("Put the cursor on a file first"), "", nil)
}

// currentFile is the file that a command of the keyboard is for: that of the editor in
// view, that of the tree's cursor when the tree has the keyboard, else the first that is
// selected in the context. It is empty when there is none.
func (w *Window) currentFile() string {
	if w.editor != nil {
		return w.editor.path()
	}
	if i := w.tree.list.Cursor(); w.win.Canvas().Focused() == w.tree.list && i >= 0 && i < w.session.Tree().Model().Len() {
		if row := w.tree.row(i); !row.Dir {
			return row.Path
		}
		return ""
	}
	if rows := w.context.current(); len(rows) > 0 {
		return w.session.Files().Items()[rows[0]].Path
	}
	return ""
}
