// Package screenshots manages the screenshots of the open project in a session: the images of the
// composition as rows, their properties, thumbnails of the visible ones, and actions on them.
// Images are read in the background, in jobs of the project.
package screenshots

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"

	"dossier/aggregate"
	"dossier/aggregate/images"
	"dossier/aggregate/watch"
	"dossier/ui/project"
	"dossier/ui/session/feature"
	"dossier/ui/session/jobs"
)

// Host is the subset of the session that the screenshots depend on.
type Host interface {
	feature.Source
	feature.Tokens
	feature.Editor
	feature.Reporter

	// Resolver returns the resolver of paths and patterns to files. Until the project's names are
	// known, patterns match nothing.
	Resolver() aggregate.Resolver
	// AddFiles adds files by their absolute paths, also from outside the project.
	AddFiles(paths []string)
	// Clipboard returns the clipboard that images are pasted from; nil if images cannot be pasted.
	Clipboard() Clipboard
	// PicturesChanged is called after thumbnails have changed.
	PicturesChanged()
}

// Part is the controller of one project's screenshots. It belongs to the session's goroutine.
type Part struct {
	host  Host
	work  *jobs.Group
	shots aggregate.Shots
	at    map[string]int // rows by path
	known map[string]measured
	// pictures are the thumbnails of the most recently visible rows.
	pictures   map[string]picture
	thumbnails *images.Thumbnails

	measuring, picturing, enlarging, pasting *jobs.Latest
}

// measured holds the known properties of a file.
type measured struct {
	info images.Info
	err  error
}

// New returns the controller for a newly opened project, or for none.
func New(host Host, work *jobs.Group) *Part {
	return &Part{
		host: host, work: work, thumbnails: &images.Thumbnails{},
		measuring: work.Latest(), picturing: work.Latest(), enlarging: work.Latest(), pasting: work.Latest(),
	}
}

// List returns the images that the composition names, in output order. The caller must not modify
// the slice.
func (p *Part) List() []aggregate.Shot { return p.shots.List }

// Len returns the number of rows.
func (p *Part) Len() int { return len(p.shots.List) }

// Row returns row i.
func (p *Part) Row(i int) project.Screenshot {
	shot := p.shots.List[i]
	row := project.Screenshot{Shot: shot, Err: shot.Err}
	if p.host.Names() == nil && errors.As(shot.Err, new(*aggregate.NotFoundError)) {
		row.Err = nil // the files to match are unknown
	}
	if known, ok := p.known[shot.Path]; ok && shot.Err == nil {
		row.Known, row.Info, row.Err = true, known.info, known.err
	}
	return row
}

// Rows returns all rows in output order.
func (p *Part) Rows() []project.Screenshot {
	out := make([]project.Screenshot, p.Len())
	for i := range out {
		out[i] = p.Row(i)
	}
	return out
}

// Find returns the row of a path; false if there is none.
func (p *Part) Find(path string) (int, bool) {
	i, ok := p.at[path]
	return i, ok
}

// Cost returns the approximate cost of all images for the model. The document's tokens do not
// include it: they count only the text.
func (p *Part) Cost() project.Cost {
	sum := project.Cost{}
	for _, row := range p.Rows() {
		sum = sum.Plus(row.Cost(p.host.Model()))
	}
	sum.Exact = false
	return sum
}

// Resolve resolves the images of the composition, and inspects new ones. The caller reports the
// change.
func (p *Part) Resolve() {
	p.shots = p.resolver().Shots(p.host.Composition().Screenshots)
	p.at = make(map[string]int, p.Len())
	for i, shot := range p.shots.List {
		p.at[shot.Path] = i
	}
	p.Measure()
}

func (p *Part) resolver() aggregate.Resolver {
	r := p.host.Resolver()
	r.Base = p.host.Project().StoredState().ScreenshotBase()
	return r
}

// Measure reads the headers of the images in the background, unless their size and time are
// unchanged.
func (p *Part) Measure() {
	before := make(map[string]measured, len(p.known))
	var paths []string
	for _, shot := range p.shots.List {
		if shot.Err == nil {
			paths = append(paths, shot.Path)
			if known, ok := p.known[shot.Path]; ok {
				before[shot.Path] = known
			}
		}
	}
	if len(paths) == 0 {
		p.measuring.Stop()
		p.known = nil
		return
	}
	root := p.host.Project().Reader()
	p.measuring.Start(func(ctx context.Context) func() {
		all := make(map[string]measured, len(paths))
		changed := len(before) != len(paths)
		for _, path := range paths {
			one, known := before[path]
			if info, err := root.Stat(path); err != nil || !known || one.err != nil || info.Identity != one.info.Identity {
				now := measured{}
				now.info, now.err = images.Inspect(ctx, root, path)
				changed = changed || !known || now.info != one.info || fmt.Sprint(now.err) != fmt.Sprint(one.err)
				one = now
			}
			all[path] = one
		}
		if ctx.Err() != nil {
			return nil
		}
		return func() {
			p.known = all
			if changed {
				p.host.Changed()
			}
		}
	})
}

// Measuring reports whether images are being inspected.
func (p *Part) Measuring() bool { return p.measuring.Busy() }

// DiskChanged handles changes on the disk, and reports whether any of the images has changed.
func (p *Part) DiskChanged(b watch.Batch) bool {
	touched := b.All || slices.ContainsFunc(slices.Concat(b.Files, b.Folders), func(changed string) bool {
		_, ok := p.at[changed]
		return ok || slices.ContainsFunc(p.shots.List, func(shot aggregate.Shot) bool {
			_, below := project.CutFolder(shot.Path, changed)
			return below
		})
	})
	if touched && p.Len() > 0 {
		p.Measure()
	}
	return touched
}

// name returns the name of the first of some rows; empty if there are none.
func (p *Part) name(rows []int) string {
	if len(rows) == 0 {
		return ""
	}
	return path.Base(p.shots.List[rows[0]].Path)
}
