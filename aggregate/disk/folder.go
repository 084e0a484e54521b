package disk

import "context"

// OpenedFolder is an open folder of a root, for callers that want both its names and what is known of some of them: to open it
// costs as much as to list it. It has to be closed, and is not safe for concurrent use.
type OpenedFolder struct {
	root *Root
	dir  string
	open handle
}

// OpenFolder opens the folder at dir.
func (r *Root) OpenFolder(dir string) (*OpenedFolder, error) {
	open, err := r.handle(dir)
	if err != nil {
		return nil, err
	}
	return &OpenedFolder{r, dir, open}, nil
}

// Names returns the names in the folder, sorted, as [Root.Names] does. It may be called once.
func (f *OpenedFolder) Names(ctx context.Context, limit int) (names []Name, more bool, err error) {
	names, more, err = readNames(ctx, f.open, limit)
	if err != nil && ctx.Err() == nil {
		err = accessError(f.dir, err)
	}
	return names, more, err
}

// Lstats returns what is known of names in the folder, as [Root.Lstats] does.
func (f *OpenedFolder) Lstats(names []string) ([]Stat, error) {
	stats := make([]Stat, len(names))
	if lstatsIn(f.open, names, stats) {
		return stats, nil
	}
	return f.root.Lstats(f.dir, names)
}

// Close closes the folder.
func (f *OpenedFolder) Close() error { return f.open.Close() }
