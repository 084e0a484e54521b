package screenshotstab

import (
	"image"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"dossier/ui/kit"
	"dossier/ui/words"
)

// pictureMin is the minimum size of the large view, in units.
const pictureMin = 64

// picture is the large view below the strip: one image, as large as the tab allows, and its
// description.
type picture struct {
	t       *Tab
	image   *canvas.Image
	caption *kit.Label
	row     int    // the shown row; -1 for none
	path    string // path of the shown or pending image
	box     image.Point
	content fyne.CanvasObject
}

func newPicture(t *Tab) *picture {
	p := &picture{t: t, row: -1, image: &canvas.Image{FillMode: canvas.ImageFillContain, ScaleMode: canvas.ImageScaleSmooth}}
	p.caption = kit.NewLabel("", kit.Body)
	p.caption.SetMinWidth(1)
	p.content = kit.NewColumn(nil, kit.NewSurface(container.New(pictureLayout{p}, p.image), kit.ColorGround, 0, kit.Inset, kit.Inset), kit.NewStatusBar(p.caption, kit.EdgeTop))
	return p
}

// show shows the image of row i. The previous picture stays until the new one is decoded.
func (p *picture) show(i int) {
	s := p.t.w.Session()
	p.row = i
	row := s.Screenshots().Row(i)
	caption := row.Caption
	if caption == "" {
		caption = words.Say("No caption (F2 writes one)")
	}
	p.caption.SetText(caption)
	p.caption.SetTip(tipOf(row, s))
	box := p.room()
	if row.Path == p.path && box == p.box {
		return
	}
	p.path, p.box = row.Path, box
	s.Screenshots().Enlarge(i, box, func(img *image.RGBA, err error) {
		if p.path != row.Path {
			return // another one was selected in the meantime
		}
		p.image.Image = nil
		if err == nil {
			p.image.Image = img
		}
		p.image.Refresh()
	})
}

// pictureLayout gives the picture all the space, and decodes it again for another size.
type pictureLayout struct{ p *picture }

func (pictureLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSquareSize(pictureMin) }

func (l pictureLayout) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	l.p.image.Resize(size)
	if n := l.p.t.frames.Len(); l.p.row >= 0 && l.p.row < n {
		l.p.show(l.p.row)
	}
}

// room returns the size of the image in pixels.
func (p *picture) room() image.Point {
	size, scale := p.image.Size(), float32(1)
	if c := kit.CanvasOf(p.image); c != nil {
		scale = c.Scale()
	}
	return image.Pt(max(pictureMin, int(size.Width*scale)), max(pictureMin, int(size.Height*scale)))
}
