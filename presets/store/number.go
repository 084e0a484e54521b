package store

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// maxNumber is the highest number of a document: nine digits.
const maxNumber = 999_999_999

// documentPerm are the permissions of a new document: the umask decides.
var documentPerm = permissions{bits: 0o644}

// NextNumber returns the number after the highest that names hold, at least 1. A name
// counts when it is namespace, '_', one to nine ASCII digits and ext, such as ".md";
// namespace is literal text. It fails with [ErrExhausted].
func NextNumber(names []string, namespace, ext string) (int, error) {
	highest := 0
	for _, name := range names {
		if n, ok := numberOf(name, namespace, ext); ok {
			highest = max(highest, n)
		}
	}
	if highest >= maxNumber {
		return 0, fmt.Errorf("%s: %w; choose another namespace", namespace, ErrExhausted)
	}
	return highest + 1, nil
}

// NumberedName returns the name of a document: at least three digits.
func NumberedName(namespace string, number int, ext string) string {
	return fmt.Sprintf("%s_%03d%s", namespace, number, ext)
}

func numberOf(name, namespace, ext string) (int, bool) {
	digits, ok := strings.CutPrefix(name, namespace+"_")
	if !ok {
		return 0, false
	}
	digits, ok = strings.CutSuffix(digits, ext)
	if !ok || digits == "" || len(digits) > 9 || strings.Trim(digits, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.Atoi(digits)
	return n, err == nil
}

// CreateNumbered writes content to a new file namespace_NNN.ext in dir, a folder inside
// root that is made when it is missing, and returns its name and number. The number is
// the next that is free; two writers never share one, and no file that exists, of
// whatever kind, is replaced. When it returns no error, the file has reached the disk.
func CreateNumbered(root *os.Root, dir, namespace, ext string, content Content) (name string, number int, err error) {
	need := int64(content.Len())
	folder := filepath.Join(root.Name(), filepath.FromSlash(dir))
	fail := func(err error) (string, int, error) {
		return "", 0, &SaveError{Path: filepath.Join(folder, namespace+"_NNN"+ext), Folder: folder, Need: need, New: true, Err: err}
	}
	sub, err := openFolder(root, dir)
	if err != nil {
		return fail(err)
	}
	defer sub.Close()
	sweep(disk{sub}, namespace+ext, time.Now())
	name, number, err = createNumbered(disk{sub}, namespace, ext, content)
	switch {
	case err != nil && name != "":
		return name, number, &SaveError{Path: filepath.Join(folder, name), Folder: folder, Need: need, Replaced: true, Err: err}
	case err != nil:
		return fail(err)
	}
	return name, number, nil
}

func openFolder(root *os.Root, dir string) (*os.Root, error) {
	dir = filepath.Clean(filepath.FromSlash(dir))
	if err := root.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	return root.OpenRoot(dir)
}

func createNumbered(d folder, namespace, ext string, content Content) (name string, number int, err error) {
	names, err := d.Names()
	if err != nil {
		return "", 0, err
	}
	if number, err = NextNumber(names, namespace, ext); err != nil {
		return "", 0, err
	}
	temp, err := writeTemp(d, namespace+ext, content, documentPerm)
	if err != nil {
		return "", 0, err
	}
	for ; number <= maxNumber; number++ {
		name = NumberedName(namespace, number, ext)
		err = place(d, temp, name)
		if err == nil {
			return name, number, d.Sync()
		}
		if !errors.Is(err, fs.ErrExist) {
			break
		}
		err = fmt.Errorf("%s: %w; choose another namespace", namespace, ErrExhausted)
	}
	_ = d.Remove(temp)
	return "", 0, err
}

// Create writes data to the new file name, which lies in root with folders between
// them made as needed. It fails with [fs.ErrExist] when anything has that name.
func Create(root *os.Root, name string, data []byte) error {
	dir, base := filepath.Split(filepath.FromSlash(name))
	path := filepath.Join(root.Name(), dir, base)
	fail := func(err error) error {
		return &SaveError{Path: path, Folder: filepath.Dir(path), Need: int64(len(data)), New: true, Err: err}
	}
	sub, err := openFolder(root, dir)
	if err != nil {
		return fail(err)
	}
	defer sub.Close()
	d := disk{sub}
	temp, err := writeTemp(d, base, bytes.NewReader(data), documentPerm)
	if err != nil {
		return fail(err)
	}
	if err := place(d, temp, base); err != nil {
		_ = d.Remove(temp)
		return fail(err)
	}
	if err := d.Sync(); err != nil {
		return &SaveError{Path: path, Folder: filepath.Dir(path), Need: int64(len(data)), Replaced: true, Err: err}
	}
	return nil
}

// place gives the finished file temp the name name, which nothing may have yet. Where
// there are no hard links it takes the name with an empty file first: another writer
// sees that the name is taken, and a crash in between leaves the empty file.
func place(d folder, temp, name string) error {
	err := d.Link(temp, name)
	if err == nil {
		_ = d.Remove(temp) // the document stands; a second name for it is swept later
		return nil
	}
	if !noLinks(err) {
		return err
	}
	f, err := d.Create(name, documentPerm.bits)
	if err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		_ = d.Remove(name)
		return err
	}
	if err := d.Rename(temp, name); err != nil {
		_ = d.Remove(name)
		return err
	}
	return nil
}
