package project

import (
	"context"
	"fmt"
	"path"
	"path/filepath"

	"dossier/aggregate"
	"dossier/aggregate/images"
	"dossier/aggregate/text"
	"dossier/aggregate/tokens"
	"dossier/models"
)

// Screenshots manages the screenshots in the project file.
type Screenshots struct{ p *Project }

// Screenshots returns the project's screenshots.
func (p *Project) Screenshots() Screenshots { return Screenshots{p} }

// List returns the screenshots of the project file, with their properties.
func (s Screenshots) List(ctx context.Context) ([]Screenshot, error) {
	shots := s.resolver(ctx).Shots(s.p.StoredState().Project.Screenshots)
	root := s.p.Reader()
	out := make([]Screenshot, len(shots.List))
	for i, shot := range shots.List {
		out[i] = Screenshot{Shot: shot, Err: shot.Err, Known: true}
		if shot.Err == nil {
			out[i].Info, out[i].Err = images.Inspect(ctx, root, shot.Path)
		}
	}
	return out, ctx.Err()
}

func (s Screenshots) resolver(ctx context.Context) aggregate.Resolver {
	return s.p.Resolver(ctx, s.p.StoredState().ScreenshotBase())
}

// Add appends images to those of the project file, given as paths or patterns. One caption,
// which may be empty, applies to all. It returns the number of new entries; a path without an
// image is an error, and nothing is saved.
func (s Screenshots) Add(ctx context.Context, names []string, caption string) (added int, err error) {
	err = s.change(ctx, func(e *ScreenshotEdit) error {
		added = 0
		for _, name := range names {
			clean, ok := s.p.Local(name)
			if !ok && filepath.IsAbs(name) {
				return fmt.Errorf("%s is outside the project: copy the image into the project, because dossier.toml is shared with it", text.Escape(name))
			}
			if !ok || name == "" {
				clean = path.Clean(filepath.ToSlash(name))
			}
			entry, err := ScreenshotEntry(s.resolver(ctx), clean)
			if err != nil {
				return err
			}
			entry.Caption = text.OneLine(caption)
			if e.AddEntry(clean, entry) {
				added++
			}
		}
		return nil
	})
	return added, err
}

// Remove removes images from the project file, by their paths. A pattern that matches one of
// them is replaced by its other images.
func (s Screenshots) Remove(ctx context.Context, names []string) error {
	return s.change(ctx, func(e *ScreenshotEdit) error {
		var rows []int
		for _, name := range names {
			row, err := e.place(name)
			if err != nil {
				return err
			}
			rows = append(rows, row)
		}
		e.Remove(rows)
		return nil
	})
}

// Move moves an image of the project file to a position, from 1.
func (s Screenshots) Move(ctx context.Context, name string, to int) error {
	return s.change(ctx, func(e *ScreenshotEdit) error {
		row, err := e.place(name)
		if err != nil {
			return err
		}
		if to < 1 || to > len(e.shots.List) {
			return fmt.Errorf("there is no place %d: the project has %d screenshots", to, len(e.shots.List))
		}
		if to-1 > row {
			to++ // its own position becomes free first
		}
		if to-1 != row {
			e.Move([]int{row}, to-1)
		}
		return nil
	})
}

// SetCaption sets the caption of an image in the project file; an empty caption removes it.
func (s Screenshots) SetCaption(ctx context.Context, name, caption string) error {
	return s.change(ctx, func(e *ScreenshotEdit) error {
		row, err := e.place(name)
		if err == nil && e.shots.List[row].Caption != text.OneLine(caption) {
			e.Caption(row, text.OneLine(caption))
		}
		return err
	})
}

// change changes only the screenshots in the project file. If another program saves others
// concurrently, the edit is repeated on those.
func (s Screenshots) change(ctx context.Context, fn func(*ScreenshotEdit) error) error {
	return s.p.change(ctx, func(k *StoredState) (func(*models.Project), error) {
		r := s.resolver(ctx)
		e := NewScreenshotEdit(k.Project.Screenshots, r.Base, r.Shots(k.Project.Screenshots))
		if err := fn(e); err != nil {
			return nil, err
		}
		before := models.Composition{Screenshots: k.Project.Screenshots}
		if SameScreenshots(before, models.Composition{Screenshots: e.List}) {
			return nil, nil
		}
		return func(to *models.Project) { to.Screenshots = e.List }, nil
	})
}

// Screenshot is a row of the screenshots: an image, or an entry that matches none.
type Screenshot struct {
	aggregate.Shot
	Info  images.Info // valid if Known is set and Err is nil
	Known bool        // the file was inspected
	// Err is why the entry matches no image or, if Known is set, why the file cannot be read as an image.
	Err error
}

// Cost returns the approximate cost of the image for a model; pending until its size is known,
// and zero without an image.
func (s Screenshot) Cost(m tokens.Model) Cost {
	switch {
	case s.Err != nil:
		return Cost{}
	case !s.Known:
		return Cost{Pending: true}
	}
	n := m.Images.Tokens(s.Info.Width, s.Info.Height)
	return Cost{Count: aggregate.Count{N: n}} // by the vendor's published rule, which states no error
}

// Misnamed reports whether the extension of the file is that of another format.
func (s Screenshot) Misnamed() bool {
	return s.Known && s.Err == nil && s.Info.Misnamed(s.Path)
}
