package edit

import (
	"strings"
	"time"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"dossier/ui/kit"
	"dossier/ui/kit/prose"
)

// Padding is the distance between the edge of an [Editor] and its text.
const Padding = kit.Gap

// Editor is a text editor for prose of any length: lines wrap, Markdown fences are monospaced,
// and only the visible lines are drawn, so that typing a letter in 100 KB takes a millisecond,
// where Fyne's own entry takes seconds. It is as high as its text and does not scroll; its
// container does, such as a [Box].
//
// It has its own undo history, and passes on Ctrl+Z if there is nothing to undo, or if something else was done in
// the window since its last change.
type Editor struct {
	widget.BaseWidget

	PlaceHolder string
	// Tabs makes Tab insert a tab, for code. Without it Tab moves the focus, as everywhere in the
	// window.
	Tabs bool
	// OnChanged is called for every change by the user.
	OnChanged func(text string)
	// OnKey is called first for each key, also with Ctrl or Alt, and returns whether it handled
	// the key.
	OnKey func(ev *fyne.KeyEvent, mods fyne.KeyModifier) bool
	// OnShortcut is called for shortcuts that the editor does not handle: those of the window, and undo and redo that
	// are not for its text.
	OnShortcut func(fyne.Shortcut)
	// OnFocus is called when the editor gains or loses the focus.
	OnFocus func(bool)

	text    string
	caret   int     // byte offset
	anchor  int     // byte offset of the other end of the selection
	goal    float32 // preferred x of the caret when moving between lines; negative if not set
	history history
	edited  lastEdit

	rulers   *prose.Rulers
	prose    prose.Layout
	from, to float32 // the visible part, in units of the editor
	focused  bool
	blink    blink // of the caret

	presses int // number of consecutive clicks at the same position
	pressAt time.Time
	pressOn int

	// OnReveal is called to make the part [top, bottom) visible; OnResize when the height has
	// changed.
	OnReveal func(top, bottom float32)
	OnResize func()
	// List is the widget that the editor is part of, which shows it only while it is in view; nil for none.
	List fyne.CanvasObject

	now  func() time.Time
	mods func() fyne.KeyModifier
}

// NewEditor returns an empty editor.
func NewEditor(changed func(text string)) *Editor {
	e := &Editor{OnChanged: changed, rulers: prose.NewRulers(), goal: -1, now: time.Now, mods: kit.Modifiers}
	e.blink.show = func(bool) { e.Refresh() }
	e.ExtendBaseWidget(e)
	e.LayOut(kit.MinSide)
	return e
}

// SetMono sets whether all of the text is monospaced, not only fences.
func (e *Editor) SetMono(on bool) {
	e.prose.Mono = on
	e.setText(e.text)
}

// Text returns the text.
func (e *Editor) Text() string { return e.text }

// HasFocus reports whether the editor is focused.
func (e *Editor) HasFocus() bool { return e.focused }

// Caret returns the byte offset of the caret.
func (e *Editor) Caret() int { return e.caret }

// Selection returns the selected bytes [start, end); both are the caret if nothing is selected.
func (e *Editor) Selection() (start, end int) {
	return min(e.caret, e.anchor), max(e.caret, e.anchor)
}

// SetText replaces the text, and clears the undo history. The caret keeps its offset as far as
// possible.
func (e *Editor) SetText(text string) {
	if text == e.text {
		return
	}
	e.history = history{}
	e.caret = prose.Whole(text, e.caret)
	e.anchor = e.caret
	e.setText(text)
	e.ShowCaret()
}

// SetCaret moves the caret to a byte offset, and clears the selection. An offset outside the text
// means its end.
func (e *Editor) SetCaret(at int) {
	if at < 0 {
		at = len(e.text)
	}
	e.goTo(prose.Whole(e.text, at), false)
}

// CaretArea returns the area of the caret on the canvas.
func (e *Editor) CaretArea() (fyne.Position, fyne.Size) {
	i := e.prose.LineOf(e.caret)
	return kit.PlaceOf(e).AddXY(Padding+e.prose.X(i, e.caret), Padding+float32(i)*prose.LineHeight), fyne.NewSize(caretWidth, prose.LineHeight)
}

// Select selects the bytes [start, end) and moves the caret to the end.
func (e *Editor) Select(start, end int) {
	e.anchor, e.caret = prose.Whole(e.text, start), prose.Whole(e.text, end)
	e.goal = -1
	e.ShowCaret()
}

// setText lays out another text.
func (e *Editor) setText(text string) {
	before := len(e.prose.Lines)
	e.text = text
	e.prose.Wrap(text, e.prose.Width, e.rulers)
	if len(e.prose.Lines) != before && e.OnResize != nil {
		e.OnResize()
	}
}

// LayOut lays out the text in a width, not including the padding.
func (e *Editor) LayOut(width float32) {
	if width = max(1, width); width != e.prose.Width || e.prose.Lines == nil {
		e.prose.Wrap(e.text, width, e.rulers)
	}
}

// Height returns the height of the text, including the padding.
func (e *Editor) Height() float32 {
	return float32(len(e.prose.Lines))*prose.LineHeight + 2*Padding
}

// SetView sets the visible part of the editor.
func (e *Editor) SetView(from, to float32) {
	if from != e.from || to != e.to {
		e.from, e.to = from, to
		e.Refresh()
	}
}

// ShowCaret redraws after a change, with the caret visible.
func (e *Editor) ShowCaret() {
	if e.OnReveal != nil {
		top := Padding + float32(e.prose.LineOf(e.caret))*prose.LineHeight
		e.OnReveal(top, top+prose.LineHeight)
	}
	if e.focused {
		e.blink.begin()
	}
	e.Refresh()
}

// replace replaces the bytes [from, to) by text, as an undo step. Consecutively typed letters are
// one step per word.
func (e *Editor) replace(from, to int, text string, typed bool) {
	text = strings.ToValidUTF8(text, "\uFFFD")
	old := e.text[from:to]
	if old == "" && text == "" {
		return
	}
	e.history.push(change{at: from, old: old, new: text, caret: e.caret, anchor: e.anchor}, typed)
	e.put(from, to, text)
}

func (e *Editor) put(from, to int, text string) {
	e.setText(e.text[:from] + text + e.text[to:])
	e.caret = from + len(text)
	e.anchor, e.goal = e.caret, -1
	e.ShowCaret()
	if e.OnChanged != nil {
		e.OnChanged(e.text)
	}
	e.edited.made(e)
}

// Insert replaces the selection by text.
func (e *Editor) Insert(text string) {
	from, to := e.Selection()
	e.replace(from, to, text, false)
}

// Undo undoes the last change, and reports whether there was one.
func (e *Editor) Undo() bool {
	c, ok := e.history.undo()
	if ok {
		e.put(c.at, c.at+len(c.new), c.old)
		e.anchor, e.caret = c.anchor, c.caret
		e.ShowCaret()
	}
	return ok
}

// Redo redoes the last undone change, and reports whether there was one.
func (e *Editor) Redo() bool {
	c, ok := e.history.redo()
	if ok {
		e.put(c.at, c.at+len(c.old), c.new)
	}
	return ok
}

// goTo moves the caret.
func (e *Editor) goTo(at int, extend bool) {
	e.goal = -1
	e.move(at, extend)
}

func (e *Editor) move(at int, extend bool) {
	e.caret = at
	if !extend {
		e.anchor = at
	}
	e.history.pause()
	e.ShowCaret()
}

// up moves the caret by lines.
func (e *Editor) up(lines int, extend bool) {
	i := e.prose.LineOf(e.caret)
	if e.goal < 0 {
		e.goal = e.prose.X(i, e.caret)
	}
	switch to := i - lines; {
	case to < 0:
		e.move(0, extend)
	case to >= len(e.prose.Lines):
		e.move(len(e.text), extend)
	default:
		e.move(min(e.prose.ByteAt(to, e.goal), e.prose.LastIn(to)), extend)
	}
}

// word returns the next end of a word or, with back, the start of the previous one.
func (e *Editor) word(at int, back bool) int {
	inside := false
	for {
		next := prose.NextChar(e.text, at)
		if back {
			next = prose.PrevChar(e.text, at)
		}
		if next == at {
			return at
		}
		r, _ := utf8.DecodeRuneInString(e.text[min(at, next):])
		if isWord := prose.InWord(r); isWord {
			inside = true
		} else if inside {
			return at
		}
		at = next
	}
}

// erase deletes the selection, or else up to an offset.
func (e *Editor) erase(to func() int) {
	if from, end := e.Selection(); from < end {
		e.replace(from, end, "", false)
		return
	}
	at := to()
	e.replace(min(at, e.caret), max(at, e.caret), "", true)
}

// pageLines returns the number of lines that a page key moves by.
func (e *Editor) pageLines() int { return max(1, int((e.to-e.from)/prose.LineHeight)-2) }

// FocusGained shows the caret.
func (e *Editor) FocusGained() {
	e.focused = true
	e.blink.begin()
	e.Refresh()
	if e.OnFocus != nil {
		e.OnFocus(true)
	}
}

// FocusLost hides the caret. The text is kept.
func (e *Editor) FocusLost() {
	e.focused = false
	e.blink.end()
	e.history.pause()
	e.Refresh()
	if e.OnFocus != nil {
		e.OnFocus(false)
	}
}

// AcceptsTab reports whether Tab inserts a tab.
func (e *Editor) AcceptsTab() bool { return e.Tabs }

// TypedRune inserts a character.
func (e *Editor) TypedRune(r rune) {
	from, to := e.Selection()
	if r == ' ' {
		e.history.pause()
	}
	e.replace(from, to, string(r), true)
}

// TypedKey moves the caret and changes the text.
func (e *Editor) TypedKey(ev *fyne.KeyEvent) {
	mods := e.mods()
	if e.OnKey != nil && e.OnKey(ev, mods) {
		return
	}
	if !e.key(ev.Name, mods) {
		kit.HandOnKey(e, ev)
	}
}

// key handles a key, and reports whether it did.
func (e *Editor) key(name fyne.KeyName, mods fyne.KeyModifier) bool {
	extend := mods&fyne.KeyModifierShift != 0
	far := mods&(fyne.KeyModifierShortcutDefault|fyne.KeyModifierAlt) != 0 // by words, or by the whole text
	line := e.prose.LineOf(e.caret)
	switch name {
	case fyne.KeyLeft, fyne.KeyRight:
		back := name == fyne.KeyLeft
		switch from, to := e.Selection(); {
		case far:
			e.goTo(e.word(e.caret, back), extend)
		case from < to && !extend && back:
			e.goTo(from, false)
		case from < to && !extend:
			e.goTo(to, false)
		case back:
			e.goTo(prose.PrevChar(e.text, e.caret), extend)
		default:
			e.goTo(prose.NextChar(e.text, e.caret), extend)
		}
	case fyne.KeyUp:
		e.up(1, extend)
	case fyne.KeyDown:
		e.up(-1, extend)
	case fyne.KeyPageUp:
		e.up(e.pageLines(), extend)
	case fyne.KeyPageDown:
		e.up(-e.pageLines(), extend)
	case fyne.KeyHome:
		to := e.prose.Lines[line].Start
		if far {
			to = 0
		}
		e.goTo(to, extend)
	case fyne.KeyEnd:
		to := e.prose.LastIn(line)
		if far {
			to = len(e.text)
		}
		e.goTo(to, extend)
	case fyne.KeyBackspace:
		e.erase(func() int {
			if far {
				return e.word(e.caret, true)
			}
			return prose.PrevChar(e.text, e.caret)
		})
	case fyne.KeyDelete:
		e.erase(func() int {
			if far {
				return e.word(e.caret, false)
			}
			return prose.NextChar(e.text, e.caret)
		})
	case fyne.KeyReturn, fyne.KeyEnter:
		if far {
			return false
		}
		e.Insert("\n")
	case fyne.KeyTab:
		if !e.Tabs || extend || far {
			return false
		}
		e.Insert("\t")
	default:
		return false
	}
	return true
}

// isOwn reports whether undo and redo are for the text.
func (e *Editor) isOwn() bool { return e.OnShortcut == nil || e.edited.isLast(e) }

// TypedShortcut handles the clipboard, undo, and keys with Ctrl or Alt.
func (e *Editor) TypedShortcut(s fyne.Shortcut) {
	from, to := e.Selection()
	switch s := s.(type) {
	case *fyne.ShortcutUndo:
		if e.isOwn() && e.Undo() {
			return
		}
	case *fyne.ShortcutRedo:
		if e.isOwn() && e.Redo() {
			return
		}
	case *fyne.ShortcutCut:
		if from < to && s.Clipboard != nil {
			s.Clipboard.SetContent(e.text[from:to])
			e.replace(from, to, "", false)
		}
		return
	case *fyne.ShortcutCopy:
		if from < to && s.Clipboard != nil {
			s.Clipboard.SetContent(e.text[from:to])
		}
		return
	case *fyne.ShortcutPaste:
		if s.Clipboard != nil {
			e.Insert(strings.ReplaceAll(s.Clipboard.Content(), "\r\n", "\n"))
		}
		return
	case *fyne.ShortcutSelectAll:
		e.Select(0, len(e.text))
		return
	case *desktop.CustomShortcut:
		if e.OnKey != nil && e.OnKey(&fyne.KeyEvent{Name: s.KeyName}, s.Modifier) || e.key(s.KeyName, s.Modifier) {
			return
		}
	}
	if e.OnShortcut != nil {
		e.OnShortcut(s)
	}
}

// Cursor returns the pointer's shape over text.
func (e *Editor) Cursor() desktop.Cursor { return desktop.TextCursor }

// byteAt returns the line at a position in the editor, and the nearest offset in its text.
func (e *Editor) byteAt(pos fyne.Position) (line, at int) {
	line = int((pos.Y - Padding) / prose.LineHeight)
	line = max(0, min(line, len(e.prose.Lines)-1))
	return line, e.prose.ByteAt(line, pos.X-Padding)
}

// MouseDown moves the caret, or extends the selection with Shift. A double click selects the
// word, a triple click the paragraph.
func (e *Editor) MouseDown(ev *desktop.MouseEvent) {
	kit.HideTip(e)
	if c := kit.CanvasOf(e); c != nil && !e.focused {
		c.Focus(e)
	}
	if ev.Button != desktop.MouseButtonPrimary {
		return
	}
	line, at := e.byteAt(ev.Position)
	at = min(at, e.prose.LastIn(line)) // the caret appears in the pressed line
	again := e.now().Sub(e.pressAt) < fyne.CurrentApp().Driver().DoubleTapDelay() && at == e.pressOn
	e.pressAt, e.pressOn = e.now(), at
	if !again || ev.Modifier != 0 {
		e.presses = 1
		e.goTo(at, ev.Modifier&fyne.KeyModifierShift != 0)
		return
	}
	e.presses++
	from, to := at, at
	if e.presses == 2 {
		if r, _ := utf8.DecodeRuneInString(e.text[at:]); prose.InWord(r) {
			to = e.word(at, false)
		}
		if r, _ := utf8.DecodeLastRuneInString(e.text[:at]); prose.InWord(r) {
			from = e.word(at, true)
		}
	} else {
		from = strings.LastIndexByte(e.text[:at], '\n') + 1
		if to = strings.IndexByte(e.text[at:], '\n'); to < 0 {
			to = len(e.text)
		} else {
			to += at
		}
	}
	e.Select(from, to)
}

// MouseUp does nothing: the press was handled.
func (e *Editor) MouseUp(*desktop.MouseEvent) {}

// Dragged selects.
func (e *Editor) Dragged(ev *fyne.DragEvent) {
	_, at := e.byteAt(ev.Position)
	e.goTo(at, true)
}

// DragEnd ends a selection.
func (e *Editor) DragEnd() {}

// MinSize returns the height of the text and a small width.
func (e *Editor) MinSize() fyne.Size { return fyne.NewSize(kit.MinSide, e.Height()) }

// CreateRenderer returns the renderer of the editor.
func (e *Editor) CreateRenderer() fyne.WidgetRenderer { return &editorRenderer{e: e} }

type editorRenderer struct {
	kit.Drawing
	e       *Editor
	objects []fyne.CanvasObject
}

func (r *editorRenderer) Destroy()           {}
func (r *editorRenderer) MinSize() fyne.Size { return r.e.MinSize() }

// Objects draws the editor first if it was never laid out, as [kit.Renderer.Objects] does.
func (r *editorRenderer) Objects() []fyne.CanvasObject {
	if size := r.e.Size(); r.objects == nil && !size.IsZero() {
		r.Layout(size)
	}
	return r.objects
}

func (r *editorRenderer) Layout(size fyne.Size) {
	r.e.LayOut(size.Width - 2*Padding)
	r.draw(size)
}

func (r *editorRenderer) Refresh() {
	r.draw(r.e.Size())
	canvas.Refresh(r.e)
}

func (r *editorRenderer) draw(size fyne.Size) {
	e := r.e
	r.Begin(e)
	first := max(0, int((e.from-Padding)/prose.LineHeight))
	last := min(len(e.prose.Lines), int((e.to-Padding)/prose.LineHeight)+1)
	from, to := e.Selection()
	if e.text == "" {
		r.Text(kit.FitEnd(e.PlaceHolder, size.Width-2*Padding, kit.Face{}), Padding, Padding, prose.LineHeight, kit.Face{}, kit.ColorMuted)
	}
	for i := first; i < last; i++ {
		line, y := e.prose.Lines[i], Padding+float32(i)*prose.LineHeight
		if from < to && from <= line.End && to > line.Start {
			x1, x2 := e.prose.X(i, from), e.prose.X(i, to)
			if to > line.End && !line.Wrapped {
				x2 += kit.Gap // the end of the line is selected too
			}
			r.Box(Padding+x1, y, x2-x1, prose.LineHeight, 0, kit.ColorSelection, "")
		}
		if shown := e.prose.Shown(i); strings.TrimSpace(shown) != "" {
			r.Write(shown, Padding, y, size.Width-2*Padding, prose.LineHeight, line.Face(), kit.ColorText)
		}
	}
	if i := e.prose.LineOf(e.caret); e.focused && !e.blink.off && i >= first && i < last {
		r.Box(Padding+e.prose.X(i, e.caret)-caretWidth/2, Padding+float32(i)*prose.LineHeight+1, caretWidth, prose.LineHeight-2, 0, kit.ColorAccent, "")
	}
	r.objects = r.End()
}

// caretWidth is easily visible, and hides no letter.
const caretWidth float32 = 2
