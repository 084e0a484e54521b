package disk

import (
	"cmp"
	"context"
	"errors"
	"io"
	"os"
	"slices"
)

// Entry is a directory entry; symbolic links are not followed.
type Entry struct {
	Name string
	Info
}

// batch is the number of names read between checks of the context.
const batch = 1024

// List returns the entries of the folder at dir, sorted by name. It reads at most limit names, in
// an order chosen by the file system; more reports that there are others. 0 is no limit. Names
// that disappear concurrently are omitted.
func (r *Root) List(ctx context.Context, dir string, limit int) (entries []Entry, more bool, err error) {
	f, err := r.open(dir)
	if err != nil {
		return nil, false, err
	}
	defer f.Close()
	entries, more, err = readEntries(ctx, f, limit)
	if err != nil && ctx.Err() == nil {
		if fi, statErr := f.Stat(); statErr == nil && !fi.IsDir() {
			return nil, false, &IrregularError{Path: dir, Kind: KindOf(fi.Mode()), Wanted: Folder}
		}
		err = accessError(dir, err)
	}
	return entries, more, err
}

func readEntries(ctx context.Context, f *os.File, limit int) (entries []Entry, more bool, err error) {
	for {
		if err := ctx.Err(); err != nil {
			return nil, false, err
		}
		infos, err := f.Readdir(batch)
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, false, err
		}
		entries = slices.Grow(entries, len(infos))
		for _, fi := range infos {
			if more = limit > 0 && len(entries) == limit; more {
				break
			}
			entries = append(entries, Entry{fi.Name(), infoOf(fi)})
		}
		if err != nil || more {
			slices.SortFunc(entries, func(a, b Entry) int { return cmp.Compare(a.Name, b.Name) })
			return entries, more, nil
		}
	}
}
