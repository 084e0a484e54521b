//go:build !linux

package disk

import (
	"context"
	"os"
)

func readNames(ctx context.Context, f *os.File, limit int) (names []Name, more bool, err error) {
	entries, more, err := readEntries(ctx, f, limit)
	names = make([]Name, len(entries))
	for i, e := range entries {
		names[i] = Name{e.Name, e.Kind}
	}
	return names, more, err
}
