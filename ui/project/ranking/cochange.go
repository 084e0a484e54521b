package ranking

import (
	"cmp"
	"context"
	"slices"

	"dossier/ui/project"
)

// CoChange is a file that commits changed together with another.
type CoChange struct {
	Path    string `json:"path"`
	Commits int    `json:"commits"` // number of commits that changed both
}

// maxCoChanged is the max number of files in a commit that relates each two of them.
const maxCoChanged = 50

// CoChanged returns at most n files that the known commits changed most often together with a
// file, most frequent first. It skips files that are no longer listed.
func (r *Ranker) CoChanged(ctx context.Context, path string, n int) ([]CoChange, error) {
	read, folder, err := r.newest(ctx)
	if read == nil || err != nil {
		return nil, err
	}
	t, err := r.p.Tree(ctx)
	if err != nil {
		return nil, err
	}
	count := map[string]int{}
	for _, c := range read.Commits() {
		local := within(folder, c)
		if len(c.Paths) > maxCoChanged || !slices.Contains(local, path) {
			continue
		}
		for _, other := range local {
			if other != path {
				count[other]++
			}
		}
	}
	files := project.WithoutDossierFiles(t.Files())
	var out []CoChange
	for other, commits := range count {
		if _, listed := slices.BinarySearch(files, other); listed {
			out = append(out, CoChange{other, commits})
		}
	}
	slices.SortFunc(out, func(a, b CoChange) int {
		return cmp.Or(cmp.Compare(b.Commits, a.Commits), cmp.Compare(a.Path, b.Path))
	})
	return out[:min(len(out), n)], nil
}

// Changes returns the number of known commits that changed each file of the project, including
// deleted files. It is nil without a repository. It returns the context's error.
func (r *Ranker) Changes(ctx context.Context) (map[string]int, error) {
	read, folder, err := r.newest(ctx)
	if read == nil || err != nil {
		return nil, err
	}
	count := map[string]int{}
	for _, c := range read.Commits() {
		for _, path := range within(folder, c) {
			count[path]++
		}
	}
	return count, nil
}
