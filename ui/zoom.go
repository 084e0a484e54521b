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

// The toolkit multiplies all that it draws by one scale: texts, measures, strokes and its
// own dialogs alike, so the window is right at each. It reads the scale from this variable
// when a window opens and whenever the theme is set, and offers no other way to change it.
const scaleVariable = "FYNE_SCALE"

// scaleAt returns the value of the variable for a zoom in percent; without zoom it is holds,
// because the user may have set it.
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
	const slack = 0.01 // of an invalid value
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
	// The toolkit makes a window whose scale changes larger or smaller, which is undone at
	// once. Until the desktop has followed, the window has one of the sizes that it passes
	// through: when a key is pressed quickly, that of any of the steps.
	stays   pixels
	passing []pixels // the latest last
	kept    pixels   // the size at a scale of 1, as last stored
}

// mostPassing bounds the sizes that are remembered: more steps than from one end to the other.
const mostPassing = 32

// sizeOf returns how large a window of this size in units is on the screen, once the
// desktop has followed.
func (z *zoomState) sizeOf(size fyne.Size, scale float32) pixels {
	stays := z.stays.fill(size, scale) // whole units say no more than about how large it is
	if stays || slices.ContainsFunc(z.passing, func(p pixels) bool { return p.fill(size, scale) }) {
		return z.stays
	}
	return pixelsOf(size, scale)
}

// rescaled notes that a window of this size in units went from one scale to another, and
// returns how large it has to stay on the screen.
func (z *zoomState) rescaled(size fyne.Size, from, to float32) pixels {
	stays := z.sizeOf(size, from)
	if stays != z.stays {
		z.passing = nil // the user has made the window another size
	}
	z.stays = stays
	z.passing = append(z.passing[max(0, len(z.passing)+1-mostPassing):], pixelsOf(size, to))
	return stays
}

// factor is the zoom as a factor.
func (z *zoomState) factor() float32 { return float32(z.percent) / 100 }

// applyZoom draws all of the window larger or smaller. The window itself stays as large as
// it is on the screen: there is less or more room in it.
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
	tabOf[*screenshotstab.Tab](w, part.Screenshots).Redraw() // which are made for their size on the screen
}

// shape returns the size of the window without zoom, for storing.
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

// setZoom sets the size of all that is drawn, in percent, within its bounds.
func (z *zoomState) setZoom(percent int) {
	w := z.w
	percent = max(presets.MinZoom, min(percent, presets.MaxZoom))
	w.session.Settings().SetZoom(percent)
	w.overlay.Toast(words.With("Zoom {{.N}} %", map[string]any{"N": percent}), "", nil)
}
