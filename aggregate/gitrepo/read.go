package gitrepo

import (
	"fmt"
	"io"
	"os"
)

// read returns a regular file of at most limit bytes. It never waits for a pipe.
func read(path string, limit int64) ([]byte, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|nonblock, 0)
	if err != nil {
		return nil, err
	}
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
