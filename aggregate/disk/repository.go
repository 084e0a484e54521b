package disk

import (
	"context"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
)

// Repository is the repository that encloses a project. It gives access only to the ignore files,
// the attributes files of git and the .beads folders in it.
type Repository struct{ root *Root }

// OpenRepository opens the root folder of a repository.
func OpenRepository(dir string) (*Repository, error) {
	root, err := Open(dir)
	if err != nil {
		return nil, err
	}
	return &Repository{root}, nil
}

// Close closes the folder.
func (r *Repository) Close() error { return r.root.Close() }

// Dir returns the absolute path of the folder.
func (r *Repository) Dir() string { return r.root.Dir() }

// IgnoreFileNames returns the names of ignore files, by ascending precedence.
func IgnoreFileNames() []string {
	return []string{".gitignore", ".ignore", ".dossierignore", ".scignore"}
}

// IgnoreLimit is the max size of an ignore file in bytes.
const IgnoreLimit = 1 << 20

// IgnoreFile reads one of [IgnoreFileNames] in a folder of the repository.
func (r *Repository) IgnoreFile(ctx context.Context, dir, name string) ([]byte, error) {
	p := path.Join(dir, name)
	if !slices.Contains(IgnoreFileNames(), name) {
		return nil, &OutsideError{Path: p}
	}
	return r.read(ctx, p)
}

// AttributesFile reads .gitattributes in a folder of the repository, up to [IgnoreLimit].
func (r *Repository) AttributesFile(ctx context.Context, dir string) ([]byte, error) {
	return r.read(ctx, path.Join(dir, ".gitattributes"))
}

func (r *Repository) read(ctx context.Context, p string) ([]byte, error) {
	if err := r.root.linkless(p); err != nil {
		return nil, err
	}
	file, err := r.root.Read(ctx, p, IgnoreLimit)
	return file.Data, err
}

// BeadsLimit is the max size of a beads file in bytes.
const BeadsLimit = 256 << 20

// Beads returns the .beads folders as a file system rooted at the repository. It opens only
// folders of that name and their contents; everything else does not exist. Files must be regular
// and have at most [BeadsLimit] bytes.
func (r *Repository) Beads() fs.FS { return beadsFS{r.root} }

// Beads returns the .beads folders of a project, as [Repository.Beads] does.
func (r *Root) Beads() fs.FS { return beadsFS{r} }

type beadsFS struct{ root *Root }

func (b beadsFS) check(op, name string) error {
	err := fs.ErrNotExist
	if fs.ValidPath(name) && slices.Contains(strings.Split(name, "/"), ".beads") {
		err = b.root.linkless(name)
	}
	if err != nil {
		return &fs.PathError{Op: op, Path: name, Err: err}
	}
	return nil
}

func (b beadsFS) Open(name string) (fs.File, error) {
	if err := b.check("open", name); err != nil {
		return nil, err
	}
	f, err := b.root.open(name)
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	fi, err := f.Stat()
	if err == nil && !fi.IsDir() && !fi.Mode().IsRegular() {
		err = &IrregularError{Path: name, Kind: KindOf(fi.Mode())}
	}
	if err == nil && fi.Mode().IsRegular() && fi.Size() > BeadsLimit {
		err = &TooLargeError{Path: name, Size: fi.Size(), Limit: BeadsLimit}
	}
	if err != nil {
		f.Close()
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	return beadsFile{f}, nil
}

// beadsFile exposes only reading of an os.File.
type beadsFile struct{ f *os.File }

func (b beadsFile) Stat() (fs.FileInfo, error)           { return b.f.Stat() }
func (b beadsFile) Read(p []byte) (int, error)           { return b.f.Read(p) }
func (b beadsFile) Close() error                         { return b.f.Close() }
func (b beadsFile) ReadDir(n int) ([]fs.DirEntry, error) { return b.f.ReadDir(n) }

func (b beadsFS) ReadFile(name string) ([]byte, error) {
	if err := b.check("read", name); err != nil {
		return nil, err
	}
	file, err := b.root.Read(context.Background(), name, BeadsLimit)
	if err != nil {
		return nil, &fs.PathError{Op: "read", Path: name, Err: err}
	}
	return file.Data, nil
}

func (b beadsFS) Stat(name string) (fs.FileInfo, error) {
	f, err := b.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return f.Stat()
}
