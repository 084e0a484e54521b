package change

import (
	"context"
	"errors"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"dossier/aggregate/disk"
	"dossier/aggregate/git"
	"dossier/aggregate/git/object"
	"dossier/aggregate/git/revision"
	"dossier/aggregate/ignore"
)

// ErrNone reports that a folder is not in a repository.
var ErrNone = errors.New("the folder is in no git repository")

// Options configure the opening of a repository.
type Options struct {
	// Environ locates the user's git settings; nil means the process's environment.
	Environ func(string) string
}

// Repository is the repository that a folder is in. It is not safe for concurrent use.
type Repository struct {
	git     *revision.Repository
	root    *disk.Root
	folder  string // the root's path in the repository, slash-separated; empty if it is the repository's root
	parents *disk.Repository
	user    userSettings
	environ func(string) string // as in [Options]
	depth   int                 // number of repositories that it is a submodule of, as far as they were opened

	entries    *git.Entries // nil until first read
	attributes *attributes
	fileMode   bool
	symlinks   bool
	ignoreCase bool // the disk is assumed to ignore case
	autocrlf   bool
	sparse     bool // compare files with the skip-worktree bit if they exist
	// trustChange is set if the change time of metadata indicates changed content.
	trustChange bool
}

// userSettings are the relevant values of the user's configuration.
type userSettings struct {
	excludes git.GlobalExcludes
	autocrlf string
}

// Open opens the repository that a folder is in. The caller must close it. The error
// is [ErrNone], or one sentence that says why the repository cannot be read.
func Open(ctx context.Context, root *disk.Root, opts Options) (*Repository, error) {
	found, ok := git.Discover(root.Dir())
	if !ok {
		return nil, ErrNone
	}
	folder, err := filepath.Rel(found.Root, root.Dir())
	if err != nil || !filepath.IsLocal(folder) {
		return nil, ErrNone
	}
	opened, err := revision.Open(ctx, found)
	if err != nil {
		return nil, err
	}
	r := &Repository{git: opened, root: root, environ: opts.Environ}
	if folder != "." {
		r.folder = filepath.ToSlash(folder)
		r.parents, _ = disk.OpenRepository(found.Root)
	}
	r.readUser(opts.Environ)
	r.fileMode = runtime.GOOS != "windows" && opened.Config.Bool("core", "filemode", true)
	r.sparse = opened.Config.Bool("core", "sparsecheckout", false)
	r.ignoreCase = opened.Config.Bool("core", "ignorecase", false)
	r.trustChange = opened.Config.Bool("core", "trustctime", true)
	r.symlinks = opened.Config.Bool("core", "symlinks", true)
	autocrlf := opened.Config.Last("core", "", "autocrlf")
	if autocrlf == "" {
		autocrlf = r.user.autocrlf
	}
	r.autocrlf = strings.EqualFold(autocrlf, "input") || git.IsTrue(autocrlf)
	r.attributes = r.worktreeAttributes(ctx)
	return r, nil
}

// Close closes the files.
func (r *Repository) Close() {
	r.git.Close()
	if r.parents != nil {
		r.parents.Close()
	}
}

// Revisions returns the repository's commits, branches and tags.
func (r *Repository) Revisions() *revision.Repository { return r.git }

// Folder returns the opened folder's path in the repository, slash-separated; empty at its root.
func (r *Repository) Folder() string { return r.folder }

// readUser reads the user's settings, if there is a place for them.
func (r *Repository) readUser(environ func(string) string) {
	home, ok := git.Home(environ)
	if !ok {
		return
	}
	r.user.excludes, _ = git.ReadGlobalExcludes(environ, home)
	r.user.autocrlf = git.GlobalValue(environ, home, "autocrlf")
}

// localPath converts a path of the repository to a path of the opened folder. It returns false if the path is outside.
func (r *Repository) localPath(p string) (string, bool) {
	if r.folder == "" {
		return p, true
	}
	return strings.CutPrefix(p, r.folder+"/")
}

// repositoryPath converts a path of the opened folder to a path of the repository.
func (r *Repository) repositoryPath(p string) string { return path.Join(r.folder, p) }

// paths returns the set of compared paths: the folder, or files and folders in it.
func (r *Repository) paths(within []string) *object.Paths {
	if len(within) == 0 {
		if r.folder == "" {
			return nil
		}
		return object.NewPaths(r.folder)
	}
	list := make([]string, len(within))
	for i, p := range within {
		list[i] = r.repositoryPath(p)
	}
	return object.NewPaths(list...)
}

// readParent reads an ignore file of a folder above the opened one.
func (r *Repository) readParent(ctx context.Context, dir, name string) ([]byte, error) {
	if r.parents == nil {
		return nil, disk.ErrNotFound
	}
	return r.parents.IgnoreFile(ctx, dir, name)
}

// index returns the index, read on first use, without collapsed folders that are on the disk.
func (r *Repository) index() (*git.Entries, error) {
	if r.entries == nil {
		x, err := r.git.ReadEntries()
		if err != nil {
			return nil, err
		}
		if err := r.expandSparse(&x); err != nil {
			return nil, err
		}
		r.entries = &x
	}
	return r.entries, nil
}

// entryOf returns the position of a path in the index; in a conflict it is that of our side, as in git, or of
// the first one that exists.
func entryOf(index *git.Entries, p string) (int, bool) {
	i, ok := slices.BinarySearchFunc(index.List, p, func(e git.Entry, p string) int { return strings.Compare(e.Path, p) })
	for k := i; ok && k < len(index.List) && index.List[k].Path == p; k++ {
		if index.List[k].Stage == 2 {
			return k, true
		}
	}
	return i, ok
}

// ignoreRoot returns the ignore rules of the opened folder.
func (r *Repository) ignoreRoot(ctx context.Context) (*ignore.Dir, bool) {
	lists := ignore.Lists{IgnoreCase: r.ignoreCase}
	if len(r.user.excludes.Text) > 0 {
		lists.Global = []*ignore.List{ignore.Parse(r.user.excludes.Path, r.user.excludes.Text)}
	}
	if info, err := r.git.Info(); err == nil {
		lists.Info = ignore.Parse("info/exclude", info)
	}
	if r.folder == "" {
		return ignore.NewRoot(lists, "", r.rootIgnoreFile(ctx)...), false
	}
	parentLists := func(dir string) []*ignore.List {
		if data, err := r.readParent(ctx, dir, ignoreFile); err == nil {
			return []*ignore.List{ignore.Parse(dir, data)}
		}
		return nil
	}
	at, dir, ignored := ignore.NewRoot(lists, "", parentLists("")...), "", false
	for part := range strings.SplitSeq(r.folder, "/") {
		ignored = ignored || at.Match(part, true).Ignored
		if dir = path.Join(dir, part); dir == r.folder {
			return at.Enter(part, r.rootIgnoreFile(ctx)...), ignored
		}
		at = at.Enter(part, parentLists(dir)...)
	}
	return at, ignored
}

const ignoreFile = ".gitignore"

// isRegular reports whether a folder has a regular file of a name. Git does not follow links of its own files' names.
func (r *Repository) isRegular(dir, name string) bool {
	found, err := r.root.Lstats(dir, []string{name})
	return err == nil && found[0].Exists && found[0].Kind == disk.Regular
}

// rootIgnoreFile returns the patterns of the opened folder.
func (r *Repository) rootIgnoreFile(ctx context.Context) []*ignore.List {
	if !r.isRegular(".", ignoreFile) {
		return nil
	}
	return r.ignoreFile(ctx, "")
}

// ignoreFile returns the patterns of a folder, in which the file is known to be regular.
func (r *Repository) ignoreFile(ctx context.Context, dir string) []*ignore.List {
	file, err := r.root.Read(ctx, path.Join(dir, ignoreFile), attributesLimit)
	if err != nil {
		return nil
	}
	return []*ignore.List{ignore.Parse(dir, file.Data)}
}
