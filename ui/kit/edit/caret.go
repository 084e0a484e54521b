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
	// blinks is how often a caret is gone for a moment after it came or moved; then it
	// stands still. Each change paints the whole window, so that a caret that never comes
	// to rest keeps a processor busy for as long as the window is open.
	blinks = 3
	// blinkTime is how long a caret is there, and as long it is gone.
	blinkTime = 530 * time.Millisecond
)

// StillCarets returns the app with the animation of Fyne's carets switched off, which
// paints the window many times a second for as long as a text has the focus. The carets
// of this package blink by themselves. It is to be the current app before the first
// widget is drawn.
func StillCarets(app fyne.App) fyne.App { return stillApp{app} }

type stillApp struct{ fyne.App }

func (a stillApp) Settings() fyne.Settings { return stillSettings{a.App.Settings()} }

type stillSettings struct{ fyne.Settings }

func (stillSettings) ShowAnimations() bool { return false }

// animated reports whether the person wants things to move.
func animated() bool {
	s := fyne.CurrentApp().Settings()
	if still, ok := s.(stillSettings); ok {
		s = still.Settings
	}
	return s.ShowAnimations()
}

// blink has a caret blink a few times. It begins and ends with a caret that is seen.
type blink struct {
	show func(on bool)
	off  bool
	anim *fyne.Animation
}

// begin starts anew, or for the first time.
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

// end leaves the caret where it is seen.
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

// entryCaret blinks the caret of a Fyne entry, which is a rectangle that the entry paints
// and shows itself each time that it has moved.
type entryCaret struct {
	blink
	bar *canvas.Rectangle
}

// in takes the caret out of what an entry draws, and returns that. Fyne has no call for it: the
// caret is the last of the objects in the entry's scroll.
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

// moved is told by the entry that the caret may stand elsewhere, or is there or gone.
func (c *entryCaret) moved() {
	switch {
	case c.bar == nil:
	case c.bar.Visible():
		c.off = false // the entry has painted it, as thin as its edge
		c.bar.Resize(fyne.NewSize(caretWidth, c.bar.Size().Height))
		c.begin()
	default:
		c.end()
	}
}
