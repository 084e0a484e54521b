package fit

import (
	"context"
	"path"

	"dossier/models"
	"dossier/ui/project"
)

// byHand returns the files that the user selected individually: a separate entry names the
// file, it was not created by a proposal, and the file is not in a folder that is completely
// selected, unless a mask, slices or the full text were selected for it.
func (f Fit) byHand(ctx context.Context, c *Candidates) (map[string]bool, error) {
	own := map[string]bool{}
	if len(c.row) == 0 {
		return own, nil
	}
	t, err := f.p.Tree(ctx)
	if err != nil {
		return nil, err
	}
	whole := c.wholeFolders(project.WithoutDossierFiles(t.Files()))
	e := project.NewEdit(c.baseline.Input.Composition, c.base, c.rows)
	for p, row := range c.row {
		item := c.rows.Items[row]
		if e.Exact(item.Entry) && !item.Proposed && (shapedByHand(item.FileItem) || !whole[path.Dir(p)]) {
			own[p] = true
		}
	}
	return own, nil
}

// shapedByHand reports whether an entry has settings that a folder cannot have for all its files.
func shapedByHand(it models.FileItem) bool {
	return it.ForceFull || len(it.AstMask) > 0 || len(it.CustomSlices) > 0
}

// wholeFolders returns the folders, including subfolders, all of whose listed files are in the
// composition. A folder with a single file does not count.
func (c *Candidates) wholeFolders(listed []string) map[string]bool {
	all, in := map[string]int{}, map[string]int{}
	named := map[string]bool{} // by the entries, even if it cannot be shown
	for _, item := range c.rows.Items {
		named[item.Path] = true
	}
	for _, p := range listed {
		for dir := path.Dir(p); ; dir = path.Dir(dir) {
			all[dir]++
			if named[p] {
				in[dir]++
			}
			if dir == "." || dir == "/" {
				break
			}
		}
	}
	whole := map[string]bool{}
	for dir := range all {
		for up := dir; ; up = path.Dir(up) {
			if all[up] > 1 && all[up] == in[up] {
				whole[dir] = true
			}
			if up == "." || up == "/" || whole[dir] {
				break
			}
		}
	}
	return whole
}
