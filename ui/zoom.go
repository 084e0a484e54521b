package ui

import (
	"math"
	"os"
	"slices"
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
func scaleAt(was string, percent int) string {
	if percent == 100 {
		return was
	}
	scale, err := strconv.ParseFloat(was, 64)
	if err != nil || scale <= 0 {
		scale = 1
		if set := fyne.CurrentApp().Settings().Scale(); set > 0 && was != "auto" {
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

// fill reports whether a window of this size has the given size in units: the toolkit
// rounds these up.
func (p pixels) fill(size fyne.Size, scale float32) bool {
	const slack = 0.01 // tolerance for rounding errors
	up := func(v float32) float32 { return float32(math.Ceil(float64(v/scale - slack))) }
	return up(p.width) == size.Width && up(p.height) == size.Height
}

// at returns the size in the units of a scale. The toolkit rounds units up, so half a pixel is
// subtracted.
func (p pixels) at(scale float32) fyne.Size {
	if scale == 1 {
		return fyne.NewSize(p.width, p.height)
	}
	return fyne.NewSize((p.width-0.5)/scale, (p.height-0.5)/scale)
}

func round(v float32) float32 { return float32(math.Round(float64(v))) }

// zoomState is the zoom, and its effect on the window.
type zoomState struct {
	w       *Window
	percent int
	was     string // the toolkit's variable without our zoom
	// The toolkit resizes a window whose scale changes, which is undone immediately. Until the
	// desktop has followed, the window has one of the sizes that it passes through: when a key is
	// pressed quickly, that of any of the steps.
	stays   pixels
	passing []pixels // most recent last
	kept    pixels   // the size at a scale of 1, as last stored
}

// mostPassing is the maximum number of remembered sizes: more than the steps from one limit to the other.
const mostPassing = 32

// sizeOf returns the size on the screen of a window with this size in units, once the desktop has
// followed.
func (z *zoomState) sizeOf(size fyne.Size, scale float32) pixels {
	stays := z.stays.fill(size, scale) // whole units give only an approximate size
	if stays || slices.ContainsFunc(z.passing, func(p pixels) bool { return p.fill(size, scale) }) {
		return z.stays
	}
	return pixelsOf(size, scale)
}

// rescaled records that a window of this size in units changed from one scale to another, and
// returns the size that it must keep on the screen.
func (z *zoomState) rescaled(size fyne.Size, from, to float32) pixels {
	stays := z.sizeOf(size, from)
	if stays != z.stays {
		z.passing = nil // the user has resized the window
	}
	z.stays = stays
	z.passing = append(z.passing[max(0, len(z.passing)+1-mostPassing):], pixelsOf(size, to))
	return stays
}

// factor returns the zoom as a factor.
func (z *zoomState) factor() float32 { return float32(z.percent) / 100 }

// applyZoom draws the whole window larger or smaller. The window keeps its size on the screen and
// has less or more space.
func (z *zoomState) applyZoom(percent int) {
	w := z.w
	z, canvas := &w.zoom, w.win.Canvas()
	size, scale := canvas.Size(), canvas.Scale()
	z.percent = percent
	os.Setenv(scaleVariable, scaleAt(z.was, percent))
	w.setTheme()
	now := canvas.Scale()
	if now == scale || now <= 0 {
		return
	}
	w.win.Resize(z.rescaled(size, scale, now).at(now))
	tabOf[*screenshotstab.Tab](w, part.Screenshots).Redraw() // thumbnails are made for their size on the screen
}

// shape returns the size of the window without zoom, for storage.
func (z *zoomState) shape() pixels {
	w := z.w
	z, size := &w.zoom, w.win.Canvas().Size()
	if !z.kept.fill(size, z.factor()) {
		z.kept = pixelsOf(size, z.factor())
	}
	return z.kept
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
