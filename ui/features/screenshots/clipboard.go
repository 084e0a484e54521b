package screenshots

import (
	"context"
	"errors"

	"dossier/aggregate/images"
	"dossier/ui/project"
)

// Clipboard returns an image, as the bytes of a PNG. It may be called on any goroutine.
type Clipboard interface {
	Image(ctx context.Context) ([]byte, error)
}

// Paste reads the image from the clipboard in the background. then is called with it, to ask where
// [Part.Save] should write it: nothing is written before. proposed is an unused path, relative to
// the project.
func (p *Part) Paste(then func(data []byte, info images.Info, proposed string)) {
	opened, clipboard := p.host.Project(), p.host.Clipboard()
	switch {
	case opened == nil:
		p.host.Fail(project.ErrNone)
		return
	case clipboard == nil:
		p.host.Fail(errors.New("there is no way to read an image from the clipboard here: save it to a file and drop that on the window"))
		return
	}
	proposed := opened.Screenshots().FreePath(p.shots.List)
	p.pasting.Start(func(ctx context.Context) func() {
		data, err := clipboard.Image(ctx)
		var info images.Info
		if err == nil {
			info, err = images.Parse(data)
		}
		if ctx.Err() != nil {
			return nil
		}
		return func() {
			if err != nil {
				p.host.Fail(err)
				return
			}
			then(data, info, proposed)
		}
	})
}

// Save writes an image to an unused path in the project's folder, relative to the project, and adds
// it to the screenshots. It creates missing folders, and never overwrites an existing file.
func (p *Part) Save(data []byte, name string) error {
	opened := p.host.Project()
	if opened == nil {
		return project.ErrNone
	}
	saved, err := opened.Screenshots().SaveImage(data, name)
	if err != nil {
		return err
	}
	p.Add([]string{saved})
	return nil
}
