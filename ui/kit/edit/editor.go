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

// Padding is between the edge of an [Editor] and its text.
const Padding = kit.Gap

// Editor is where a person writes prose of any length: lines wrap, Markdown fences are
// monospaced, and only the lines in view are drawn, so that a letter typed into 100 KB
// costs a millisecond, where Fyne's own entry takes seconds. It is as high as its text and
// does not scroll: what it stands in does, such as an [Box].
//
// It keeps its own undo, and hands Ctrl+Z on when there is nothing more to undo.
type Editor struct {
	widget.BaseWidget

	PlaceHolder string
	// OnChanged is told of every change that the person makes.
	OnChanged func(text string)
	// OnKey is told of each key first, also with Ctrl or Alt, and returns whether it was
	// used.
	OnKey func(ev *fyne.KeyEvent, mods fyne.KeyModifier) bool
	// OnShortcut is told of shortcuts that the editor does not use: an undo or redo with
	// nothing left to do, and those of the window.
	OnShortcut func(fyne.Shortcut)
	// OnFocus is told when the editor gets or loses the focus.
	OnFocus func(bool)

	text    string
	caret   int     // byte
	anchor  int     // byte that the selection goes from
	goal    float32 // where the cursor would stand in a line that is long enough; negative: where it stands
	history history

	rulers   *prose.Rulers
	prose    prose.Layout
	from, to float32 // what is in view, in units of the editor
	focused  bool
	blink    blink // of the cursor

	presses int // how often the same place was pressed in a row
	pressAt time.Time
	pressOn int

	// OnReveal is told that the part [top, bottom) is to be in view; OnResize that the
	// editor is higher or lower now.
	OnReveal func(top, bottom float32)
	OnResize func()

	now  func() time.Time
	mods func() fyne.KeyModifier
}

// NewEditor returns an empty editor.
func NewEditor(changed func(text string)) *Editor {
	e := &Editor{OnChanged: changed, rulers: prose.NewRulers(), goal: -1, now: time.Now, mods: kit.Modifiers}
	e.blink.show = func(bool) { e.Refresh() }
	e.ExtendBaseWidget(e)
	e.LayIn(kit.LeastSide)
	return e
}

// SetMono says whether all of the text is monospaced, and not only what stands in fences.
func (e *Editor) SetMono(on bool) {
	e.prose.Mono = on
	e.take(e.text)
}

// Text returns what is written.
func (e *Editor) Text() string { return e.text }

// HasFocus reports whether the keyboard is in the editor.
func (e *Editor) HasFocus() bool { return e.focused }

// Caret returns the byte that the cursor stands before.
func (e *Editor) Caret() int { return e.caret }

// Selection returns the bytes [start, end) that are selected; both are the cursor's when
// nothing is.
func (e *Editor) Selection() (start, end int) {
	return min(e.caret, e.anchor), max(e.caret, e.anchor)
}

// SetText puts another text in the place of what is written, and forgets what could be
// undone. The cursor stays where it is as far as there is text.
func (e *Editor) SetText(text string) {
	if text == e.text {
		return
	}
	e.history = history{}
	e.caret = prose.Whole(text, e.caret)
	e.anchor = e.caret
	e.take(text)
	e.ShowCaret()
}

// SetCaret puts the cursor before a byte, and selects nothing. A place beyond the text,
// or below 0, is its end.
func (e *Editor) SetCaret(at int) {
	if at < 0 {
		at = len(e.text)
	}
	e.goTo(prose.Whole(e.text, at), false)
}

// CaretArea returns where the cursor stands on the canvas.
func (e *Editor) CaretArea() (fyne.Position, fyne.Size) {
	i := e.prose.LineOf(e.caret)
	return kit.PlaceOf(e).AddXY(Padding+e.prose.X(i, e.caret), Padding+float32(i)*prose.LineHeight), fyne.NewSize(caretWidth, prose.LineHeight)
}

// Select selects the bytes [start, end); the cursor stands at the end.
func (e *Editor) Select(start, end int) {
	e.anchor, e.caret = prose.Whole(e.text, start), prose.Whole(e.text, end)
	e.goal = -1
	e.ShowCaret()
}

// take lays out another text.
func (e *Editor) take(text string) {
	before := len(e.prose.Lines)
	e.text = text
	e.prose.Wrap(text, e.prose.Width, e.rulers)
	if len(e.prose.Lines) != before && e.OnResize != nil {
		e.OnResize()
	}
}

// LayIn lays the text out in a width: that of the text, without what is around it.
func (e *Editor) LayIn(width float32) {
	if width = max(1, width); width != e.prose.Width || e.prose.Lines == nil {
		e.prose.Wrap(e.text, width, e.rulers)
	}
}

// Height returns how high the text is, with what is around it.
func (e *Editor) Height() float32 {
	return float32(len(e.prose.Lines))*prose.LineHeight + 2*Padding
}

// SetView says which part of the editor is in view.
func (e *Editor) SetView(from, to float32) {
	if from != e.from || to != e.to {
		e.from, e.to = from, to
		e.Refresh()
	}
}

// ShowCaret draws what has changed, with the cursor in view.
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

// replace puts text in the place of the bytes [from, to), as a step of undo. Letters
// typed one after the other are one step for each word.
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
	e.take(e.text[:from] + text + e.text[to:])
	e.caret = from + len(text)
	e.anchor, e.goal = e.caret, -1
	e.ShowCaret()
	if e.OnChanged != nil {
		e.OnChanged(e.text)
	}
}

// Insert puts text in the place of what is selected.
func (e *Editor) Insert(text string) {
	from, to := e.Selection()
	e.replace(from, to, text, false)
}

// Undo takes the last change back, and reports whether there was one.
func (e *Editor) Undo() bool {
	c, ok := e.history.undo()
	if ok {
		e.put(c.at, c.at+len(c.new), c.old)
		e.anchor, e.caret = c.anchor, c.caret
		e.ShowCaret()
	}
	return ok
}

// Redo does what Undo took back, and reports whether there was anything.
func (e *Editor) Redo() bool {
	c, ok := e.history.redo()
	if ok {
		e.put(c.at, c.at+len(c.old), c.new)
	}
	return ok
}

// goTo moves the cursor.
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

// up moves the cursor by lines.
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

// word returns the next end of a word, or with back the start of the one before.
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

// erase deletes what is selected, or else up to a place.
func (e *Editor) erase(to func() int) {
	if from, end := e.Selection(); from < end {
		e.replace(from, end, "", false)
		return
	}
	at := to()
	e.replace(min(at, e.caret), max(at, e.caret), "", true)
}

// pageLines is how many lines a page key moves by.
func (e *Editor) pageLines() int { return max(1, int((e.to-e.from)/prose.LineHeight)-2) }

// FocusGained shows the cursor.
func (e *Editor) FocusGained() {
	e.focused = true
	e.blink.begin()
	e.Refresh()
	if e.OnFocus != nil {
		e.OnFocus(true)
	}
}

// FocusLost hides the cursor. What was written stays.
func (e *Editor) FocusLost() {
	e.focused = false
	e.blink.end()
	e.history.pause()
	e.Refresh()
	if e.OnFocus != nil {
		e.OnFocus(false)
	}
}

// AcceptsTab is false: Tab moves on, as everywhere in the window.
func (e *Editor) AcceptsTab() bool { return false }

// TypedRune writes a character.
func (e *Editor) TypedRune(r rune) {
	from, to := e.Selection()
	if r == ' ' {
		e.history.pause()
	}
	e.replace(from, to, string(r), true)
}

// TypedKey moves the cursor and changes the text.
func (e *Editor) TypedKey(ev *fyne.KeyEvent) {
	mods := e.mods()
	if e.OnKey != nil && e.OnKey(ev, mods) {
		return
	}
	if !e.key(ev.Name, mods) {
		kit.HandOnKey(e, ev)
	}
}

// key does what a key does, and reports whether it does anything.
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
	default:
		return false
	}
	return true
}

// TypedShortcut handles the clipboard, undo, and keys with Ctrl or Alt.
func (e *Editor) TypedShortcut(s fyne.Shortcut) {
	from, to := e.Selection()
	switch s := s.(type) {
	case *fyne.ShortcutUndo:
		if e.Undo() {
			return
		}
	case *fyne.ShortcutRedo:
		if e.Redo() {
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

// byteAt returns the line at a place of the editor, and the place in its text that is
// nearest to it.
func (e *Editor) byteAt(pos fyne.Position) (line, at int) {
	line = int((pos.Y - Padding) / prose.LineHeight)
	line = max(0, min(line, len(e.prose.Lines)-1))
	return line, e.prose.ByteAt(line, pos.X-Padding)
}

// MouseDown puts the cursor, or extends the selection with Shift. A second press selects
// the word, a third one the paragraph.
func (e *Editor) MouseDown(ev *desktop.MouseEvent) {
	kit.HideTip(e)
	if c := kit.CanvasOf(e); c != nil && !e.focused {
		c.Focus(e)
	}
	if ev.Button != desktop.MouseButtonPrimary {
		return
	}
	line, at := e.byteAt(ev.Position)
	at = min(at, e.prose.LastIn(line)) // the cursor appears in the line that was pressed
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

// MouseUp does nothing: the press did it.
func (e *Editor) MouseUp(*desktop.MouseEvent) {}

// Dragged selects.
func (e *Editor) Dragged(ev *fyne.DragEvent) {
	_, at := e.byteAt(ev.Position)
	e.goTo(at, true)
}

// DragEnd ends a selection.
func (e *Editor) DragEnd() {}

// MinSize is as high as the text, and narrow.
func (e *Editor) MinSize() fyne.Size { return fyne.NewSize(kit.LeastSide, e.Height()) }

// CreateRenderer links the editor to its renderer.
func (e *Editor) CreateRenderer() fyne.WidgetRenderer { return &editorRenderer{e: e} }

type editorRenderer struct {
	kit.Drawing
	e       *Editor
	objects []fyne.CanvasObject
}

func (r *editorRenderer) Destroy()           {}
func (r *editorRenderer) MinSize() fyne.Size { return r.e.MinSize() }

// Objects draws first what was never laid out, as those of [kit.Renderer] do.
func (r *editorRenderer) Objects() []fyne.CanvasObject {
	if size := r.e.Size(); r.objects == nil && !size.IsZero() {
		r.Layout(size)
	}
	return r.objects
}

func (r *editorRenderer) Layout(size fyne.Size) {
	r.e.LayIn(size.Width - 2*Padding)
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

// caretWidth is seen at once, and hides no letter.
const caretWidth float32 = 2
