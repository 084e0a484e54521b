package ui

import (
	"math"
	"os"
	"strconv"

	"fyne.io/fyne/v2"

	"dossier/presets"
	"dossier/ui/features/screenshots/screenshotstab"
	"dossier/ui/part"
	"dossier/ui/words"
)

// The toolkit multiplies everything that it draws by one scale: texts, measures, strokes and its
// own dialogs alike, so the window is correct at each scale. It reads the scale from this variable
// when a window opens and whenever the theme is set, and offers no other way to change it.
const scaleVariable = "FYNE_SCALE"

// scaleAt returns the value of the variable for a zoom in percent. Without zoom it is the previous
// value, because the user may have set it.
func scaleAt(old string, percent int) string {
	if percent == 100 {
		return old
	}
	scale, err := strconv.ParseFloat(old, 64)
	if err != nil || scale <= 0 {
		scale = 1
		if set := fyne.CurrentApp().Settings().Scale(); set > 0 && old != "auto" {
			scale = float64(set)
		}
	}
	return strconv.FormatFloat(scale*float64(percent)/100, 'g', -1, 64)
}

// pixels is a size on the screen.
type pixels struct{ width, height float32 }

func pixelsOf(size fyne.Size, scale float32) pixels {
	return pixels{round(size.Width * scale), round(size.Height * scale)}
}

// fill reports whether a window of this size has the given size in units, which the toolkit rounds.
func (p pixels) fill(size fyne.Size, scale float32) bool {
	near := func(units, pixels float32) bool { return abs(units*scale-pixels) <= max(1, scale) }
	return near(size.Width, p.width) && near(size.Height, p.height)
}

// at returns the size in the units of a scale. The toolkit rounds units up, so half a pixel is
// subtracted.
func (p pixels) at(scale float32) fyne.Size {
	if scale == 1 {
		return fyne.NewSize(p.width, p.height)
	}
	return fyne.NewSize((p.width-0.5)/scale, (p.height-0.5)/scale)
}

// within returns the largest size in whole units that fits in p.
func (p pixels) within(scale float32) fyne.Size {
	down := func(v float32) float32 { return float32(math.Floor(float64(v / scale))) }
	return fyne.NewSize(down(p.width), down(p.height))
}

func round(v float32) float32 { return float32(math.Round(float64(v))) }

func abs(v float32) float32 { return max(v, -v) }

// zoomState is the zoom, and its effect on the window.
type zoomState struct {
	w       *Window
	percent int
	initial string // the toolkit's variable without our zoom
	stays   pixels // the size on the screen when the zoom was last changed
	stored  pixels // the size at a scale of 1, as last stored
}

// sizeOf returns the size on the screen of a window with this size in units. It does not change
// by rounding from step to step.
func (z *zoomState) sizeOf(size fyne.Size, scale float32) pixels {
	if !z.stays.fill(size, scale) {
		z.stays = pixelsOf(size, scale)
	}
	return z.stays
}

// factor returns the zoom as a factor.
func (z *zoomState) factor() float32 { return float32(z.percent) / 100 }

// applyZoom draws the whole window larger or smaller. The window keeps its size on the screen and
// has less or more space.
func (z *zoomState) applyZoom(percent int) {
	w := z.w
	canvas := w.win.Canvas()
	size, scale := canvas.Size(), canvas.Scale()
	stays := z.sizeOf(size, scale)
	next := scale / z.factor() * float32(percent) / 100
	z.percent = percent
	os.Setenv(scaleVariable, scaleAt(z.initial, percent))
	// The toolkit makes a window whose scale changes as much larger or smaller, and may request that
	// size again after the window got another. So the content gets its future size first.
	resize := func(fyne.Size) {}
	if c, ok := canvas.(interface{ Resize(size fyne.Size) }); ok {
		resize = c.Resize
	}
	resize(stays.within(next))
	w.setTheme()
	now := canvas.Scale()
	if now == scale || now <= 0 {
		resize(size)
		return
	}
	w.win.Resize(stays.at(now))
	tabOf[*screenshotstab.Tab](w, part.Screenshots).Redraw() // thumbnails are made for their size on the screen
}

// shape returns the size of the window without zoom, for storage.
func (z *zoomState) shape() pixels {
	size := z.w.win.Canvas().Size()
	if !z.stored.fill(size, z.factor()) {
		z.stored = pixelsOf(size, z.factor())
	}
	return z.stored
}

const zoomStep = 10 // percent

// zoomBy changes the zoom by a number of steps, and reports it.
func (z *zoomState) zoomBy(steps int) { z.setZoom(z.percent + steps*zoomStep) }

// setZoom sets the zoom in percent, within its limits.
func (z *zoomState) setZoom(percent int) {
	w := z.w
	percent = max(presets.MinZoom, min(percent, presets.MaxZoom))
	w.session.Settings().SetZoom(percent)
	w.overlay.Toast(words.With("Zoom {{.N}} %", map[string]any{"N": percent}), "", nil)
}
