package project

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"dossier/aggregate"
	"dossier/aggregate/code"
	"dossier/aggregate/code/parser"
	"dossier/aggregate/code/worker"
	"dossier/aggregate/disk"
	"dossier/aggregate/gitrepo"
	"dossier/aggregate/ignore"
	"dossier/aggregate/text"
	"dossier/aggregate/tokens"
	"dossier/aggregate/tree"
	"dossier/models"
	"dossier/presets"
)

// Project is a folder with what is kept for it, ready to be built: the same for the
// window and for the command line. Close it when it is no longer used.
type Project struct {
	// Dir is the folder, absolute and free of symbolic links.
	Dir     string
	Builder *aggregate.Builder

	root    *disk.Root
	folder  *os.Root // the same folder, for what is kept in it
	repo    *disk.Repository
	prefix  string // of the project in its repository
	file    *presets.ProjectFile
	history *presets.History
	unread  error // why history is not what is on the disk
	unasked error // why dossiers are not written, as of when the settings were read
	library *presets.Library
	cache   *tokens.Cache
	code    *code.Cache
	workers *worker.Pool
	store   *presets.SessionStore
	places  presets.Places
	kept    snapshotFolders
	sent    sentCache
	tracker *tracker
	used    atomic.Pointer[Tracker] // by the builder, last
	notes   []aggregate.Warning

	// settings are what the project file says, or what it said when it was last
	// understood.
	settings models.Project

	mu      sync.Mutex
	allowed []string // paths outside that may be read
	scanned *tree.Tree
	failed  error         // why there is no newer one
	coming  chan struct{} // closed once the folder is listed; nil: nobody is at it
}

// cachedCounts bounds the counts that are kept between sessions: enough for a few
// large repositories at 40 bytes each.
const cachedCounts = 400_000

// cachedCode bounds the bytes of the structures that are kept between sessions: about
// a kilobyte for a file of code.
const cachedCode = 64 << 20

// CheckFolder reports why a path cannot be opened as a project.
func CheckFolder(dir string) error {
	info, err := os.Stat(dir)
	shown := text.Escape(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("there is no folder %s", shown)
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("you may not open %s", shown)
	case err != nil:
		return fmt.Errorf("open %s: %w", shown, err)
	case !info.IsDir():
		return fmt.Errorf("%s is a file; open the folder it lies in", shown)
	}
	return nil
}

// Open opens the project in a folder. Nothing is written. What is wrong with the
// files kept in it is a warning, not an error: the folder can be worked with all the
// same.
func Open(dir string, places presets.Places) (*Project, error) {
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
	p := &Project{Dir: root.Dir(), root: root, folder: folder, store: presets.NewSessionStore(places), places: places}
	p.cache = tokens.OpenCache(cacheFile(places, "tokens"), cachedCounts)
	p.code = code.OpenCache(cacheFile(places, "structures"), parser.Version(), cachedCode)
	p.workers = &worker.Pool{}
	// What is wrong with these is among the warnings.
	p.library, _ = presets.LoadLibrary(places)
	p.file, _ = presets.LoadProject(folder, places)
	p.settings = p.file.Project
	p.LoadHistory()
	p.openRepository()
	p.tracker = p.newTracker()
	p.allowed = p.store.Allowed(p.Dir)
	p.Builder = p.newBuilder()
	p.unasked = p.OutputProblem()
	return p, nil
}

// cacheFile returns where a cache is kept; empty is in memory alone.
func cacheFile(places presets.Places, name string) string {
	if places.Cache == "" {
		return ""
	}
	return filepath.Join(places.Cache, name)
}

// newBuilder returns a builder of the project's documents that has read nothing yet. What
// it counts and parses is kept with what the others do.
func (p *Project) newBuilder() *aggregate.Builder {
	return &aggregate.Builder{
		Root:    p.Reader(),
		Listing: func(ctx context.Context) (aggregate.Listing, error) { return p.Tree(ctx) },
		Beads:   p.beads,
		Tokens:  &tokens.Counter{},
		Cache:   p.cache,

		Code:       parser.Parser{Pool: p.workers},
		Structures: p.code,
	}
}

func (p *Project) note(err error) {
	if err != nil {
		p.notes = append(p.notes, aggregate.Warning{Message: err.Error()})
	}
}

// openRepository opens the enclosing repository, which serves its ignore files and its
// beads and nothing else.
func (p *Project) openRepository() {
	repo, ok := gitrepo.Discover(p.Dir)
	if !ok || repo.Root == p.Dir {
		return
	}
	rel, err := filepath.Rel(repo.Root, p.Dir)
	if err != nil {
		return
	}
	opened, err := disk.OpenRepository(repo.Root)
	if err != nil {
		p.note(err)
		return
	}
	p.repo, p.prefix = opened, filepath.ToSlash(rel)
}

// Close gives the folder back, ends the processes that parse and keeps what was counted
// and parsed.
func (p *Project) Close() error {
	err := errors.Join(p.workers.Close(), p.cache.Save(), p.code.Save())
	if p.repo != nil {
		err = errors.Join(err, p.repo.Close())
	}
	return errors.Join(err, p.folder.Close(), p.root.Close())
}

// File returns the project file as it was loaded.
func (p *Project) File() *presets.ProjectFile { return p.file }

// ReadFile reads the project file as it is on the disk now, and takes nothing of it in.
func (p *Project) ReadFile() (*presets.ProjectFile, error) {
	return presets.LoadProject(p.folder, p.places)
}

// Saved is what the project file says, or what it said when it was last understood.
func (p *Project) Saved() models.Project { return p.settings }

// Library returns the person's own presets and settings as they were loaded.
func (p *Project) Library() *presets.Library { return p.library }

// SetLibrary takes in the person's own presets and settings.
func (p *Project) SetLibrary(library *presets.Library) { p.library = library }

// Root is the project's folder. It reads nothing outside of it.
func (p *Project) Root() *disk.Root { return p.root }

// SetFile takes in the project file after it changed on disk. One that is not
// understood changes nothing of what it said before.
func (p *Project) SetFile(file *presets.ProjectFile) {
	p.file = file
	if p.Understood() == nil {
		p.settings = file.Project
		p.unasked = p.OutputProblem()
	}
}

// History returns the discussions as they were read last.
func (p *Project) History() *presets.History { return p.history }

// Unread says why the discussions are not what is on the disk; nil when they are.
func (p *Project) Unread() error { return p.unread }

// SetHistory takes in the discussions after they were saved.
func (p *Project) SetHistory(history *presets.History) { p.history, p.unread = history, nil }

// LoadHistory reads the discussions. Those that were read before stay when the file
// cannot be read any more.
func (p *Project) LoadHistory() {
	history, err := presets.LoadHistory(p.folder, p.file)
	if p.unread = err; err == nil || p.history == nil {
		p.history = history
	}
}

// Name is what the project calls itself, else the name of its folder.
func (p *Project) Name() string {
	if name := p.settings.Name; name != "" {
		return text.Escape(name)
	}
	return text.Escape(filepath.Base(p.Dir))
}

// Namespace names the project's dossiers.
func (p *Project) Namespace() string {
	if ns := p.settings.Namespace; ns != "" {
		return ns
	}
	if name := p.settings.Name; name != "" {
		return models.NamespaceFor(name)
	}
	return models.NamespaceFor(filepath.Base(p.Dir))
}

// FilesBase is the folder that entries of files are relative to: as seen from the
// project, absolute when it lies elsewhere.
func (p *Project) FilesBase() string { return p.folderOf(p.settings.BaseDir) }

// BaseOfFiles is what entries of files are relative to.
func (p *Project) BaseOfFiles() aggregate.Base { return p.base(p.settings.BaseDir) }

// BaseOfScreenshots is what entries of screenshots are relative to.
func (p *Project) BaseOfScreenshots() aggregate.Base { return p.base(p.settings.ScreenshotBase) }

func (p *Project) base(dir string) aggregate.Base {
	return aggregate.Base{Dir: dir, Root: p.root}
}

// folderOf returns a folder that the project file names, as seen from the project.
func (p *Project) folderOf(dir string) string { return p.base("").Path(dir) }

// resolver finds the files of entries. It looks at the disk no more once the context has
// ended.
func (p *Project) resolver(ctx context.Context, base aggregate.Base) aggregate.Resolver {
	return aggregate.Resolver{
		Base: base, Ours: p.Output().Has,
		Status: func(name string) aggregate.Status {
			if ctx.Err() != nil {
				return aggregate.Missing
			}
			return p.Builder.Status(name)
		},
		Listing: func() (aggregate.Listing, error) { return p.Tree(ctx) },
	}
}

// OutputDir is where dossiers go: as seen from the project, absolute when it lies
// elsewhere.
func (p *Project) OutputDir() string {
	if dir := p.settings.OutputDir; dir != "" {
		return p.folderOf(dir)
	}
	return models.DefaultOutputDir
}

// Output is where the product writes by the settings of now. It is a value, so that what
// runs beside the window can hold on to it while the settings change.
func (p *Project) Output() tree.Output {
	return tree.Output{Dir: p.OutputDir(), Namespace: p.Namespace()}
}

// MaxBytes is the size limit of a file that has none of its own.
func (p *Project) MaxBytes() int64 { return p.library.Settings.MaxBytes }

// Understood reports why it is not known what the project puts together: its file is
// there and could not be read as one.
func (p *Project) Understood() error {
	if err := p.file.ReadOnly(); !presets.Understood(err) {
		return err
	}
	return nil
}

// Input is what the project file puts together.
func (p *Project) Input() aggregate.Input {
	in := aggregate.Input{
		Composition:    p.settings.Composition(),
		FilesBase:      p.FilesBase(),
		ScreenshotBase: p.folderOf(p.settings.ScreenshotBase),
		MaxBytes:       p.MaxBytes(),
		Languages:      p.settings.Languages,
		Sent:           p.sentBefore(),
		Ours:           p.Output().Has,
	}
	if d, ok := p.history.Discussions.Current(); ok {
		in.History = d.History
	}
	return in
}

// Presets lists what can be applied: the project's presets, and the global ones that
// none of them hides.
func (p *Project) Presets() []models.ScopedPreset {
	return models.MergePresets(p.library.Presets, p.settings.Presets)
}

// Preset returns the preset of a name; the project's hides a global one.
func (p *Project) Preset(name string) (models.ScopedPreset, error) {
	var names []string
	for _, one := range p.Presets() {
		if one.Name == name {
			return one, nil
		}
		names = append(names, fmt.Sprintf("%q", one.Name))
	}
	if len(names) == 0 {
		return models.ScopedPreset{}, fmt.Errorf("there is no preset %q, nor any other", name)
	}
	return models.ScopedPreset{}, fmt.Errorf("there is no preset %q; there are %s", name, strings.Join(names, ", "))
}

// Model returns the model of an id; the empty one is the model of the settings.
func (p *Project) Model(id string) (tokens.Model, error) {
	s := p.library.Settings
	if id == "" {
		return ModelOf(s), nil
	}
	if m, ok := tokens.LookUp(id); ok {
		if id == tokens.CustomID {
			return tokens.Custom(s.CustomWindow, s.CustomFactor), nil
		}
		return m, nil
	}
	var ids []string
	for _, m := range tokens.Models() {
		ids = append(ids, m.ID)
	}
	return tokens.Model{}, fmt.Errorf("there is no model %q; there are %s", id, strings.Join(ids, ", "))
}

// ModelOf returns the model that the settings name, or the first of the menu.
func ModelOf(s presets.Settings) tokens.Model {
	if s.Model == tokens.CustomID {
		return tokens.Custom(s.CustomWindow, s.CustomFactor)
	}
	if m, ok := tokens.LookUp(s.Model); ok {
		return m
	}
	return tokens.Models()[0]
}

// Warnings are what a person should know of the files that are kept, in the order in
// which they were read.
func (p *Project) Warnings() []aggregate.Warning {
	out := slices.Clone(p.notes)
	for _, err := range []error{p.library.ReadOnly(), p.file.ReadOnly(), p.unread, p.unasked} {
		if err != nil {
			out = append(out, aggregate.Warning{Message: err.Error()})
		}
	}
	for _, list := range [][]presets.Problem{p.library.Problems, p.library.Notes, p.file.Problems, p.file.Notes, p.history.Problems} {
		for _, problem := range list {
			out = append(out, aggregate.Warning{Message: problem.Error()})
		}
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

// Tree returns the project's tree. Who asks first lists the folder, everybody else
// waits for that.
func (p *Project) Tree(ctx context.Context) (*tree.Tree, error) {
	p.mu.Lock()
	t, err, coming := p.scanned, p.failed, p.coming
	switch {
	case t != nil:
		p.mu.Unlock()
		return t, nil
	case err != nil:
		p.mu.Unlock()
		return nil, err
	case coming != nil:
		p.mu.Unlock()
		select {
		case <-coming:
			return p.Tree(ctx)
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	p.coming = make(chan struct{})
	p.mu.Unlock()
	t, err = nil, errBroken // for who waits, should the scan panic
	defer func() { p.SetTree(t, err) }()
	opts := p.ScanOptions()
	opts.NamesOnly = true // globs and folders ask for no more
	t, err = tree.Scan(ctx, opts, nil)
	return t, err
}

var errBroken = errors.New("list the folder: something went wrong inside Dossier; scan it again")

// ExpectTree says that the caller is going to list the folder: who asks for the tree
// meanwhile waits for [Project.SetTree].
func (p *Project) ExpectTree() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.failed = nil
	if p.coming == nil {
		p.coming = make(chan struct{})
	}
}

// SetTree says what came of listing the folder. With an error a tree that was there
// before stays.
func (p *Project) SetTree(t *tree.Tree, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.failed = err; err == nil {
		p.scanned = t
	}
	if p.coming != nil {
		close(p.coming)
		p.coming = nil
	}
}

// ScanOptions says how the folder is listed by the settings of now.
func (p *Project) ScanOptions() tree.Options {
	opts := tree.Options{Root: p.root, Exclude: p.settings.Exclude, Output: p.Output()}
	if s := p.library.Settings; s.OwnJunk {
		opts.Junk = ignore.Parse(ignore.DefaultSource, []byte(s.Junk))
	}
	return opts
}

// Item returns how the composition shows a file, or how a bare path would. The path
// may be absolute; one that leads outside the project is read because the person
// named it.
func (p *Project) Item(ctx context.Context, name string) (models.FileItem, error) {
	rel := p.relative(name)
	for _, item := range p.rows(ctx).Items {
		if item.Path == rel {
			return item.FileItem, nil
		}
	}
	return models.NewFileItem(rel), nil
}

// Local returns a path that a person gave, absolute or relative to the project, as seen
// from the project; false when it lies outside. The project's folder may be named through
// links. It is for paths that a person gave at that moment: on the way it looks at the
// disk, which must not happen for what a project file says.
func (p *Project) Local(name string) (string, bool) {
	if local, ok := p.root.Local(name); ok {
		return local, true
	}
	if !filepath.IsAbs(name) {
		return "", false
	}
	dir, rest := filepath.Split(filepath.Clean(name))
	for {
		dir = filepath.Clean(dir)
		if _, err := os.Stat(dir); err == nil {
			break
		}
		up, base := filepath.Split(dir)
		if up == dir {
			return "", false
		}
		dir, rest = up, filepath.Join(base, rest) // what is not there leads nowhere else
	}
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return "", false
	}
	return p.root.Local(filepath.Join(real, rest))
}

// relative returns a path as seen from the project. One outside of it is absolute and
// allowed.
func (p *Project) relative(name string) string {
	if local, ok := p.Local(name); ok {
		return local
	}
	name = p.absolute(name)
	p.AllowNow(name)
	return name
}

// leave is what the person has allowed.
func (p *Project) leave() disk.Allowed {
	p.mu.Lock()
	defer p.mu.Unlock()
	return disk.Allow(p.allowed...)
}

// AllowNow lets paths outside be read until the project is closed. Nothing is kept.
func (p *Project) AllowNow(targets ...string) {
	p.mu.Lock()
	p.allowed = append(p.allowed, targets...)
	p.mu.Unlock()
	p.Builder.SetRoot(p.Reader())
	p.unasked = p.OutputProblem()
}

// CountFile counts the tokens of a file's whole text. A size limit that the project file
// gives the file holds here too.
func (p *Project) CountFile(ctx context.Context, name string) (aggregate.Count, error) {
	item, err := p.Item(ctx, name)
	if err != nil {
		return aggregate.Count{}, err
	}
	whole := models.NewFileItem(item.Path)
	whole.MaxBytes = item.MaxBytes
	view, err := p.Builder.View(ctx, p.Input(), whole)
	if err != nil {
		return aggregate.Count{}, err
	}
	key := tokens.KeyOf(view.Text)
	n, ok := p.cache.Get(key)
	if !ok {
		if n, err = p.Builder.Tokens.CountContext(ctx, view.Text); err != nil {
			return aggregate.Count{}, err
		}
		p.cache.Put(key, n)
	}
	return aggregate.Count{N: n, Exact: true}, nil
}

// Scaled turns a count of o200k tokens into one of the model's. It is exact only
// where the model's vocabulary is that one.
func Scaled(c aggregate.Count, model tokens.Model) aggregate.Count {
	return aggregate.Count{N: model.Scale(c.N), Exact: c.Exact && model.Exact}
}

// Explanation says why a path is or is not in the tree.
type Explanation tree.Explanation

// String is the explanation in one line.
func (e Explanation) String() string {
	var verdict string
	switch {
	case e.Listed:
		verdict = "listed"
	case e.Reason != "":
		verdict = "not listed: " + e.Reason
	default:
		verdict = "not listed"
	}
	if e.Source == "" {
		return fmt.Sprintf("%s: %s", text.Escape(e.Path), verdict)
	}
	return fmt.Sprintf("%s: %s (%s:%d: %s)", text.Escape(e.Path), verdict, text.Escape(e.Source), e.Line, text.Escape(e.Pattern))
}

// Explain says why a path is or is not in the tree.
func (p *Project) Explain(ctx context.Context, name string) (Explanation, error) {
	t, err := p.Tree(ctx)
	if err != nil {
		return Explanation{}, err
	}
	asked := name
	if local, ok := p.Local(name); ok {
		if asked = local; strings.HasSuffix(name, "/") {
			asked += "/"
		}
	}
	e := Explanation(t.Explain(asked))
	e.Path = name
	return e, nil
}

// Shown is a path or name as it may stand in a message.
func Shown(s string) string { return text.Escape(s) }

// TooLarge reports whether a file was not read because of its size.
func TooLarge(err error) bool { return errors.Is(err, disk.ErrTooLarge) }

// Outside reports whether a file was not read because it lies outside the project.
func Outside(err error) bool { return errors.Is(err, disk.ErrOutside) }
