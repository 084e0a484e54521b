package project

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"sync"
	"time"

	"dossier/aggregate/beads"
	"dossier/aggregate/beads/bd"
	"dossier/aggregate/text"
	"dossier/models"
)

// Excluding returns a list of excluded ids after some ids were included or excluded, and how many
// of them changed. Ids that the tracker no longer has stay in the list, because they may return.
func Excluding(exclude, ids []string, in bool) (next []string, moved int) {
	out, named := beads.Excluded(exclude), beads.Excluded(ids)
	if in {
		next = slices.DeleteFunc(slices.Clone(exclude), func(id string) bool { return named[id] })
		for id := range named {
			if out[id] {
				moved++
			}
		}
		return next, moved
	}
	next = slices.Clone(exclude)
	for _, id := range ids {
		if !out[id] {
			out[id] = true
			next = append(next, id)
			moved++
		}
	}
	return next, moved
}

// Tracker is the state of the project's issue tracker when it was read. It is immutable.
type Tracker struct {
	// Dir and File are the paths of the tracker, relative to the project's repository, or to the
	// project without one; empty if there is no tracker.
	Dir, File string
	// Result are the beads; Catalog has them ready for looking things up.
	Result beads.Result
	// Listed is when bd printed the beads; zero if they come from a file.
	Listed time.Time
	// Notes are messages to the user about the tracker.
	Notes []string
	// Err is why there are no beads: [ErrNoTracker], a [*NoListError], or another problem.
	Err error

	catalog func() *beads.Catalog
}

// Catalog returns the beads ready for looking things up. The first call makes it, with
// work that grows with all that the beads say; it may be called from any goroutine.
func (t *Tracker) Catalog() *beads.Catalog {
	if t.catalog == nil {
		return beads.NewCatalog(nil)
	}
	return t.catalog()
}

// ErrNoTracker is a project without beads.
var ErrNoTracker = errors.New("neither the project nor its repository has a .beads folder")

// NoListError reports a tracker whose beads only its own program can read.
type NoListError struct{ Dir, File string }

func (e *NoListError) Error() string {
	return fmt.Sprintf("%s has no JSONL file; run `%s` to make one", text.Escape(e.Dir), e.Export())
}

// Export returns the command by which the tracker writes the file.
func (e *NoListError) Export() string { return "bd export -o " + text.Escape(e.File) }

// tracker looks at the beads of a project. It may be asked from any goroutine; whoever
// asks while the file is read waits for that.
type tracker struct {
	root fs.FS  // of the repository, or of the project without one
	from string // the project, in root

	mu     sync.Mutex
	seen   sighting
	last   *Tracker
	listed *bd.Listing // output of bd; nil until the user had it run
	asked  time.Time
}

// sighting is the state of a tracker's files: if two are equal, its contents are taken to be equal.
type sighting struct {
	loc   beads.Location
	notes string // the warnings of loc
	err   string
	file  fs.FileInfo // of the JSONL; nil when there is none
	asked time.Time
}

func (a sighting) same(b sighting) bool {
	if a.loc.Dir != b.loc.Dir || a.loc.File != b.loc.File || a.notes != b.notes || a.err != b.err || !a.asked.Equal(b.asked) || (a.file == nil) != (b.file == nil) {
		return false
	}
	// The tracker writes another file into the place of the one before, but others, such
	// as git, may not.
	return a.file == nil || a.file.Size() == b.file.Size() && a.file.ModTime().Equal(b.file.ModTime()) && os.SameFile(a.file, b.file)
}

// look looks at the tracker from outside: at a few names, and at no content but that of
// a redirect.
func (t *tracker) look() (sighting, error) {
	loc, err := beads.Locate(t.root, t.from)
	s := sighting{loc: loc}
	for _, warning := range loc.Warnings {
		s.notes += warning.Error() + "\n"
	}
	if err != nil {
		s.err = err.Error()
		return s, err
	}
	if loc.Found {
		s.file, err = fs.Stat(t.root, loc.File)
	}
	return s, err
}

// read returns the contents of the tracker. The file is only read again after it has changed.
func (t *tracker) read() *Tracker {
	s, err := t.look()
	t.mu.Lock()
	defer t.mu.Unlock()
	s.asked = t.asked
	if t.last != nil && s.same(t.seen) {
		return t.last
	}
	next := &Tracker{Dir: s.loc.Dir, File: s.loc.File}
	for _, warning := range s.loc.Warnings {
		next.Notes = append(next.Notes, warning.Error())
	}
	switch {
	case errors.Is(err, fs.ErrNotExist) && s.loc.Dir == "":
		next.Err = ErrNoTracker
	case err != nil:
		next.Err = fmt.Errorf("look for the project's beads: %w", err)
	case s.loc.Found:
		next.Result, next.Err = t.readFile(s.loc)
	case t.listed != nil:
		next.Result, next.Listed = t.listed.Result, t.asked
		if t.listed.Note != "" {
			next.Notes = append(next.Notes, t.listed.Note)
		}
	default:
		next.Err = &NoListError{s.loc.Dir, s.loc.File}
	}
	next.catalog = sync.OnceValue(func() *beads.Catalog { return beads.NewCatalog(next.Result.Beads) })
	t.seen, t.last = s, next
	return next
}

func (t *tracker) readFile(loc beads.Location) (beads.Result, error) {
	f, err := beads.Open(t.root, loc)
	if err != nil {
		return beads.Result{}, fmt.Errorf("open the project's beads: %w", err)
	}
	defer f.Close()
	return beads.Read(f)
}

// maxTrackerSettings is the max size of the tracker's own settings, which are a few lines each.
const maxTrackerSettings = 1 << 20

// settings returns the hash of the tracker's own settings, which are not parsed.
func (t *tracker) settings(dir string) ([]byte, error) {
	var all bytes.Buffer
	for _, name := range []string{"config.yaml", "metadata.json", "redirect"} {
		full := path.Join(dir, name)
		info, err := fs.Stat(t.root, full)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err == nil && info.Size() > maxTrackerSettings {
			err = fmt.Errorf("it is larger than %d MiB", maxTrackerSettings>>20)
		}
		var data []byte
		if err == nil {
			data, err = fs.ReadFile(t.root, full)
		}
		if err != nil {
			return nil, fmt.Errorf("read the tracker's settings: %s: %w", text.Escape(full), err)
		}
		fmt.Fprintf(&all, "%s %d\n%s", name, len(data), data)
	}
	return all.Bytes(), nil
}

// list asks bd for the beads, which the user has agreed to.
func (t *tracker) list(ctx context.Context, request bd.Request) error {
	listing, err := request.Run(ctx)
	if err != nil {
		return err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.listed, t.asked = &listing, time.Now()
	return nil
}

// newTracker returns the tracker of a project: that of its repository, if it is in one.
func (p *Project) newTracker() *tracker {
	if p.repo != nil {
		return &tracker{root: p.repo.Beads(), from: p.prefix}
	}
	return &tracker{root: p.root.Beads(), from: "."}
}

// Beads are the project's beads: the contents of its tracker, and which of them are in documents.
type Beads struct{ p *Project }

// Beads are the project's.
func (p *Project) Beads() Beads { return Beads{p} }

// Tracker returns the current contents of the project's issue tracker. Concurrent callers wait for
// one read; it is not read again while nothing has changed.
func (b Beads) Tracker() *Tracker { return b.p.tracker.read() }

// InUse returns what the builder showed last; nil if it has shown none.
func (b Beads) InUse() *Tracker { return b.p.used.Load() }

// beads gives the tracker to the builder.
func (p *Project) beads() (beads.Result, []string, error) {
	t := p.Beads().Tracker()
	p.used.Store(t)
	if errors.Is(t.Err, ErrNoTracker) {
		return t.Result, t.Notes, fmt.Errorf("beads mode is on, but %w", t.Err)
	}
	return t.Result, t.Notes, t.Err
}

// Request returns how bd would be asked for the beads, for the user to agree to;
// [bd.ErrNoProgram] when there is none. Nothing is run.
func (b Beads) Request() (bd.Request, error) {
	t := b.Tracker()
	if t.Dir == "" {
		return bd.Request{}, t.Err
	}
	settings, err := b.p.tracker.settings(t.Dir)
	if err != nil {
		return bd.Request{}, err
	}
	var repository []string
	if b.p.repo != nil {
		repository = append(repository, b.p.repo.Dir())
	}
	return bd.Find(b.p.Dir, settings, repository...)
}

// Consented reports whether the user has agreed to exactly this request before.
func (b Beads) Consented(request bd.Request) bool { return b.p.store.Consented(b.p.Dir, request.Key()) }

// Consent stores that the user has agreed to exactly this request.
func (b Beads) Consent(ctx context.Context, request bd.Request) error {
	return b.p.store.Consent(ctx, b.p.Dir, request.Key())
}

// Ask runs bd to list the beads. Call it only after the user has agreed to the request. If the
// tracker has a file with them, the file is used instead.
func (b Beads) Ask(ctx context.Context, request bd.Request) error {
	return b.p.tracker.list(ctx, request)
}

// Excluded returns the ids of the beads that the project file excludes.
func (b Beads) Excluded() []string { return b.p.Kept().Project.BeadsExclude }

// Set puts beads into the dossiers of the project, or takes them out, by the project
// file and nothing else of it. It returns how many were elsewhere before.
func (b Beads) Set(ctx context.Context, ids []string, in bool) (int, error) {
	return exclude(ctx, b.p, func(file *models.Project) *[]string { return &file.BeadsExclude }, ids, in)
}
