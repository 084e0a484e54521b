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

// Excluding returns a list of excluded ids after some ids were included or excluded, and the number
// of changed ones. Ids that are not in the tracker remain in the list, because they may return.
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
	// Result contains the beads; Catalog indexes them.
	Result beads.Result
	// Listed is when bd printed the beads; zero if they come from a file.
	Listed time.Time
	// Notes are messages to the user about the tracker.
	Notes []string
	// Err is why there are no beads: [ErrNoTracker], a [*NoListError], or another problem.
	Err error

	catalog func() *beads.Catalog
}

// Catalog returns an index of the beads. The first call builds it, in time proportional to the
// size of the beads; it may be called from any goroutine.
func (t *Tracker) Catalog() *beads.Catalog {
	if t.catalog == nil {
		return beads.NewCatalog(nil)
	}
	return t.catalog()
}

// ErrNoTracker reports a project without beads.
var ErrNoTracker = errors.New("neither the project nor its repository has a .beads folder")

// NoListError reports a tracker whose beads only its own program can read.
type NoListError struct{ Dir, File string }

func (e *NoListError) Error() string {
	return fmt.Sprintf("%s has no JSONL file; run `%s` to make one", text.Escape(e.Dir), e.Export())
}

// Export returns the command with which the tracker writes the file.
func (e *NoListError) Export() string { return "bd export -o " + text.Escape(e.File) }

// tracker reads the beads of a project. It is safe for concurrent use; concurrent callers wait for one read.
type tracker struct {
	root fs.FS  // of the repository, or of the project without one
	from string // the project, in root

	mu      sync.Mutex
	seen    sighting
	last    *Tracker
	listed  *bd.Listing // output of bd; nil until the user has run it
	checked time.Time
}

// sighting is the state of a tracker's files: if two are equal, its contents are assumed to be equal.
type sighting struct {
	loc   beads.Location
	notes string // the warnings of loc
	err   string
	file  fs.FileInfo // of the JSONL; nil if there is none
	time  time.Time
}

func (a sighting) same(b sighting) bool {
	if a.loc.Dir != b.loc.Dir || a.loc.File != b.loc.File || a.notes != b.notes || a.err != b.err || !a.time.Equal(b.time) || (a.file == nil) != (b.file == nil) {
		return false
	}
	// The tracker replaces the file by a new one, but other programs, such as git, may not.
	return a.file == nil || a.file.Size() == b.file.Size() && a.file.ModTime().Equal(b.file.ModTime()) && os.SameFile(a.file, b.file)
}

// inspect inspects the tracker's file names and metadata; it reads no content except that of a redirect.
func (t *tracker) inspect() (sighting, error) {
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
	s, err := t.inspect()
	t.mu.Lock()
	defer t.mu.Unlock()
	s.time = t.checked
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
		next.Result, next.Listed = t.listed.Result, t.checked
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

// list runs bd to list the beads, after the user has agreed.
func (t *tracker) list(ctx context.Context, request bd.Request) error {
	listing, err := request.Run(ctx)
	if err != nil {
		return err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.listed, t.checked = &listing, time.Now()
	return nil
}

// newTracker returns the tracker of a project: that of its repository, if it is in one.
func (p *Project) newTracker() *tracker {
	if p.repo != nil {
		return &tracker{root: p.repo.Beads(), from: p.prefix}
	}
	return &tracker{root: p.root.Beads(), from: "."}
}

// Beads manages the project's beads: the contents of its tracker, and which of them are in documents.
type Beads struct{ p *Project }

// Beads returns the project's beads.
func (p *Project) Beads() Beads { return Beads{p} }

// Tracker returns the current contents of the project's issue tracker. Concurrent callers wait
// for one read; the file is read again only after a change.
func (b Beads) Tracker() *Tracker { return b.p.tracker.read() }

// InUse returns the tracker that the builder used last; nil if none.
func (b Beads) InUse() *Tracker { return b.p.used.Load() }

// beads returns the tracker's contents for the builder.
func (p *Project) beads() (beads.Result, []string, error) {
	t := p.Beads().Tracker()
	p.used.Store(t)
	if errors.Is(t.Err, ErrNoTracker) {
		return t.Result, t.Notes, fmt.Errorf("beads mode is on, but %w", t.Err)
	}
	return t.Result, t.Notes, t.Err
}

// Request returns the request with which bd would be run, for the user's consent;
// [bd.ErrNoProgram] if bd is not installed. It runs nothing.
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

// Consented reports whether the user has already agreed to exactly this request.
func (b Beads) Consented(request bd.Request) bool { return b.p.store.Consented(b.p.Dir, request.Key()) }

// Consent stores the user's consent to exactly this request.
func (b Beads) Consent(ctx context.Context, request bd.Request) error {
	return b.p.store.Consent(ctx, b.p.Dir, request.Key())
}

// Run runs bd to list the beads. Call it only after the user has agreed to the request. If the
// tracker has a file of beads, the file is used instead.
func (b Beads) Run(ctx context.Context, request bd.Request) error {
	return b.p.tracker.list(ctx, request)
}

// Excluded returns the ids of the beads that the project file excludes.
func (b Beads) Excluded() []string { return b.p.StoredState().Project.BeadsExclude }

// Set includes beads in the project's documents, or excludes them, by changing only this in the
// project file. It returns the number of changed ones.
func (b Beads) Set(ctx context.Context, ids []string, in bool) (int, error) {
	return exclude(ctx, b.p, func(file *models.Project) *[]string { return &file.BeadsExclude }, ids, in)
}
