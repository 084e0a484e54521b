package presets

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"dossier/aggregate/diskwrite"
	"dossier/presets/store"
)

// UndoRecord is the previous content of several files changed together. It is stored before the
// first of them is written, so that an interrupted change can be undone.
type UndoRecord struct {
	ID      string     `json:"id"` // sortable by time
	Project string     `json:"project"`
	Time    time.Time  `json:"time"`
	State   UndoState  `json:"state"`
	Files   []UndoFile `json:"files"`
}

// UndoState is the progress of a change of files.
type UndoState string

// States of a change. Writing, while no process holds the lock, means that the change was
// interrupted: each of its files has either the old or the new content.
const (
	UndoWriting UndoState = "writing"
	UndoWritten UndoState = "written"
	UndoUndone  UndoState = "undone"
)

// UndoFile is one file of a change.
type UndoFile struct {
	Path    string      `json:"path"`              // slash-separated, relative to the project
	Before  []byte      `json:"before"`            // previous content; nil if there was no file
	After   string      `json:"after,omitempty"`   // SHA-256 of the new content, 64 hex digits; empty if the file was removed
	Mode    fs.FileMode `json:"mode"`              // previous permissions
	Folders []string    `json:"folders,omitempty"` // created for it, deepest first
}

const (
	undoFolder = "undo"
	// maxUndo is the max number of changes of a project that can be undone, and maxUndoBytes the
	// max size of their records: the oldest are removed first.
	maxUndo      = 100
	maxUndoBytes = 64 << 20
)

// LockFiles locks out other processes from changing files of the project in dir with
// [State.ReplaceFile], until unlock is called. It waits for the lock.
func (s *State) LockFiles(ctx context.Context, dir string) (unlock func(), err error) {
	unlock, err = s.store.Lock(ctx, "files of "+realFolder(dir))
	if err != nil {
		return nil, fmt.Errorf("the files of the project are not changed: %w", err)
	}
	return unlock, nil
}

// SaveUndo stores a record.
func (s *State) SaveUndo(ctx context.Context, dir string, r UndoRecord) error {
	r.Project = realFolder(dir)
	err := s.write(ctx, undoFolder, undoName(dir, r.ID), r)
	if large := new(TooLargeError); errors.As(err, &large) {
		return fmt.Errorf("the files are too large to be stored for undo (%w); change fewer of them at once", large.Unwrap())
	}
	if err != nil {
		return err
	}
	s.pruneUndo(dir)
	return nil
}

func undoName(dir, id string) string { return store.Key(realFolder(dir)) + "-" + id }

// undoNames returns the names of a project's records, newest first.
func (s *State) undoNames(dir string) []string {
	root, err := s.open(undoFolder, false)
	if err != nil {
		return nil
	}
	defer root.Close()
	f, err := root.Open(".")
	if err != nil {
		return nil
	}
	defer f.Close()
	names, _ := f.Readdirnames(-1)
	prefix := store.Key(realFolder(dir)) + "-"
	var out []string
	for _, name := range names {
		if stem, ok := strings.CutSuffix(name, ".json"); ok && strings.HasPrefix(stem, prefix) {
			out = append(out, stem)
		}
	}
	slices.Sort(out)
	slices.Reverse(out)
	return out
}

// UndoRecords returns the stored records of the project in dir, newest first. Unreadable ones are
// skipped.
func (s *State) UndoRecords(dir string) []UndoRecord {
	var out []UndoRecord
	project := realFolder(dir)
	for _, name := range s.undoNames(dir) {
		if r, ok := read[UndoRecord](s, undoFolder, name); ok && r.Project == project {
			out = append(out, r)
		}
	}
	return out
}

// DropUndo removes a record.
func (s *State) DropUndo(dir, id string) error {
	root, err := s.open(undoFolder, false)
	if err != nil {
		return err
	}
	defer root.Close()
	return store.Remove(root, undoName(dir, id)+".json")
}

// pruneUndo removes the oldest records beyond the limits. Errors are ignored.
func (s *State) pruneUndo(dir string) {
	root, err := s.open(undoFolder, false)
	if err != nil {
		return
	}
	defer root.Close()
	total := int64(0)
	for i, name := range s.undoNames(dir) {
		info, err := root.Lstat(name + ".json")
		if err != nil {
			continue
		}
		if total += info.Size(); i > 0 && (i >= maxUndo || total > maxUndoBytes) {
			_ = store.Remove(root, name+".json")
		}
	}
}

// newFile are the default permissions of a new project file, subject to the umask.
const newFile = 0o666

// ReplaceFile replaces the content of a project file like [store.Store.Update], without a backup.
// The name is slash-separated and relative to root; missing folders are created if the file will
// exist. A new file gets exactly the permissions perm; 0 means the default, which the umask restricts.
// It does not follow symbolic links.
func (s *State) ReplaceFile(ctx context.Context, root *os.Root, name string, limit int64, perm fs.FileMode, change func(old []byte) ([]byte, error)) error {
	if err := CheckLinks(root, name); err != nil {
		return err
	}
	dir, base := path.Split(name)
	dir = path.Clean(dir)
	if _, err := root.Lstat(filepath.FromSlash(dir)); errors.Is(err, fs.ErrNotExist) {
		data, err := change(nil)
		if err != nil || data == nil {
			return err
		}
		if err := store.MakeFolderIn(root, filepath.FromSlash(dir), 0o777); err != nil {
			return err
		}
	}
	folder, err := root.OpenRoot(filepath.FromSlash(dir))
	if err != nil {
		return err
	}
	defer folder.Close()
	files := s.store.WithoutBackups()
	if perm == 0 {
		perm = newFile
	} else {
		files = files.WithExactPermissions()
	}
	return files.Update(ctx, folder, base, limit, perm, change)
}

// CheckLinks returns an error if a path of root, or one of its parent folders, is a symbolic link.
func CheckLinks(root *os.Root, name string) error {
	for at := 0; at < len(name); {
		next := strings.IndexByte(name[at:], '/')
		if next < 0 {
			next = len(name) - at
		}
		at += next
		info, err := root.Lstat(filepath.FromSlash(name[:at]))
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		if info.Mode()&fs.ModeSymlink != 0 {
			return fmt.Errorf("%s: %w", name[:at], store.ErrLink)
		}
		if at < len(name) && !info.IsDir() {
			return fmt.Errorf("%s is not a folder", name[:at])
		}
		at++
	}
	return nil
}

// SweepFile removes the temporary files that a killed or failed [State.ReplaceFile] left next to a
// file of root. Errors are ignored, because leftovers are harmless.
func SweepFile(root *os.Root, name string) {
	dir, base := path.Split(name)
	if CheckLinks(root, name) != nil {
		return
	}
	folder, err := root.OpenRoot(filepath.FromSlash(path.Clean(dir)))
	if err != nil {
		return
	}
	defer folder.Close()
	diskwrite.Sweep(folder, func(of string) bool { return of == base })
}

// RemoveEmpty removes empty folders of root, in order. Errors are ignored.
func RemoveEmpty(root *os.Root, folders []string) {
	for _, dir := range folders {
		err := diskwrite.Perform(diskwrite.Step{Do: diskwrite.Remove, Folder: root.Name(), Name: dir}, func() error {
			return root.Remove(filepath.FromSlash(dir))
		})
		if err != nil {
			return
		}
	}
}
