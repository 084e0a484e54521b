package diskwrite

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"strings"
	"time"
)

// TempName returns the name of a temporary file that will replace name: ".<name>.<12 hex
// digits>.tmp".
func TempName(name string) string {
	var random [6]byte
	rand.Read(random[:])
	return "." + name + "." + hex.EncodeToString(random[:]) + ".tmp"
}

// TempOf returns the name that a temporary file will replace.
func TempOf(temp string) (name string, ok bool) {
	stem, ok := strings.CutSuffix(temp, ".tmp")
	at := strings.LastIndexByte(stem, '.')
	if !ok || at < 2 || stem[0] != '.' || len(stem)-at-1 != 12 || strings.Trim(stem[at+1:], "0123456789abcdef") != "" {
		return "", false
	}
	return stem[1:at], true
}

// leftover is the age from which a temporary file counts as orphaned, if that cannot be
// determined otherwise: no save takes an hour.
const leftover = time.Hour

// Sweep removes the temporary files in root that killed processes left while writing files whose
// names mine accepts. Held files are kept. Removal errors are ignored, because leftovers are
// harmless.
func Sweep(root *os.Root, mine func(name string) bool) {
	SweepWith(root, mine, func(string, fs.FileInfo) {})
}

// SweepWith is [Sweep] with a callback, before, for each orphaned file that it is about to
// remove.
func SweepWith(root *os.Root, mine func(name string) bool, before func(temp string, info fs.FileInfo)) {
	dir, err := root.Open(".")
	if err != nil {
		return
	}
	names, err := dir.Readdirnames(-1)
	dir.Close()
	if err != nil {
		return
	}
	for _, temp := range names {
		if name, ok := TempOf(temp); !ok || !mine(name) {
			continue
		}
		info, err := root.Lstat(temp)
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		gone, known, done := orphaned(root, temp)
		if gone || !known && time.Since(info.ModTime()) > leftover {
			before(temp, info)
			_ = Perform(Step{Do: Remove, Folder: root.Name(), Name: temp}, func() error { return root.Remove(temp) })
		}
		done()
	}
}

// Replace atomically replaces the content of the file name, directly in root, by data: other
// processes read the old or the new content. It does not sync: after a power loss the file may be
// truncated, which readers must detect. On error it leaves no file behind.
func Replace(root *os.Root, name string, data []byte, perm fs.FileMode) error {
	Sweep(root, func(of string) bool { return of == name })
	f, temp, release, err := create(root, name, perm)
	if err != nil {
		return err
	}
	defer release()
	_, err = WriteTo(f, root.Name(), temp, data)
	closed := Perform(Step{Do: Close, Folder: root.Name(), Name: temp}, func() error { return nil })
	if err = errors.Join(err, f.Close(), closed); err == nil {
		err = Retry(func() error {
			return Perform(Step{Do: Rename, Folder: root.Name(), Name: temp, To: name}, func() error { return root.Rename(temp, name) })
		})
	}
	if err != nil {
		_ = Perform(Step{Do: Remove, Folder: root.Name(), Name: temp}, func() error { return root.Remove(temp) })
	}
	return err
}

// Attempts is the max number of times that a new file is created again because another process's
// sweep removed it before it was held. Even a second attempt is rare.
const Attempts = 100

// create creates and holds a temporary file that will replace name.
func create(root *os.Root, name string, perm fs.FileMode) (f *os.File, temp string, release func(), err error) {
	for range Attempts {
		temp = TempName(name)
		err = Perform(Step{Do: Create, Folder: root.Name(), Name: temp}, func() (err error) {
			f, err = root.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, perm)
			return err
		})
		if err != nil {
			return nil, "", nil, err
		}
		if release, err = Hold(root, temp); err == nil {
			return f, temp, release, nil
		}
		f.Close()
		if !errors.Is(err, fs.ErrNotExist) {
			_ = root.Remove(temp)
			break
		}
	}
	return nil, "", nil, err
}
