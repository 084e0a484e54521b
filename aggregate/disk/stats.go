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
	names := make([]string, len(paths))
	for i, p := range paths {
		names[i] = path.Base(p)
	}
	if stats, err := r.Lstats(path.Dir(paths[0]), names); err == nil {
		for i, s := range stats {
			if s.Exists && (s.Kind == Regular || s.Kind == Folder) {
				infos[i] = s.Info
			}
		}
	}
	for i, p := range paths { // links, irregular files and errors
		if infos[i] == (Info{}) {
			infos[i], _ = r.Stat(p)
		}
	}
}
