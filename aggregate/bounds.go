package aggregate

import (
	"context"
	"errors"
	"fmt"

	"dossier/aggregate/disk"
	"dossier/aggregate/text"
)

// A document is held in memory, several times over while it is built, and the operating system
// kills a program that runs out of memory before it can report the cause. Rows that would exceed
// these bounds are therefore rejected before they are read.
const (
	MaxFileBytes  = 256 << 20 // of one file, whatever its own limit
	MaxTotalBytes = 1 << 30   // of all files of a document together
)

// HugeError reports a file that is too large for any document.
type HugeError struct {
	Path string
	Size int64 // bytes
}

func (e *HugeError) Error() string {
	return fmt.Sprintf("%s is too large (%d bytes): no file over %d bytes is read, whatever its limit; exclude or split it", text.Escape(e.Path), e.Size, int64(MaxFileBytes))
}

// TotalError reports a file that does not fit into a document after the files that precede it.
type TotalError struct {
	Path string
	Size int64 // bytes
}

func (e *TotalError) Error() string {
	return fmt.Sprintf("%s was not read (%d bytes): with the files before it, the document would exceed %d bytes; exclude some files, or make several documents", text.Escape(e.Path), e.Size, int64(MaxTotalBytes))
}

// errTotal reports that the files of a document exceed the total limit.
var errTotal = errors.New("more than the limit of a document")

// admit rejects the items that would take the document over total bytes, in their order. It does
// not query the disk for files in stats. It returns only the context's error.
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
		case size > b.files.reader().Limit(item.Path, sizeLimit(in, *item)): // too large to be read in any case
		case sum+size > total:
			item.Err = &TotalError{Path: item.Path, Size: size}
		default:
			sum += size
		}
	}
	return nil
}

// sizes returns the sizes of the items' files in bytes, or 0 if a size is unknown.
// It returns only the context's error.
func (b *Builder) sizes(ctx context.Context, items []Item, stats map[string]disk.Info) (map[string]int64, error) {
	sizes := make(map[string]int64, len(items))
	var unread []string
	for _, item := range items {
		if info, ok := stats[item.Path]; ok {
			sizes[item.Path] = info.Size
		} else if src := b.files.source(item.Path); src != nil && src.err == nil {
			sizes[item.Path] = src.limitedSize()
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
