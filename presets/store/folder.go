package store

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"dossier/aggregate/diskwrite"
)

// folder is what the protocol asks of a folder on a disk. Tests put a failing or a
// crashing one in its place. Names hold no separator.
type folder interface {
	Lstat(name string) (fs.FileInfo, error)
	Read(name string, limit int64) ([]byte, error)
	Create(name string, perm fs.FileMode) (file, error) // fails with fs.ErrExist
	// Hold keeps a new file from being taken for one that a killed process left, until
	// release is called. It fails with fs.ErrNotExist where that has happened already.
	Hold(name string) (release func(), err error)
	Rename(old, new string) error
	// Place gives the file old the name new, which nothing may have, in one step. Old may
	// stay as a second name. It fails with fs.ErrExist.
	Place(old, new string) error
	Remove(name string) error
	Names() ([]string, error)
	Sync() error
}

type file interface {
	io.Writer
	Stat() (fs.FileInfo, error)
	Chmod(perm fs.FileMode) error
	Chown(uid, gid int) error // -1 leaves one as it is
	Sync() error
	Close() error
}

// disk is a folder of a real disk.
type disk struct{ root *os.Root }

// step takes a step on what has a name in the folder.
func (d disk) step(do, name, to string, take func() error) error {
	return diskwrite.Take(diskwrite.Step{Do: do, Folder: d.root.Name(), Name: name, To: to}, take)
}

func (d disk) Lstat(name string) (info fs.FileInfo, err error) {
	err = d.step(diskwrite.Look, name, "", func() (err error) {
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

func (d disk) Hold(name string) (release func(), err error) { return diskwrite.Hold(d.root, name) }

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

// diskFile is a new file of a disk.
type diskFile struct {
	*os.File
	in   disk
	name string
}

func (f *diskFile) Write(p []byte) (int, error) {
	return diskwrite.WriteTo(f.File, f.in.root.Name(), f.name, p)
}

// ReadFrom writes what it reads step by step: that of the file itself would go around them.
func (f *diskFile) ReadFrom(r io.Reader) (int64, error) { return io.Copy(struct{ io.Writer }{f}, r) }

func (f *diskFile) Chmod(perm fs.FileMode) error {
	return f.in.step(diskwrite.Chmod, f.name, "", func() error { return f.File.Chmod(perm) })
}

func (f *diskFile) Chown(uid, gid int) error {
	return f.in.step(diskwrite.Chown, f.name, "", func() error { return f.File.Chown(uid, gid) })
}

func (f *diskFile) Sync() error { return f.in.step(diskwrite.Sync, f.name, "", f.File.Sync) }

// Close closes the file, also where it reports that this failed.
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

// openAttempts bounds how often a file is opened that is replaced again and again while
// that is done. A second time is rare; this many times in a row need malice.
const openAttempts = 100

// errReplaced is a file that was replaced while it was being opened.
var errReplaced = errors.New("was replaced again and again while it was being opened; try again")

// open opens a regular file, without waiting for a pipe. One that is saved at this moment
// is opened as it was before, or as it is after.
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

// ErrLink is the refusal of a symbolic link where a file was expected.
var ErrLink = errors.New("is a symbolic link, which could lead anywhere; put the file itself in its place")

// ErrIrregular is the refusal of a folder, pipe, device or socket.
var ErrIrregular = errors.New("is not a regular file")

// SizeError is a file that is larger than the caller wants to read. Sizes are bytes.
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

// Read returns the bytes of the regular file name, which lies directly in root, when
// they are at most limit. It fails with [fs.ErrNotExist], [ErrLink], [ErrIrregular] or
// a [*SizeError].
func Read(root *os.Root, name string, limit int64) ([]byte, error) {
	return disk{root}.Read(name, limit)
}

// Open opens a file that [Read] would read, and says what it was at that moment.
func Open(root *os.Root, name string) (*os.File, fs.FileInfo, error) {
	return disk{root}.open(name)
}
