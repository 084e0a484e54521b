package presets

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"

	"dossier/models"
	"dossier/presets/store"
	"dossier/presets/tomledit"
)

// Kind defines how values of a type are stored in a separate TOML file. It determines limits, positions
// of problems, merging with other programs' changes, and the preservation of unchanged bytes.
type Kind[T any] struct {
	Limits Limits // zero means those of hand-written files

	// Parse parses the decoded form, which is empty if there is no file, with an error for each
	// invalid value; unknown keys are reported to the user.
	Parse func(values map[string]any) (T, []models.UnknownKey, error)

	// Ordered returns the decoded form of a document for Parse, with [models.Fields] for tables
	// whose order matters. It may be nil.
	Ordered func(document) map[string]any

	// Clone returns a deep copy.
	Clone func(T) T

	// Parts returns the saved parts of a value, in the order of a new file.
	Parts func(T) []Part

	// Merge merges the changes of mine and theirs to base; forks are the conflicts of which it
	// kept both versions. If it is nil, conflicts are a [*ConflictError].
	Merge func(base, mine, theirs T) (merged T, forks []models.Fork)
}

// read returns the value in a file, with problems and unknown keys by line.
func (k Kind[T]) read(doc document) (v T, problems, notes []Problem) {
	values := doc.values
	if k.Ordered != nil {
		values = k.Ordered(doc)
	}
	v, unknown, err := k.Parse(values)
	return v, doc.problems(err), doc.unknown(unknown)
}

// changed returns the current file with the changes from base to mine, and the conflicts of which
// both versions were kept. It returns a [*ConflictError], or an error if a value would be
// invalid.
func (k Kind[T]) changed(now document, base, mine T) (next document, forks []models.Fork, err error) {
	theirs, before, _ := k.read(now)
	if k.Merge != nil {
		mine, forks = k.Merge(base, mine, theirs)
		base = theirs
	}
	edits, err := plan(now.path, k.Parts(base), k.Parts(mine), k.Parts(theirs), now.values)
	if err != nil {
		return now, nil, err
	}
	if next, err = now.edited(edits); err != nil {
		return now, nil, err
	}
	value, after, _ := k.read(next)
	if err := newProblems(before, after); err != nil {
		return next, forks, err
	}
	if now.written {
		if nothing, _, _ := k.read(now.none()); k.same(nothing, value) {
			next = now.none()
		}
	}
	return next, forks, nil
}

// same reports whether there is nothing to save.
func (k Kind[T]) same(a, b T) bool {
	return slices.EqualFunc(k.Parts(a), k.Parts(b), func(a, b Part) bool {
		return slices.Equal(a.path, b.path) && tomledit.Equal(a.value, b.value)
	})
}

// File is a loaded file of a kind. Its fields are read-only: use Save to change them.
type File[T any] struct {
	Value    T
	Problems []Problem // invalid values, by line
	Notes    []Problem // unknown keys, by line
	// Forks are the conflicts of which the last save kept both versions.
	Forks []models.Fork

	kind   Kind[T]
	doc    document
	root   *os.Root
	name   string
	places Places
}

// Load reads the file at the slash-separated path name in root, which must stay open as long as
// the result is saved. It always returns a result; the error is that of [File.ReadOnly].
func (k Kind[T]) Load(root *os.Root, name string, places Places) (*File[T], error) {
	if k.Limits.Bytes == 0 {
		k.Limits.Bounds = byHand().Bounds
	}
	name = filepath.FromSlash(name)
	f := k.file(root, name, places, readWithin(k.Limits, root, name, filepath.Join(root.Name(), name)))
	return f, f.ReadOnly()
}

func (k Kind[T]) file(root *os.Root, name string, places Places, doc document) *File[T] {
	f := &File[T]{kind: k, doc: doc, root: root, name: name, places: places}
	f.Value, f.Problems, f.Notes = k.read(doc)
	return f
}

// Path returns the name of the file, for messages.
func (f *File[T]) Path() string { return f.doc.path }

// Exists reports whether there is a file, valid or not.
func (f *File[T]) Exists() bool { return f.doc.exists() }

// ReadOnly returns why the file is never written, or nil. It is a [*ReadOnlyError].
func (f *File[T]) ReadOnly() error { return f.doc.refusal }

// Digest returns the SHA-256 of the file's bytes in hex, empty if there is no file: equal digests
// mean equal content.
func (f *File[T]) Digest() string { return f.doc.digest() }

// Save applies edit to a copy of the value and writes only what changed. It creates the folder if
// necessary. A file created by these saves is removed once it is empty, so that undoing the first
// save restores the state without a file.
//
// Concurrent changes by other programs are merged into the result by [Kind.Merge]. If that is nil
// and the same part was changed, nothing is written: the error is a [*ConflictError] and the
// result is the file on the disk, on which the same edit can be saved to keep this side. Invalid
// values are errors, as is a file for which [File.ReadOnly] returns an error; disk errors are a
// *store.SaveError. On any other error it returns f.
func (f *File[T]) Save(ctx context.Context, edit func(*T)) (*File[T], error) {
	if f.doc.refusal != nil {
		return f, f.doc.refusal
	}
	mine := f.kind.Clone(f.Value)
	edit(&mine)
	if !f.Exists() && f.kind.same(f.Value, mine) {
		return f, nil // the folder does not exist either
	}
	return f.change(ctx, func(now document) (document, []models.Fork, error) { return f.kind.changed(now, f.Value, mine) })
}

// Change writes the result of fn for the current value in the file; no other program can write in
// between. It returns the error of fn, or those of [File.Save].
func (f *File[T]) Change(ctx context.Context, fn func(T) (T, error)) (*File[T], error) {
	if f.doc.refusal != nil {
		return f, f.doc.refusal
	}
	return f.change(ctx, func(now document) (document, []models.Fork, error) {
		theirs, _, _ := f.kind.read(now)
		mine, err := fn(f.kind.Clone(theirs))
		if err != nil {
			return now, nil, err
		}
		return f.kind.changed(now, theirs, mine)
	})
}

// Merged returns the value with an edit and the changes in now, a later version of the same file, and writes
// nothing. It is a [*ConflictError] if both changed the same part.
func (f *File[T]) Merged(now *File[T], edit func(*T)) (T, error) {
	mine := f.kind.Clone(f.Value)
	edit(&mine)
	next, _, err := f.kind.changed(now.doc, f.Value, mine)
	if err != nil {
		return mine, err
	}
	merged, _, _ := f.kind.read(next)
	return merged, nil
}

// change is update for a change that may keep both versions of a conflict.
func (f *File[T]) change(ctx context.Context, fn func(now document) (document, []models.Fork, error)) (*File[T], error) {
	var forks []models.Fork
	next, err := f.update(ctx, func(now document) (next document, err error) {
		next, forks, err = fn(now)
		return next, err
	})
	if next != f {
		next.Forks = forks
	}
	return next, err
}

// update writes the result of change for the current file.
func (f *File[T]) update(ctx context.Context, change func(now document) (document, error)) (*File[T], error) {
	folder, err := f.folder()
	if err != nil {
		return f, &store.SaveError{Path: f.doc.path, Folder: filepath.Dir(f.doc.path), New: !f.Exists(), Err: err}
	}
	defer folder.Close()
	next, err := f.doc.update(ctx, f.places.store(), folder, filepath.Base(f.name), 0o644, change)
	if err != nil && !errors.As(err, new(*ConflictError)) && next.refusal == nil {
		return f, err
	}
	return f.kind.file(f.root, f.name, f.places, next), err
}

// folder opens the file's folder, which it creates if necessary.
func (f *File[T]) folder() (*os.Root, error) {
	dir := filepath.Dir(f.name)
	if err := store.MakeFolderIn(f.root, dir, 0o755); err != nil {
		return nil, err
	}
	return f.root.OpenRoot(dir)
}
