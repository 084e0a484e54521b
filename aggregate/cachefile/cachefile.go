// Package cachefile keeps a cache in one file: what is in it can always be had again,
// so that a file which cannot be read, is damaged or belongs to another version is as
// good as none. The file is replaced in one step: another process reads the old or the
// new one and never half of either. Nothing is synced; the checksum tells a file that a
// power loss cut. A [Reader] takes apart what a file holds.
package cachefile

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"dossier/aggregate/diskwrite"
)

// sumSize is the size of the CRC-32 at the end, little-endian.
const sumSize = 4

// Read returns what was written to the file at path under a magic, or nil. A file of
// more than most bytes beside magic and checksum is not read; an empty path is no file.
func Read(path, magic string, most int) []byte {
	// A pipe put in its place would block the open.
	if info, err := os.Lstat(path); err != nil || !info.Mode().IsRegular() {
		return nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	info, err := f.Stat()
	most += len(magic) + sumSize
	if err != nil || info.Size() > int64(most) || info.Size() < int64(len(magic)+sumSize) {
		return nil
	}
	data := make([]byte, info.Size())
	if _, err := io.ReadFull(f, data); err != nil || !strings.HasPrefix(string(data[:len(magic)]), magic) {
		return nil
	}
	body := data[:len(data)-sumSize]
	if crc32.ChecksumIEEE(body) != binary.LittleEndian.Uint32(data[len(body):]) {
		return nil
	}
	return body[len(magic):]
}

// Replace writes the file at path: the magic, what fill appends to it, and the
// checksum. It makes the folder if needed. An empty path is no file, and nothing is done.
func Replace(path, magic string, fill func([]byte) []byte) error {
	if path == "" {
		return nil
	}
	data := fill([]byte(magic))
	data = binary.LittleEndian.AppendUint32(data, crc32.ChecksumIEEE(data))
	dir := filepath.Dir(path)
	err := diskwrite.Take(diskwrite.Step{Do: diskwrite.MakeFolder, Folder: dir}, func() error { return os.MkdirAll(dir, 0o700) })
	if err != nil {
		return err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	return diskwrite.Replace(root, filepath.Base(path), data, 0o600)
}

// saved is a cache that is kept in one file, which is read when something is first asked for.
type saved struct {
	path, magic string
	mu          sync.Mutex
	known       bool // whether the file has been read
	dirty       bool // whether there is something to save
}

// save writes the file when there is something to save. What collect returns, while nobody changes
// the cache, appends all of it.
func (s *saved) save(collect func() func([]byte) []byte) error {
	s.mu.Lock()
	if s.path == "" || !s.dirty {
		s.mu.Unlock()
		return nil
	}
	fill := collect()
	s.dirty = false
	s.mu.Unlock()

	err := Replace(s.path, s.magic, fill)
	if err != nil {
		s.mu.Lock()
		s.dirty = true
		s.mu.Unlock()
		return fmt.Errorf("save the cache %s: %w", filepath.Base(s.path), err)
	}
	return nil
}
