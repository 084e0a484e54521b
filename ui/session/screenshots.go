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
	"dossier/aggregate/tokens"
	"dossier/aggregate/watch"
	"dossier/models"
)

// Screenshot is a row of the screenshots: an image, or an entry that names none.
type Screenshot struct {
	aggregate.Shot
	Info  images.Info // once it is Known and nothing is wrong with it
	Known bool        // whether the file was looked at
	// Err is why the entry names no image or, once it is known, why the file cannot be
	// read as one.
	Err error
}

// Cost is about what the image costs a model; pending until its size is known, and
// nothing where there is no image.
func (s Screenshot) Cost(m tokens.Model) Cost {
	switch {
	case s.Err != nil:
		return Cost{}
	case !s.Known:
		return Cost{Pending: true}
	}
	return Cost{Count: aggregate.Count{N: m.Images.Tokens(s.Info.Width, s.Info.Height)}}
}

// Misnamed reports whether the file's name says another format than its content.
func (s Screenshot) Misnamed() bool {
	return s.Known && s.Err == nil && s.Info.Misnamed(s.Path)
}

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

	measuring, picturing, enlarging, pasting *latest
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
	for _, l := range []**latest{&w.shots.measuring, &w.shots.picturing, &w.shots.enlarging, &w.shots.pasting} {
		*l = &latest{jobs: w.work}
	}
}

// Screenshots returns the screenshots in output order.
func (s *Session) Screenshots() []Screenshot {
	out := make([]Screenshot, len(s.shots.rows.List))
	for i := range out {
		out[i] = s.Screenshot(i)
	}
	return out
}

// ScreenshotCount is how many rows there are.
func (s *Session) ScreenshotCount() int { return len(s.shots.rows.List) }

// Screenshot returns row i.
func (s *Session) Screenshot(i int) Screenshot {
	shot := s.shots.rows.List[i]
	row := Screenshot{Shot: shot, Err: shot.Err}
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
func (s *Session) ScreenshotsCost() Cost {
	sum := Cost{}
	for _, row := range s.Screenshots() {
		sum = sum.add(row.Cost(s.Model()))
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
	r.Base = s.project.screenshotBase()
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
		s.shots.measuring.stop()
		s.shots.facts = nil
		return
	}
	root := s.project.reader()
	s.shots.measuring.start(func(ctx context.Context) func() {
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
				s.notify(ScreenshotsChanged)
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
			_, below := cutFolder(shot.Path, p)
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
	root, thumbnails := s.project.reader(), s.shots.thumbnails
	s.shots.picturing.start(func(ctx context.Context) func() {
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
				s.notify(PicturesChanged)
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
	root, thumbnails := s.project.reader(), s.shots.thumbnails
	s.shots.enlarging.start(func(ctx context.Context) func() {
		img, err := thumbnails.Get(ctx, root, row.Path, box.X, box.Y)
		return func() { then(img, err) }
	})
}

// changeShots makes one step of the screenshots.
func (s *Session) changeShots(label string, fn func(*shotEdit)) {
	s.change(label, "", func(e *edit) { e.shots(s.shotEdit(), fn) })
}

func (s *Session) shotEdit() *shotEdit {
	return newShotEdit(s.comp.Screenshots, s.shotResolver().Base, s.shots.rows)
}

// shots takes over what fn makes of the screenshots.
func (e *edit) shots(shots *shotEdit, fn func(*shotEdit)) {
	fn(shots)
	e.c.Screenshots = shots.list
	e.split += shots.split
}

// AddScreenshots appends images by their paths, relative to the project; those that are
// there stay.
func (s *Session) AddScreenshots(paths []string) {
	s.changeShots(counted("add %d screenshots", "add "+first(paths), len(paths)), func(e *shotEdit) { e.add(paths) })
}

// AddScreenshot appends what a person typed: a path or a pattern, relative to the
// project or absolute. What names nothing is an error, and nothing is added.
func (s *Session) AddScreenshot(name string) error {
	if s.project == nil {
		return errNoProject
	}
	if local, ok := s.project.Local(name); ok && name != "" {
		name = local
	} else if filepath.IsAbs(name) {
		if !images.Named(name) {
			return notImage(name)
		}
		if _, err := os.Stat(name); err != nil {
			return &aggregate.NotFoundError{Path: name}
		}
		s.AddFiles([]string{name})
		return nil
	}
	entry, err := shotEntry(s.shotResolver(), name)
	if err != nil {
		return err
	}
	s.changeShots("add "+name, func(e *shotEdit) {
		_, ok := e.named(path.Clean(filepath.ToSlash(name)))
		if !ok && !slices.ContainsFunc(e.list, func(s models.Screenshot) bool { return s.Path == entry.Path }) {
			e.list = append(e.list, entry)
		}
	})
	return nil
}

// shotEntry returns the entry of what a person typed, relative to the project.
func shotEntry(r aggregate.Resolver, name string) (models.Screenshot, error) {
	entry := models.Screenshot{Path: r.Base.Entry(path.Clean(filepath.ToSlash(name)))}
	if name == "" {
		return entry, aggregate.ErrNoPath
	}
	shots := r.Shots([]models.Screenshot{entry})
	for _, shot := range shots.List {
		if shot.Err != nil {
			return entry, shot.Err
		}
	}
	if !slices.ContainsFunc(shots.List, func(shot aggregate.Shot) bool { return images.Named(shot.Path) }) {
		return entry, notImage(name)
	}
	return entry, nil
}

func notImage(name string) error {
	return fmt.Errorf("%s names no image: files that end in .png, .jpg, .gif, .webp or .bmp do", text.Escape(name))
}

// RemoveScreenshots takes rows out.
func (s *Session) RemoveScreenshots(rows []int) {
	s.changeShots(counted("remove %d screenshots", "remove "+s.firstShot(rows), len(rows)), func(e *shotEdit) { e.remove(rows) })
}

// MoveScreenshots puts rows before the row at, which may be the number of rows.
func (s *Session) MoveScreenshots(rows []int, at int) {
	s.changeShots("move "+s.firstShot(rows), func(e *shotEdit) { e.move(rows, at) })
}

// SetCaption says what row i shows; the empty caption takes it away.
func (s *Session) SetCaption(i int, caption string) {
	caption = text.OneLine(caption)
	if caption == s.Screenshot(i).Caption {
		return
	}
	s.changeShots("caption of "+s.firstShot([]int{i}), func(e *shotEdit) { e.caption(i, caption) })
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
	s.change(counted("show %d images as screenshots", "show "+first(paths)+" as a screenshot", len(paths)), "", func(e *edit) {
		e.remove(paths)
		e.shots(s.shotEdit(), func(shots *shotEdit) { shots.add(paths) })
	})
}

// ScreenshotTarget returns where row i leads to, outside the project, so that it can be
// allowed.
func (s *Session) ScreenshotTarget(i int) (string, error) {
	row := s.Screenshot(i)
	var outside *disk.OutsideError
	if errors.As(row.Err, &outside) {
		p := s.shotResolver().Base.Path(row.Path)
		if _, err := s.project.reader().Stat(p); errors.As(err, &outside) && outside.Target != "" {
			return outside.Target, nil
		}
	}
	return "", fmt.Errorf("%s leads out of the project, but not to a place that could be allowed", text.Escape(row.Path))
}
