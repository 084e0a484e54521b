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

// Pair are two files that belong together and share a number: namespace_NNN with the
// ending of each. The number is taken by the record. One whose body is missing is no
// pair; its number is spent.
type Pair struct {
	Namespace    string
	Mark         string // stands before the digits, as the c of acme_c007; the next number is beyond those without it too
	Record, Body Part
	Others       []string // endings of other bodies that the folder may have: each takes a number too
	Number       int      // wanted; where it is taken, or 0, the next that is free
	Private      bool     // only its owner can read it
}

// Name returns the name of the pair under a number, with the ending ext.
func (p Pair) Name(number int, ext string) string {
	return fmt.Sprintf("%s_%s%03d%s", p.Namespace, p.Mark, number, ext)
}

// bodies are the endings that bodies in the folder may have.
func (p Pair) bodies() []string { return append([]string{p.Body.Ext}, p.Others...) }

// Part is one file of a pair.
type Part struct {
	Ext     string // such as ".md"
	Content Content
}

// CreatePair writes a pair to dir, a folder inside root that is made when it is missing,
// and returns its number. Two writers never share one, and no file that exists, of
// whatever kind, is replaced. When it returns no error, both files have reached the
// disk; after a crash at any moment there is the whole pair or none. A number with an
// error is that of a pair that is there, but may not outlast a loss of power.
//
// Where there are no hard links a crash may leave the names of the two files with
// nothing in them: an empty body is none.
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

// SweepPairs does as [diskwrite.Sweep] in a folder of pairs, whose bodies have one of some endings. A record that a killed process has
// named, and whose body never came, goes too: its temporary name is one of the same file.
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
			if !slices.ContainsFunc(bodyExts, func(ext string) bool { return taken(d, stem+ext) }) {
				_ = d.Remove(name)
			}
		}
	})
}

// Unfinished returns the records in a folder that are written just now, or whose writer was killed.
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
		// Other programs, and versions before this one, write bodies alone.
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
	// Where links were made these are second names, which a sweep would find too; else
	// they are gone, or were not needed.
	_, _ = d.Remove(record), d.Remove(body)
	switch {
	case errors.Is(err, fs.ErrExist):
		return 0, fmt.Errorf("%s: %w; choose another namespace", p.Namespace, ErrExhausted)
	case err != nil:
		return 0, err
	}
	return number, d.Sync()
}

// placePair gives two finished files their names. The record takes the number, and it
// has reached the disk before the body is there: so no crash leaves a body without its
// record. When it fails, the number is free again and both files stand where they were,
// unless taking the record back fails too: then the number is spent.
func placePair(d folder, perm permissions, record, recordName, body, bodyName string) error {
	if err := takeName(d, perm, record, recordName); err != nil {
		return err
	}
	err := d.Sync()
	if err == nil {
		err = takeName(d, perm, body, bodyName)
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

// taken reports whether something has a name, or that may be.
func taken(d folder, name string) bool {
	_, err := d.Lstat(name)
	return !errors.Is(err, fs.ErrNotExist)
}

// takeName gives the finished file temp the name name, which nothing may have yet.
// Where there are no hard links it takes the name with an empty file first: another
// writer sees that the name is taken, and a crash in between leaves the empty file.
// Else temp stays as a second name.
func takeName(d folder, perm permissions, temp, name string) error {
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

// Remove removes files that lie directly in root, one after the other: each is gone from
// the disk before the next goes. Those that are not there are no error.
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
