package store

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"io/fs"
	"time"

	"dossier/aggregate/diskwrite"
)

// How often and how long a rename is tried again while another program, such as a
// virus scanner on Windows, holds the file: half a second in all.
const (
	renameTries = 10
	renamePause = 50 * time.Millisecond
)

// errChanged is a file that does not hold what was written to it.
var errChanged = errors.New("what was written cannot be read back")

// permissions are those of a file that is to be written: what the process lets through of
// bits, or those of the file that it replaces, with its owner.
type permissions struct {
	bits fs.FileMode
	was  fs.FileInfo // of the file that is replaced; nil: none is
}

// replace makes name hold data. done reports whether the new content has taken the
// place of the old, which it has when only the last sync failed.
func replace(d folder, name string, data []byte, perm permissions) (done bool, err error) {
	temp, release, err := writeTemp(d, name, bytes.NewReader(data), perm)
	if err != nil {
		return false, err
	}
	defer release()
	if err := patiently(func() error { return d.Rename(temp, name) }); err != nil {
		_ = d.Remove(temp)
		return false, err
	}
	if err := d.Sync(); err != nil {
		return true, err
	}
	got, err := d.Read(name, int64(len(data)))
	if err != nil {
		return true, err
	}
	if !bytes.Equal(got, data) {
		return true, errChanged
	}
	return true, nil
}

// patiently does something again while another program holds the file for a moment.
func patiently(do func() error) error {
	for try := 1; ; try++ {
		err := do()
		if err == nil || try == renameTries || !busy(err) {
			return err
		}
		time.Sleep(renamePause)
	}
}

// Content is what a new file is to hold: Len bytes, which WriteTo writes. A
// [*bytes.Reader] is one; a long document need not be one piece of memory.
type Content interface {
	io.WriterTo
	Len() int
}

// writeSize is how much of a content is gathered for one write.
const writeSize = 64 << 10

// writeTemp writes content to a new file beside name and syncs it. When it fails it
// leaves no file behind. No sweep removes the file before release is called.
func writeTemp(d folder, name string, content Content, perm permissions) (temp string, release func(), err error) {
	bits := perm.bits
	if perm.was != nil {
		bits = 0o600 // nobody else reads it before it has the right ones
	}
	temp, f, release, err := createTemp(d, name, bits)
	if err != nil {
		return "", nil, err
	}
	size := content.Len()
	w := bufio.NewWriterSize(f, min(size, writeSize))
	n, err := content.WriteTo(w)
	if err == nil {
		err = w.Flush()
	}
	if err == nil && n < int64(size) {
		err = io.ErrShortWrite
	}
	if err == nil && perm.was != nil {
		if bits, err = keepOwner(f, perm.was, perm.was.Mode().Perm()); err == nil {
			err = f.Chmod(bits)
		}
	}
	if err == nil {
		err = f.Sync()
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err != nil {
		_ = d.Remove(temp)
		release()
		return "", nil, err
	}
	return temp, release, nil
}

// createTemp creates a file beside name that no sweep takes for one that was left.
func createTemp(d folder, name string, bits fs.FileMode) (temp string, f file, release func(), err error) {
	for range diskwrite.Attempts {
		temp = diskwrite.TempName(name)
		if f, err = d.Create(temp, bits); err != nil {
			return "", nil, nil, err
		}
		if release, err = d.Hold(temp); err == nil {
			return temp, f, release, nil
		}
		_ = f.Close()
		if !errors.Is(err, fs.ErrNotExist) {
			_ = d.Remove(temp)
			return "", nil, nil, err
		}
	}
	return "", nil, nil, err
}
