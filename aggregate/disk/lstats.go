package disk

import (
	"io/fs"
	"path/filepath"
)

// Lstats returns the file information of names in one folder, which is opened once. What cannot
// be read, or does not exist, is nil. Symbolic links are not followed.
func (r *Root) Lstats(dir string, names []string) ([]fs.FileInfo, error) {
	name, err := r.local(dir)
	if err != nil {
		return nil, err
	}
	folder, err := r.root.OpenRoot(name)
	if err != nil {
		return nil, r.explain(dir, name, err)
	}
	defer folder.Close()
	infos := make([]fs.FileInfo, len(names))
	for i, n := range names {
		if !filepath.IsLocal(n) || filepath.Base(n) != n {
			continue
		}
		if info, err := folder.Lstat(n); err == nil {
			infos[i] = info
		}
	}
	return infos, nil
}
