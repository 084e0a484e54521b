package presets

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"sync"

	"dossier/models"
	"dossier/presets/store"
	"dossier/presets/tomledit"
)

// byHand are the bounds of a file that a person writes.
func byHand() tomledit.Bounds {
	return tomledit.Bounds{Bytes: tomledit.MaxBytes, Values: tomledit.MaxBytes}
}

// ofRecords are the bounds of a file of discussions: some ten thousand entries of a few
// kilobytes each.
func ofRecords() tomledit.Bounds {
	return tomledit.Bounds{Bytes: 32 << 20, Values: 1_000_000}
}

// document is a TOML file as it was loaded.
type document struct {
	path    string // for messages
	data    []byte // nil when there is no file
	values  map[string]any
	at      func() tomledit.Positions // nil when nothing has a place
	bounds  tomledit.Bounds
	refusal error // why it may not be written; nil when it may
}

// readDocument reads name in root. path is for messages.
func readDocument(root *os.Root, name, path string) document {
	return readWithin(byHand(), root, name, path)
}

func readWithin(bounds tomledit.Bounds, root *os.Root, name, path string) document {
	data, err := store.Read(root, name, int64(bounds.Bytes))
	var large *store.SizeError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return parseWithin(bounds, path, nil)
	case errors.As(err, &large):
		err = &tomledit.LimitError{Problem: fmt.Sprintf("it has %d bytes (limit %d)", large.Size, large.Limit)}
		return document{path: path, data: []byte{}, bounds: bounds, refusal: &ReadOnlyError{path, err}}
	case err != nil:
		return document{path: path, data: []byte{}, bounds: bounds, refusal: &ReadOnlyError{path, err}}
	}
	return parseWithin(bounds, path, data)
}

// parseDocument decodes what was read.
func parseDocument(path string, data []byte) document {
	return parseWithin(byHand(), path, data)
}

func parseWithin(bounds tomledit.Bounds, path string, data []byte) document {
	values, err := bounds.Decode(data)
	if err != nil {
		return document{path: path, data: data, bounds: bounds, refusal: &ReadOnlyError{path, err}}
	}
	return understood(bounds, path, data, values)
}

// understood returns the document of a file whose decoded form is values. Where its keys
// stand is found when it is asked for.
func understood(bounds tomledit.Bounds, path string, data []byte, values map[string]any) document {
	d := document{path: path, data: data, values: values, bounds: bounds}
	d.at = sync.OnceValue(func() tomledit.Positions {
		at, err := bounds.Locate(data)
		if err != nil {
			return nil // it decodes: at worst a message names the first line
		}
		return at
	})
	if n, ok := values["schema"].(int64); ok && n > models.Schema {
		d.refusal = &ReadOnlyError{path, &SchemaError{n}}
	}
	return d
}

// exists reports whether there is a file, readable or not.
func (d document) exists() bool { return d.data != nil }

// digest tells the bytes of the file apart; it is empty when there is no file.
func (d document) digest() string {
	if !d.exists() {
		return ""
	}
	sum := sha256.Sum256(d.data)
	return hex.EncodeToString(sum[:])
}

// Understood reports whether a file that is not written was read all the same, when err
// is that of its ReadOnly method: it is nil, or the file is one of a newer version or of
// another program.
func Understood(err error) bool {
	var newer *SchemaError
	return err == nil || errors.Is(err, ErrForeign) || errors.As(err, &newer)
}

// ReadOnlyError says why a file is shown and never written. Its cause is a
// [*tomledit.SyntaxError], a [*tomledit.LimitError], a [*SchemaError], [ErrForeign],
// [store.ErrLink], [store.ErrIrregular] or what the system said.
type ReadOnlyError struct {
	Path string
	Err  error
}

func (e *ReadOnlyError) Unwrap() error { return e.Err }

func (e *ReadOnlyError) Error() string {
	switch {
	case errors.As(e.Err, new(*tomledit.SyntaxError)):
		return fmt.Sprintf("%s has %v; the file has not been touched and will not be written until it is mended or moved aside", e.Path, e.Err)
	case errors.As(e.Err, new(*tomledit.LimitError)):
		return fmt.Sprintf("%s was not loaded: %v", e.Path, e.Err)
	case errors.As(e.Err, new(*SchemaError)), errors.Is(e.Err, ErrForeign):
		return fmt.Sprintf("%s %v", e.Path, e.Err)
	case errors.Is(e.Err, fs.ErrPermission):
		return fmt.Sprintf("%s was not loaded: no permission to read it; it will not be written", e.Path)
	}
	return fmt.Sprintf("%s was not loaded and will not be written: %v", e.Path, e.Err)
}

// SchemaError is a file of a newer version.
type SchemaError struct{ Have int64 }

func (e *SchemaError) Error() string {
	return fmt.Sprintf("was written by a newer version (schema %d, this program knows %d); it can be used but not changed here", e.Have, models.Schema)
}

// ErrForeign is the refusal to write the file of another program.
var ErrForeign = errors.New("belongs to another program and is never written; make a dossier.toml of it to save changes")

// ConflictError is a save that was not made because what it changes was changed on the
// disk too. Keys are the paths of both changes, such as presets.api or files.items.
type ConflictError struct {
	Path string
	Keys []string
}

func (e *ConflictError) Error() string {
	verb := "was"
	if len(e.Keys) > 1 {
		verb = "were"
	}
	return fmt.Sprintf("%s was not saved: %s %s also changed in another program a moment ago; keep yours, theirs or both",
		e.Path, strings.Join(e.Keys, ", "), verb)
}

// edited returns the file with some edits made. A new file begins with its schema.
func (d document) edited(edits []tomledit.Edit) (document, error) {
	if len(edits) == 0 {
		return d, nil
	}
	if !d.exists() {
		edits = slices.Insert(edits, 0, tomledit.Set(int64(models.Schema), "schema"))
	}
	return d.applied(edits)
}

func (d document) applied(edits []tomledit.Edit) (document, error) {
	data, values, err := d.bounds.Edit(d.data, d.values, edits...)
	if err != nil {
		return d, fmt.Errorf("%s was not saved: %w", d.path, err)
	}
	next := understood(d.bounds, d.path, data, values)
	return next, next.refusal
}

// update writes what change makes of the file as it is now, and returns the file as it
// is afterwards, also when change refuses.
func (d document) update(ctx context.Context, s store.Store, root *os.Root, name string, perm fs.FileMode, change func(now document) (document, error)) (document, error) {
	next := d
	err := s.Update(ctx, root, name, int64(d.bounds.Bytes), perm, func(old []byte) ([]byte, error) {
		if next = d; !bytes.Equal(old, d.data) || d.exists() != (old != nil) {
			next = parseWithin(d.bounds, d.path, old)
		}
		if next.refusal != nil {
			return nil, next.refusal
		}
		changed, err := change(next)
		if err != nil {
			return old, err
		}
		next = changed
		return next.data, nil
	})
	var failed *store.SaveError
	if errors.As(err, &failed) && !failed.Replaced {
		return d, err // what the disk holds is unknown; what was loaded stays
	}
	return next, err
}
