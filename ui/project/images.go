package project

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"dossier/aggregate"
	"dossier/aggregate/images"
	"dossier/aggregate/text"
)

// defaultShots is where an image from the clipboard is saved in a project that has no
// other place for them.
const defaultShots = "shots"

// FreePath proposes a path for an image: beside the last one of the project's own, under
// the first number that is free.
func (s Screenshots) FreePath(list []aggregate.Shot) string {
	dir := defaultShots
	for _, shot := range list {
		if shot.Err == nil && filepath.IsLocal(shot.Path) {
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

// SaveImage returns the path under which it wrote, which has the ending of the format.
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
	if !filepath.IsLocal(file) {
		return "", fmt.Errorf("%s lies outside the project: name a place inside it", text.Escape(name))
	}
	if err := s.p.folder.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return "", fmt.Errorf("make the folder of %s: %w", text.Escape(name), err)
	}
	to, err := s.p.folder.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return "", fmt.Errorf("%s is there already: choose another name", text.Escape(name))
	}
	if err != nil {
		return "", fmt.Errorf("save %s: %w", text.Escape(name), err)
	}
	_, err = bytes.NewReader(data).WriteTo(to)
	if err = errors.Join(err, to.Sync(), to.Close()); err != nil {
		return "", errors.Join(fmt.Errorf("save %s: %w", text.Escape(name), err), s.p.folder.Remove(file))
	}
	return name, nil
}
