package store

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"io/fs"

	"dossier/aggregate/diskwrite"
)

// errChanged reports a file that does not contain what was written to it.
var errChanged = errors.New("what was written cannot be read back")

// permissions of a file to write: bits subject to the umask, exactly these bits, or the bits and the
// owner of the replaced file.
type permissions struct {
	bits     fs.FileMode
	exact    bool        // bits are not subject to the umask
	replaced fs.FileInfo // of the replaced file; nil if there is none
}

// replace replaces the content of name by data. done reports whether the new content is in place,
// which it also is if only the last sync failed.
func replace(d folder, name string, data []byte, perm permissions) (done bool, err error) {
	temp, release, err := writeTemp(d, name, bytes.NewReader(data), perm)
	if err != nil {
		return false, err
	}
	defer release()
	if err := diskwrite.Retry(func() error { return d.Rename(temp, name) }); err != nil {
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

// Content is the content of a new file: Len bytes, written by WriteTo. It is implemented by
// [*bytes.Reader], and need not be contiguous in memory.
type Content interface {
	io.WriterTo
	Len() int
}

// writeSize is the size of a buffered write.
const writeSize = 64 << 10

// writeTemp writes and syncs content to a new temporary file for name. On error it leaves no file
// behind. No sweep removes the file before release is called.
func writeTemp(d folder, name string, content Content, perm permissions) (temp string, release func(), err error) {
	created, final := perm.bits, perm.exact || perm.replaced != nil
	if final {
		created = 0o600 // private until it has its final permissions
	}
	temp, f, release, err := createTemp(d, name, created)
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
	bits := perm.bits
	if err == nil && perm.replaced != nil {
		bits, err = keepOwner(f, perm.replaced, perm.replaced.Mode().Perm())
	}
	if err == nil && final {
		err = f.Chmod(bits)
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

// createTemp creates a temporary file for name and protects it from sweeps.
func createTemp(d folder, name string, bits fs.FileMode) (temp string, f file, release func(), err error) {
	for range diskwrite.Attempts {
		temp = diskwrite.TempName(name)
		if f, err = d.Create(temp, bits); err != nil {
			return "", nil, nil, err
		}
		if release, err = d.TryLock(temp); err == nil {
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
