package tree

import (
	"context"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"

	"dossier/aggregate/disk"
	"dossier/aggregate/git"
	"dossier/aggregate/ignore"
	"dossier/aggregate/text"
	"dossier/models"
)

// scope is the ignore rules of one folder.
type scope struct {
	dir *ignore.Dir
	// exclude is the same folder with the rules of files.exclude only, in a repository inside the
	// project: its own rules replace the outer ones, but the project's excludes still apply. It
	// is nil elsewhere, where dir includes them.
	exclude *ignore.Dir
}

func (s *scope) match(name string, folder bool) ignore.Verdict {
	if s.exclude != nil {
		if v := s.exclude.Match(name, folder); v.Matched() {
			return v
		}
	}
	return s.dir.Match(name, folder)
}

// enter returns the rules of a subfolder with its own lists.
func (s *scope) enter(name string, lists []*ignore.List) *scope {
	in := &scope{dir: s.dir.Enter(name, lists...)}
	if s.exclude != nil {
		in.exclude = s.exclude.Enter(name)
	}
	return in
}

// repository is the rules that apply to a project from outside its folders.
type repository struct {
	lists     ignore.Lists
	prefix    string         // path of the project in the repository; empty if it is the root
	parent    *ignore.Dir    // the parent of the project's folder; nil if the rules start with the project
	ignoredBy ignore.Verdict // set if the enclosing repository ignores the project itself
	notes     []string       // for the user, about the rules
	index     *index
}

// openRepository reads the rules from outside the project's folders.
func openRepository(ctx context.Context, opts Options) (repository, error) {
	r := repository{lists: ignore.Lists{
		Exclude: ignore.Parse(ExcludeSource, []byte(strings.Join(opts.Exclude, "\n"))),
		Default: opts.Junk,
	}}
	if opts.Junk == nil {
		r.lists.Default = ignore.Parse(ignore.DefaultSource, []byte(ignore.DefaultText()))
	}
	r.readGlobal(opts.Environ)
	found, ok := git.Discover(opts.Root.Dir())
	if !ok {
		return r, ctx.Err()
	}
	r.readGit(found)
	prefix, err := filepath.Rel(found.Root, opts.Root.Dir())
	if err != nil || prefix == "." {
		return r, ctx.Err()
	}
	r.prefix = filepath.ToSlash(prefix)
	return r, r.readParents(ctx, found)
}

// readGlobal reads the user's global excludes.
func (r *repository) readGlobal(environ func(string) string) {
	home, ok := git.Home(environ)
	if !ok {
		return // no location is known
	}
	global, err := git.ReadGlobalExcludes(environ, home)
	if err != nil {
		r.notes = append(r.notes, fmt.Sprintf("your own excludes are not applied: %v", err))
	}
	if len(global.Text) > 0 {
		r.lists.Global = []*ignore.List{ignore.Parse(global.Path, global.Text)}
	}
}

// readGit reads a repository-wide exclude file.
func (r *repository) readGit(repo git.Repository) {
	if repo.Refused != "" {
		r.notes = append(r.notes, fmt.Sprintf("the tracked files and .git/info/exclude are unknown: .git names %s, which does not belong to this checkout and is not read (git worktree repair fixes the link of a work tree)", text.Escape(repo.Refused)))
	}
	info, err := repo.Info()
	if err != nil {
		r.notes = append(r.notes, fmt.Sprintf("the repository's info/exclude is not applied: %v", err))
	}
	if len(info) > 0 {
		r.lists.Info = ignore.Parse(".git/info/exclude", info)
	}
	if foreign := repo.ConfiguredExcludes(); foreign != "" {
		r.notes = append(r.notes, fmt.Sprintf("%q is not applied: the repository's own configuration names it as excludes file, and only yours may", foreign))
	}
	r.lists.IgnoreCase = repo.Config().Bool("core", "ignorecase", false)
	r.index = &index{read: sync.OnceValues(repo.ReadIndex)}
	r.lists.Tracked = r.index.tracked
}

// readParents enters the folders between the repository's root and the project.
func (r *repository) readParents(ctx context.Context, repo git.Repository) error {
	files, err := disk.OpenRepository(repo.Root)
	if err != nil {
		// A parent that cannot be listed can still contain a project.
		r.notes = append(r.notes, fmt.Sprintf("the ignore files above the project are not applied: %v", err))
		r.resetRoot()
		return ctx.Err()
	}
	defer files.Close()
	lists := func(dir string) []*ignore.List {
		var out []*ignore.List
		for _, name := range disk.IgnoreFileNames() {
			data, err := files.IgnoreFile(ctx, dir, name)
			switch {
			case err == nil:
				out = append(out, ignore.Parse(path.Join(dir, name), data))
			case !errors.Is(err, disk.ErrNotFound) && ctx.Err() == nil:
				r.notes = append(r.notes, fmt.Sprintf("not applied: %v", err))
			}
		}
		return out
	}
	r.parent = ignore.NewRoot(r.lists, r.prefix, lists("")...)
	parent, name := path.Split(r.prefix)
	dir := ""
	for part := range strings.SplitSeq(strings.TrimSuffix(parent, "/"), "/") {
		if part == "" {
			continue
		}
		dir = path.Join(dir, part)
		r.parent = r.parent.Enter(part, lists(dir)...)
	}
	if v := r.parent.Match(name, true); v.Ignored && !v.Default {
		r.ignoredBy = v
		r.notes = append(r.notes, fmt.Sprintf("this folder is in one that git ignores (%s, line %d: %s); it is listed as if it were not", v.Source, v.Line, v.Pattern))
		r.resetRoot()
	}
	return ctx.Err()
}

// resetRoot makes the project the root of the rules.
func (r *repository) resetRoot() {
	r.parent = nil
	prefix, tracked := r.prefix, r.lists.Tracked
	r.lists.Tracked = func(p string, folder bool) bool { return tracked(path.Join(prefix, p), folder) }
}

// rootScope returns the rules of the project's folder.
func (r *repository) rootScope(lists []*ignore.List) *scope {
	if r.parent == nil {
		return &scope{dir: ignore.NewRoot(r.lists, "", lists...)}
	}
	return &scope{dir: r.parent.Enter(path.Base(r.prefix), lists...)}
}

// nestedScope returns the rules of a repository inside the project: the user's, the project's and its
// own.
func (r *repository) nestedScope(found git.Repository, outer *scope, name string, lists []*ignore.List) *scope {
	inner := repository{lists: ignore.Lists{Global: r.lists.Global, Default: r.lists.Default}}
	inner.readGit(found)
	return &scope{dir: ignore.NewRoot(inner.lists, "", lists...), exclude: r.excludeIn(outer, name)}
}

// excludeIn returns a subfolder with the rules of files.exclude only.
func (r *repository) excludeIn(outer *scope, name string) *ignore.Dir {
	if outer.exclude != nil {
		return outer.exclude.Enter(name)
	}
	return r.excludeAt(outer.dir.Path()).Enter(name)
}

// excludeAt returns a folder of the project, given by its path from the repository's root, with
// the rules of files.exclude only.
func (r *repository) excludeAt(dir string) *ignore.Dir {
	at := ignore.NewRoot(ignore.Lists{Exclude: r.lists.Exclude, IgnoreCase: r.lists.IgnoreCase}, "")
	if r.parent != nil {
		dir = strings.TrimPrefix(strings.TrimPrefix(dir, r.prefix), "/")
	}
	for part := range strings.SplitSeq(dir, "/") {
		if part != "" {
			at = at.Enter(part)
		}
	}
	return at
}

// source returns the name of a project's ignore file in explanations: its path from the
// repository's root, as in git.
func (r *repository) source(p string) string {
	if _, _, ok := models.SplitRoot(p); ok {
		return p
	}
	return path.Join(r.prefix, p)
}

// index is the set of files that git tracks. It is read when the default list first matches.
type index struct {
	read func() (git.Index, error)
	used atomic.Bool
}

func (x *index) tracked(p string, folder bool) bool {
	x.used.Store(true)
	tracked, err := x.read()
	return err == nil && tracked.Tracked(p, folder)
}

// notes returns a message if the index was needed and could not be read.
func (x *index) notes() []string {
	if x == nil || !x.used.Load() {
		return nil
	}
	if _, err := x.read(); err != nil {
		return []string{fmt.Sprintf("tracked files that the default list hides are not listed: %v", err)}
	}
	return nil
}
