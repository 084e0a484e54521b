package store

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"dossier/aggregate/diskwrite"
)

// maxNumber is the highest number of a document: nine digits.
const maxNumber = 999_999_999

// documentPerm are the permissions of a new document, subject to the umask.
var documentPerm = permissions{bits: 0o644}

// nextNumber returns the number after the highest one in names, at least 1. It considers names
// that consist of the literal namespace, '_', one of marks, one to nine ASCII digits and one of
// exts, such as ".md". It returns [ErrExhausted] if there is none.
func nextNumber(names []string, namespace string, marks, exts []string) (int, error) {
	highest := 0
	for _, name := range names {
		for _, ext := range exts {
			for _, mark := range marks {
				if n, ok := numberBehind(name, namespace+"_"+mark, ext); ok {
					highest = max(highest, n)
				}
			}
		}
	}
	if highest >= maxNumber {
		return 0, fmt.Errorf("%s: %w; choose another namespace", namespace, ErrExhausted)
	}
	return highest + 1, nil
}

// NumberOf returns the number in the name of a document or a record: namespace, '_', one to nine
// ASCII digits, and ext.
func NumberOf(name, namespace, ext string) (int, bool) {
	return numberBehind(name, namespace+"_", ext)
}

func numberBehind(name, prefix, ext string) (int, bool) {
	digits, ok := strings.CutPrefix(name, prefix)
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

// Create writes data to the new file name in root, creating folders as needed. It returns
// [fs.ErrExist] if the name exists.
func Create(root *os.Root, name string, data []byte) error {
	dir, base := filepath.Split(filepath.FromSlash(name))
	path := filepath.Join(root.Name(), dir, base)
	fail := func(err error) error {
		return &SaveError{Path: path, Folder: filepath.Dir(path), Need: int64(len(data)), New: true, Err: err}
	}
	sub, err := openFolder(root, dir, 0o755)
	if err != nil {
		return fail(err)
	}
	defer sub.Close()
	d := disk{sub}
	diskwrite.Sweep(sub, func(name string) bool { return name == base })
	temp, release, err := writeTemp(d, base, bytes.NewReader(data), documentPerm)
	if err != nil {
		return fail(err)
	}
	defer release()
	if err := place(d, temp, base); err != nil {
		_ = d.Remove(temp)
		return fail(err)
	}
	if err := d.Sync(); err != nil {
		return &SaveError{Path: path, Folder: filepath.Dir(path), Need: int64(len(data)), Replaced: true, Err: err}
	}
	return nil
}

// place renames the finished file temp to the unused name name.
func place(d folder, temp, name string) error {
	if err := claimName(d, documentPerm, temp, name); err != nil {
		return err
	}
	_ = d.Remove(temp) // if it still exists: a second name would be swept later
	return nil
}
