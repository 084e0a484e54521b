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

// Kind says how values of a type are kept in a TOML file of their own. Everything else
// follows from it: bounds, places of what is wrong, the merge with what another program
// wrote, and that all bytes stay but for those of what was changed.
type Kind[T any] struct {
	Limits Limits // without bounds those of a file that people write by hand

	// Parse reads the decoded form, which is empty when there is no file, with an error for
	// each value that breaks a rule; the keys that no parser reads are told to the person.
	Parse func(values map[string]any) (T, []models.UnknownKey, error)

	// Ordered returns the decoded form of a document for Parse, with [models.Fields] for the tables
	// whose keys have an order. It is nil where none has.
	Ordered func(document) map[string]any

	// Clone returns a value whose change leaves the given one alone.
	Clone func(T) T

	// Parts lists what is saved of a value, in the order of a new file.
	Parts func(T) []Part

	// Merge joins what mine and theirs have each made of base; forks are what it had to keep
	// twice. Where it is nil, what both have changed is a [*ConflictError].
	Merge func(base, mine, theirs T) (merged T, forks []models.Fork)
}

// read returns what a file holds, with what is wrong and what is unknown in it, by line.
func (k Kind[T]) read(doc document) (v T, problems, notes []Problem) {
	values := doc.values
	if k.Ordered != nil {
		values = k.Ordered(doc)
	}
	v, unknown, err := k.Parse(values)
	return v, doc.problems(err), doc.unknown(unknown)
}

// changed returns the file as it is now with what mine changes of base, and what is there
// twice then. It fails with a [*ConflictError], and where a value would break a rule.
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
	if now.ours {
		if nothing, _, _ := k.read(now.none()); k.same(nothing, value) {
			next = now.none()
		}
	}
	return next, forks, nil
}

// same reports whether a save would change nothing of a value.
func (k Kind[T]) same(a, b T) bool {
	return slices.EqualFunc(k.Parts(a), k.Parts(b), func(a, b Part) bool {
		return slices.Equal(a.path, b.path) && tomledit.Equal(a.value, b.value)
	})
}

// File is a file of a kind as it was loaded. Its fields are for reading: changes go
// through Save.
type File[T any] struct {
	Value    T
	Problems []Problem // values that break a rule, by line
	Notes    []Problem // keys that nobody knows, by line
	// Forks are what the save which made this had to keep twice, because another program had
	// changed the same.
	Forks []models.Fork

	kind   Kind[T]
	doc    document
	root   *os.Root
	name   string
	places Places
}

// Load reads the file name in root, slash-separated. The caller keeps root open for as long
// as the result is saved. There is always a result; the error is that of [File.ReadOnly].
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

// Exists reports whether there is a file, understood or not.
func (f *File[T]) Exists() bool { return f.doc.exists() }

// ReadOnly says why the file is shown and not written, or nil. It is a [*ReadOnlyError].
func (f *File[T]) ReadOnly() error { return f.doc.refusal }

// Digest returns the SHA-256 of the file's bytes in hex, empty when there is no file: two
// loads with one digest hold the same.
func (f *File[T]) Digest() string { return f.doc.digest() }

// Save writes what edit changes of a copy of the value, and nothing else, into a folder that
// is made when there is none. A file that these saves made, and that holds nothing any more, is
// removed: undoing the first one leads back to no file.
//
// What another program changed in the meantime is kept and is part of the result, as [Kind.Merge]
// joins it. Where there is none, and it changed the same part, nothing is written: the error is a
// [*ConflictError] and the result is the file as it is on the disk, on which the same edit can be
// saved to keep this side. A value that breaks a rule is an error, and so is anything that
// [File.ReadOnly] names; what goes wrong on the disk is a *store.SaveError. With any other error
// the result is f.
func (f *File[T]) Save(ctx context.Context, edit func(*T)) (*File[T], error) {
	if f.doc.refusal != nil {
		return f, f.doc.refusal
	}
	mine := f.kind.Clone(f.Value)
	edit(&mine)
	if !f.Exists() && f.kind.same(f.Value, mine) {
		return f, nil // no folder either
	}
	return f.change(ctx, func(now document) (document, []models.Fork, error) { return f.kind.changed(now, f.Value, mine) })
}

// Change writes what fn makes of the value as the file holds it at that moment: no other
// program can write between. An error of fn is that of Change; the others are those of
// [File.Save].
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

// change is update for a change that may have to keep something twice.
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

// update writes what change makes of the file as it is now.
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

// folder opens the folder that the file lies in, which is made when there is none.
func (f *File[T]) folder() (*os.Root, error) {
	dir := filepath.Dir(f.name)
	if err := f.root.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	return f.root.OpenRoot(dir)
}
