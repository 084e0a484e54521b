package aggregate

import (
	"context"
	"errors"
	"fmt"

	"dossier/aggregate/disk"
	"dossier/aggregate/text"
)

// A document is held in memory, several times over while it is built, and a program that
// runs out of memory is ended by the system before it can say what was too much. So what
// passes these bounds is refused row by row, before it is read.
const (
	MaxFileBytes  = 256 << 20 // of one file, whatever limit it is given
	MaxTotalBytes = 1 << 30   // of all files of a document together
)

// HugeError is a file that is shown with no limit.
type HugeError struct {
	Path string
	Size int64 // bytes
}

func (e *HugeError) Error() string {
	return fmt.Sprintf("%s is too large (%d bytes): of one file at most %d are read, whatever its limit; leave it out or split it", text.Escape(e.Path), e.Size, int64(MaxFileBytes))
}

// TotalError is a file that does not fit into a document with the files before it.
type TotalError struct {
	Path string
	Size int64 // bytes
}

func (e *TotalError) Error() string {
	return fmt.Sprintf("%s is not read (%d bytes): with the files before it the dossier would hold more than %d; leave some out, or make several dossiers", text.Escape(e.Path), e.Size, int64(MaxTotalBytes))
}

// errTotal says that the files of a document hold more than it may.
var errTotal = errors.New("more than a document may hold")

// admit refuses the items that would bring a document over total bytes, in their order. Of the
// files in stats the disk is not asked again. The error is the context's.
func (b *Builder) admit(ctx context.Context, in Input, items []Item, stats map[string]disk.Info, total int64) error {
	sizes, err := b.sizes(ctx, items, stats)
	if err != nil {
		return err
	}
	seen := make(map[string]bool, len(items))
	var sum int64
	for i := range items {
		item := &items[i]
		if item.Err != nil || seen[item.Path] {
			continue
		}
		seen[item.Path] = true
		size := sizes[item.Path]
		switch {
		case size > sizeLimit(in, *item): // is not read anyway
		case sum+size > total:
			item.Err = &TotalError{Path: item.Path, Size: size}
		default:
			sum += size
		}
	}
	return nil
}

// sizes returns the bytes of the files of items, 0 of those of which nothing is known. The
// error is the context's.
func (b *Builder) sizes(ctx context.Context, items []Item, stats map[string]disk.Info) (map[string]int64, error) {
	sizes := make(map[string]int64, len(items))
	var unread []string
	for _, item := range items {
		if info, ok := stats[item.Path]; ok {
			sizes[item.Path] = info.Size
		} else if src := b.kept.source(item.Path); src != nil && src.err == nil {
			sizes[item.Path] = src.size
		} else {
			unread = append(unread, item.Path)
		}
	}
	infos, err := b.root().Stats(ctx, unread)
	for i, info := range infos {
		sizes[unread[i]] = info.Size
	}
	return sizes, err
}
