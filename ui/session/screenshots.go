package session

import (
	"context"
	"errors"
	"fmt"
	"image"
	"os"
	"path"
	"path/filepath"
	"slices"

	"dossier/aggregate"
	"dossier/aggregate/disk"
	"dossier/aggregate/images"
	"dossier/aggregate/text"
	"dossier/aggregate/watch"
	"dossier/ui/project"
	"dossier/ui/session/change"
	"dossier/ui/session/jobs"
	"dossier/ui/session/message"
)

// screenshotState is what a session holds of the screenshots.
type screenshotState struct {
	rows  aggregate.Shots
	at    map[string]int // rows by path
	facts map[string]shotFact
	// leftOut are the folders of images that the tree does not look into, and that are
	// watched.
	leftOut []string
	// pictures are those of the rows that were in view last.
	pictures   map[string]picture
	thumbnails *images.Thumbnails

	measuring, picturing, enlarging, pasting *jobs.Latest
}

// shotFact is what is known of a file.
type shotFact struct {
	info images.Info
	err  error
}

// picture is a row's small picture, or why it has none.
type picture struct {
	identity disk.Identity
	box      image.Point
	image    *image.RGBA
	err      error
}

func (w *workspace) newScreenshots() {
	w.shots = screenshotState{thumbnails: &images.Thumbnails{}}
	for _, l := range []**jobs.Latest{&w.shots.measuring, &w.shots.picturing, &w.shots.enlarging, &w.shots.pasting} {
		*l = w.work.Latest()
	}
}

// Screenshots returns the screenshots in output order.
func (s *Session) Screenshots() []project.Screenshot {
	out := make([]project.Screenshot, len(s.shots.rows.List))
	for i := range out {
		out[i] = s.Screenshot(i)
	}
	return out
}

// ScreenshotCount is how many rows there are.
func (s *Session) ScreenshotCount() int { return len(s.shots.rows.List) }

// Screenshot returns row i.
func (s *Session) Screenshot(i int) project.Screenshot {
	shot := s.shots.rows.List[i]
	row := project.Screenshot{Shot: shot, Err: shot.Err}
	if s.tree == nil && errors.As(shot.Err, new(*aggregate.NotFoundError)) {
		row.Err = nil // what there is to match is not known yet
	}
	if fact, ok := s.shots.facts[shot.Path]; ok && shot.Err == nil {
		row.Known, row.Info, row.Err = true, fact.info, fact.err
	}
	return row
}

// ScreenshotAt returns the row of a path; false when there is none.
func (s *Session) ScreenshotAt(p string) (int, bool) {
	i, ok := s.shots.at[p]
	return i, ok
}

// ScreenshotsCost is about what all images cost the model. The document's tokens do not
// hold it: they count the text alone.
func (s *Session) ScreenshotsCost() project.Cost {
	sum := project.Cost{}
	for _, row := range s.Screenshots() {
		sum = sum.Plus(row.Cost(s.Model()))
	}
	sum.Exact = false
	return sum
}

// resolveScreenshots finds the images that the composition names, and looks at those
// that are new. Who calls it says that the composition has changed.
func (s *Session) resolveScreenshots() {
	s.shots.rows = s.shotResolver().Shots(s.comp.Screenshots)
	s.shots.at = make(map[string]int, len(s.shots.rows.List))
	for i, shot := range s.shots.rows.List {
		s.shots.at[shot.Path] = i
	}
	s.measureScreenshots()
	if dirs := s.foldersLeftOut(); s.watcher != nil && !slices.Equal(dirs, s.shots.leftOut) {
		s.watch()
	}
}

// foldersLeftOut lists the folders of images that the tree does not look into, in byte
// order. They are watched all the same.
func (s *Session) foldersLeftOut() []string {
	var dirs []string
	for _, shot := range s.shots.rows.List {
		dir := path.Dir(shot.Path)
		if !filepath.IsLocal(dir) || s.tree == nil {
			continue
		}
		if id, ok := s.tree.Find(dir); !ok || !s.tree.Entry(id).Known {
			dirs = append(dirs, dir)
		}
	}
	slices.Sort(dirs)
	return slices.Compact(dirs)
}

func (s *Session) shotResolver() aggregate.Resolver {
	r := s.resolver()
	r.Base = s.project.Kept().ScreenshotBase()
	return r
}

// measureScreenshots looks beside the window at the headers of the images, those that
// have not changed since only by what the folder says of them.
func (s *Session) measureScreenshots() {
	before := make(map[string]shotFact, len(s.shots.facts))
	var paths []string
	for _, shot := range s.shots.rows.List {
		if shot.Err == nil {
			paths = append(paths, shot.Path)
			if fact, ok := s.shots.facts[shot.Path]; ok {
				before[shot.Path] = fact
			}
		}
	}
	if len(paths) == 0 {
		s.shots.measuring.Stop()
		s.shots.facts = nil
		return
	}
	root := s.project.Reader()
	s.shots.measuring.Start(func(ctx context.Context) func() {
		facts := make(map[string]shotFact, len(paths))
		changed := len(before) != len(paths)
		for _, p := range paths {
			fact, known := before[p]
			if info, err := root.Stat(p); err != nil || !known || fact.err != nil || info.Identity != fact.info.Identity {
				now := shotFact{}
				now.info, now.err = images.Inspect(ctx, root, p)
				changed = changed || !known || now.info != fact.info || fmt.Sprint(now.err) != fmt.Sprint(fact.err)
				fact = now
			}
			facts[p] = fact
		}
		if ctx.Err() != nil {
			return nil
		}
		return func() {
			s.shots.facts = facts
			if changed {
				s.notify(change.Screenshots)
			}
		}
	})
}

// screenshotsChanged takes in what has changed on the disk, and reports whether any of
// the images did.
func (s *Session) screenshotsChanged(b watch.Batch) bool {
	touched := b.All || slices.ContainsFunc(slices.Concat(b.Files, b.Folders), func(p string) bool {
		_, ok := s.shots.at[p]
		return ok || slices.ContainsFunc(s.shots.rows.List, func(shot aggregate.Shot) bool {
			_, below := project.CutFolder(shot.Path, p)
			return below
		})
	})
	if touched && len(s.shots.rows.List) > 0 {
		s.measureScreenshots()
	}
	return touched
}

// maxPictures bounds the pictures that the rows out of view keep.
const maxPictures = 300

// ShowPictures makes the small pictures of the rows [first, last), beside the window: each
// fits into a box, in pixels.
func (s *Session) ShowPictures(first, last int, box image.Point) {
	type wanted struct {
		path     string
		identity disk.Identity
	}
	var work []wanted
	inView := map[string]bool{}
	for i := max(0, first); i < min(last, s.ScreenshotCount()); i++ {
		row := s.Screenshot(i)
		inView[row.Path] = true
		have, ok := s.shots.pictures[row.Path]
		if row.Known && row.Err == nil && (!ok || have.identity != row.Info.Identity || have.box != box) {
			work = append(work, wanted{row.Path, row.Info.Identity})
		}
	}
	if len(s.shots.pictures) > maxPictures {
		for p := range s.shots.pictures {
			if !inView[p] {
				delete(s.shots.pictures, p)
			}
		}
	}
	if len(work) == 0 {
		return
	}
	root, thumbnails := s.project.Reader(), s.shots.thumbnails
	s.shots.picturing.Start(func(ctx context.Context) func() {
		for _, want := range work {
			img, err := thumbnails.Get(ctx, root, want.path, box.X, box.Y)
			if ctx.Err() != nil {
				return nil
			}
			s.Do(func() {
				if ctx.Err() != nil {
					return
				}
				if s.shots.pictures == nil {
					s.shots.pictures = map[string]picture{}
				}
				s.shots.pictures[want.path] = picture{want.identity, box, img, err}
				s.notify(change.Pictures)
			})
		}
		return nil
	})
}

// Picture returns the small picture of an image, or why it has none. Both are nil until
// it is known.
func (s *Session) Picture(path string) (*image.RGBA, error) {
	p := s.shots.pictures[path]
	return p.image, p.err
}

// Enlarge makes a picture of row i that fits into a box, in pixels, beside the window.
func (s *Session) Enlarge(i int, box image.Point, then func(*image.RGBA, error)) {
	row := s.Screenshot(i)
	if row.Err != nil {
		then(nil, row.Err)
		return
	}
	root, thumbnails := s.project.Reader(), s.shots.thumbnails
	s.shots.enlarging.Start(func(ctx context.Context) func() {
		img, err := thumbnails.Get(ctx, root, row.Path, box.X, box.Y)
		return func() { then(img, err) }
	})
}

// changeShots makes one step of the screenshots.
func (s *Session) changeShots(label message.Message, fn func(*project.ScreenshotEdit)) {
	s.change(label, "", func(e *project.Edit) { e.Screenshots(s.shotEdit(), fn) })
}

func (s *Session) shotEdit() *project.ScreenshotEdit {
	return project.NewScreenshotEdit(s.comp.Screenshots, s.shotResolver().Base, s.shots.rows)
}

// AddScreenshots appends images by their paths, relative to the project; those that are
// there stay.
func (s *Session) AddScreenshots(paths []string) {
	s.changeShots(message.Several("add {{.N}} screenshots", len(paths), project.FirstName(paths)), func(e *project.ScreenshotEdit) { e.Add(paths) })
}

// AddScreenshot appends what a person typed: a path or a pattern, relative to the
// project or absolute. What names nothing is an error, and nothing is added.
func (s *Session) AddScreenshot(name string) error {
	if s.project == nil {
		return project.ErrNone
	}
	if local, ok := s.project.Local(name); ok && name != "" {
		name = local
	} else if filepath.IsAbs(name) {
		if !images.Named(name) {
			return project.NotImage(name)
		}
		if _, err := os.Stat(name); err != nil {
			return &aggregate.NotFoundError{Path: name}
		}
		s.AddFiles([]string{name})
		return nil
	}
	entry, err := project.ScreenshotEntry(s.shotResolver(), name)
	if err != nil {
		return err
	}
	s.changeShots(message.Named("add {{.Name}}", name), func(e *project.ScreenshotEdit) {
		e.AddEntry(path.Clean(filepath.ToSlash(name)), entry)
	})
	return nil
}

// RemoveScreenshots takes rows out.
func (s *Session) RemoveScreenshots(rows []int) {
	s.changeShots(message.Several("remove {{.N}} screenshots", len(rows), s.firstShot(rows)), func(e *project.ScreenshotEdit) { e.Remove(rows) })
}

// MoveScreenshots puts rows before the row at, which may be the number of rows.
func (s *Session) MoveScreenshots(rows []int, at int) {
	s.changeShots(message.Named("move {{.Name}}", s.firstShot(rows)), func(e *project.ScreenshotEdit) { e.Move(rows, at) })
}

// SetCaption says what row i shows; the empty caption takes it away.
func (s *Session) SetCaption(i int, caption string) {
	caption = text.OneLine(caption)
	if caption == s.Screenshot(i).Caption {
		return
	}
	s.changeShots(message.Named("caption of {{.Name}}", s.firstShot([]int{i})), func(e *project.ScreenshotEdit) { e.Caption(i, caption) })
}

func (s *Session) firstShot(rows []int) string {
	if len(rows) == 0 {
		return ""
	}
	return path.Base(s.shots.rows.List[rows[0]].Path)
}

// ShowAsScreenshots makes images that are listed as files screenshots, in one step: as a
// file an image is no more than a line that says binary.
func (s *Session) ShowAsScreenshots(paths []string) {
	s.change(message.Several("show {{.N}} images as screenshots", len(paths), project.FirstName(paths)), "", func(e *project.Edit) {
		e.Remove(paths)
		e.Screenshots(s.shotEdit(), func(shots *project.ScreenshotEdit) { shots.Add(paths) })
	})
}

// ScreenshotTarget returns where row i leads to, outside the project, so that it can be
// allowed.
func (s *Session) ScreenshotTarget(i int) (string, error) {
	row := s.Screenshot(i)
	var outside *disk.OutsideError
	if errors.As(row.Err, &outside) {
		p := s.shotResolver().Base.Path(row.Path)
		if _, err := s.project.Reader().Stat(p); errors.As(err, &outside) && outside.Target != "" {
			return outside.Target, nil
		}
	}
	return "", fmt.Errorf("%s leads out of the project, but not to a place that could be allowed", text.Escape(row.Path))
}
