package screenshots

import (
	"context"
	"image"

	"dossier/aggregate/disk"
)

// maxPictures is the maximum number of retained thumbnails of hidden rows.
const maxPictures = 300

// picture is a row's thumbnail, or why it has none.
type picture struct {
	identity disk.Identity // of the file that it shows
	box      image.Point
	image    *image.RGBA
	err      error
}

// wanted is an image whose thumbnail must be made.
type wanted struct {
	path     string
	identity disk.Identity
}

// ShowPictures makes the thumbnails of the rows [first, last) in the background: each fits into a
// box, in pixels.
func (p *Part) ShowPictures(first, last int, box image.Point) {
	var work []wanted
	inView := map[string]bool{}
	for i := max(0, first); i < min(last, p.Len()); i++ {
		row := p.Row(i)
		inView[row.Path] = true
		have, ok := p.pictures[row.Path]
		if row.Known && row.Err == nil && (!ok || have.identity != row.Info.Identity || have.box != box) {
			work = append(work, wanted{row.Path, row.Info.Identity})
		}
	}
	if len(p.pictures) > maxPictures {
		for path := range p.pictures {
			if !inView[path] {
				delete(p.pictures, path)
			}
		}
	}
	if len(work) > 0 {
		p.makePictures(work, box)
	}
}

// makePictures makes thumbnails, and shows each as soon as it is available.
func (p *Part) makePictures(work []wanted, box image.Point) {
	root := p.host.Project().Reader()
	p.picturing.Start(func(ctx context.Context) func() {
		for _, want := range work {
			img, err := p.thumbnails.Get(ctx, root, want.path, box.X, box.Y)
			if ctx.Err() != nil {
				return nil
			}
			p.work.Do(ctx, func() {
				if p.pictures == nil {
					p.pictures = map[string]picture{}
				}
				p.pictures[want.path] = picture{want.identity, box, img, err}
				p.host.PicturesChanged()
			})
		}
		return nil
	})
}

// Picture returns the thumbnail of an image, or why it has none. Both are nil until it is known.
func (p *Part) Picture(path string) (*image.RGBA, error) {
	one := p.pictures[path]
	return one.image, one.err
}

// Enlarge makes, in the background, a picture of row i that fits into a box, in pixels.
func (p *Part) Enlarge(i int, box image.Point, then func(*image.RGBA, error)) {
	row := p.Row(i)
	if row.Err != nil {
		then(nil, row.Err)
		return
	}
	root := p.host.Project().Reader()
	p.enlarging.Start(func(ctx context.Context) func() {
		img, err := p.thumbnails.Get(ctx, root, row.Path, box.X, box.Y)
		return func() { then(img, err) }
	})
}
