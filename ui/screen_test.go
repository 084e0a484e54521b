package ui

import (
	"fmt"
	"hash/maphash"
	"image/color"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"dossier/ui/kit/kittest"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
)

// sight is a fingerprint of what the user sees. Two that differ look different.
type sight uint64

var sightSeed = maphash.MakeSeed()

// seen returns the sight of what is drawn below an object: texts, boxes, lines and
// pictures with their colours and places. It is asked for at every turn, so it makes no
// strings.
func (s *stage) seen(o fyne.CanvasObject) sight {
	h := hash{}
	h.SetSeed(sightSeed)
	kittest.Walk(o, fyne.Position{}, s.Whole(), func(d kittest.Drawn) {
		switch o := d.Object.(type) {
		case *canvas.Text:
			h.WriteString(o.Text)
			h.colour(o.Color)
			h.numbers(o.TextSize)
		case *canvas.Rectangle:
			h.colour(o.FillColor)
			h.colour(o.StrokeColor)
			h.numbers(o.StrokeWidth, o.CornerRadius)
		case *canvas.Line:
			h.colour(o.StrokeColor)
			h.numbers(o.Position1.X, o.Position1.Y, o.Position2.X, o.Position2.Y, o.StrokeWidth)
			return // a line has no size of its own
		case *canvas.Circle:
			h.colour(o.FillColor)
			h.colour(o.StrokeColor)
		case *canvas.Image:
			if o.Resource != nil {
				h.WriteString(o.Resource.Name())
			} else if o.Image != nil {
				size := o.Image.Bounds().Size()
				h.numbers(float32(size.X), float32(size.Y))
			}
		default:
			return
		}
		h.numbers(d.At.X, d.At.Y, d.Size.Width, d.Size.Height)
	})
	return sight(h.Sum64())
}

// hash takes numbers and colours too.
type hash struct{ maphash.Hash }

func (h *hash) numbers(values ...float32) {
	for _, v := range values {
		maphash.WriteComparable(&h.Hash, v)
	}
}

func (h *hash) colour(c color.Color) {
	if c != nil {
		r, g, b, a := c.RGBA()
		maphash.WriteComparable(&h.Hash, [4]uint32{r, g, b, a})
	}
}

func shade(c color.Color) string {
	if c == nil {
		return "-"
	}
	r, g, b, a := c.RGBA()
	return fmt.Sprintf("%02x%02x%02x%02x", r>>8, g>>8, b>>8, a>>8)
}

// everything returns the sight of the window with all that lies over it, the keyboard's
// place, the clipboard, and what the program asked the system to open. A tip is no part of
// it: that one goes is not what a click does.
func (s *stage) everything() string {
	s.overlay.HideTip()
	var b strings.Builder
	fmt.Fprintf(&b, "%x", s.seen(s.win.Canvas().Content()))
	for _, o := range s.win.Canvas().Overlays().List() {
		fmt.Fprintf(&b, " %x", s.seen(o))
	}
	fmt.Fprintf(&b, " %T%p %x %q", s.Focused(), s.Focused(), maphash.String(sightSeed, s.Clip), s.App.Opened)
	return b.String()
}

// onDisk returns a fingerprint of the files that there are in the project.
func (s *stage) onDisk() string {
	var b strings.Builder
	filepath.WalkDir(s.session.Dir(), func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			data, _ := os.ReadFile(path)
			fmt.Fprintf(&b, "%s %x\n", path, maphash.Bytes(sightSeed, data))
		}
		return nil
	})
	return b.String()
}

// spots returns places spread over a control.
func spots(d kittest.Drawn) []fyne.Position {
	const across, down = 12, 12 // finer than anything that is clicked
	var out []fyne.Position
	for y := d.At.Y + down/2; y < d.At.Y+d.Size.Height; y += down {
		for x := d.At.X + across/2; x < d.At.X+d.Size.Width; x += across {
			out = append(out, fyne.NewPos(x, y))
		}
	}
	return out
}
