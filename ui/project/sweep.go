package project

import (
	"path"
	"path/filepath"

	"dossier/aggregate/diskwrite"
	"dossier/aggregate/images"
	"dossier/presets"
)

// Sweep removes the temporary files of killed processes in the folders of the project and the
// user. It does not touch files that are being written.
func (p *Project) Sweep() {
	p.places.Sweep()
	presets.SweepProject(p.folder)
	p.Snapshots().Folder(false).Sweep()
	p.Files().sweep()
	folders := map[string]bool{defaultShots: true}
	for _, shot := range p.StoredState().Composition().Screenshots {
		folders[path.Dir(shot.Path)] = true
	}
	for dir := range folders {
		if !filepath.IsLocal(filepath.FromSlash(dir)) {
			continue
		}
		if root, err := p.folder.OpenRoot(filepath.FromSlash(dir)); err == nil {
			diskwrite.Sweep(root, images.Named)
			root.Close()
		}
	}
}
