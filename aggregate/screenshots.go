package aggregate

import (
	"context"

	"dossier/aggregate/content"
	"dossier/aggregate/disk"
	"dossier/aggregate/text"
	"dossier/models"
)

// Shot is an image of a composition, or an entry that names none.
type Shot struct {
	models.Screenshot        // Path is relative to the project, Caption what holds of all captions
	Given             string // the path of the entry that names it first
	Err               error  // why there is nothing to link to
}

// Shots are the images of a composition before anything is read of them.
type Shots struct {
	List    []Shot     // in output order
	Matches [][]string // for each entry, the paths that it names
}

// Shots returns the images that entries name. An image stands where it was first named,
// and its caption is the last one that any entry gives it. An entry that matches nothing
// is an error in its place.
func (r Resolver) Shots(entries []models.Screenshot) Shots {
	shots := Shots{Matches: make([][]string, len(entries))}
	at := map[string]int{}
	for i, entry := range entries {
		paths, err := r.resolve(entry.Path)
		if err == nil && len(paths) == 1 {
			err = r.reachable(entry.Path, paths[0])
		}
		if err != nil {
			shots.List = append(shots.List, Shot{Screenshot: entry, Given: entry.Path, Err: err})
			continue
		}
		shots.Matches[i] = paths
		for _, p := range paths {
			j, ok := at[p]
			if !ok {
				j = len(shots.List)
				at[p] = j
				shots.List = append(shots.List, Shot{Screenshot: models.Screenshot{Path: p}, Given: entry.Path})
			}
			if text.OneLine(entry.Caption) != "" {
				shots.List[j].Caption = entry.Caption
			}
		}
	}
	return shots
}

// screenshotsSection links to the images. Paths are relative to the project.
type screenshotsSection struct{}

// Kind implements [SectionBuilder].
func (screenshotsSection) Kind() SectionKind { return ScreenshotsSection }

// Build implements [SectionBuilder].
func (screenshotsSection) Build(ctx context.Context, b *Building) (Content, error) {
	c := Content{Title: "Screenshots"}
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

// reachable says why the file at p, which entry names, cannot be linked to.
func (r Resolver) reachable(entry, p string) error {
	switch r.Status(p) {
	case Missing:
		return &NotFoundError{Path: entry}
	case Outside:
		return &disk.OutsideError{Path: entry}
	}
	return nil
}
