package disk

import (
	"cmp"
	"context"
	"errors"
	"io"
	"os"
	"slices"
)

// Entry is one name in a folder, symbolic links not followed.
type Entry struct {
	Name string
	Info
}

// batch is how many names are read between two looks at the context.
const batch = 1024

// List returns what lies in the folder at dir, in byte order of the names. More than
// limit names are not read, and which of them is for the disk to say; more reports
// that there are others. 0 is no limit. A name that vanishes meanwhile is left out.
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
