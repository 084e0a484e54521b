package disk

import "path/filepath"

// Stat is what is known of one name in a folder, symbolic links not followed.
type Stat struct {
	Info
	Executable bool // by its owner
	Exists     bool // false: there is no such name, or it cannot be asked for
}

// Lstats returns what is known of names in one folder, which is opened once.
func (r *Root) Lstats(dir string, names []string) ([]Stat, error) {
	stats := make([]Stat, len(names))
	if ok := r.lstatsBeneath(dir, names, stats); ok {
		return stats, nil
	}
	in, name, err := r.local(dir)
	if err != nil {
		return nil, err
	}
	folder, err := in.root.OpenRoot(name)
	if err != nil {
		return nil, in.explain(dir, name, err)
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

// baseName reports whether a name is that of something in a folder itself.
func baseName(n string) bool { return filepath.IsLocal(n) && filepath.Base(n) == n && n != "." }
