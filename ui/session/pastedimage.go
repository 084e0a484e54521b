package session

import (
	"context"
	"errors"

	"dossier/aggregate/images"
	"dossier/ui/project"
)

// ImageClipboard is a [Clipboard] that gives an image too, as the bytes of a PNG. It may
// be called beside the window.
type ImageClipboard interface {
	Image(ctx context.Context) ([]byte, error)
}

// PasteImage reads the image of the clipboard beside the window. then is asked where to
// save it, which [Session.SaveImage] does: nothing is written before. proposed is a free
// path, relative to the project.
func (s *Session) PasteImage(then func(data []byte, info images.Info, proposed string)) {
	clipboard, ok := s.Clipboard.(ImageClipboard)
	switch {
	case s.project == nil:
		s.fail(project.ErrNone)
		return
	case !ok:
		s.fail(errors.New("there is no way to read an image from the clipboard here: save it to a file and drop that on the window"))
		return
	}
	proposed := s.project.Screenshots().FreePath(s.shots.rows.List)
	s.shots.pasting.Start(func(ctx context.Context) func() {
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
				s.fail(err)
				return
			}
			then(data, info, proposed)
		}
	})
}

// SaveImage writes an image into the project's folder under a path that is free,
// relative to the project, and adds it to the screenshots. Folders that are missing are
// made. A file that is there is never written over.
func (s *Session) SaveImage(data []byte, name string) error {
	if s.project == nil {
		return project.ErrNone
	}
	saved, err := s.project.Screenshots().SaveImage(data, name)
	if err != nil {
		return err
	}
	s.AddScreenshots([]string{saved})
	return nil
}
