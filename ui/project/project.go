package project

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"

	"dossier/aggregate"
	"dossier/aggregate/code"
	"dossier/aggregate/code/parser"
	"dossier/aggregate/code/worker"
	"dossier/aggregate/disk"
	"dossier/aggregate/git"
	"dossier/aggregate/git/change"
	"dossier/aggregate/secrets"
	"dossier/aggregate/text"
	"dossier/aggregate/tokens"
	"dossier/aggregate/tree"
	"dossier/presets"
	"dossier/ui/project/links"
	"dossier/ui/project/notestore"
)

// Project is a folder with its stored state, ready for building documents. Its methods are safe
// for concurrent use; saves are serialized. The caller must close it.
type Project struct {
	// Dir is the folder, an absolute path without symbolic links.
	Dir     string
	Builder *aggregate.Builder

	root          *disk.Root
	folder        *os.Root // the same folder, for stored data in it
	repo          *disk.Repository
	prefix        string // path of the project in its repository
	user          *User
	stored        atomic.Pointer[StoredState] // without the user's settings, which are in user
	saving        turn
	cache         *tokens.Cache
	counting      atomic.Uint32 // vocabulary of token counts
	code          *code.Cache
	secretResults *secrets.ResultStore // the rules for possible secrets
	workers       *worker.Pool
	store         *presets.State
	places        presets.Places
	sent          sentCache
	tracker       *tracker
	used          atomic.Pointer[Tracker] // by the last build
	notes         []aggregate.Warning     // problems when opening the project
	noteStore     *notestore.Notes
	links         *links.Links
	secrets       secretRules

	allowing sync.Mutex // held while permissions change

	mounting    sync.Mutex            // held while roots are opened
	roots       map[string]*disk.Root // opened roots by real path
	formerRoots []*disk.Root          // former ones, whose folders were replaced on the disk

	mu      sync.Mutex
	folders snapshotFolders
	scanned *tree.Tree
	failed  error         // why there is no newer tree
	listing chan struct{} // closed once the folder is listed; nil if it is not being listed
}

// cachedCounts is the max number of counts cached between sessions: enough for a few large
// repositories at 40 bytes each.
const cachedCounts = 400_000

// cachedCode is the max total size in bytes of the structures cached between sessions: about a
// kilobyte per file of code.
const cachedCode = 64 << 20

// ErrNone reports an action that needs an open project.
var ErrNone = errors.New("no project is open: open a folder first")

// CheckFolder returns an error if a path cannot be opened as a project.
func CheckFolder(dir string) error {
	info, err := os.Stat(dir)
	shown := text.Escape(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("there is no folder %s", shown)
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("you do not have permission to open %s", shown)
	case err != nil:
		return fmt.Errorf("open %s: %w", shown, err)
	case !info.IsDir():
		return fmt.Errorf("%s is a file; open its folder", shown)
	}
	return nil
}

// Open opens the project in a folder as [User.Open] does, with the user's stored settings.
func Open(dir string, places presets.Places) (*Project, error) {
	user, _ := LoadUser(places) // problems are among the warnings
	return user.Open(dir)
}

// Open opens the project in a folder. It writes nothing. Problems of stored files are warnings,
// not errors, because the folder can still be used.
func (u *User) Open(dir string) (*Project, error) {
	if err := CheckFolder(dir); err != nil {
		return nil, err
	}
	root, err := disk.Open(dir)
	if err != nil {
		return nil, err
	}
	folder, err := os.OpenRoot(root.Dir())
	if err != nil {
		root.Close()
		return nil, fmt.Errorf("open %s: %w", text.Escape(dir), err)
	}
	places := u.places
	p := &Project{
		Dir: root.Dir(), root: root, folder: folder, user: u, saving: newTurn(), store: presets.NewState(places), places: places,
		cache: tokens.OpenCache(cacheFile(places, "tokens"), cachedCounts), code: code.OpenCache(cacheFile(places, "structures"), parser.Version(), cachedCode),
		secretResults: secrets.OpenResults(cacheFile(places, "clean"), cacheFile(places, "findings"), parser.Version()),
		workers:       &worker.Pool{}, roots: map[string]*disk.Root{},
	}
	file, _ := p.ReadFile() // problems are among the warnings
	p.stored.Store(&StoredState{File: file, Project: file.Project, dir: p.Dir, root: root, allowed: p.store.Allowed(p.Dir)})
	p.mount()
	p.LoadHistory()
	p.noteStore = notestore.Open(folder, places)
	p.links = links.Of(p)
	p.openRepository()
	p.tracker = p.newTracker()
	p.Builder = p.newBuilder()
	p.checkOutput()
	return p, nil
}

// cacheFile returns the path of a cache; empty means only in memory.
func cacheFile(places presets.Places, name string) string {
	if places.Cache == "" {
		return ""
	}
	return filepath.Join(places.Cache, name)
}

// newBuilder returns an empty builder of the project's documents. It shares the caches of
// counts and structures with other builders.
func (p *Project) newBuilder() *aggregate.Builder {
	return &aggregate.Builder{
		Root:    p.Reader(),
		Listing: func(ctx context.Context) (aggregate.Listing, error) { return p.Tree(ctx) },
		Beads:   p.beads,
		Links:   p.links.Follow,
		Git: func(ctx context.Context) (*change.Repository, error) {
			return change.Open(ctx, p.root, change.Options{})
		},
		Prompts:    p.promptValues,
		Tokens:     &tokens.Counter{},
		Cache:      p.cache,
		Vocabulary: p.vocabulary,
		Secrets:    p.Secrets,

		Code:       parser.Parser{Pool: p.workers},
		Structures: p.code,
	}
}

// openRepository opens the enclosing repository, which is only used for its ignore files and beads.
func (p *Project) openRepository() {
	repo, ok := git.Discover(p.Dir)
	if !ok || repo.Root == p.Dir {
		return
	}
	rel, err := filepath.Rel(repo.Root, p.Dir)
	if err != nil {
		return
	}
	opened, err := disk.OpenRepository(repo.Root)
	if err != nil {
		p.notes = append(p.notes, aggregate.Warning{Message: err.Error()})
		return
	}
	p.repo, p.prefix = opened, filepath.ToSlash(rel)
}

// Close releases the folder, ends the worker processes and saves the caches.
func (p *Project) Close() error {
	err := errors.Join(p.workers.Close(), p.cache.Close(), p.code.Close(), p.secretResults.Close())
	if p.repo != nil {
		err = errors.Join(err, p.repo.Close())
	}
	return errors.Join(err, p.closeRoots(), p.folder.Close(), p.root.Close())
}

// Root returns the project's folder. It cannot read external paths.
func (p *Project) Root() *disk.Root { return p.root }

// User returns the user's presets and settings.
func (p *Project) User() *User { return p.user }

// File returns the loaded project file.
func (p *Project) File() *presets.ProjectFile { return p.stored.Load().File }

// ReadFile reads the current project file on the disk without changing the project's state.
func (p *Project) ReadFile() (*presets.ProjectFile, error) {
	return presets.LoadProject(p.folder, p.places)
}

// setFile sets the project file after it was saved.
func (p *Project) setFile(file *presets.ProjectFile) {
	p.update(func(k *StoredState) { k.setFile(file) })
	p.mount()
	if p.StoredState().Understood() == nil {
		p.checkOutput()
	}
}

// Reload loads the project file from the disk, and reports whether it has changed. The error
// describes its problem; see [presets.LoadProject].
func (p *Project) Reload() (changed bool, err error) {
	for {
		old := p.stored.Load()
		file, err := p.ReadFile()
		if file.Digest() == old.File.Digest() && (err != nil) == (old.File.ReadOnly() != nil) {
			return false, err
		}
		next := *old
		next.setFile(file)
		if p.stored.CompareAndSwap(old, &next) {
			p.mount()
			if next.Understood() == nil {
				p.checkOutput()
			}
			return true, err
		}
	}
}

// checkOutput determines whether documents may be written.
func (p *Project) checkOutput() {
	problem := p.OutputProblem()
	p.update(func(k *StoredState) { k.unasked = problem })
}

// LoadHistory reads the discussions. If the file cannot be read, the previous discussions remain.
func (p *Project) LoadHistory() {
	history, err := presets.LoadHistory(p.folder, p.File())
	p.update(func(k *StoredState) {
		if k.Unread = err; err == nil || k.History == nil {
			k.History = history
		}
	})
}

// SetHistory sets the discussions after they were saved.
func (p *Project) SetHistory(history *presets.History) {
	p.update(func(k *StoredState) { k.History, k.Unread = history, nil })
}

// Name returns the project's own name, or else the name of its folder.
func (p *Project) Name() string { return p.StoredState().Name() }

// Input returns the input for building the project file's composition.
func (p *Project) Input() aggregate.Input {
	k := p.StoredState()
	in := aggregate.Input{
		Composition:    k.Composition(),
		FilesBase:      k.folder(k.Project.BaseDir),
		ScreenshotBase: k.folder(k.Project.ScreenshotBase),
		MaxBytes:       k.MaxBytes(),
		Languages:      k.Project.Languages,
		Notes:          p.noteStore.All().List,
		Sent:           p.sentBefore(k),
		IsOutput:       k.Output().Has,
		Secrets:        k.secretPolicy(),
	}
	if d, ok := k.History.Discussions.Current(); ok {
		in.History = d.History
	}
	return in
}

// Warnings returns messages to the user about the stored files, in the order in which they were read.
func (p *Project) Warnings() []aggregate.Warning {
	out := slices.Concat(p.notes, p.StoredState().warnings(), p.Roots().warnings(), p.noteStore.Warnings())
	if err := p.secrets.problemOf(); err != nil {
		out = append(out, aggregate.Warning{Message: err.Error()})
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.scanned != nil {
		for _, note := range p.scanned.Notes() {
			out = append(out, aggregate.Warning{Message: note})
		}
	}
	return out
}

// Shown escapes a path or name for messages.
func Shown(s string) string { return text.Escape(s) }

// TooLarge reports whether a file was not read because of its size.
func TooLarge(err error) bool { return errors.Is(err, disk.ErrTooLarge) }

// Outside reports whether a file was not read because it is outside the project.
func Outside(err error) bool { return errors.Is(err, disk.ErrOutside) }
