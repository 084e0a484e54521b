package disk

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"

	"dossier/models"
)

// Mount is a folder outside the project that is part of its tree under a label: label:/src/a.go is
// src/a.go in it. Its links may neither leave it nor lead into the project.
type Mount struct {
	Label string
	Root  *Root // nil if it is not open
	Err   error // why it is not open; an [*OutsideError] if it needs permission
}

// mounts are shared by all values of one folder.
type mounts struct{ list atomic.Pointer[[]Mount] }

// SetMounts replaces the mounted folders of r and of all values of the same folder. They must stay
// open as long as r is used, even after they are replaced.
func (r *Root) SetMounts(list []Mount) {
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b Mount) int { return strings.Compare(a.Label, b.Label) })
	r.mounts.list.Store(&list)
}

// Mounts returns the mounted folders, sorted by label. The caller must not modify the result.
func (r *Root) Mounts() []Mount {
	if list := r.mounts.list.Load(); list != nil {
		return *list
	}
	return nil
}

// mountRoot returns the folder with a label. A path that only looks like one of a
// mounted folder is a path in r itself.
func (r *Root) mountRoot(p, label string) (*Root, error) {
	for _, m := range r.Mounts() {
		switch {
		case m.Label != label:
		case m.Root == nil:
			return nil, &MountError{Path: p, Label: label, Err: m.Err}
		default:
			return m.Root, nil
		}
	}
	if _, err := r.root.Lstat(models.RootFolder(label)); err == nil {
		return r, nil
	}
	return nil, &MountError{Path: p, Label: label, Err: ErrNoMount}
}

// Absolute returns the absolute path of a path of the project or of a mounted folder. It is purely
// lexical; it returns false for folders that are not open and paths outside.
func (r *Root) Absolute(p string) (string, bool) {
	local, ok := r.Local(p)
	if !ok {
		return "", false
	}
	dir := r.dir
	if label, rest, labelled := models.SplitRoot(local); labelled {
		in, err := r.mountRoot(p, label)
		if err != nil {
			return "", false
		}
		if in != r {
			dir, local = in.dir, rest
		}
	}
	return filepath.Join(dir, filepath.FromSlash(local)), true
}

// ErrNoMount reports a label without a mounted folder.
var ErrNoMount = errors.New("no folder has this label; dossier roots add gives one to a folder")

// MountError reports a path in a mounted folder that is not open. It wraps the reason.
type MountError struct {
	Path  string // as requested
	Label string
	Err   error
}

func (e *MountError) Error() string {
	if outside, ok := e.Err.(*OutsideError); ok {
		return fmt.Sprintf("%s is not read: %s is outside the project; allow that folder to include it (dossier allow, or the menu of its row)", quote(e.Path), quote(outside.Target))
	}
	return fmt.Sprintf("%s is not read: %v", quote(e.Path), e.Err)
}

func (e *MountError) Unwrap() error { return e.Err }

// Is reports whether target is [ErrNotFound] and the label is unknown.
func (e *MountError) Is(target error) bool { return target == ErrNotFound && e.Err == ErrNoMount }
