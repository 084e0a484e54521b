package aggregate

import (
	"fmt"

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

// admit refuses the items that would bring a document over total bytes, in their order.
func (b *Builder) admit(in Input, items []Item, total int64) {
	var most int64
	for _, item := range items {
		if most += sizeLimit(in, item); most > total {
			break
		}
	}
	if most <= total {
		return // whatever the files hold
	}
	seen := make(map[string]bool, len(items))
	var sum int64
	for i := range items {
		item := &items[i]
		if item.Err != nil || seen[item.Path] {
			continue
		}
		seen[item.Path] = true
		size := b.size(item.Path)
		switch {
		case size > sizeLimit(in, *item): // is not read anyway
		case sum+size > total:
			item.Err = &TotalError{Path: item.Path, Size: size}
		default:
			sum += size
		}
	}
}

// size returns the bytes of a file, 0 when nothing is known of it.
func (b *Builder) size(p string) int64 {
	if src := b.kept.source(p); src != nil && src.err == nil {
		return src.size
	}
	info, err := b.root().Stat(p)
	if err != nil {
		return 0
	}
	return info.Size
}
