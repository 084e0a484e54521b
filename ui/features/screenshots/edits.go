package screenshots

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"

	"dossier/aggregate"
	"dossier/aggregate/disk"
	"dossier/aggregate/images"
	"dossier/aggregate/text"
	"dossier/ui/project"
	"dossier/ui/session/message"
)

// NewEdit begins an edit of the screenshots; see [project.Edit.Screenshots].
func (p *Part) NewEdit() *project.ScreenshotEdit {
	return project.NewScreenshotEdit(p.host.Composition().Screenshots, p.host.Project().StoredState().ScreenshotBase(), p.shots)
}

// edit changes the screenshots in one undo step.
func (p *Part) edit(label message.Message, fn func(*project.ScreenshotEdit)) {
	p.host.Edit(label, func(e *project.Edit) { e.Screenshots(p.NewEdit(), fn) })
}

// Add appends images by their paths, relative to the project; existing ones stay where they are.
func (p *Part) Add(paths []string) {
	p.edit(message.Several("add {{.N}} screenshots", len(paths), project.FirstName(paths)), func(e *project.ScreenshotEdit) { e.Add(paths) })
}

// AddEntry appends a typed path or pattern, relative to the project or absolute. If it matches no
// image, it returns an error and adds nothing.
func (p *Part) AddEntry(name string) error {
	opened := p.host.Project()
	if opened == nil {
		return project.ErrNone
	}
	if local, ok := opened.Local(name); ok && name != "" {
		name = local
	} else if filepath.IsAbs(name) {
		if !images.Named(name) {
			return project.NotImage(name)
		}
		if _, err := os.Stat(name); err != nil {
			return &aggregate.NotFoundError{Path: name}
		}
		p.host.AddFiles([]string{name})
		return nil
	}
	entry, err := project.ScreenshotEntry(p.resolver(), name)
	if err != nil {
		return err
	}
	p.edit(message.Named("add {{.Name}}", name), func(e *project.ScreenshotEdit) {
		e.AddEntry(path.Clean(filepath.ToSlash(name)), entry)
	})
	return nil
}

// ReplaceFiles turns images that are listed as files into screenshots, in one undo step: as a file,
// an image is only a line saying that it is binary.
func (p *Part) ReplaceFiles(paths []string) {
	p.host.Edit(message.Several("show {{.N}} images as screenshots", len(paths), project.FirstName(paths)), func(e *project.Edit) {
		e.Remove(paths)
		e.Screenshots(p.NewEdit(), func(shots *project.ScreenshotEdit) { shots.Add(paths) })
	})
}

// Remove removes rows.
func (p *Part) Remove(rows []int) {
	p.edit(message.Several("remove {{.N}} screenshots", len(rows), p.name(rows)), func(e *project.ScreenshotEdit) { e.Remove(rows) })
}

// Move moves rows before the row at, which may be the number of rows.
func (p *Part) Move(rows []int, at int) {
	p.edit(message.Named("move {{.Name}}", p.name(rows)), func(e *project.ScreenshotEdit) { e.Move(rows, at) })
}

// SetCaption sets the caption of row i; an empty caption removes it.
func (p *Part) SetCaption(i int, caption string) {
	caption = text.OneLine(caption)
	if caption == p.Row(i).Caption {
		return
	}
	p.edit(message.Named("caption of {{.Name}}", p.name([]int{i})), func(e *project.ScreenshotEdit) { e.Caption(i, caption) })
}

// Target returns the external path that row i leads to, so that the user can allow it.
func (p *Part) Target(i int) (string, error) {
	row := p.Row(i)
	var outside *disk.OutsideError
	if errors.As(row.Err, &outside) {
		opened := p.host.Project()
		full := opened.StoredState().ScreenshotBase().Path(row.Path)
		if _, err := opened.Reader().Stat(full); errors.As(err, &outside) && outside.Target != "" {
			return outside.Target, nil
		}
	}
	return "", fmt.Errorf("%s leads out of the project, but not to a place that could be allowed", text.Escape(row.Path))
}
