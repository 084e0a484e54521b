package edit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"dossier/ui/kit"
)

// Entry is a one-line entry, 28 units high: a filter, a search box, a path.
type Entry struct {
	widget.Entry
	// OnEscape is called for Escape if the entry is empty, to return the focus. The first Escape
	// clears the text, unless Closes is set: in a dialog, Escape closes immediately.
	OnEscape func()
	Closes   bool
	Searches bool // its text only filters, so that nothing is lost with it
	// OnKey is called for Up, Down, PageUp, PageDown and Enter, and for Home and End if the entry
	// is empty, and returns whether it handled the key; unhandled Enter goes to OnSubmitted.
	OnKey func(ev *fyne.KeyEvent, mods fyne.KeyModifier) bool

	// OnShortcut is called first for shortcuts with a modifier, and returns whether it handled
	// one; an entry discards unknown shortcuts. It is also called for undo and redo that are not for
	// the text.
	OnShortcut func(fyne.Shortcut) bool

	tip    string
	caret  entryCaret
	edited lastEdit
	mods   func() fyne.KeyModifier
	prompt string // the whole placeholder; PlaceHolder is the part of it that fits
	fitted string
	laid   *entryRenderer
}

// NewEntry returns an empty entry. changed is called for every change of the text.
func NewEntry(placeholder string, changed func(string)) *Entry {
	e := &Entry{}
	e.Extend(e, placeholder, changed)
	return e
}

// NewFilter returns an entry that filters a list. leave is called to go to the list, by Down, Enter or
// Escape.
func NewFilter(placeholder string, changed func(string), leave func()) *Entry {
	e := NewEntry(placeholder, changed)
	e.OnKey = func(ev *fyne.KeyEvent, _ fyne.KeyModifier) bool {
		leaves := ev.Name == fyne.KeyDown || ev.Name == fyne.KeyReturn || ev.Name == fyne.KeyEnter
		if leaves {
			leave()
		}
		return leaves
	}
	e.OnEscape = leave
	return e
}

// Extend initializes e as the entry of self, a widget that embeds it.
func (e *Entry) Extend(self fyne.Widget, placeholder string, changed func(string)) {
	e.mods = kit.Modifiers
	e.Wrapping = fyne.TextWrap(fyne.TextTruncateClip)
	e.PlaceHolder = placeholder
	e.OnChanged = changed
	e.ExtendBaseWidget(self)
}

// SetTip sets the tooltip.
func (e *Entry) SetTip(text string) { e.tip = text }

// MouseIn shows the tooltip.
func (e *Entry) MouseIn(*desktop.MouseEvent) { kit.ShowTip(e, e.tip, fyne.Position{}, e.Size()) }

// MouseMoved changes nothing.
func (e *Entry) MouseMoved(*desktop.MouseEvent) {}

// MouseOut hides the tooltip.
func (e *Entry) MouseOut() { kit.HideTip(e) }

// SetClear adds a button at the end of the entry that clears it, visible while there is text; tip
// is its name. While there is text, its space is reserved, together with that of before, an object to its
// left, which may be nil.
func (e *Entry) SetClear(tip string, before fyne.CanvasObject) {
	button := kit.NewGlyphButton(kit.GlyphClose, tip, func() {
		e.SetText("")
		if c := kit.CanvasOf(e); c != nil {
			c.Focus(e)
		}
	})
	end := container.NewHBox()
	if before != nil {
		end.Add(before)
	}
	end.Add(button)
	end.Hide()
	e.ActionItem = container.NewStack(end) // which takes no space while it is hidden
	changed := e.OnChanged
	e.OnChanged = func(text string) {
		if is := text != ""; is != end.Visible() {
			kit.SetVisible(end, is)
			e.laid.again()
		}
		if changed != nil {
			changed(text)
		}
	}
}

// CreateRenderer returns the renderer of the entry.
func (e *Entry) CreateRenderer() fyne.WidgetRenderer {
	e.OnCursorChanged = e.caret.moved
	e.laid = &entryRenderer{e.caret.in(e.Entry.CreateRenderer()), e}
	return withWheel(e, e.laid)
}

// SetPlaceHolder sets the text that is shown while the entry is empty.
func (e *Entry) SetPlaceHolder(text string) {
	e.Entry.SetPlaceHolder(text)
	e.laid.again()
}

// entryRenderer shortens the placeholder to the available width, because Fyne would show a scroll
// bar below a longer one.
type entryRenderer struct {
	fyne.WidgetRenderer
	e *Entry
}

func (r *entryRenderer) Layout(size fyne.Size) {
	r.WidgetRenderer.Layout(size)
	e := r.e
	for _, o := range r.Objects() {
		text, ok := o.(*container.Scroll)
		if !ok {
			continue
		}
		if e.PlaceHolder != e.fitted {
			e.prompt = e.PlaceHolder
		}
		room := text.Size().Width - 2*theme.InnerPadding()
		if e.fitted = kit.FitEnd(e.prompt, room, kit.Face{}); e.fitted != e.PlaceHolder {
			e.Entry.SetPlaceHolder(e.fitted)
		}
	}
}

// again lays the entry out again, if it was laid out before.
func (r *entryRenderer) again() {
	if r != nil && r.e.Size().Width > 0 {
		r.Layout(r.e.Size())
	}
}

// FocusGained shows the cursor.
func (e *Entry) FocusGained() {
	e.Entry.FocusGained()
	kit.Reveal(e)
}

// MinSize returns a height of 28 and a small width.
func (e *Entry) MinSize() fyne.Size {
	return fyne.NewSize(3*kit.ControlHeight, kit.ControlHeight)
}

// TypedKey handles Escape and passes on the keys of lists.
func (e *Entry) TypedKey(ev *fyne.KeyEvent) {
	if isFunctionKey(ev.Name) {
		kit.HandOnKey(e, ev)
		return
	}
	kit.HideTip(e)
	name := ev.Name
	if e.Text != "" && (name == fyne.KeyHome || name == fyne.KeyEnd) {
		name = "" // Home and End of the text
	}
	switch name {
	case fyne.KeyEscape:
		if e.Text != "" && !e.Closes {
			e.SetText("")
		} else if e.OnEscape != nil {
			e.OnEscape()
		}
		return
	case fyne.KeyUp, fyne.KeyDown, fyne.KeyPageUp, fyne.KeyPageDown, fyne.KeyHome, fyne.KeyEnd, fyne.KeyReturn, fyne.KeyEnter:
		if e.OnKey != nil && e.OnKey(ev, e.mods()) {
			return
		}
	}
	typed(&e.Entry, &e.edited, func() { e.Entry.TypedKey(ev) })
}

// TypedRune hides the tooltip, which would cover search results.
func (e *Entry) TypedRune(r rune) {
	kit.HideTip(e)
	typed(&e.Entry, &e.edited, func() { e.Entry.TypedRune(r) })
}

// TypedShortcut passes on the shortcuts of the window.
func (e *Entry) TypedShortcut(s fyne.Shortcut) {
	typedShortcut(&e.Entry, &e.edited, s, e.OnShortcut)
}

// typed does something with an entry, and records whether it changed the text. It reports whether it did.
func typed(e *widget.Entry, edited *lastEdit, do func()) bool {
	before := e.Text
	if do(); e.Text == before {
		return false
	}
	edited.made(e)
	return true
}

// typedShortcut gives a shortcut to the window, except those for editing text, which are the entry's: of
// these the window gets undo and redo when the text has nothing to undo or was not changed last, so that what was done
// last is undone wherever the focus is.
func typedShortcut(e *widget.Entry, edited *lastEdit, s fyne.Shortcut, to func(fyne.Shortcut) bool) {
	own := func() bool { return typed(e, edited, func() { e.TypedShortcut(s) }) }
	switch s.(type) {
	case *desktop.CustomShortcut:
		if to == nil || !to(s) {
			own()
		}
	case *fyne.ShortcutUndo, *fyne.ShortcutRedo:
		own := (to == nil || edited.isLast(e)) && own()
		if !own && to != nil {
			to(s)
		}
	default:
		own()
	}
}

// isFunctionKey reports whether a key is one of F1 to F12, which text input does not use.
func isFunctionKey(name fyne.KeyName) bool {
	return len(name) > 1 && name[0] == 'F' && name[1] >= '0' && name[1] <= '9'
}

// TextBox is an entry of several lines that wraps at words: for an instruction, a description. It
// is for short text; use a [code.View] for documents.
type TextBox struct {
	widget.Entry
	// OnEscape is called for Escape, which does not change the text.
	OnEscape func()
	// OnShortcut is as in [Entry].
	OnShortcut func(fyne.Shortcut) bool

	caret  entryCaret
	edited lastEdit
}

// NewTextBox returns an empty text box with the given number of visible lines.
func NewTextBox(placeholder string, lines int, changed func(string)) *TextBox {
	t := &TextBox{}
	t.MultiLine = true
	t.Wrapping = fyne.TextWrapWord
	t.PlaceHolder = placeholder
	t.OnChanged = changed
	t.ExtendBaseWidget(t)
	t.SetMinRowsVisible(lines)
	return t
}

// CreateRenderer returns the renderer of the box.
func (t *TextBox) CreateRenderer() fyne.WidgetRenderer {
	t.OnCursorChanged = t.caret.moved
	return t.caret.in(t.Entry.CreateRenderer())
}

// AcceptsTab returns false: Tab moves the focus, as everywhere in the window.
func (t *TextBox) AcceptsTab() bool { return false }

// FocusGained shows the cursor.
func (t *TextBox) FocusGained() {
	t.Entry.FocusGained()
	kit.Reveal(t)
}

// TypedKey handles Escape.
func (t *TextBox) TypedKey(ev *fyne.KeyEvent) {
	switch {
	case ev.Name == fyne.KeyEscape:
		if t.OnEscape != nil {
			t.OnEscape()
		}
	case isFunctionKey(ev.Name):
		kit.HandOnKey(t, ev)
	default:
		typed(&t.Entry, &t.edited, func() { t.Entry.TypedKey(ev) })
	}
}

// TypedRune types a letter.
func (t *TextBox) TypedRune(r rune) { typed(&t.Entry, &t.edited, func() { t.Entry.TypedRune(r) }) }

// TypedShortcut passes on the shortcuts of the window.
func (t *TextBox) TypedShortcut(s fyne.Shortcut) {
	typedShortcut(&t.Entry, &t.edited, s, t.OnShortcut)
}
