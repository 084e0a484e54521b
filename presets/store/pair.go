package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"dossier/aggregate/diskwrite"
)

// Pair is a pair of files with a common number: namespace_NNN with two extensions. The record
// allocates the number. A record without a body is not a pair; its number is used up.
type Pair struct {
	Namespace    string
	Mark         string // precedes the digits, as the c in acme_c007; the next number is also above those without it
	Record, Body Part
	Others       []string // extensions of other bodies in the folder, whose numbers are also used
	Number       int      // preferred number; if it is used or 0, the next free one
	Private      bool     // readable only by its owner
}

// Name returns the file name of the pair with a number and the extension ext.
func (p Pair) Name(number int, ext string) string {
	return fmt.Sprintf("%s_%s%03d%s", p.Namespace, p.Mark, number, ext)
}

// bodies returns the possible extensions of bodies in the folder.
func (p Pair) bodies() []string { return append([]string{p.Body.Ext}, p.Others...) }

// Part is one file of a pair.
type Part struct {
	Ext     string // for example ".md"
	Content Content
}

// CreatePair writes a pair to dir, a folder in root that it creates if necessary, and returns its
// number. No number is used twice, and no existing file is replaced. When it returns nil, both
// files have reached the disk; after a crash at any time, the pair is complete or does not exist.
// A number returned with an error is that of an existing pair that may not survive a power loss.
//
// Without hard links, a crash may leave empty files with the names of the pair; an empty body
// counts as missing. On Windows it may leave the record alone.
func CreatePair(root *os.Root, dir string, p Pair) (number int, err error) {
	need := int64(p.Record.Content.Len()) + int64(p.Body.Content.Len())
	folder := filepath.Join(root.Name(), filepath.FromSlash(dir))
	fail := func(err error) (int, error) {
		return 0, &SaveError{Path: filepath.Join(folder, p.Namespace+"_"+p.Mark+"NNN"+p.Body.Ext), Folder: folder, Need: need, New: true, Err: err}
	}
	perm := fs.FileMode(0o755)
	if p.Private {
		perm = 0o700
	}
	sub, err := openFolder(root, dir, perm)
	if err != nil {
		return fail(err)
	}
	defer sub.Close()
	SweepPairs(sub, p.Record.Ext, p.bodies(), func(name string) bool { return name == p.Namespace+p.Record.Ext || name == p.Namespace+p.Body.Ext })
	number, err = createPair(disk{sub}, p)
	switch {
	case err != nil && number > 0:
		path := filepath.Join(folder, p.Name(number, p.Body.Ext))
		return number, &SaveError{Path: path, Folder: folder, Need: need, Replaced: true, Err: err}
	case err != nil:
		return fail(err)
	}
	return number, nil
}

// SweepPairs is [diskwrite.Sweep] for a folder of pairs, whose bodies have one of bodyExts. It
// also removes a record without a body if its writer was killed: its temporary name is a second
// name of the same file.
func SweepPairs(root *os.Root, recordExt string, bodyExts []string, mine func(name string) bool) {
	diskwrite.SweepWith(root, mine, func(temp string, info fs.FileInfo) {
		of, _ := diskwrite.TempOf(temp)
		namespace, ok := strings.CutSuffix(of, recordExt)
		if !ok {
			return
		}
		d := disk{root}
		names, _ := d.Names()
		for _, name := range names {
			stem, ok := strings.CutSuffix(name, recordExt)
			if !ok || !strings.HasPrefix(stem, namespace+"_") {
				continue
			}
			record, err := root.Lstat(name)
			if err != nil || !os.SameFile(record, info) {
				continue
			}
			if !slices.ContainsFunc(bodyExts, func(ext string) bool { return nameExists(d, stem+ext) }) {
				_ = d.Remove(name)
			}
		}
	})
}

// Unfinished returns the records in a folder that are being written, or whose writer was killed.
func Unfinished(root *os.Root, recordExt string) (records []fs.FileInfo) {
	names, _ := disk{root}.Names()
	for _, name := range names {
		if of, ok := diskwrite.TempOf(name); !ok || !strings.HasSuffix(of, recordExt) {
			continue
		}
		if info, err := root.Lstat(name); err == nil && info.Mode().IsRegular() {
			records = append(records, info)
		}
	}
	return records
}

func createPair(d folder, p Pair) (number int, err error) {
	names, err := d.Names()
	if err != nil {
		return 0, err
	}
	next, err := nextNumber(names, p.Namespace, []string{p.Mark, ""}, append(p.bodies(), p.Record.Ext))
	if err != nil {
		return 0, err
	}
	perm := documentPerm
	if p.Private {
		perm = permissions{bits: 0o600}
	}
	record, release, err := writeTemp(d, p.Namespace+p.Record.Ext, p.Record.Content, perm)
	if err != nil {
		return 0, err
	}
	defer release()
	body, release, err := writeTemp(d, p.Namespace+p.Body.Ext, p.Body.Content, perm)
	if err != nil {
		_ = d.Remove(record)
		return 0, err
	}
	defer release()
	try := func(n int) error {
		// Other programs, and earlier versions, write bodies without records.
		for _, ext := range p.bodies() {
			if _, err := d.Lstat(p.Name(n, ext)); err == nil {
				return fs.ErrExist
			} else if !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
		return placePair(d, perm, record, p.Name(n, p.Record.Ext), body, p.Name(n, p.Body.Ext))
	}
	number = next
	if err = fs.ErrExist; p.Number > 0 {
		if err = try(p.Number); err == nil {
			number = p.Number
		}
	}
	for ; errors.Is(err, fs.ErrExist) && number <= maxNumber; number++ {
		if err = try(number); err == nil {
			break
		}
	}
	// With links these are second names, which a sweep would also find; otherwise they no longer
	// exist, or were not needed.
	_, _ = d.Remove(record), d.Remove(body)
	switch {
	case errors.Is(err, fs.ErrExist):
		return 0, fmt.Errorf("%s: %w; choose another namespace", p.Namespace, ErrExhausted)
	case err != nil:
		return 0, err
	}
	return number, d.Sync()
}

// placePair names two finished files. The record allocates the number and reaches the disk before
// the body exists, so no crash leaves a body without its record. On error the number is free
// again and both files keep their temporary names, unless removing the record fails too: then the
// number is used up.
func placePair(d folder, perm permissions, record, recordName, body, bodyName string) error {
	if err := claimName(d, perm, record, recordName); err != nil {
		return err
	}
	err := d.Sync()
	if err == nil {
		err = claimName(d, perm, body, bodyName)
	}
	if err != nil {
		if _, missing := d.Lstat(record); errors.Is(missing, fs.ErrNotExist) {
			_ = d.Rename(recordName, record)
		} else {
			_ = d.Remove(recordName)
		}
	}
	return err
}

// nameExists reports whether a name exists, or may exist.
func nameExists(d folder, name string) bool {
	_, err := d.Lstat(name)
	return !errors.Is(err, fs.ErrNotExist)
}

// claimName gives the finished file temp the unused name name. Without hard links it first creates
// an empty file of that name, so that other writers see it as used; a crash can leave the empty
// file. Otherwise temp remains as a second name.
func claimName(d folder, perm permissions, temp, name string) error {
	err := d.Place(temp, name)
	if err == nil || !noLinks(err) {
		return err
	}
	f, err := d.Create(name, perm.bits)
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

// Remove removes files directly in root in order; each removal reaches the disk before the next
// one starts. Missing files are not an error.
func Remove(root *os.Root, names ...string) error {
	d := disk{root}
	for _, name := range names {
		err := d.Remove(name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err == nil {
			err = d.Sync()
		}
		if err != nil {
			return fmt.Errorf("remove %s: %w; try again", filepath.Join(root.Name(), name), err)
		}
	}
	return nil
}
