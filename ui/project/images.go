package project

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"strings"

	"dossier/aggregate"
	"dossier/aggregate/images"
	"dossier/aggregate/text"
	"dossier/models"
	"dossier/presets/store"
)

// defaultShots is the folder of images from the clipboard in a project without other images.
const defaultShots = "shots"

// FreePath proposes a path for an image: next to the last image inside the project, with the
// first unused number.
func (s Screenshots) FreePath(list []aggregate.Shot) string {
	dir := defaultShots
	for _, shot := range list {
		if _, _, rooted := models.SplitRoot(shot.Path); shot.Err == nil && !rooted && filepath.IsLocal(shot.Path) {
			dir = path.Dir(shot.Path)
		}
	}
	for n := 1; ; n++ {
		name := path.Join(dir, fmt.Sprintf("shot-%03d.png", n))
		if _, err := s.p.folder.Lstat(filepath.FromSlash(name)); errors.Is(err, fs.ErrNotExist) || n == 10_000 {
			return name
		}
	}
}

// SaveImage saves an image under a name and returns its path, whose extension is that of the format.
func (s Screenshots) SaveImage(data []byte, name string) (string, error) {
	info, err := images.Parse(data)
	if err != nil {
		return "", err
	}
	name = path.Clean(filepath.ToSlash(strings.TrimSpace(name)))
	if info.Misnamed(name) {
		if images.Named(name) {
			name = strings.TrimSuffix(name, path.Ext(name))
		}
		name += info.Format.Extensions()[0]
	}
	file := filepath.FromSlash(name)
	if _, _, rooted := models.SplitRoot(name); rooted || !filepath.IsLocal(file) {
		return "", fmt.Errorf("%s is outside the project: name a place inside it", text.Escape(name))
	}
	err = store.Create(s.p.folder, name, data)
	if errors.Is(err, fs.ErrExist) {
		return "", fmt.Errorf("%s already exists: choose another name", text.Escape(name))
	}
	if err != nil {
		return "", err
	}
	return name, nil
}
