package disk

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// MaxDepth is how many folders deep a file may lie in a project. It is far beyond what
// people make, and bounds what a path from elsewhere can cost.
const MaxDepth = 64

const (
	// maxLinks is how many symbolic links are followed to say where a path leads.
	maxLinks = 40
	// maxNames is how many names a path may have with those of all links on the way: each
	// costs a call of the system or two.
	maxNames = 4096
)

// walk goes down a path name by name. It holds the folder that it has come to open, and
// those above, so that a name costs one call: an [os.Root] walks all the way again for
// each prefix of a path.
type walk []*os.Root

func (r *Root) walk() walk { return walk{r.root} }

func (w walk) lstat(name string) (fs.FileInfo, error) { return w[len(w)-1].Lstat(name) }

func (w walk) readlink(name string) (string, error) { return w[len(w)-1].Readlink(name) }

// down goes into a folder.
func (w *walk) down(name string) error {
	if len(*w) > MaxDepth+1 {
		return syscall.ENAMETOOLONG
	}
	folder, err := (*w)[len(*w)-1].OpenRoot(name)
	if err == nil {
		*w = append(*w, folder)
	}
	return err
}

// up goes back to the folder above; false at the top.
func (w *walk) up() bool {
	last := len(*w) - 1
	if last == 0 {
		return false
	}
	(*w)[last].Close()
	*w = (*w)[:last]
	return true
}

func (w *walk) close() {
	for w.up() {
	}
}

// explain says in our own words why the os.Root refused a name. It follows the links
// on the way only as text and looks at nothing outside.
func (r *Root) explain(p, name string, cause error) error {
	var (
		rest  = strings.Split(filepath.ToSlash(name), "/")
		at    = r.walk()
		links int
	)
	defer at.close()
	for names := 0; len(rest) > 0; names++ {
		if names == maxNames {
			return &AccessError{Path: p, Reason: ErrTooDeep, Cause: cause}
		}
		part := rest[0]
		rest = rest[1:]
		switch part {
		case "", ".":
			continue
		case "..":
			if !at.up() {
				up := append([]string{r.dir, ".."}, rest...)
				return &OutsideError{Path: p, Target: filepath.Join(up...)}
			}
			continue
		}
		fi, err := at.lstat(part)
		if err != nil {
			return accessError(p, cause)
		}
		switch kind := KindOf(fi.Mode()); {
		case kind == Symlink:
		case kind == Folder && len(rest) > 0:
			if at.down(part) != nil {
				return accessError(p, cause)
			}
			continue
		case kind != Folder && kind != Regular && len(rest) == 0:
			return &IrregularError{Path: p, Kind: kind}
		default:
			return accessError(p, cause)
		}
		target, err := at.readlink(part)
		if err != nil {
			return accessError(p, cause)
		}
		if links++; links > maxLinks {
			return &AccessError{Path: p, Reason: ErrLoop, Cause: syscall.ELOOP}
		}
		if filepath.IsAbs(target) {
			abs := filepath.Join(append([]string{target}, rest...)...)
			_, within := r.Local(abs)
			return &OutsideError{Path: p, Target: abs, Absolute: within}
		}
		rest = append(strings.Split(filepath.ToSlash(target), "/"), rest...)
	}
	return accessError(p, cause)
}

// linkless reports a symbolic link anywhere in p as an error: what lies behind one is
// not what its name says, and git does not follow one to a file of patterns either.
func (r *Root) linkless(p string) error {
	name, err := r.local(p)
	if err != nil {
		return err
	}
	at := r.walk()
	defer at.close()
	parts := strings.Split(filepath.ToSlash(name), "/")
	for i, part := range parts {
		fi, err := at.lstat(part)
		if err == nil && KindOf(fi.Mode()) == Symlink {
			return &IrregularError{Path: p, Kind: Symlink}
		}
		if err == nil && i < len(parts)-1 {
			err = at.down(part)
		}
		if err != nil {
			return accessError(p, err)
		}
	}
	return nil
}
