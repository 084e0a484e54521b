package aggregate

import (
	"context"

	"dossier/aggregate/content"
	"dossier/aggregate/disk"
	"dossier/aggregate/text"
	"dossier/models"
)

// Shot is an image of a composition, or an entry without a match.
type Shot struct {
	models.Screenshot        // Path is relative to the project; Caption is the last one given
	EntryPath         string // the path in the first entry that names it
	Err               error  // why it cannot be linked
}

// Shots are the images of a composition. No image has been read yet.
type Shots struct {
	List    []Shot     // in output order
	Matches [][]string // the paths that each entry matches
}

// Shots returns the images that entries name. An image is positioned by the first entry that
// names it and has the last caption that any entry gives it. An entry without a match is a shot
// with an error.
func (r Resolver) Shots(entries []models.Screenshot) Shots {
	shots := Shots{Matches: make([][]string, len(entries))}
	at := map[string]int{}
	for i, entry := range entries {
		paths, err := r.resolve(entry.Path)
		if err == nil && len(paths) == 1 {
			err = r.reachable(entry.Path, paths[0])
		}
		if err != nil {
			shots.List = append(shots.List, Shot{Screenshot: entry, EntryPath: entry.Path, Err: err})
			continue
		}
		shots.Matches[i] = paths
		for _, p := range paths {
			j, ok := at[p]
			if !ok {
				j = len(shots.List)
				at[p] = j
				shots.List = append(shots.List, Shot{Screenshot: models.Screenshot{Path: p}, EntryPath: entry.Path})
			}
			if text.OneLine(entry.Caption) != "" {
				shots.List[j].Caption = entry.Caption
			}
		}
	}
	return shots
}

// screenshotsSection links to the images, with paths relative to the project.
type screenshotsSection struct{}

// Kind implements [SectionBuilder].
func (screenshotsSection) Kind() SectionKind { return ScreenshotsSection }

// Build implements [SectionBuilder].
func (screenshotsSection) Build(ctx context.Context, b *Building) (Content, error) {
	c := Content{Title: "Screenshots", About: "images, with captions"}
	r := b.builder.resolver(ctx, b.Input, b.Input.ScreenshotBase, nil, b.listing)
	for _, shot := range r.Shots(b.Input.Composition.Screenshots).List {
		image := content.Image{Path: shot.Path, Caption: shot.Caption}
		if shot.Err != nil {
			c.Warnings = append(c.Warnings, Warning{Path: shot.Path, Message: reason(shot.Path, shot.Err)})
			image.Problem = errorText(shot.Path, models.Full, shot.Err)
		}
		c.Blocks = append(c.Blocks, b.Block(content.Block{Title: shot.Path, Named: true, Headed: true, Body: image}))
	}
	return c, nil
}

// reachable returns an error if the file at p, named by entry, cannot be linked.
func (r Resolver) reachable(entry, p string) error {
	switch r.Status(p) {
	case Missing:
		return &NotFoundError{Path: entry}
	case Outside:
		return &disk.OutsideError{Path: entry}
	}
	return nil
}
