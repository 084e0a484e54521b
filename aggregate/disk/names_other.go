//go:build !linux

package disk

import "context"

func readNames(ctx context.Context, f handle, limit int) (names []Name, more bool, err error) {
	entries, more, err := readEntries(ctx, f.(systemFile).File, limit) // the only kind of handle here
	names = make([]Name, len(entries))
	for i, e := range entries {
		names[i] = Name{e.Name, e.Kind}
	}
	return names, more, err
}
