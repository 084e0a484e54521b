package edit

import (
	"image/color"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"dossier/ui/kit"
)

const (
	// blinks is how often a caret blinks after it appears or moves; then it is steady. Each
	// change repaints the whole window, so a caret that never stops would keep a processor busy
	// for as long as the window is open.
	blinks = 3
	// blinkTime is how long a caret is visible, and how long it is hidden.
	blinkTime = 530 * time.Millisecond
)

// WithoutCaretAnimation returns the app with Fyne's caret animation disabled, which repaints the window
// many times a second while a text is focused. The carets of this package blink by themselves.
// The result must become the current app before the first widget is drawn.
func WithoutCaretAnimation(app fyne.App) fyne.App { return stillApp{app, new(bool)} }

// ReduceMotion sets whether the carets of this package never blink in an app that WithoutCaretAnimation returned. It has no effect on
// other apps.
func ReduceMotion(app fyne.App, on bool) {
	if still, ok := app.(stillApp); ok {
		*still.reduced = on
	}
}

type stillApp struct {
	fyne.App
	reduced *bool // no motion at all
}

func (a stillApp) Settings() fyne.Settings { return stillSettings{a.App.Settings(), *a.reduced} }

type stillSettings struct {
	fyne.Settings
	reduced bool
}

func (stillSettings) ShowAnimations() bool { return false }

// animated reports whether the user wants animations.
func animated() bool {
	s := fyne.CurrentApp().Settings()
	if still, ok := s.(stillSettings); ok {
		if still.reduced {
			return false
		}
		s = still.Settings
	}
	return s.ShowAnimations()
}

// blink makes a caret blink a few times. It begins and ends with a visible caret.
type blink struct {
	show func(on bool)
	off  bool
	anim *fyne.Animation
}

// begin starts blinking, or restarts it.
func (b *blink) begin() {
	b.end()
	if !animated() {
		return
	}
	const phases = 2 * blinks
	b.anim = fyne.NewAnimation((phases+1)*blinkTime, func(done float32) {
		b.set(int(done*(phases+1))%2 == 1 && done < 1)
	})
	b.anim.Curve = fyne.AnimationLinear
	b.anim.Start()
}

// end stops blinking and shows the caret.
func (b *blink) end() {
	if b.anim != nil {
		b.anim.Stop()
		b.anim = nil
	}
	b.set(false)
}

func (b *blink) set(off bool) {
	if off != b.off {
		b.off = off
		b.show(!off)
	}
}

// entryCaret makes the caret of a Fyne entry blink. The caret is a rectangle that the entry
// paints and shows after each move.
type entryCaret struct {
	blink
	bar *canvas.Rectangle
}

// in finds the caret in the renderer of an entry, and returns the renderer. Fyne has no API for
// it: the caret is the last object in the entry's scroll container.
func (c *entryCaret) in(r fyne.WidgetRenderer) fyne.WidgetRenderer {
	c.bar = nil
	for _, o := range r.Objects() {
		scroll, ok := o.(*container.Scroll)
		if !ok {
			continue
		}
		if content, ok := scroll.Content.(fyne.Widget); ok {
			objects := content.CreateRenderer().Objects()
			c.bar, _ = objects[len(objects)-1].(*canvas.Rectangle)
		}
	}
	c.show = func(on bool) {
		c.bar.FillColor = color.Transparent
		if on {
			c.bar.FillColor = kit.ColorFor(fyne.CurrentApp().Settings().Theme(), theme.ColorNamePrimary)
		}
		c.bar.Refresh()
	}
	return r
}

// moved is called when the caret may have moved, appeared or disappeared.
func (c *entryCaret) moved() {
	switch {
	case c.bar == nil:
	case c.bar.Visible():
		c.off = false // the entry has drawn it, as thin as its outline
		c.bar.Resize(fyne.NewSize(caretWidth, c.bar.Size().Height))
		c.begin()
	default:
		c.end()
	}
}
