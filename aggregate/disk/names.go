package disk

import "context"

// Name is one name in a folder and what it stands for, symbolic links not followed.
type Name struct {
	Name string
	Kind Kind
}

// Names returns what lies in the folder at dir, as [Root.List] does, without sizes
// and times, which takes about half as long; and what is known of the folder itself.
// The names are in byte order.
func (r *Root) Names(ctx context.Context, dir string, limit int) (names []Name, folder Info, more bool, err error) {
	f, err := r.handle(dir)
	if err != nil {
		return nil, Info{}, false, err
	}
	defer f.Close()
	if folder, err = f.Info(); err != nil {
		return nil, Info{}, false, accessError(dir, err)
	}
	if !folder.IsDir() {
		return nil, folder, false, &IrregularError{Path: dir, Kind: folder.Kind, Wanted: Folder}
	}
	names, more, err = readNames(ctx, f, limit)
	if err != nil && ctx.Err() == nil {
		err = accessError(dir, err)
	}
	return names, folder, more, err
}
