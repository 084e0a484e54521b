// Package dialog implements the window's dialogs: a title, a body and buttons. It handles initial
// focus and the keys that close and confirm them, and provides dialogs for paths, names and lines
// of text.
package dialog

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	toolkit "fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"dossier/aggregate/fuzzy"
	"dossier/ui/completion"
	"dossier/ui/kit"
	"dossier/ui/kit/edit"
)

// Answer is a button of a dialog. The dialog closes unless Run returns true.
type Answer struct {
	Text    string
	Primary bool // chosen by Enter
	Run     func() (stay bool)
	// Then is called after the dialog is closed, because a dialog opened before would be closed
	// together with it. It may be nil.
	Then func()
}

// Closes returns an answer that only closes the dialog.
func Closes(text string) Answer { return Answer{Text: text} }

// Does returns an answer that closes the dialog and then calls then.
func Does(text string, then func()) Answer { return Answer{Text: text, Then: then} }

// AsPrimary returns the answer as the one chosen by Enter.
func (a Answer) AsPrimary() Answer {
	a.Primary = true
	return a
}

// Options are the dialogs' dependencies on the window.
type Options struct {
	Overlay *kit.Overlay
	Window  fyne.Window
	// Key runs the commands of the window that are available in a dialog, and reports whether
	// there is one.
	Key   func(fyne.KeyName, fyne.KeyModifier) bool
	Paths Paths
}

// Paths completes and stores paths in the background. A newer call of a method cancels the older
// one; results arrive on the UI goroutine. See the methods of [completion.Kind].
type Paths interface {
	Complete(kind completion.Kind, typed string, then func(completion.Result))
	List(kind completion.Kind, typed string, then func([]string))
	Search(kind completion.Kind, typed string, then func([]fuzzy.Found))
	// Chosen calls then with the files of the kind last chosen for a purpose, most recent first,
	// and Folder returns the folder of the last path; empty if none exists.
	Chosen(purpose string, kind completion.Kind, then func([]string))
	Folder(purpose string) string
	// Choose stores a path chosen for a purpose.
	Choose(purpose, path string)
}

// Dialogs is the stack of a window's dialogs.
type Dialogs struct {
	Options
	front *Dialog // may be nil
}

// New returns the dialogs of a window; none is open.
func New(opts Options) *Dialogs { return &Dialogs{Options: opts} }

// Dialog is an open dialog.
type Dialog struct {
	// Key handles keys specific to the dialog; may be nil.
	Key func(fyne.KeyName) bool

	// Help is the page of the guide that explains the dialog. A dialog in front of another one has
	// the other's page until it is set; if it is empty, that of the tab behind the dialog applies.
	Help string

	Confirm func() // called by Enter; nil if there is no primary answer
	Close   func() // called by Escape

	// OnClosed, if set, is called after the dialog is closed in any way.
	OnClosed func()

	// Unsaved reports whether closing the dialog loses what the user typed; nil if it cannot. By default it is
	// whether the text of a field has changed, except for those that only search.
	Unsaved func() bool

	under    *Dialog             // may be nil
	controls []fyne.CanvasObject // the body and the buttons; empty for the toolkit's file chooser
}

// Front returns the topmost dialog, which is focused; nil if there is none.
func (d *Dialogs) Front() *Dialog { return d.front }

// Unsaved reports whether closing all dialogs loses what the user typed in one of them.
func (d *Dialogs) Unsaved() bool {
	for open := d.front; open != nil; open = open.under {
		if open.Unsaved != nil && open.Unsaved() {
			return true
		}
	}
	return false
}

// Show shows a dialog. Escape closes it and Enter chooses the primary answer wherever the focus is
// in it. The first text field is focused with its text selected, unless it is a list of lines; without one, the first focusable
// object of the body, or the primary answer. A size of 0 means that of the body.
func (d *Dialogs) Show(title string, body fyne.CanvasObject, size fyne.Size, answers ...Answer) *Dialog {
	open := &Dialog{under: d.front, Unsaved: editedFields(body)}
	if d.front != nil {
		open.Help = d.front.Help
	}
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
	open.Close = box.Hide
	box.OnClosed = func() {
		d.front = open.under
		if open.OnClosed != nil {
			open.OnClosed()
		}
	}
	if size.Width > 0 {
		box.Resize(fyne.NewSize(min(size.Width, room.Width-4*kit.Group), min(size.Height, room.Height-4*kit.Group)))
	}
	d.front = open
	box.Show()
	if field := firstIn(body, IsField); field != nil {
		canvas.Focus(field)
		if _, list := field.(*edit.TextBox); !list { // typing would replace all of its lines
			SelectAll(field)
		}
		return open
	}
	if o := firstIn(body, isControl); o != nil {
		begin = o
	}
	canvas.Focus(begin)
	return open
}

// textWidth is the width of a dialog with nothing but text: about 70 characters a line.
const textWidth = 520

// ShowText is like [Dialogs.Show], with a text as the body. The dialog is as high as its lines.
func (d *Dialogs) ShowText(title, text string, answers ...Answer) *Dialog {
	width := min(textWidth, d.Window.Canvas().Size().Width-4*kit.Group)
	body := kit.NewParagraph(text)
	body.Resize(fyne.NewSize(width-kit.DialogMargin(), 0)) // its minimum height becomes that of its lines
	return d.Show(title, body, fyne.NewSize(width, 0), answers...)
}

// showChooser shows the toolkit's file chooser at a usable size. Escape cancels it.
func (d *Dialogs) showChooser(chooser *toolkit.FileDialog, help string) {
	open := &Dialog{Close: chooser.Dismiss, Help: help, under: d.front}
	d.front = open
	chooser.SetOnClosed(func() { d.front = open.under })
	size := d.Window.Canvas().Size()
	chooser.Resize(fyne.NewSize(min(900, size.Width-4*kit.Group), min(620, size.Height-4*kit.Group)))
	d.Overlay.HideTip()
	chooser.Show()
	if box, ok := d.Window.Canvas().Overlays().Top().(*widget.PopUp); ok {
		kit.Outline(box)
	}
}

// TypedKey passes a key to the topmost dialog, and reports whether there is one: in that case no
// other command of the window runs.
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

// Shortcut handles shortcuts typed in a text field of a dialog: those of the window that are
// available in dialogs, and Ctrl+Enter, which also confirms from a multi-line field.
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

// Controls visits the focusable objects of the topmost dialog.
func (d *Dialog) Controls(visit func(fyne.Focusable)) {
	for _, part := range d.controls {
		VisitFocusable(part, visit)
	}
}
