package disk

import "path/filepath"

// Stat is the metadata of a name in a folder; symbolic links are not followed.
type Stat struct {
	Info
	Executable bool // by its owner
	Exists     bool // false if the name does not exist or cannot be queried
}

// Lstats returns the metadata of names in one folder, which it opens once.
func (r *Root) Lstats(dir string, names []string) ([]Stat, error) {
	stats := make([]Stat, len(names))
	if ok := r.lstatsBeneath(dir, names, stats); ok {
		return stats, nil
	}
	in, name, err := r.resolve(dir)
	if err != nil {
		return nil, err
	}
	folder, err := in.root.OpenRoot(name)
	if err != nil {
		return nil, in.convertError(dir, name, err)
	}
	defer folder.Close()
	for i, n := range names {
		if !baseName(n) {
			continue
		}
		if info, err := folder.Lstat(n); err == nil {
			stats[i] = Stat{infoOf(info), info.Mode()&0o100 != 0, true}
		}
	}
	return stats, nil
}

// baseName reports whether a name refers to an entry of a folder itself.
func baseName(n string) bool { return filepath.IsLocal(n) && filepath.Base(n) == n && n != "." }
