package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"dossier/aggregate/diskwrite"
)

// MakeFolder creates a private folder and its missing parents. When it returns nil, they have
// reached the disk, so files saved in them are durable.
func MakeFolder(path string) error {
	made := missing(path, os.Stat)
	err := diskwrite.Perform(diskwrite.Step{Do: diskwrite.MakeFolder, Folder: path}, func() error { return os.MkdirAll(path, 0o700) })
	for _, dir := range made {
		if err != nil {
			break
		}
		var root *os.Root
		if root, err = os.OpenRoot(filepath.Dir(dir)); errors.Is(err, fs.ErrPermission) {
			err = nil // an existing folder that the user may not read
			continue
		}
		if err == nil {
			err = errors.Join(disk{root}.Sync(), root.Close())
		}
	}
	return err
}

// MakeFolderIn does the same for a folder in root, with permissions subject to the umask.
func MakeFolderIn(root *os.Root, dir string, perm fs.FileMode) error {
	dir = filepath.Clean(dir)
	made := missing(dir, root.Stat)
	err := disk{root}.step(diskwrite.MakeFolder, dir, "", func() error { return root.MkdirAll(dir, perm) })
	for _, one := range made {
		if err != nil {
			break
		}
		var above *os.Root
		if above, err = root.OpenRoot(filepath.Dir(one)); err == nil {
			err = errors.Join(disk{above}.Sync(), above.Close())
		}
	}
	return err
}

// missing returns the missing folders in path, deepest first.
func missing(path string, stat func(string) (fs.FileInfo, error)) (list []string) {
	for {
		if _, err := stat(path); !errors.Is(err, fs.ErrNotExist) {
			return list
		}
		list = append(list, path)
		above := filepath.Dir(path)
		if above == path {
			return list
		}
		path = above
	}
}

// openFolder opens the folder dir in root, which it creates if necessary.
func openFolder(root *os.Root, dir string, perm fs.FileMode) (*os.Root, error) {
	dir = filepath.Clean(filepath.FromSlash(dir))
	if err := MakeFolderIn(root, dir, perm); err != nil {
		return nil, err
	}
	return root.OpenRoot(dir)
}
