package revision

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"dossier/aggregate/git"
	"dossier/aggregate/git/object"
)

const (
	maxRef    = 4 << 10
	maxPacked = 64 << 20 // bytes of packed-refs
	maxSteps  = 5        // symbolic refs in a chain
	maxRefs   = 100_000  // listed refs
)

// Repository is an opened repository: its refs and its objects.
type Repository struct {
	git.Repository
	Store  *object.Store
	Config git.Config

	packed map[string]packedRef // nil until read
	names  map[string]bool      // full names of all refs; nil until listed by [Repository.ShortName]
	// tables are the refs of a repository with reftables, own those that belong to a linked work tree; otherwise nil.
	tables, own map[string]git.TableRef
}

type packedRef struct{ id, peeled git.ID }

// Open opens a repository. The caller must close it. The error is one sentence: the
// repository belongs to another checkout, or its format is not supported.
func Open(ctx context.Context, r git.Repository) (*Repository, error) {
	if r.GitDir == "" {
		return nil, fmt.Errorf(".git names %s, which does not belong to this checkout and is not read; git worktree repair fixes the link of a work tree", r.Refused)
	}
	format, err := r.Format()
	if err != nil {
		return nil, err
	}
	opened := &Repository{Repository: r, Config: r.Config()}
	if format.Reftable {
		if opened.tables, err = git.ReadTables(r.CommonDir, format.Hash); err != nil {
			return nil, err
		}
		if opened.own = opened.tables; r.GitDir != r.CommonDir {
			if opened.own, err = git.ReadTables(r.GitDir, format.Hash); err != nil {
				return nil, err
			}
		}
	}
	if opened.Store, err = object.Open(ctx, r); err != nil {
		return nil, err
	}
	return opened, nil
}

// Close closes the files.
func (r *Repository) Close() { r.Store.Close() }

// Head is the checked-out branch and commit.
type Head struct {
	Branch string // without refs/heads/; empty if detached
	Commit git.ID // zero if the branch is unborn and has no commit yet
}

// Head returns the checked-out branch and commit.
func (r *Repository) Head() (Head, error) {
	name, id, err := r.follow("HEAD")
	if err != nil {
		return Head{}, err
	}
	branch, ok := strings.CutPrefix(name, "refs/heads/")
	if !ok {
		branch = ""
	}
	if name == "HEAD" && id.IsZero() {
		return Head{}, errors.New("HEAD cannot be read; git status says more")
	}
	return Head{branch, id}, nil
}

// follow follows symbolic refs and returns the last ref and its object, or the zero
// ID if there is none.
func (r *Repository) follow(name string) (string, git.ID, error) {
	for range maxSteps {
		id, target, err := r.read(name)
		if err != nil || target == "" {
			return name, id, err
		}
		if name = target; !isRefName(name) {
			return name, git.ID{}, fmt.Errorf("a symbolic ref names %q, which is no ref", name)
		}
	}
	return name, git.ID{}, fmt.Errorf("the ref %s leads to too many others", name)
}

// read returns the value of a ref: an object, the target of a symbolic ref, or neither if the ref does not exist.
func (r *Repository) read(name string) (id git.ID, target string, err error) {
	if r.tables != nil && !slices.Contains(fileRefs, name) {
		ref := r.tables[name]
		if r.folder(name) == r.GitDir {
			ref = r.own[name]
		}
		return ref.ID, ref.Target, nil
	}
	data, err := git.ReadIn(r.folder(name), name, maxRef)
	if err != nil {
		return r.packedRefs()[name].id, "", nil
	}
	content := strings.TrimSpace(string(data))
	if ref, symbolic := strings.CutPrefix(content, "ref:"); symbolic {
		return git.ID{}, strings.TrimSpace(ref), nil
	}
	digits, _, _ := strings.Cut(content, "\t") // FETCH_HEAD contains more after a tab
	id, ok := git.ParseID(strings.TrimSpace(digits))
	if !ok {
		return git.ID{}, "", fmt.Errorf("the ref %s is damaged; git fsck says more", name)
	}
	return id, "", nil
}

// fileRefs are the refs that git stores as files even if the other refs are in tables.
var fileRefs = []string{"FETCH_HEAD", "MERGE_HEAD"}

// isRefName reports whether a name is a valid ref that may be a file in the folder.
func isRefName(name string) bool {
	return strings.HasPrefix(name, "refs/") && path.Clean(name) == name && filepath.IsLocal(filepath.FromSlash(name)) && !strings.ContainsAny(name, "\x00\\:?*[^~ \x7f")
}

// folder returns the folder of a ref: refs of a single work tree are in that work tree's git folder.
func (r *Repository) folder(name string) string {
	if !strings.HasPrefix(name, "refs/") || strings.HasPrefix(name, "refs/bisect/") || strings.HasPrefix(name, "refs/worktree/") || strings.HasPrefix(name, "refs/rewritten/") {
		return r.GitDir
	}
	return r.CommonDir
}

func (r *Repository) packedRefs() map[string]packedRef {
	r.readPacked()
	return r.packed
}

func (r *Repository) readPacked() {
	if r.packed != nil {
		return
	}
	if r.packed = map[string]packedRef{}; r.tables != nil {
		return
	}
	data, err := git.ReadIn(r.CommonDir, "packed-refs", maxPacked)
	if err != nil {
		return
	}
	last := ""
	for line := range strings.Lines(string(data)) {
		line = strings.TrimRight(line, "\r\n")
		if peeled, ok := strings.CutPrefix(line, "^"); ok {
			if ref, known := r.packed[last]; known {
				ref.peeled, _ = git.ParseID(peeled)
				r.packed[last] = ref
			}
			continue
		}
		digits, name, _ := strings.Cut(line, " ")
		if id, ok := git.ParseID(digits); ok && isRefName(name) {
			r.packed[name] = packedRef{id: id}
			last = name
		}
	}
}

// Ref is a branch or tag.
type Ref struct {
	Name string // full name: refs/heads/main
	ID   git.ID // the tag object for an annotated tag
}

// Short returns the name without refs/heads/, refs/tags/ or refs/remotes/.
func (r Ref) Short() string {
	for _, prefix := range []string{"refs/heads/", "refs/tags/", "refs/remotes/"} {
		if short, ok := strings.CutPrefix(r.Name, prefix); ok {
			return short
		}
	}
	return r.Name
}

// ShortName returns the shortest name of a ref that [Repository.Resolve] resolves to it: a branch and a tag that
// are both named v1 are heads/v1 and v1.
func (r *Repository) ShortName(ref Ref) string {
	if r.names == nil {
		r.names = map[string]bool{}
		for _, one := range r.Refs("refs/") {
			r.names[one.Name] = true
		}
	}
	for _, name := range []string{ref.Short(), strings.TrimPrefix(ref.Name, "refs/")} {
		if _, isID := git.ParseID(name); !isID && r.first(name) == ref.Name {
			return name
		}
	}
	return ref.Name
}

// first returns the ref that a short name resolves to.
func (r *Repository) first(name string) string {
	for _, full := range fullNames(name) {
		if r.names[full] {
			return full
		}
		if !strings.HasPrefix(full, "refs/") { // HEAD and similar refs are not listed
			if _, ok := r.Ref(full); ok {
				return full
			}
		}
	}
	return ""
}

// Refs returns the refs below a prefix such as refs/heads/, sorted by name, up to 100,000.
func (r *Repository) Refs(prefix string) []Ref {
	refs := map[string]git.ID{}
	for name := range r.tables {
		if strings.HasPrefix(name, prefix) && isRefName(name) && len(refs) < maxRefs {
			if _, id, err := r.follow(name); err == nil && !id.IsZero() {
				refs[name] = id
			}
		}
	}
	for name, ref := range r.packedRefs() {
		if strings.HasPrefix(name, prefix) && len(refs) < maxRefs {
			refs[name] = ref.id
		}
	}
	if root, err := os.OpenRoot(r.CommonDir); err == nil && r.tables == nil {
		defer root.Close()
		folder := strings.TrimSuffix(prefix, "/")
		_ = fs.WalkDir(root.FS(), folder, func(p string, e fs.DirEntry, err error) error {
			switch {
			case err != nil && e != nil && e.IsDir():
				return fs.SkipDir
			case err != nil || e.IsDir() || !e.Type().IsRegular() || !isRefName(p) || strings.HasSuffix(p, ".lock"):
				return nil
			case len(refs) >= maxRefs:
				return fs.SkipAll
			}
			if _, id, err := r.follow(p); err == nil && !id.IsZero() {
				refs[p] = id
			}
			return nil
		})
	}
	out := make([]Ref, 0, len(refs))
	for name, id := range refs {
		out = append(out, Ref{name, id})
	}
	slices.SortFunc(out, func(a, b Ref) int { return strings.Compare(a.Name, b.Name) })
	return out
}

// Ref returns the object of a ref, given its full name, such as refs/heads/main.
func (r *Repository) Ref(name string) (git.ID, bool) {
	_, id, err := r.follow(name)
	return id, err == nil && !id.IsZero()
}

// DefaultBranch returns the default branch, as a name for [Repository.Resolve]: the
// HEAD of the remote origin, or else main, master, trunk or develop.
func (r *Repository) DefaultBranch() (string, error) {
	if _, target, err := r.read("refs/remotes/origin/HEAD"); err == nil && isRefName(target) {
		if _, ok := r.Ref(target); ok {
			return r.ShortName(Ref{Name: target}), nil
		}
	}
	for _, name := range []string{"main", "master", "trunk", "develop"} {
		for _, in := range []string{"refs/remotes/origin/", "refs/heads/"} {
			_, id, err := r.follow(in + name)
			if err != nil {
				return "", err
			}
			if !id.IsZero() {
				return r.ShortName(Ref{Name: in + name}), nil
			}
		}
	}
	return "", errors.New("the default branch is not known: there is no origin/HEAD and no main, master, trunk or develop; name one, as in BRANCH...HEAD")
}

// Operation returns git's operation in progress; empty if none.
func (r *Repository) Operation() string {
	for _, o := range []struct{ file, name string }{
		{"rebase-merge", "rebase"},
		{"rebase-apply/applying", "git am"},
		{"rebase-apply", "rebase"},
		{"MERGE_HEAD", "merge"},
		{"CHERRY_PICK_HEAD", "cherry-pick"},
		{"REVERT_HEAD", "revert"},
		{"BISECT_LOG", "bisect"},
	} {
		if root, err := os.OpenRoot(r.GitDir); err == nil {
			_, err = root.Lstat(o.file)
			root.Close()
			if _, inTable := r.own[o.file]; err == nil || inTable {
				return o.name
			}
		}
	}
	return ""
}
