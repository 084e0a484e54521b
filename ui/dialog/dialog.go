// Package dialog asks a person: a title, a body and answers, over the window. It knows how
// all dialogs begin, which keys close and confirm them, and how a path, a name or a line of
// text is asked for.
package dialog

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	toolkit "fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/driver/desktop"

	"dossier/aggregate/fuzzy"
	"dossier/ui/completion"
	"dossier/ui/kit"
)

// Answer is a button of a dialog. The dialog closes unless Run says that it stays.
type Answer struct {
	Text    string
	Primary bool // Enter chooses it
	Run     func() (stay bool)
	// Then is called once the dialog is gone: what it opens, such as a chooser, would
	// otherwise be closed together with the dialog below it. Nil does nothing.
	Then func()
}

// Closes is an answer that only closes the dialog.
func Closes(text string) Answer { return Answer{Text: text} }

// Does is an answer that closes the dialog and then does something.
func Does(text string, then func()) Answer { return Answer{Text: text, Then: then} }

// AsPrimary returns the answer as the one that Enter chooses.
func (a Answer) AsPrimary() Answer {
	a.Primary = true
	return a
}

// Options are what the dialogs of a window need of it.
type Options struct {
	Overlay *kit.Overlay
	Window  fyne.Window
	// Key runs those commands of the window that work over a dialog too, and reports
	// whether there is one.
	Key   func(fyne.KeyName, fyne.KeyModifier) bool
	Paths Paths
}

// Paths completes and stores paths in the background. Of several calls of one method the newest
// is answered, on the goroutine of the window; see the methods of [completion.Kind].
type Paths interface {
	Complete(kind completion.Kind, typed string, then func(completion.Result))
	List(kind completion.Kind, typed string, then func([]string))
	Search(kind completion.Kind, typed string, then func([]fuzzy.Found))
	// Chosen calls then with the files of the kind that were chosen for a purpose, the last
	// one first, and Folder returns the folder of the last path; empty: none that exists.
	Chosen(purpose string, kind completion.Kind, then func([]string))
	Folder(purpose string) string
	// Choose stores that a path was chosen for a purpose.
	Choose(purpose, path string)
}

// Dialogs are the dialogs of a window, one over the other.
type Dialogs struct {
	Options
	front *Dialog // nil when there is none
}

// New returns a window's dialogs: none is open.
func New(opts Options) *Dialogs { return &Dialogs{Options: opts} }

// Dialog is one that is open.
type Dialog struct {
	// Key takes the keys that the dialog has a use of its own for; nil: none.
	Key func(fyne.KeyName) bool

	Confirm func() // what Enter does; nil where nothing is primary
	Close   func() // what Escape does

	controls []fyne.CanvasObject // the body and the buttons; none of the toolkit's chooser
}

// Front is the dialog that has the keyboard; nil when there is none.
func (d *Dialogs) Front() *Dialog { return d.front }

// Ask shows a dialog. Escape closes it, Enter chooses the primary answer, wherever in it
// the keyboard is. A dialog with a field begins in the first one, with its text selected:
// what is typed takes its place. Any other begins at the first thing of the body that
// takes the keyboard, or at the primary answer. A size of 0 is that of the body.
func (d *Dialogs) Ask(title string, body fyne.CanvasObject, size fyne.Size, answers ...Answer) *Dialog {
	open := &Dialog{}
	buttons := make([]fyne.CanvasObject, len(answers))
	var begin fyne.Focusable
	for i, a := range answers {
		choose := func() {
			if a.Run != nil && a.Run() {
				return
			}
			open.Close()
			if a.Then != nil {
				a.Then()
			}
		}
		button := kit.NewButton(a.Text, choose)
		if a.Primary {
			button, open.Confirm = kit.NewPrimaryButton(a.Text, choose), choose
		}
		if buttons[i] = button; a.Primary || begin == nil {
			begin = button
		}
	}
	open.controls = append([]fyne.CanvasObject{body}, buttons...)
	canvas := d.Window.Canvas()
	box := kit.NewDialog(d.Overlay, canvas, title, body, buttons)
	room := canvas.Size()
	if least := box.MinSize(); least.Width > room.Width-2*kit.Group || least.Height > room.Height-2*kit.Group {
		box = kit.NewDialog(d.Overlay, canvas, title, container.NewScroll(body), buttons)
	}
	before := d.front
	open.Close, box.OnClosed = box.Hide, func() { d.front = before }
	if size.Width > 0 {
		box.Resize(fyne.NewSize(min(size.Width, room.Width-4*kit.Group), min(size.Height, room.Height-4*kit.Group)))
	}
	d.front = open
	box.Show()
	if field := firstIn(body, IsField); field != nil {
		canvas.Focus(field)
		SelectAll(field)
		return open
	}
	if o := firstIn(body, isControl); o != nil {
		begin = o
	}
	canvas.Focus(begin)
	return open
}

// showChooser shows the toolkit's chooser at a size that can be used. Escape cancels it.
func (d *Dialogs) showChooser(chooser *toolkit.FileDialog) {
	before := d.front
	d.front = &Dialog{Close: chooser.Dismiss}
	chooser.SetOnClosed(func() { d.front = before })
	size := d.Window.Canvas().Size()
	chooser.Resize(fyne.NewSize(min(900, size.Width-4*kit.Group), min(620, size.Height-4*kit.Group)))
	d.Overlay.HideTip()
	chooser.Show()
}

// TypedKey gives a key to the dialog in front, and reports whether there is one: while there
// is, no other command of the window runs.
func (d *Dialogs) TypedKey(name fyne.KeyName) bool {
	front := d.front
	if front == nil {
		return false
	}
	switch {
	case front.Key != nil && front.Key(name):
	case name == fyne.KeyEscape:
		front.Close()
	case (name == fyne.KeyReturn || name == fyne.KeyEnter) && front.Confirm != nil:
		front.Confirm()
	}
	return true
}

// Shortcut takes the shortcuts that work in a field of a dialog: those of the window that
// work over dialogs, and Ctrl+Enter, which confirms from a field of several lines too.
func (d *Dialogs) Shortcut(s fyne.Shortcut) bool {
	c, ok := s.(*desktop.CustomShortcut)
	switch {
	case !ok:
		return false
	case c.Modifier == fyne.KeyModifierShortcutDefault && (c.KeyName == fyne.KeyReturn || c.KeyName == fyne.KeyEnter):
		return d.TypedKey(c.KeyName)
	}
	return d.Options.Key(c.KeyName, c.Modifier)
}

// Controls visits what takes the keyboard in the dialog in front.
func (d *Dialog) Controls(visit func(fyne.Focusable)) {
	for _, part := range d.controls {
		VisitFocusable(part, visit)
	}
}
