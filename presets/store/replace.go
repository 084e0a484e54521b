package store

import (
	"bufio"
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"strings"
	"time"
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
	temp, err := writeTemp(d, name, bytes.NewReader(data), perm)
	if err != nil {
		return false, err
	}
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
// leaves no file behind.
func writeTemp(d folder, name string, content Content, perm permissions) (temp string, err error) {
	temp = tempName(name)
	bits := perm.bits
	if perm.was != nil {
		bits = 0o600 // nobody else reads it before it has the right ones
	}
	f, err := d.Create(temp, bits)
	if err != nil {
		return "", err
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
		return "", err
	}
	return temp, nil
}

// tempName returns ".<name>.<12 hex digits>.tmp".
func tempName(name string) string {
	var random [6]byte
	rand.Read(random[:])
	return "." + name + "." + hex.EncodeToString(random[:]) + ".tmp"
}

// isTemp reports whether name is one that tempName(of) could have returned.
func isTemp(name, of string) bool {
	middle, ok := strings.CutPrefix(name, "."+of+".")
	if !ok {
		return false
	}
	middle, ok = strings.CutSuffix(middle, ".tmp")
	return ok && len(middle) == 12 && strings.Trim(middle, "0123456789abcdef") == ""
}

// leftover is the age from which a temporary file is taken for one that a killed
// process left behind: no save takes an hour.
const leftover = time.Hour

// sweep removes old temporary files of name.
func sweep(d folder, name string, now time.Time) {
	names, err := d.Names()
	if err != nil {
		return // the save itself will say what is wrong with the folder
	}
	for _, one := range names {
		if !isTemp(one, name) {
			continue
		}
		if info, err := d.Lstat(one); err == nil && info.Mode().IsRegular() && now.Sub(info.ModTime()) > leftover {
			_ = d.Remove(one)
		}
	}
}
