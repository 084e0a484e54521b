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

// Limits are the limits of a file, and how to stay below them.
type Limits struct {
	tomledit.Bounds
	WayOut string // end of a sentence, as in [TooLargeError]
}

// byHand returns the limits of hand-written files.
func byHand() Limits {
	return Limits{
		tomledit.Bounds{Bytes: tomledit.MaxBytes, Values: tomledit.MaxValues},
		"name folders or patterns in place of single files, or delete presets that are no longer needed",
	}
}

// ofRecords returns the limits of discussion files: some ten thousand entries of a few kilobytes
// each. A file of this size is loaded in about half a second.
func ofRecords() Limits {
	return Limits{
		tomledit.Bounds{Bytes: 32 << 20, Values: 500_000},
		"delete discussions or entries that are no longer needed",
	}
}

// document is a loaded TOML file.
type document struct {
	path    string // for messages
	data    []byte // nil if there is no file
	values  map[string]any
	at      func() *tomledit.Positions // nil if there are no positions; may return nil
	limits  Limits
	refusal error // why it must not be written; may be nil
	// written is set if this program wrote every byte, starting without a file.
	written bool
}

// readDocument reads name in root. path is for messages.
func readDocument(root *os.Root, name, path string) document {
	return readWithin(byHand(), root, name, path)
}

func readWithin(l Limits, root *os.Root, name, path string) document {
	data, err := store.Read(root, name, int64(l.Bytes))
	var large *store.SizeError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return parseWithin(l, path, nil)
	case errors.As(err, &large):
		err = &tomledit.LimitError{Have: int(large.Size), Limit: l.Bytes, Unit: "bytes"}
		return document{path: path, data: []byte{}, limits: l, refusal: &ReadOnlyError{path, err}}
	case err != nil:
		return document{path: path, data: []byte{}, limits: l, refusal: &ReadOnlyError{path, err}}
	}
	return parseWithin(l, path, data)
}

// parseDocument decodes the content of a file.
func parseDocument(path string, data []byte) document {
	return parseWithin(byHand(), path, data)
}

func parseWithin(l Limits, path string, data []byte) document {
	values, err := l.Decode(data)
	if err != nil {
		return document{path: path, data: data, limits: l, refusal: &ReadOnlyError{path, err}}
	}
	return understood(l, path, data, values)
}

// understood returns the document of a file with its decoded values. Key positions are computed
// on demand.
func understood(l Limits, path string, data []byte, values map[string]any) document {
	d := document{path: path, data: data, values: values, limits: l}
	d.at = sync.OnceValue(func() *tomledit.Positions {
		at, err := tomledit.Locate(data)
		if err != nil {
			return nil // it decodes; at worst a message names the first line
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

// digest returns a hash of the file's bytes; empty if there is no file.
func (d document) digest() string {
	if !d.exists() {
		return ""
	}
	sum := sha256.Sum256(d.data)
	return hex.EncodeToString(sum[:])
}

// Understood reports whether a file could be parsed, given the error of its ReadOnly method: it
// is nil, or the file is of a newer version or another program.
func Understood(err error) bool {
	var newer *SchemaError
	return err == nil || errors.Is(err, ErrForeign) || errors.As(err, &newer)
}

// ReadOnlyError is why a file is shown but never written. Its cause is a [*tomledit.SyntaxError],
// a [*tomledit.LimitError], a [*SchemaError], [ErrForeign], [store.ErrLink], [store.ErrIrregular]
// or a system error.
type ReadOnlyError struct {
	Path string
	Err  error
}

func (e *ReadOnlyError) Unwrap() error { return e.Err }

func (e *ReadOnlyError) Error() string {
	var limit *tomledit.LimitError
	switch {
	case errors.As(e.Err, new(*tomledit.SyntaxError)):
		return fmt.Sprintf("%s has %v; the file has not been touched and will not be written until it is fixed or moved away", e.Path, e.Err)
	case errors.As(e.Err, &limit) && limit.Ordinary():
		return fmt.Sprintf("%s was not loaded: %v; the file has not been touched and will not be written until it is smaller or moved aside", e.Path, e.Err)
	case limit != nil:
		return fmt.Sprintf("%s was not loaded: %v", e.Path, e.Err)
	case errors.As(e.Err, new(*SchemaError)), errors.Is(e.Err, ErrForeign):
		return fmt.Sprintf("%s %v", e.Path, e.Err)
	case errors.Is(e.Err, fs.ErrPermission):
		return fmt.Sprintf("%s was not loaded: no permission to read it; it will not be written", e.Path)
	}
	return fmt.Sprintf("%s was not loaded and will not be written: %v", e.Path, e.Err)
}

// SchemaError reports a file of a newer version.
type SchemaError struct{ Have int64 }

func (e *SchemaError) Error() string {
	return fmt.Sprintf("was written by a newer version (schema %d, this program knows %d); it can be used but not changed here", e.Have, models.Schema)
}

// ErrForeign reports that another program's file is never written.
var ErrForeign = errors.New("belongs to another program and is never written; make a dossier.toml of it to save changes")

// ConflictError reports that nothing was saved because the same parts were also changed on the
// disk. Keys are their key paths, for example presets.api or files.items.
type ConflictError struct {
	Path string
	Keys []string
}

func (e *ConflictError) Error() string {
	verb := "was"
	if len(e.Keys) > 1 {
		verb = "were"
	}
	return fmt.Sprintf("%s was not saved: %s %s also changed by another program; nothing was written",
		e.Path, strings.Join(e.Keys, ", "), verb)
}

// TooLargeError reports that nothing was saved because the file would exceed a limit and could
// not be loaded again.
type TooLargeError struct {
	Path   string
	Limit  *tomledit.LimitError
	WayOut string // end of a sentence that says what to do
}

func (e *TooLargeError) Unwrap() error { return e.Limit }

func (e *TooLargeError) Error() string {
	return fmt.Sprintf("%s was not saved: it would have %s; nothing was written, %s", e.Path, e.Limit.Amount(), e.WayOut)
}

// edited returns the file with edits applied. A new file begins with its schema.
func (d document) edited(edits []tomledit.Edit) (document, error) {
	if len(edits) == 0 {
		return d, nil
	}
	if !d.exists() {
		edits = slices.Insert(edits, 0, tomledit.Set(int64(models.Schema), "schema"))
	}
	return d.applied(edits)
}

// commented returns the file with a comment appended.
func (d document) commented(comment string) (document, error) {
	if !d.exists() {
		var err error
		if d, err = d.applied([]tomledit.Edit{tomledit.Set(int64(models.Schema), "schema")}); err != nil {
			return d, err
		}
	}
	data := slices.Concat(d.data, []byte("\n"+comment))
	return understood(d.limits, d.path, data, d.values), nil
}

func (d document) applied(edits []tomledit.Edit) (document, error) {
	data, values, err := d.limits.Edit(d.data, d.values, edits...)
	var limit *tomledit.LimitError
	switch {
	case errors.As(err, &limit):
		return d, &TooLargeError{d.path, limit, d.limits.WayOut}
	case err != nil:
		return d, fmt.Errorf("%s was not saved: %w", d.path, err)
	}
	next := understood(d.limits, d.path, data, values)
	return next, next.refusal
}

// none returns the document of a missing file.
func (d document) none() document { return parseWithin(d.limits, d.path, nil) }

// update writes the result of change for the current file, and returns the new file; if change
// returns an error, the current file.
func (d document) update(ctx context.Context, s store.Store, root *os.Root, name string, perm fs.FileMode, change func(now document) (document, error)) (document, error) {
	next := d
	err := s.Update(ctx, root, name, int64(d.limits.Bytes), perm, func(old []byte) ([]byte, error) {
		if next = d; !bytes.Equal(old, d.data) || d.exists() != (old != nil) {
			next = parseWithin(d.limits, d.path, old)
		}
		if next.refusal != nil {
			return nil, next.refusal
		}
		changed, err := change(next)
		if err != nil {
			return old, err
		}
		changed.written = !next.exists() || next.written
		next = changed
		return next.data, nil
	})
	var failed *store.SaveError
	if errors.As(err, &failed) && !failed.Replaced {
		return d, err // the content of the disk is unknown, so the loaded content is returned
	}
	return next, err
}
