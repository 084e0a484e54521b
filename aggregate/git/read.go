package git

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// read returns a regular file of at most limit bytes. It never waits for a pipe.
func read(path string, limit int64) ([]byte, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|nonblock, 0)
	if err != nil {
		return nil, err
	}
	return readAll(f, path, limit)
}

// ReadIn does so with a file in a folder, which no symbolic link below the folder leads
// out of.
func ReadIn(folder, name string, limit int64) ([]byte, error) {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	f, _, err := Open(root, name)
	if err != nil {
		return nil, err
	}
	return readAll(f, filepath.Join(folder, name), limit)
}

// Open opens a regular file in a folder, which no symbolic link below the folder leads out
// of. It never waits for a pipe.
func Open(root *os.Root, name string) (*os.File, fs.FileInfo, error) {
	path := filepath.Join(root.Name(), name)
	f, err := root.OpenFile(name, os.O_RDONLY|nonblock, 0)
	if err != nil {
		var system *fs.PathError
		if errors.As(err, &system) {
			err = system.Err
		}
		return nil, nil, fmt.Errorf("open %s: %w", path, err)
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s is not a regular file and was not read", path)
	}
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return f, info, nil
}

// readAll reads a file from its beginning and closes it.
func readAll(f *os.File, path string, limit int64) ([]byte, error) {
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, fmt.Errorf("look at %s: %w", path, err)
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not a regular file and was not read", path)
	}
	if info.Size() > limit {
		return nil, tooLarge(path, limit)
	}
	// The file may grow meanwhile, and what the kernel makes up has no size.
	data := make([]byte, 0, info.Size()+512)
	for int64(len(data)) <= limit {
		if len(data) == cap(data) {
			data = append(data, 0)[:len(data)]
		}
		n, err := f.Read(data[len(data):cap(data)])
		data = data[:len(data)+n]
		if err == io.EOF {
			if int64(len(data)) > limit {
				break
			}
			return data, nil
		}
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", path, err)
		}
	}
	return nil, tooLarge(path, limit)
}

func tooLarge(path string, limit int64) error {
	return fmt.Errorf("%s is larger than %d bytes and was not read", path, limit)
}
