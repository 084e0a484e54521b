package project

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"unicode"

	"dossier/aggregate/disk"
	"dossier/models"
	"dossier/presets/snapshots"
	"dossier/presets/store"
)

// OutputError reports an output folder that needs the user's permission: an untrusted project
// file could name any folder, such as .git or .github/workflows.
type OutputError struct {
	Dir    string // relative to the project, or absolute
	Target string // its real path, which needs permission
}

func (e *OutputError) Error() string {
	return fmt.Sprintf("writing dossiers to %s needs your permission: allow it with dossier allow %s, or name another folder in dossier.toml, as dir in [output]", Shown(e.Dir), Shown(e.Target))
}

// OutputProblem returns why documents cannot be written to the folder in the project file: an
// [*OutputError] if it needs permission; nil if they can be written.
func (p *Project) OutputProblem() error {
	dir := p.StoredState().OutputDir()
	_, target, err := p.outputTarget(dir)
	if err == nil && target != "" && !p.leave().Has(target) {
		err = &OutputError{Dir: dir, Target: target}
	}
	return err
}

// outputTarget returns the real path of an output folder, relative to the project if it is inside.
// target is the absolute path that needs permission; empty if none is needed.
func (p *Project) outputTarget(dir string) (real, target string, err error) {
	if name := p.fileAt(dir); name != "" {
		return "", "", fmt.Errorf("the output folder %s cannot be made, because %s is a file: rename it, or name another folder in dossier.toml, as dir in [output]", Shown(dir), Shown(name))
	}
	real, err = p.root.Real(dir)
	var outside *disk.OutsideError
	leads := dir
	if errors.As(err, &outside) {
		leads = outside.Target
	}
	if local, ok := p.root.Local(leads); ok {
		if label, _, rooted := models.SplitRoot(local); rooted {
			return "", "", fmt.Errorf("the output folder %s is in the folder %s, which is read-only: name another one in dossier.toml, as dir in [output]", Shown(dir), Shown(label))
		}
	}
	switch {
	case errors.As(err, &outside):
		return "", outside.Target, nil
	case err != nil:
		return "", "", fmt.Errorf("the output folder: %w", err)
	case !ordinary(real):
		target = filepath.Join(p.Dir, filepath.FromSlash(real))
	}
	return real, target, nil
}

// shortName matches short names of Windows, which hide a leading dot.
var shortName = regexp.MustCompile(`~[0-9]`)

// ordinary reports whether documents may be written to a folder of the project without permission:
// our own, and any whose path has no name that begins with a dot. Other programs act on the
// contents of such folders.
func ordinary(dir string) bool {
	if models.OwnFolder(dir) {
		return true
	}
	for name := range strings.SplitSeq(dir, "/") {
		// File systems of macOS ignore zero-width characters.
		name = strings.TrimLeftFunc(name, func(r rune) bool { return unicode.Is(unicode.Cf, r) })
		if name != "." && strings.HasPrefix(name, ".") || shortName.MatchString(name) {
			return false
		}
	}
	return true
}

// fileAt returns the first part of a folder's path that is a file; empty if there is none in the project.
func (p *Project) fileAt(dir string) string {
	local, ok := p.root.Local(dir)
	if !ok {
		return ""
	}
	name := ""
	for part := range strings.SplitSeq(local, "/") {
		name = path.Join(name, part)
		info, err := p.folder.Stat(filepath.FromSlash(name))
		switch {
		case err != nil:
			return ""
		case !info.IsDir():
			return name
		}
	}
	return ""
}

// openOutput opens an output folder; see [snapshots.Place]. A folder that needs permission is
// treated as empty. It may be called from any goroutine.
func (p *Project) openOutput(dir string, create bool) (folder *os.Root, ours bool, err error) {
	real, target, err := p.outputTarget(dir)
	if err != nil {
		return nil, false, err
	}
	root, ours := p.folder, models.OwnFolder(real)
	if target != "" {
		entry, rest, ok := p.leave().Find(target)
		switch {
		case !ok && create:
			return nil, false, &OutputError{Dir: dir, Target: target}
		case !ok:
			return nil, false, fs.ErrNotExist
		case real == "": // outside
			if root, err = openAllowed(entry, create); err != nil {
				return nil, false, err
			}
			defer root.Close()
			real = filepath.ToSlash(rest)
		}
	}
	folder, err = snapshots.OpenFolder(root, real, create)
	return folder, ours, err
}

// openAllowed opens a folder that the user has allowed; with create it creates a missing one.
func openAllowed(dir string, create bool) (*os.Root, error) {
	if create {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return nil, &store.SaveError{Path: dir, Folder: filepath.Dir(dir), New: true, Err: err}
		}
	}
	return os.OpenRoot(dir)
}
