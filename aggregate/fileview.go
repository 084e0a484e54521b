package aggregate

import (
	"context"
	"slices"

	"dossier/models"
)

// FileView is one file as one view mode shows it, without heading and fence.
type FileView struct {
	Path     string          `json:"path"`
	ViewMode models.ViewMode `json:"view_mode"` // the mode that was possible
	Language string          `json:"language"`  // of the fence
	Text     string          `json:"text"`
	Health   []SliceHealth   `json:"health,omitempty"`
	Notes    []string        `json:"notes,omitempty"`
}

// View shows one file by its own view mode. maxBytes is the limit unless the item
// has its own; 0 is [DefaultMaxBytes]. A view mode that is not available is an error
// here, because the person asked for it by name.
func (b *Builder) View(ctx context.Context, item models.FileItem, maxBytes int64) (FileView, error) {
	mode := modeOf(item, models.Composition{Strategy: models.FullText}, false)
	if err := Available(mode); err != nil {
		return FileView{}, err
	}
	src := read(ctx, b.root(), item.Path, sizeLimit(Input{MaxBytes: maxBytes}, Item{FileItem: item}))
	if src.err != nil {
		return FileView{}, src.err
	}
	v := render(src, item, mode)
	return FileView{item.Path, v.shown, v.info, v.text, v.health, slices.Concat(src.notes, v.notes)}, nil
}

// Stats counts what a file holds.
type Stats struct {
	Lines    int
	Elements int // top-level symbols; 0 where the language is not parsed
}

// ComputeFileStats counts the lines of a file of the project.
func (b *Builder) ComputeFileStats(ctx context.Context, path string) (Stats, error) {
	src := read(ctx, b.root(), path, DefaultMaxBytes)
	return Stats{Lines: src.lines}, src.err
}
