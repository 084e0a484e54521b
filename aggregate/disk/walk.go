package disk

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"syscall"

	"dossier/models"
)

// MaxDepth is the max depth of a file in a project. It is far beyond what occurs in practice, and
// bounds the cost of untrusted paths.
const MaxDepth = 64

const (
	// maxLinks is the max number of symbolic links followed to resolve a path.
	maxLinks = 40
	// maxNames is the max number of names in a path, including those in links: each costs a
	// system call or two.
	maxNames = 4096
)

// walk descends a path name by name. It keeps the current folder and its parents open, so that a
// name costs one call: an [os.Root] walks the whole path again for each prefix.
type walk []*os.Root

func (r *Root) walk() walk { return walk{r.root} }

func (w walk) lstat(name string) (fs.FileInfo, error) { return w[len(w)-1].Lstat(name) }

func (w walk) readlink(name string) (string, error) { return w[len(w)-1].Readlink(name) }

// down enters a folder whose lstat result is info.
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

// up returns to the parent; false at the top.
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

// resolved is the target of a path.
type resolved struct {
	names []string    // relative to the folder, without links
	info  fs.FileInfo // of the last name; nil if it does not exist
}

// follow resolves a name. It evaluates links lexically and accesses nothing outside. A name that
// does not exist resolves to where it would be. It returns only errors of this package; name is
// valid if the error is nil.
func (r *Root) follow(p, name string) (resolved, error) {
	var (
		rest  = strings.Split(filepath.ToSlash(name), "/")
		at    = r.walk()
		to    resolved
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
			return resolved{names: strings.Split(local, "/")}, nil
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
		if abs, ok := r.absolute(target); ok {
			abs = filepath.Join(append([]string{abs}, rest...)...)
			_, within := r.Local(abs)
			return to, &OutsideError{Path: p, Target: abs, Absolute: within}
		}
		rest = append(strings.Split(filepath.ToSlash(target), "/"), rest...)
	}
	return to, nil
}

// convertError converts an error of the os.Root to one of this package.
func (r *Root) convertError(p, name string, cause error) error {
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

// Real resolves a path to one relative to the folder and free of links. A path that does not
// exist resolves to where it would be. It returns an [*OutsideError] for a link out of the
// folder.
func (r *Root) Real(p string) (string, error) {
	in, name, err := r.resolve(p)
	if err != nil {
		return "", err
	}
	to, err := in.follow(p, name)
	real := path.Join(append([]string{"."}, to.names...)...)
	if in != r {
		local, _ := r.Local(p)
		label, _, _ := models.SplitRoot(local)
		real = models.JoinRoot(label, real)
	}
	return real, err
}

// linkless returns an error if p contains a symbolic link: a link's target may not be what its
// name suggests, and git does not follow links to ignore files either.
func (r *Root) linkless(p string) error {
	in, name, err := r.resolve(p)
	if err != nil {
		return err
	}
	at := in.walk()
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
