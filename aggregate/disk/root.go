package disk

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"dossier/models"
)

// DefaultLimit is the default max number of bytes read of a file.
const DefaultLimit = 1 << 20

// Root is a project's folder. The caller must close it.
type Root struct {
	root    *os.Root
	folder  *os.File // the same folder, for [beneath]
	dir     string   // absolute, without symbolic links
	aliases []string // absolute paths of the folder, dir first
	allowed Allowed
	mounts  *mounts
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
	// Opening needs only search permission; a project must be listable.
	folder, err := readable(root)
	if err != nil {
		root.Close()
		return nil, accessError(dir, err)
	}
	return &Root{root: root, folder: folder, dir: abs, aliases: aliasesOf(abs, given), mounts: &mounts{}}, nil
}

// aliasesOf returns the absolute paths of a folder: its own, the one it was opened by, and on macOS
// the usual one of folders in /private.
func aliasesOf(dir, given string) []string {
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

// readable opens the folder itself and checks that it can be listed.
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

// Close closes the folder, and no mounted one. Values returned by [Root.Allowing] close with it.
func (r *Root) Close() error { return errors.Join(r.root.Close(), r.folder.Close()) }

// Dir returns the absolute path of the folder, free of symbolic links.
func (r *Root) Dir() string { return r.dir }

// Allowing returns the same folder with permission to read the paths in a.
func (r *Root) Allowing(a Allowed) *Root {
	other := *r
	other.allowed = a
	return &other
}

// Moved reports whether [Root.Dir] is now another folder or does not exist. The root still reads
// the one that it opened.
func (r *Root) Moved() bool {
	opened, err := r.root.Stat(".")
	if err != nil {
		return true
	}
	current, err := os.Stat(r.dir)
	return err != nil || !os.SameFile(opened, current)
}

// File is the result of reading a file. Data is nil unless the read succeeded; the
// other fields contain what was known by then.
type File struct {
	Info
	Data []byte
	// Changed is set if the file changed during both attempts to read it: Data is a mixture of
	// states, or an outdated one.
	Changed bool
}

// Read reads the regular file at path, at most limit bytes; 0 means [DefaultLimit]. A file that
// changes during the read is read again once. It returns a [*TooLargeError] for a larger file,
// whatever its reported size.
func (r *Root) Read(ctx context.Context, path string, limit int64) (File, error) {
	return r.ReadInto(ctx, nil, path, limit)
}

// ReadInto is [Root.Read] into the space of buf, for a caller that reads many files and retains none: Data
// may be a part of it. If the space is too small, Data is new.
func (r *Root) ReadInto(ctx context.Context, buf []byte, path string, limit int64) (File, error) {
	if limit <= 0 {
		limit = DefaultLimit
	}
	return readStable(ctx, buf, path, limit, func() (handle, error) { return r.handle(path) })
}

// handle is an open file.
type handle interface {
	io.ReadCloser
	Info() (Info, error)
}

// systemFile is a handle of package os.
type systemFile struct{ *os.File }

func (f systemFile) Info() (Info, error) {
	fi, err := f.Stat()
	if err != nil {
		return Info{}, err
	}
	return infoOf(fi), nil
}

// readStable reads the file that open opens, and again once if it changed during the read.
func readStable(ctx context.Context, buf []byte, path string, limit int64, open func() (handle, error)) (File, error) {
	file, err := readOnce(ctx, buf, path, limit, open)
	if err == nil && file.Changed {
		file, err = readOnce(ctx, buf, path, limit, open)
	}
	return file, err
}

func readOnce(ctx context.Context, buf []byte, path string, limit int64, open func() (handle, error)) (File, error) {
	f, file, err := openRegular(ctx, path, open)
	if err != nil {
		return file, err
	}
	defer f.Close()
	if file.Size > limit {
		return file, &TooLargeError{Path: path, Size: file.Size, Limit: limit}
	}
	data, err := readAll(ctx, buf, f, file.Size, limit)
	if err != nil {
		if ctx.Err() != nil {
			return file, err
		}
		return file, accessError(path, err)
	}
	after, err := f.Info()
	if err != nil {
		return file, accessError(path, err)
	}
	if n := int64(len(data)); n > limit {
		file.Size = max(after.Size, n)
		return file, &TooLargeError{Path: path, Size: file.Size, Limit: limit}
	}
	// Generated files, as in /proc, report no size.
	file.Changed = after.Identity != file.Identity || after.Size != int64(len(data)) && after.Size != 0
	file.Info, file.Data = after, data
	file.Size = int64(len(data))
	file.Identity.Unsettled = after.Identity.unsettled(time.Now())
	return file, nil
}

// openRegular opens a regular file, which the caller must close. For anything else it returns its
// metadata.
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

// chunk is the number of bytes read between checks of the context.
const chunk = 1 << 20

// readAll reads to the end, or one byte more than limit, into the space of buf if that is large enough. If
// the first read returns no more than the known size, it does not read again to detect the end.
func readAll(ctx context.Context, buf []byte, r io.Reader, size, limit int64) ([]byte, error) {
	data := buf[:0]
	if need := min(size, limit) + 1; int64(cap(data)) < need { // one byte more, so that the last read detects the end
		data = make([]byte, 0, need)
	}
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

// Stat returns the metadata at path; symbolic links are followed.
func (r *Root) Stat(path string) (Info, error) {
	in, name, err := r.resolve(path)
	if err == nil {
		// As in handle: an os.Root follows fewer links than the kernel.
		if info, ok := infoBeneath(in.folder, name); ok {
			return info, nil
		}
		var fi fs.FileInfo
		if fi, err = in.root.Stat(name); err == nil {
			return infoOf(fi), nil
		}
		err = in.convertError(path, name, err)
	}
	if outside, ok := outsideTarget(err); ok {
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

// Lstat returns the metadata at path itself, which may be a symbolic link.
func (r *Root) Lstat(path string) (Info, error) {
	in, name, err := r.resolve(path)
	if err != nil {
		return Info{}, err
	}
	fi, err := in.root.Lstat(name)
	if err != nil {
		return Info{}, in.convertError(path, name, err)
	}
	return infoOf(fi), nil
}

// Readlink returns the target of the symbolic link at path, as stored.
func (r *Root) Readlink(path string) (string, error) {
	in, name, err := r.resolve(path)
	if err != nil {
		return "", err
	}
	target, err := in.root.Readlink(name)
	if err != nil {
		return "", in.convertError(path, name, err)
	}
	return target, nil
}

// Local converts a path, absolute or relative to the folder, to a clean slash-separated path
// relative to the folder, or to label:/… in a mounted one. It returns false if the path is outside.
// It is purely lexical and accepts all known absolute paths of the folders.
func (r *Root) Local(p string) (string, bool) {
	if label, rest, ok := models.SplitRoot(p); ok {
		return models.JoinRoot(label, rest), true
	}
	if local, ok := r.localWithin(p); ok {
		return local, true
	}
	abs, ok := r.absolute(p)
	if !ok {
		abs = filepath.Clean(filepath.FromSlash(p))
		if filepath.VolumeName(abs) != "" {
			return "", false
		}
		abs = filepath.Join(r.dir, abs)
	}
	for _, m := range r.Mounts() {
		if m.Root == nil {
			continue
		}
		if local, ok := m.Root.localWithin(abs); ok {
			return models.JoinRoot(m.Label, local), true
		}
	}
	return "", false
}

// localWithin is [Root.Local] without mounts.
func (r *Root) localWithin(p string) (string, bool) {
	clean := filepath.Clean(filepath.FromSlash(p))
	if filepath.IsLocal(clean) {
		return filepath.ToSlash(clean), true
	}
	rooted, ok := r.absolute(clean)
	if !ok && filepath.VolumeName(clean) != "" {
		return "", false // on Windows: relative to the current folder of a drive
	}
	for _, dir := range r.aliases {
		abs := rooted
		if !ok {
			abs = filepath.Join(dir, clean)
		}
		if rel, err := filepath.Rel(dir, abs); err == nil && filepath.IsLocal(rel) {
			return filepath.ToSlash(rel), true
		}
	}
	return "", false
}

// absolute returns the clean form of an absolute path. On Windows, a path that begins with a
// separator and names no drive is on the drive of the folder. It returns false for other paths.
func (r *Root) absolute(p string) (string, bool) {
	p = filepath.FromSlash(p)
	switch {
	case filepath.IsAbs(p):
		return clean(p), true
	case p != "" && os.IsPathSeparator(p[0]):
		return clean(filepath.VolumeName(r.dir) + p), true
	}
	return "", false
}

// clean is [filepath.Clean] with the drive letter in upper case.
func clean(p string) string {
	p = filepath.Clean(p)
	if drive := filepath.VolumeName(p); len(drive) == 2 {
		p = strings.ToUpper(drive) + p[2:]
	}
	return p
}

// resolve returns the folder that contains path, the root's own or a mounted one, and
// the name of path in its os.Root. It is the only place where a path of a mounted
// folder becomes a name on disk.
func (r *Root) resolve(p string) (in *Root, name string, err error) {
	if strings.IndexByte(p, 0) >= 0 {
		return r, "", &AccessError{Path: p, Reason: ErrNotFound, Cause: syscall.EINVAL}
	}
	in = r
	name, ok := r.Local(p)
	if label, rest, labelled := models.SplitRoot(name); ok && labelled {
		if in, err = r.mountRoot(p, label); err != nil {
			return r, "", err
		}
		if in != r {
			name = rest
		}
	}
	if !ok {
		target, rooted := r.absolute(p)
		if !rooted {
			target = filepath.Join(r.dir, filepath.FromSlash(p))
		}
		return r, "", &OutsideError{Path: p, Target: target}
	}
	if dropsEnd(name) {
		return r, "", &AccessError{Path: p, Reason: ErrNotFound, Cause: syscall.EINVAL}
	}
	if strings.Count(name, "/") > MaxDepth {
		return r, "", &AccessError{Path: p, Reason: ErrTooDeep, Cause: syscall.ENAMETOOLONG}
	}
	return in, filepath.FromSlash(name), nil
}

// outsideTarget returns the target that would become readable with permission. A path
// in a mounted folder never requests permission for the whole folder.
func outsideTarget(err error) (*OutsideError, bool) {
	var outside *OutsideError
	ok := errors.As(err, &outside) && !errors.As(err, new(*MountError))
	return outside, ok
}

// handle opens path for reading as [Root.open] does.
func (r *Root) handle(path string) (handle, error) {
	in, name, err := r.resolve(path)
	if err == nil {
		if d, ok := descriptorBeneath(in.folder, name); ok {
			return d, nil
		}
	}
	f, err := r.openStepwise(path, in, name, err)
	if err != nil {
		return nil, err
	}
	return systemFile{f}, nil
}

// open opens path for reading, without blocking and whatever its kind.
func (r *Root) open(path string) (*os.File, error) {
	in, name, err := r.resolve(path)
	if err == nil {
		if f, ok := beneath(in.folder, name); ok {
			return f, nil
		}
	}
	return r.openStepwise(path, in, name, err)
}

// openStepwise opens a name in a folder that beneath cannot, or returns why it cannot be opened;
// err is the error of resolving path to name.
func (r *Root) openStepwise(path string, in *Root, name string, err error) (*os.File, error) {
	if err == nil {
		var f *os.File
		if f, err = in.root.OpenFile(name, openFlags, 0); err == nil {
			return f, nil
		}
		err = in.convertError(path, name, err)
	}
	if outside, ok := outsideTarget(err); ok {
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
