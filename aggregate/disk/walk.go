package disk

import (
	"errors"
	"io/fs"
	"os"
	"path"
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

// down goes into a folder of which lstat has told.
func (w *walk) down(name string, info fs.FileInfo) error {
	switch {
	case !info.IsDir():
		return syscall.ENOTDIR
	case len(*w) > MaxDepth+1:
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

// place is where a name in a folder leads.
type place struct {
	names []string    // from the folder, free of links
	info  fs.FileInfo // of the last of them; nil when there is nothing
}

// follow walks to where a name leads. It follows links only as text and looks at nothing
// outside. What is not there leads to where it would be. The error is one of this
// package's, and nil stands for every name that can be walked.
func (r *Root) follow(p, name string) (place, error) {
	var (
		rest  = strings.Split(filepath.ToSlash(name), "/")
		at    = r.walk()
		to    place
		links int
	)
	defer at.close()
	for names := 0; len(rest) > 0; names++ {
		if names == maxNames {
			return to, &AccessError{Path: p, Reason: ErrTooDeep, Cause: syscall.ENAMETOOLONG}
		}
		part := rest[0]
		rest = rest[1:]
		switch part {
		case "", ".":
			continue
		case "..":
			if !at.up() {
				up := append([]string{r.dir, ".."}, rest...)
				return to, &OutsideError{Path: p, Target: filepath.Join(up...)}
			}
			to.names = to.names[:len(to.names)-1]
			continue
		}
		fi, err := at.lstat(part)
		if errors.Is(err, fs.ErrNotExist) {
			local := path.Join(append(append(to.names, part), rest...)...)
			if !filepath.IsLocal(filepath.FromSlash(local)) {
				return to, &OutsideError{Path: p, Target: filepath.Join(r.dir, filepath.FromSlash(local))}
			}
			return place{names: strings.Split(local, "/")}, nil
		}
		if err != nil {
			return to, accessError(p, err)
		}
		to.info = fi
		if KindOf(fi.Mode()) != Symlink {
			to.names = append(to.names, part)
			if len(rest) == 0 {
				break
			}
			if err := at.down(part, fi); err != nil {
				return to, accessError(p, err)
			}
			continue
		}
		target, err := at.readlink(part)
		if err != nil {
			return to, accessError(p, err)
		}
		if links++; links > maxLinks {
			return to, &AccessError{Path: p, Reason: ErrLoop, Cause: syscall.ELOOP}
		}
		if filepath.IsAbs(target) {
			abs := filepath.Join(append([]string{target}, rest...)...)
			_, within := r.Local(abs)
			return to, &OutsideError{Path: p, Target: abs, Absolute: within}
		}
		rest = append(strings.Split(filepath.ToSlash(target), "/"), rest...)
	}
	return to, nil
}

// explain says in our own words why the os.Root refused a name.
func (r *Root) explain(p, name string, cause error) error {
	to, err := r.follow(p, name)
	switch access := (*AccessError)(nil); {
	case errors.As(err, &access) && access.Reason != ErrLoop && access.Reason != ErrTooDeep:
		return accessError(p, cause)
	case err != nil:
		return err
	case to.info != nil && !to.info.IsDir() && !to.info.Mode().IsRegular():
		return &IrregularError{Path: p, Kind: KindOf(to.info.Mode())}
	}
	return accessError(p, cause)
}

// Real returns where a path leads, as seen from the folder and free of links. What is not
// there yet leads to where it would be. A link out of the folder is an [*OutsideError].
func (r *Root) Real(p string) (string, error) {
	name, err := r.local(p)
	if err != nil {
		return "", err
	}
	to, err := r.follow(p, name)
	return path.Join(append([]string{"."}, to.names...)...), err
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
			err = at.down(part, fi)
		}
		if err != nil {
			return accessError(p, err)
		}
	}
	return nil
}
