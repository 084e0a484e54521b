package disk

import (
	"context"
	"path"

	"dossier/aggregate/parallel"
)

// Stats returns the results of [Root.Stat] for many files; the zero Info on error. It is several
// times faster if files of one folder are adjacent, as in sorted order, because each folder is
// opened once. It returns only the context's error.
func (r *Root) Stats(ctx context.Context, paths []string) ([]Info, error) {
	infos := make([]Info, len(paths))
	var from []int // where each folder's files begin
	last := ""
	for i, p := range paths {
		if dir := path.Dir(p); i == 0 || dir != last {
			from, last = append(from, i), dir
		}
	}
	err := parallel.Each(ctx, len(from), func(k int) error {
		to := len(paths)
		if k+1 < len(from) {
			to = from[k+1]
		}
		r.statFolder(paths[from[k]:to], infos[from[k]:to])
		return nil
	})
	return infos, err
}

// statFolder queries files of one folder.
func (r *Root) statFolder(paths []string, infos []Info) {
	in, dir, err := r.local(path.Dir(paths[0]))
	if err == nil && len(paths) > 1 {
		if folder, err := in.root.OpenRoot(dir); err == nil {
			defer folder.Close()
			for i, p := range paths {
				fi, err := folder.Lstat(path.Base(p))
				if err != nil {
					continue
				}
				if kind := KindOf(fi.Mode()); kind == Regular || kind == Folder {
					infos[i] = infoOf(fi)
				}
			}
		}
	}
	for i, p := range paths { // links, irregular files and errors
		if infos[i] == (Info{}) {
			infos[i], _ = r.Stat(p)
		}
	}
}
