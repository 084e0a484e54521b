package project

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"dossier/aggregate/disk"
	"dossier/aggregate/git"
	"dossier/aggregate/secrets"
	"dossier/models"
	"dossier/presets"
	"dossier/presets/store"
)

// FileChange is the change of one file of the project.
type FileChange struct {
	Path   string      // slash-separated, relative to the project
	Before []byte      // the expected content; nil if the file must not exist
	After  []byte      // the new content; nil to remove the file
	Mode   fs.FileMode // exact permissions of a new file; 0 means the default, subject to the umask
}

// Files changes files of the project other than Dossier's own: several at once, all or none,
// with an undo record in the user's state folder.
type Files struct{ p *Project }

// Files returns the access to the project's files.
func (p *Project) Files() Files { return Files{p} }

// MaxChanged is the max size of a changed file in bytes.
const MaxChanged = 16 << 20

// ErrChanged reports a file with unexpected content.
var ErrChanged = errors.New("it was changed in the meantime; review the edit again")

// Check returns an error if a path may not be written: it is outside the project, contains a
// symbolic link, belongs to git or to Dossier, or is a secret file that git ignores. It
// inspects the disk and writes nothing.
func (f Files) Check(ctx context.Context, name string) error {
	shown := Shown(name)
	switch {
	case name == "" || name != path.Clean(name) || !fs.ValidPath(name) || name == "." || !filepath.IsLocal(filepath.FromSlash(name)) || strings.ContainsAny(name, "\x00\\"):
		return fmt.Errorf("%s is not a path in the project", shown)
	case strings.Count(name, "/") >= disk.MaxDepth:
		return fmt.Errorf("%s is nested too deeply", shown)
	}
	if label, _, ok := models.SplitRoot(name); ok {
		return fmt.Errorf("%s is in the folder %s, which is read-only", shown, label)
	}
	for part := range strings.SplitSeq(name, "/") {
		if git.IsDotGit(part) {
			return fmt.Errorf("%s belongs to git", shown)
		}
	}
	if own := path.Base(name); models.OwnFolder(name) || own == presets.ProjectName || models.StoresText(name) {
		return fmt.Errorf("%s belongs to Dossier", shown)
	}
	if err := presets.CheckLinks(f.p.folder, name); err != nil {
		return err
	}
	if secrets.Name(name) {
		if e, err := f.p.Explain(ctx, name); err != nil || !e.Listed {
			return fmt.Errorf("%s is a secret file that is not part of the project", shown)
		}
	}
	return nil
}

// Read returns the content of a file. The error wraps fs.ErrNotExist if it does not exist.
func (f Files) Read(ctx context.Context, name string) ([]byte, error) {
	file, err := f.p.root.Read(ctx, name, MaxChanged)
	if errors.Is(err, disk.ErrNotFound) {
		return nil, fmt.Errorf("%s: %w", Shown(name), fs.ErrNotExist)
	}
	return file.Data, err
}

// Mode returns the permissions of a file; 0 if it does not exist.
func (f Files) Mode(name string) fs.FileMode {
	info, err := f.p.folder.Lstat(filepath.FromSlash(name))
	if err != nil {
		return 0
	}
	return info.Mode().Perm()
}

// Change writes files, all or none of them: if one cannot be written, the others are restored.
// It returns the undo record, whose ID is empty without a state folder.
func (f Files) Change(ctx context.Context, list []FileChange) (presets.UndoRecord, error) {
	var none presets.UndoRecord
	if len(list) == 0 {
		return none, nil
	}
	unlock, stored, err := f.lock(ctx)
	if err != nil {
		return none, err
	}
	defer unlock()
	if _, err := f.recover(ctx); err != nil {
		return none, err
	}
	record := presets.UndoRecord{ID: undoID(time.Now()), Time: time.Now().UTC(), State: presets.UndoWriting}
	for _, c := range list {
		file, err := f.prepared(ctx, c)
		if err != nil {
			return none, err
		}
		record.Files = append(record.Files, file)
	}
	if stored {
		if err := f.p.store.SaveUndo(ctx, f.p.Dir, record); err != nil {
			return none, err
		}
	} else {
		record.ID = ""
	}
	back := context.WithoutCancel(ctx)
	abandon := func(err error, written int) error {
		err = errors.Join(err, f.restore(back, record.Files[:written]))
		if stored {
			err = errors.Join(err, f.p.store.DropUndo(f.p.Dir, record.ID))
		}
		return err
	}
	for i, c := range list {
		if err := f.put(ctx, c); err != nil {
			return none, abandon(err, i+1)
		}
	}
	record.State = presets.UndoWritten
	if stored {
		if err := f.p.store.SaveUndo(back, f.p.Dir, record); err != nil { // the next change would undo it
			return none, abandon(err, len(list))
		}
	}
	return record, nil
}

// undoID returns the name of a record. Names sort by time and are unique while the lock is held.
func undoID(now time.Time) string { return now.UTC().Format("20060102T150405.000000000") }

// lock acquires the lock of the project's files. stored is false without a state folder, where
// nothing can be stored.
func (f Files) lock(ctx context.Context) (unlock func(), stored bool, err error) {
	if f.p.places.State == "" {
		return func() {}, false, nil
	}
	unlock, err = f.p.store.LockFiles(ctx, f.p.Dir)
	return unlock, true, err
}

// prepared checks a change, and returns its inverse.
func (f Files) prepared(ctx context.Context, c FileChange) (presets.UndoFile, error) {
	u := presets.UndoFile{Path: c.Path, Before: c.Before}
	if err := f.Check(ctx, c.Path); err != nil {
		return u, err
	}
	if c.After != nil {
		u.After = hashOf(c.After)
	}
	name := filepath.FromSlash(c.Path)
	info, err := f.p.folder.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if c.Before != nil {
			return u, fmt.Errorf("%s: %w", Shown(c.Path), ErrChanged)
		}
		for dir := path.Dir(c.Path); dir != "."; dir = path.Dir(dir) {
			if _, err := f.p.folder.Lstat(filepath.FromSlash(dir)); !errors.Is(err, fs.ErrNotExist) {
				break
			}
			u.Folders = append(u.Folders, dir)
		}
		return u, nil
	case err != nil:
		return u, fmt.Errorf("%s: %w", Shown(c.Path), err)
	case !info.Mode().IsRegular():
		return u, fmt.Errorf("%s: %w", Shown(c.Path), store.ErrIrregular)
	case info.Mode().Perm()&0o200 == 0:
		return u, fmt.Errorf("%s: %w", Shown(c.Path), store.ErrProtected)
	}
	u.Mode = info.Mode().Perm()
	now, err := f.Read(ctx, c.Path)
	if err != nil {
		return u, err
	}
	if c.Before == nil || !bytes.Equal(now, c.Before) {
		return u, fmt.Errorf("%s: %w", Shown(c.Path), ErrChanged)
	}
	return u, nil
}

func hashOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// put writes one file if it has the expected content.
func (f Files) put(ctx context.Context, c FileChange) error {
	return f.p.store.ReplaceFile(ctx, f.p.folder, c.Path, MaxChanged, c.Mode, func(old []byte) ([]byte, error) {
		if (old == nil) != (c.Before == nil) || !bytes.Equal(old, c.Before) {
			return nil, fmt.Errorf("%s: %w", Shown(c.Path), ErrChanged)
		}
		return c.After, nil
	})
}

// errAsItIs ends the update of a file without changing it.
var errAsItIs = errors.New("it was not changed")

// restore restores files in reverse order. A file with neither the written nor the previous
// content was changed by another program: it stays unchanged, and the error names it.
func (f Files) restore(ctx context.Context, list []presets.UndoFile) error {
	var errs []error
	for _, u := range slices.Backward(list) {
		presets.SweepFile(f.p.folder, u.Path) // left by an interrupted change
		err := f.p.store.ReplaceFile(ctx, f.p.folder, u.Path, MaxChanged, u.Mode, func(old []byte) ([]byte, error) {
			switch {
			case (old == nil) == (u.Before == nil) && bytes.Equal(old, u.Before):
				return nil, errAsItIs
			case !isAfter(u, old):
				return nil, fmt.Errorf("%s was changed since, and was not restored", Shown(u.Path))
			}
			return u.Before, nil
		})
		if err != nil && !errors.Is(err, errAsItIs) {
			errs = append(errs, err)
			continue
		}
		if u.Before == nil {
			presets.RemoveEmpty(f.p.folder, u.Folders)
		}
	}
	return errors.Join(errs...)
}

// isAfter reports whether a file has the content that the change wrote; nil means no file.
func isAfter(u presets.UndoFile, now []byte) bool {
	if now == nil || u.After == "" {
		return now == nil && u.After == ""
	}
	return hashOf(now) == u.After
}

// Recover undoes changes that were interrupted because their process ended, and returns their
// records. It writes nothing if there are none.
func (f Files) Recover(ctx context.Context) ([]presets.UndoRecord, error) {
	if !slices.ContainsFunc(f.Records(), func(r presets.UndoRecord) bool { return r.State == presets.UndoWriting }) {
		return nil, nil
	}
	unlock, _, err := f.lock(ctx)
	if err != nil {
		return nil, err
	}
	defer unlock()
	return f.recover(ctx)
}

// recover is Recover under the lock.
func (f Files) recover(ctx context.Context) (found []presets.UndoRecord, err error) {
	for _, r := range f.Records() {
		if r.State != presets.UndoWriting {
			continue
		}
		failed := f.restore(ctx, r.Files)
		r.State = presets.UndoUndone
		if err := f.p.store.SaveUndo(ctx, f.p.Dir, r); err != nil {
			return found, err
		}
		if failed != nil {
			return found, fmt.Errorf("a change of files was interrupted, and not all of it could be undone: %w", failed)
		}
		found = append(found, r)
	}
	return found, nil
}

// sweep removes temporary files that interrupted changes have left next to the files that they wrote.
func (f Files) sweep() {
	for _, r := range f.Records() {
		if r.State != presets.UndoWriting {
			continue
		}
		for _, u := range r.Files {
			presets.SweepFile(f.p.folder, u.Path)
		}
	}
}

// Records returns the stored changes, newest first.
func (f Files) Records() []presets.UndoRecord { return f.p.store.UndoRecords(f.p.Dir) }

// ErrNothingToUndo reports that there is no change to undo.
var ErrNothingToUndo = errors.New("there is no change of files to undo")

// Undo undoes the change with an ID, or the newest one if it is empty. It restores all files or
// none: it returns an error if one has changed since.
func (f Files) Undo(ctx context.Context, id string) (presets.UndoRecord, error) {
	unlock, _, err := f.lock(ctx)
	if err != nil {
		return presets.UndoRecord{}, err
	}
	defer unlock()
	for _, r := range f.Records() {
		if r.State == presets.UndoUndone || id != "" && r.ID != id {
			continue
		}
		var back []presets.UndoFile // the inverse
		for _, u := range r.Files {
			if err := f.Check(ctx, u.Path); err != nil {
				return r, err
			}
			now, err := f.Read(ctx, u.Path)
			if errors.Is(err, fs.ErrNotExist) {
				now, err = nil, nil
			} else if now == nil && err == nil {
				now = []byte{}
			}
			if err != nil {
				return r, err
			}
			before := (now == nil) == (u.Before == nil) && bytes.Equal(now, u.Before)
			if !isAfter(u, now) && (!before || r.State != presets.UndoWriting) {
				return r, fmt.Errorf("%s was changed since; nothing is undone", Shown(u.Path))
			}
			inverse := presets.UndoFile{Path: u.Path, Before: now, Mode: f.Mode(u.Path)}
			if u.Before != nil {
				inverse.After = hashOf(u.Before)
			}
			back = append(back, inverse)
		}
		written := r.State == presets.UndoWritten
		r.State = presets.UndoWriting // the next undo completes an interrupted one
		if err := f.p.store.SaveUndo(ctx, f.p.Dir, r); err != nil {
			return r, err
		}
		if err := f.restore(ctx, r.Files); err != nil {
			later := context.WithoutCancel(ctx)
			if written && f.restore(later, back) == nil {
				r.State = presets.UndoWritten
				err = errors.Join(err, f.p.store.SaveUndo(later, f.p.Dir, r))
			}
			return r, err
		}
		r.State = presets.UndoUndone
		return r, f.p.store.SaveUndo(ctx, f.p.Dir, r)
	}
	return presets.UndoRecord{}, ErrNothingToUndo
}
