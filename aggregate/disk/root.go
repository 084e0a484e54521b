package disk

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

// DefaultLimit is how many bytes of a file are read when a call does not say.
const DefaultLimit = 1 << 20

// Root is a project's folder. Close it when no more is read.
type Root struct {
	root    *os.Root
	folder  *os.File // the same folder, for [beneath]
	dir     string   // absolute, without symbolic links
	names   []string // absolute paths by which the folder is known, dir first
	allowed Allowed
	bulk    *bulk // what files are read into
}

// Open opens the folder of a project. Links in dir itself are followed.
func Open(dir string) (*Root, error) {
	given, err := filepath.Abs(dir)
	abs := given
	if err == nil {
		abs, err = filepath.EvalSymlinks(given)
	}
	if err != nil {
		return nil, accessError(dir, err)
	}
	info, err := os.Stat(abs)
	if err != nil {
		return nil, accessError(dir, err)
	}
	if !info.IsDir() {
		return nil, &IrregularError{Path: dir, Kind: KindOf(info.Mode()), Wanted: Folder}
	}
	root, err := os.OpenRoot(abs)
	if err != nil {
		return nil, accessError(dir, err)
	}
	// Opening needs no more than the right to pass through; a project wants its names.
	folder, err := readable(root)
	if err != nil {
		root.Close()
		return nil, accessError(dir, err)
	}
	return &Root{root: root, folder: folder, dir: abs, names: namesOf(abs, given)}, nil
}

// namesOf returns the absolute paths by which a folder is known: its own, the one it was
// opened by, and on macOS the one by which people know what lies in /private.
func namesOf(dir, given string) []string {
	names := []string{dir}
	if given != dir {
		names = append(names, given)
	}
	if short, ok := strings.CutPrefix(dir, "/private/"); ok && "/"+short != given {
		long, err := os.Stat(dir)
		if info, shortErr := os.Stat("/" + short); err == nil && shortErr == nil && os.SameFile(long, info) {
			names = append(names, "/"+short)
		}
	}
	return names
}

// readable opens the folder itself, and makes sure that its names can be read.
func readable(root *os.Root) (*os.File, error) {
	f, err := root.Open(".")
	if err != nil {
		return nil, err
	}
	if _, err := f.Readdirnames(1); err != nil && !errors.Is(err, io.EOF) {
		f.Close()
		return nil, err
	}
	return f, nil
}

// Close gives the folder back. Values made by [Root.Allowing] close with it.
func (r *Root) Close() error { return errors.Join(r.root.Close(), r.folder.Close()) }

// Dir returns the absolute path of the folder, free of symbolic links.
func (r *Root) Dir() string { return r.dir }

// Allowing returns the same folder with leave to read what the person has allowed.
func (r *Root) Allowing(a Allowed) *Root {
	other := *r
	other.allowed = a
	return &other
}

// Moved reports whether another folder, or none, now stands at [Root.Dir]. The root
// still reads the one that it opened.
func (r *Root) Moved() bool {
	held, err := r.root.Stat(".")
	if err != nil {
		return true
	}
	now, err := os.Stat(r.dir)
	return err != nil || !os.SameFile(held, now)
}

// File is a file as it was read. Data is nil unless the read succeeded; the rest holds
// what was known by then.
type File struct {
	Info
	Data []byte
	// Changed says that the file changed while it was read, twice: Data is a
	// mixture, or the state of a moment that has passed.
	Changed bool
}

// Read reads the regular file at path, at most limit bytes of it; 0 is [DefaultLimit].
// A file that changes meanwhile is read once more. A larger one is a
// [*TooLargeError], whatever size the disk gives.
func (r *Root) Read(ctx context.Context, path string, limit int64) (File, error) {
	if limit <= 0 {
		limit = DefaultLimit
	}
	return readSettled(ctx, path, limit, r.bulk, func() (handle, error) { return r.handle(path) })
}

// handle is an open file that is read.
type handle interface {
	io.ReadCloser
	Info() (Info, error)
}

// systemFile is a handle as package os has it.
type systemFile struct{ *os.File }

func (f systemFile) Info() (Info, error) {
	fi, err := f.Stat()
	if err != nil {
		return Info{}, err
	}
	return infoOf(fi), nil
}

// readSettled reads what open opens, and once more when it changed meanwhile.
func readSettled(ctx context.Context, path string, limit int64, b *bulk, open func() (handle, error)) (File, error) {
	file, err := readOnce(ctx, path, limit, b, open)
	if err == nil && file.Changed {
		file, err = readOnce(ctx, path, limit, b, open)
	}
	return file, err
}

func readOnce(ctx context.Context, path string, limit int64, b *bulk, open func() (handle, error)) (File, error) {
	f, file, err := openRegular(ctx, path, open)
	if err != nil {
		return file, err
	}
	defer f.Close()
	if file.Size > limit {
		return file, &TooLargeError{Path: path, Size: file.Size, Limit: limit}
	}
	data, err := readAll(ctx, f, file.Size, limit, b)
	if err != nil {
		if ctx.Err() != nil {
			return file, err
		}
		return file, accessError(path, err)
	}
	now, err := f.Info()
	if err != nil {
		return file, accessError(path, err)
	}
	if n := int64(len(data)); n > limit {
		file.Size = max(now.Size, n)
		return file, &TooLargeError{Path: path, Size: file.Size, Limit: limit}
	}
	// What the kernel makes up while it is read, as in /proc, has no size.
	file.Changed = now.Identity != file.Identity || now.Size != int64(len(data)) && now.Size != 0
	file.Info, file.Data = now, data
	file.Size = int64(len(data))
	file.Identity.Unsettled = now.Identity.unsettled(time.Now())
	return file, nil
}

// openRegular opens a regular file, which the caller closes. Of what is no such file it
// returns what it is.
func openRegular(ctx context.Context, path string, open func() (handle, error)) (handle, File, error) {
	if err := ctx.Err(); err != nil {
		return nil, File{}, err
	}
	f, err := open()
	if err != nil {
		return nil, File{}, err
	}
	info, err := f.Info()
	if err != nil {
		f.Close()
		return nil, File{}, accessError(path, err)
	}
	file := File{Info: info}
	if file.Kind != Regular {
		f.Close()
		return nil, file, &IrregularError{Path: path, Kind: file.Kind}
	}
	return f, file, nil
}

// chunk is how much is read between two looks at the context.
const chunk = 1 << 20

// readAll reads to the end, or one byte more than limit. Where a read gives no more than the
// size that is known, that is the end: it is not asked for again.
func readAll(ctx context.Context, r io.Reader, size, limit int64, b *bulk) ([]byte, error) {
	// One byte more than expected, so that the end shows in the last read.
	data := b.take(int(min(size, limit) + 1))
	for {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if int64(len(data)) > limit {
			return data, nil
		}
		if len(data) == cap(data) {
			data = slices.Grow(data, 512)
		}
		room := int64(cap(data) - len(data))
		room = min(room, chunk, limit+1-int64(len(data)))
		n, err := r.Read(data[len(data) : len(data)+int(room)])
		data = data[:len(data)+n]
		switch {
		case errors.Is(err, io.EOF), err == nil && int64(n) < room && int64(len(data)) == size:
			return data, nil
		case err != nil:
			return nil, err
		}
	}
}

// Stat returns what lies at path, symbolic links followed.
func (r *Root) Stat(path string) (Info, error) {
	name, err := r.local(path)
	if err == nil {
		var fi fs.FileInfo
		if fi, err = r.root.Stat(name); err == nil {
			return infoOf(fi), nil
		}
		err = r.explain(path, name, err)
	}
	var outside *OutsideError
	if errors.As(err, &outside) {
		fi, allowedErr := r.allowed.stat(outside.Target)
		if allowedErr == nil {
			return infoOf(fi), nil
		}
		if !errors.Is(allowedErr, ErrOutside) {
			return Info{}, accessError(path, allowedErr)
		}
	}
	return Info{}, err
}

// Lstat returns what lies at path itself, which may be a symbolic link.
func (r *Root) Lstat(path string) (Info, error) {
	name, err := r.local(path)
	if err != nil {
		return Info{}, err
	}
	fi, err := r.root.Lstat(name)
	if err != nil {
		return Info{}, r.explain(path, name, err)
	}
	return infoOf(fi), nil
}

// Readlink returns where the symbolic link at path points, as it is written.
func (r *Root) Readlink(path string) (string, error) {
	name, err := r.local(path)
	if err != nil {
		return "", err
	}
	target, err := r.root.Readlink(name)
	if err != nil {
		return "", r.explain(path, name, err)
	}
	return target, nil
}

// Local returns a path, absolute or relative to the folder, as seen from the folder:
// clean and separated by slashes; false when it lies outside. It compares text and looks
// at nothing on the disk. The folder's own name stands for it, and the one by which it
// was opened.
func (r *Root) Local(p string) (string, bool) {
	clean := filepath.FromSlash(path.Clean(p))
	if filepath.IsLocal(clean) {
		return filepath.ToSlash(clean), true
	}
	for _, dir := range r.names {
		abs := clean
		switch {
		case filepath.IsAbs(clean):
		case path.IsAbs(p) || filepath.VolumeName(clean) != "":
			return "", false // on Windows, of another place in any case
		default:
			abs = filepath.Join(dir, clean)
		}
		if rel, err := filepath.Rel(dir, abs); err == nil && filepath.IsLocal(rel) {
			return filepath.ToSlash(rel), true
		}
	}
	return "", false
}

// local returns the name under which the os.Root knows path.
func (r *Root) local(p string) (string, error) {
	if strings.IndexByte(p, 0) >= 0 {
		return "", &AccessError{Path: p, Reason: ErrNotFound, Cause: syscall.EINVAL}
	}
	name, ok := r.Local(p)
	switch {
	case !ok && (filepath.IsAbs(p) || path.IsAbs(p)):
		return "", &OutsideError{Path: p, Target: filepath.Clean(p)}
	case !ok:
		return "", &OutsideError{Path: p, Target: filepath.Join(r.dir, filepath.FromSlash(p))}
	case strings.Count(name, "/") > MaxDepth:
		return "", &AccessError{Path: p, Reason: ErrTooDeep, Cause: syscall.ENAMETOOLONG}
	}
	return filepath.FromSlash(name), nil
}

// handle opens path for reading as [Root.open] does.
func (r *Root) handle(path string) (handle, error) {
	name, err := r.local(path)
	if err == nil {
		if d, ok := descriptorBeneath(r.folder, name); ok {
			return d, nil
		}
	}
	f, err := r.openStepwise(path, name, err)
	if err != nil {
		return nil, err
	}
	return systemFile{f}, nil
}

// open opens path for reading, without waiting and whatever its kind.
func (r *Root) open(path string) (*os.File, error) {
	name, err := r.local(path)
	if err == nil {
		if f, ok := beneath(r.folder, name); ok {
			return f, nil
		}
	}
	return r.openStepwise(path, name, err)
}

// openStepwise opens what beneath does not, or says why it cannot be opened: a name in the
// folder, or what err says of the path.
func (r *Root) openStepwise(path, name string, err error) (*os.File, error) {
	if err == nil {
		var f *os.File
		if f, err = r.root.OpenFile(name, openFlags, 0); err == nil {
			return f, nil
		}
		err = r.explain(path, name, err)
	}
	var outside *OutsideError
	if errors.As(err, &outside) {
		f, allowedErr := r.allowed.open(outside.Target)
		if allowedErr == nil {
			return f, nil
		}
		if !errors.Is(allowedErr, ErrOutside) {
			return nil, accessError(path, allowedErr)
		}
	}
	return nil, err
}
