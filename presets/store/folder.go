package store

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"dossier/aggregate/diskwrite"
)

// folder is the interface of the write protocol to a folder. Tests replace it by a failing or
// crashing one. Names contain no separators.
type folder interface {
	Lstat(name string) (fs.FileInfo, error)
	Read(name string, limit int64) ([]byte, error)
	Create(name string, perm fs.FileMode) (file, error) // returns fs.ErrExist if it exists
	// TryLock protects a new file from sweeps until release is called. It returns fs.ErrNotExist if
	// a sweep has already removed it.
	TryLock(name string) (release func(), err error)
	Rename(old, new string) error
	// Place atomically gives the file old the unused name new. Old may remain as a second name.
	// It returns fs.ErrExist if new exists.
	Place(old, new string) error
	Remove(name string) error
	Names() ([]string, error)
	Sync() error
}

type file interface {
	io.Writer
	Stat() (fs.FileInfo, error)
	Chmod(perm fs.FileMode) error
	Chown(uid, gid int) error // -1 leaves an id unchanged
	Sync() error
	Close() error
}

// disk is a folder on a real disk.
type disk struct{ root *os.Root }

// step performs a step on a name in the folder.
func (d disk) step(do, name, to string, take func() error) error {
	return diskwrite.Perform(diskwrite.Step{Do: do, Folder: d.root.Name(), Name: name, To: to}, take)
}

func (d disk) Lstat(name string) (info fs.FileInfo, err error) {
	err = d.step(diskwrite.Stat, name, "", func() (err error) {
		info, err = d.root.Lstat(name)
		return err
	})
	return info, err
}

func (d disk) Rename(old, new string) error {
	return d.step(diskwrite.Rename, old, new, func() error { return d.root.Rename(old, new) })
}

func (d disk) Place(old, new string) error {
	return d.step(diskwrite.Link, old, new, func() error { return placeFile(d.root, old, new) })
}

func (d disk) Remove(name string) error {
	return d.step(diskwrite.Remove, name, "", func() error { return d.root.Remove(name) })
}

func (d disk) Create(name string, perm fs.FileMode) (file, error) {
	made := &diskFile{in: d, name: name}
	err := d.step(diskwrite.Create, name, "", func() (err error) {
		made.File, err = d.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, perm)
		return err
	})
	if err != nil {
		return nil, err
	}
	return made, nil
}

func (d disk) TryLock(name string) (release func(), err error) { return diskwrite.Hold(d.root, name) }

func (d disk) Names() (names []string, err error) {
	err = d.step(diskwrite.List, "", "", func() error {
		f, err := d.root.Open(".")
		if err != nil {
			return err
		}
		defer f.Close()
		names, err = f.Readdirnames(-1)
		return err
	})
	return names, err
}

func (d disk) Sync() error {
	return d.step(diskwrite.SyncFolder, "", "", func() error { return syncFolder(d.root) })
}

// diskFile is a new file on a disk.
type diskFile struct {
	*os.File
	in   disk
	name string
}

func (f *diskFile) Write(p []byte) (int, error) {
	return diskwrite.WriteTo(f.File, f.in.root.Name(), f.name, p)
}

// ReadFrom writes in steps; the method of os.File would bypass them.
func (f *diskFile) ReadFrom(r io.Reader) (int64, error) { return io.Copy(struct{ io.Writer }{f}, r) }

func (f *diskFile) Chmod(perm fs.FileMode) error {
	return f.in.step(diskwrite.Chmod, f.name, "", func() error { return f.File.Chmod(perm) })
}

func (f *diskFile) Chown(uid, gid int) error {
	return f.in.step(diskwrite.Chown, f.name, "", func() error { return f.File.Chown(uid, gid) })
}

func (f *diskFile) Sync() error { return f.in.step(diskwrite.Sync, f.name, "", f.File.Sync) }

// Close closes the file even if it returns an error.
func (f *diskFile) Close() error {
	closed := false
	err := f.in.step(diskwrite.Close, f.name, "", func() error {
		closed = true
		return f.File.Close()
	})
	if !closed {
		_ = f.File.Close()
	}
	return err
}

func (d disk) Read(name string, limit int64) (data []byte, err error) {
	err = d.step(diskwrite.Read, name, "", func() (err error) {
		data, err = d.read(name, limit)
		return err
	})
	if err != nil {
		return nil, err
	}
	return data, nil
}

func (d disk) read(name string, limit int64) ([]byte, error) {
	f, info, err := d.open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err != nil {
		return nil, err
	}
	if int64(len(data)) > limit {
		return nil, &SizeError{Name: name, Size: max(info.Size(), int64(len(data))), Limit: limit}
	}
	return data, nil
}

// openAttempts is the max number of attempts to open a file that is being replaced concurrently.
// Even a second attempt is rare; more are only caused by malicious programs.
const openAttempts = 100

// errReplaced reports a file that was repeatedly replaced while it was being opened.
var errReplaced = errors.New("was replaced again and again while it was being opened; try again")

// open opens a regular file without blocking on pipes. If the file is being saved, it opens the
// old or the new version.
func (d disk) open(name string) (f *os.File, info fs.FileInfo, err error) {
	for range openAttempts {
		if f, info, err = d.openOnce(name); !errors.Is(err, errReplaced) {
			break
		}
	}
	return f, info, err
}

func (d disk) openOnce(name string) (*os.File, fs.FileInfo, error) {
	before, err := d.root.Lstat(name)
	if err != nil {
		return nil, nil, err
	}
	if err := regular(name, before); err != nil {
		return nil, nil, err
	}
	f, err := d.root.OpenFile(name, os.O_RDONLY|openFlags, 0)
	if err != nil {
		return nil, nil, err
	}
	info, err := f.Stat()
	if err == nil && (!info.Mode().IsRegular() || !os.SameFile(before, info)) {
		err = fmt.Errorf("%s %w", name, errReplaced)
	}
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return f, info, nil
}

// ErrLink reports a symbolic link in place of a file.
var ErrLink = errors.New("is a symbolic link, which could lead anywhere; put the file itself in its place")

// ErrIrregular reports a folder, pipe, device or socket in place of a file.
var ErrIrregular = errors.New("is not a regular file")

// SizeError reports a file that exceeds the caller's limit. Sizes are in bytes.
type SizeError struct {
	Name        string
	Size, Limit int64
}

func (e *SizeError) Error() string {
	return fmt.Sprintf("%s has %d bytes (limit %d)", e.Name, e.Size, e.Limit)
}

func regular(name string, info fs.FileInfo) error {
	switch {
	case info.Mode()&fs.ModeSymlink != 0:
		return fmt.Errorf("%s %w", name, ErrLink)
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s %w", name, ErrIrregular)
	}
	return nil
}

// Read returns the content of the regular file name, directly in root, of at most limit bytes. It
// returns [fs.ErrNotExist], [ErrLink], [ErrIrregular] or a [*SizeError].
func Read(root *os.Root, name string, limit int64) ([]byte, error) {
	return disk{root}.Read(name, limit)
}

// Open opens a regular file with the checks of [Read], and returns its metadata.
func Open(root *os.Root, name string) (*os.File, fs.FileInfo, error) {
	return disk{root}.open(name)
}
