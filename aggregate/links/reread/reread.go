// Package reread reads those files of a project again that have changed since they were read last, on all
// processors, and stores what is found in each: the part that all graphs of files share.
package reread

import (
	"context"
	"crypto/sha256"
	"fmt"
	"sync/atomic"

	"dossier/aggregate/disk"
	"dossier/aggregate/parallel"
	"dossier/aggregate/text"
)

// Disk reads files. It is implemented by [disk.Root].
type Disk interface {
	Stat(path string) (disk.Info, error)
	Read(ctx context.Context, path string, limit int64) (disk.File, error)
}

// Page is a file as it was read last. It is immutable.
type Page[T any] struct {
	ID    disk.Identity
	Hash  [sha256.Size]byte
	Facts T // the zero value if there is an error
	err   error
}

// Err returns why a file has no facts. Such a file is read again each time.
func (p *Page[T]) Err() error { return p.err }

// Reader reads files for facts of one kind.
type Reader[T any] struct {
	Disk Disk
	// Facts returns what is found in a text, or the problem of the file. err ends the reading.
	Facts func(ctx context.Context, path, text string) (facts T, problem, err error)
	// Progress is called with the number of files done and the total, from several goroutines. It may
	// be nil.
	Progress func(done, of int)
}

// Changed returns the new pages of those of the paths that are not as before. A file whose bytes are the
// same keeps its facts. The error is that of the context or of Facts.
func (r Reader[T]) Changed(ctx context.Context, before map[string]*Page[T], paths []string) (map[string]*Page[T], error) {
	pages := make([]*Page[T], len(paths))
	var done atomic.Int64
	err := parallel.Each(ctx, len(paths), func(i int) error {
		if r.Progress != nil {
			defer func() { r.Progress(int(done.Add(1)), len(paths)) }()
		}
		old := before[paths[i]]
		if old != nil && old.err == nil {
			if info, err := r.Disk.Stat(paths[i]); err == nil && info.Identity == old.ID {
				return nil
			}
		}
		new, err := r.read(ctx, paths[i], old)
		if err == nil && (old == nil || old.err == nil || new.err == nil || old.err.Error() != new.err.Error()) {
			pages[i] = new
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	changed := map[string]*Page[T]{}
	for i, p := range pages {
		if p != nil {
			changed[paths[i]] = p
		}
	}
	return changed, nil
}

// read reads a file.
func (r Reader[T]) read(ctx context.Context, path string, old *Page[T]) (*Page[T], error) {
	file, err := r.Disk.Read(ctx, path, disk.DefaultLimit)
	if ended := ctx.Err(); ended != nil {
		return nil, ended
	}
	if err != nil {
		return &Page[T]{err: err}, nil
	}
	new := &Page[T]{ID: file.Identity, Hash: sha256.Sum256(file.Data)}
	if old != nil && old.err == nil && old.Hash == new.Hash {
		new.Facts = old.Facts
		return new, nil
	}
	decoded, err := text.Decode(file.Data)
	if err != nil {
		return &Page[T]{err: fmt.Errorf("%s is %w", text.Escape(path), err)}, nil
	}
	new.Facts, new.err, err = r.Facts(ctx, path, decoded.Text)
	return new, err
}
