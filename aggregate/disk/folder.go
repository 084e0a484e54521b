package disk

import "context"

// OpenedFolder is an open folder of a root, for callers that need both its names and the metadata of some of
// them: opening it costs as much as listing it. The caller must close it. It is not safe for concurrent use.
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

// Names returns the sorted names in the folder, as [Root.Names] does. It may be called once.
func (f *OpenedFolder) Names(ctx context.Context, limit int) (names []Name, more bool, err error) {
	names, more, err = readNames(ctx, f.open, limit)
	if err != nil && ctx.Err() == nil {
		err = accessError(f.dir, err)
	}
	return names, more, err
}

// Lstats returns the metadata of names in the folder, as [Root.Lstats] does.
func (f *OpenedFolder) Lstats(names []string) ([]Stat, error) {
	stats := make([]Stat, len(names))
	if lstatsIn(f.open, names, stats) {
		return stats, nil
	}
	return f.root.Lstats(f.dir, names)
}

// Close closes the folder.
func (f *OpenedFolder) Close() error { return f.open.Close() }
