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
	maxPacked = 64 << 20 // of packed-refs, in bytes
	maxSteps  = 5        // from a symbolic ref to a commit
	maxRefs   = 100_000  // that are listed
)

// Repository is an opened repository: its refs and its objects.
type Repository struct {
	git.Repository
	Store  *object.Store
	Config git.Config

	packed map[string]packedRef // nil until it is read
}

type packedRef struct{ id, peeled git.ID }

// Open opens a repository. The caller closes it. The error is one sentence: the repository
// belongs to another checkout, or is in a format that is not known here.
func Open(ctx context.Context, r git.Repository) (*Repository, error) {
	if r.GitDir == "" {
		return nil, fmt.Errorf(".git names %s, which does not belong to this checkout and is not read; git worktree repair fixes the link of a work tree", r.Refused)
	}
	format, err := r.Format()
	if err != nil {
		return nil, err
	}
	if format.Reftable {
		return nil, errors.New("the repository stores its refs in the reftable format, which is not read here; git refs migrate --ref-format=files converts it")
	}
	store, err := object.Open(ctx, r)
	if err != nil {
		return nil, err
	}
	return &Repository{Repository: r, Store: store, Config: r.Config()}, nil
}

// Close closes the files.
func (r *Repository) Close() { r.Store.Close() }

// Fork returns the same repository for another goroutine, until r is closed.
func (r *Repository) Fork() *Repository {
	r.readPacked()
	fork := *r
	fork.Store = r.Store.Fork()
	return &fork
}

// Head is what is checked out.
type Head struct {
	Branch string // without refs/heads/; empty: detached
	Commit git.ID // zero: the branch is unborn, and has no commit yet
}

// Head returns what is checked out.
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

// follow returns the ref at the end of symbolic ones, and its object; the zero ID when there is
// none.
func (r *Repository) follow(name string) (string, git.ID, error) {
	for range maxSteps {
		data, err := git.ReadIn(r.folder(name), name, maxRef)
		if err != nil {
			return name, r.packedRefs()[name].id, nil
		}
		said := strings.TrimSpace(string(data))
		ref, symbolic := strings.CutPrefix(said, "ref:")
		if !symbolic {
			digits, _, _ := strings.Cut(said, "\t") // FETCH_HEAD says more
			id, ok := git.ParseID(strings.TrimSpace(digits))
			if !ok {
				return name, git.ID{}, fmt.Errorf("the ref %s is damaged; git fsck says more", name)
			}
			return name, id, nil
		}
		if name = strings.TrimSpace(ref); !valid(name) {
			return name, git.ID{}, fmt.Errorf("a symbolic ref names %q, which is no ref", name)
		}
	}
	return name, git.ID{}, fmt.Errorf("the ref %s leads to too many others", name)
}

// valid reports whether a name is one of a ref that may be a file below the folder.
func valid(name string) bool {
	return strings.HasPrefix(name, "refs/") && path.Clean(name) == name && filepath.IsLocal(filepath.FromSlash(name)) && !strings.ContainsAny(name, "\x00\\:?*[^~ \x7f")
}

// folder returns where a ref is: what belongs to one work tree is in its own folder.
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
	r.packed = map[string]packedRef{}
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
		if id, ok := git.ParseID(digits); ok && valid(name) {
			r.packed[name] = packedRef{id: id}
			last = name
		}
	}
}

// Ref is one branch or tag.
type Ref struct {
	Name string // in full: refs/heads/main
	ID   git.ID // of an annotated tag the tag
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

// Refs returns the refs below a prefix such as refs/heads/, sorted by name, at most 100,000.
func (r *Repository) Refs(prefix string) []Ref {
	found := map[string]git.ID{}
	for name, ref := range r.packedRefs() {
		if strings.HasPrefix(name, prefix) && len(found) < maxRefs {
			found[name] = ref.id
		}
	}
	if root, err := os.OpenRoot(r.CommonDir); err == nil {
		defer root.Close()
		folder := strings.TrimSuffix(prefix, "/")
		_ = fs.WalkDir(root.FS(), folder, func(p string, e fs.DirEntry, err error) error {
			switch {
			case err != nil && e != nil && e.IsDir():
				return fs.SkipDir
			case err != nil || e.IsDir() || !e.Type().IsRegular() || !valid(p) || strings.HasSuffix(p, ".lock"):
				return nil
			case len(found) >= maxRefs:
				return fs.SkipAll
			}
			if _, id, err := r.follow(p); err == nil && !id.IsZero() {
				found[p] = id
			}
			return nil
		})
	}
	out := make([]Ref, 0, len(found))
	for name, id := range found {
		out = append(out, Ref{name, id})
	}
	slices.SortFunc(out, func(a, b Ref) int { return strings.Compare(a.Name, b.Name) })
	return out
}

// Ref returns what a name in full, such as refs/heads/main, refers to.
func (r *Repository) Ref(name string) (git.ID, bool) {
	_, id, err := r.follow(name)
	return id, err == nil && !id.IsZero()
}

// DefaultBranch returns the branch that others come from, by a name that [Repository.Resolve]
// knows: what the remote origin has checked out, or else main, master, trunk or develop.
func (r *Repository) DefaultBranch() (string, error) {
	if data, err := git.ReadIn(r.CommonDir, "refs/remotes/origin/HEAD", maxRef); err == nil {
		if ref, ok := strings.CutPrefix(strings.TrimSpace(string(data)), "ref:"); ok {
			ref = strings.TrimSpace(ref)
			if _, ok := r.Ref(ref); ok && valid(ref) {
				return Ref{Name: ref}.Short(), nil
			}
		}
	}
	for _, name := range []string{"main", "master", "trunk", "develop"} {
		for _, in := range []string{"refs/remotes/origin/", "refs/heads/"} {
			if _, ok := r.Ref(in + name); ok {
				return Ref{Name: in + name}.Short(), nil
			}
		}
	}
	return "", errors.New("the default branch is not known: there is no origin/HEAD and no main, master, trunk or develop; name one, as in BRANCH...HEAD")
}

// Operation is what git has begun and not ended; empty: nothing.
func (r *Repository) Operation() string {
	for _, o := range []struct{ file, name string }{
		{"rebase-merge", "rebase"},
		{"rebase-apply", "rebase"},
		{"MERGE_HEAD", "merge"},
		{"CHERRY_PICK_HEAD", "cherry-pick"},
		{"REVERT_HEAD", "revert"},
		{"BISECT_LOG", "bisect"},
	} {
		if root, err := os.OpenRoot(r.GitDir); err == nil {
			_, err = root.Lstat(o.file)
			root.Close()
			if err == nil {
				return o.name
			}
		}
	}
	return ""
}
