// Package cachefile persists a cache in one file. Its content can always be computed again, so an
// unreadable or damaged file, or one of another version, counts as empty. The file is replaced
// atomically: other processes read the old or the new content. It is not synced; a checksum
// detects a file truncated by a power loss. A [Reader] parses the content.
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

// sumSize is the size of the CRC-32 at the end of the file (little-endian).
const sumSize = 4

// Read returns the content of the file at path if it begins with the magic string, else nil. It
// does not read files of more than most bytes, not counting magic and checksum. An empty path
// means no file.
func Read(path, magic string, most int) []byte {
	// A pipe with this name would block the open.
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

// Replace writes the file at path: the magic, the bytes appended by fill, and the checksum. It
// creates the folder if needed. It does nothing for an empty path.
func Replace(path, magic string, fill func([]byte) []byte) error {
	if path == "" {
		return nil
	}
	data := fill([]byte(magic))
	data = binary.LittleEndian.AppendUint32(data, crc32.ChecksumIEEE(data))
	dir := filepath.Dir(path)
	err := diskwrite.Perform(diskwrite.Step{Do: diskwrite.MakeFolder, Folder: dir}, func() error { return os.MkdirAll(dir, 0o700) })
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

// saved is a cache persisted in one file, which is read on first use.
type saved struct {
	path, magic string
	mu          sync.Mutex
	known       bool // whether the file has been read
	dirty       bool // there are changes to save
}

// save writes the file if there are changes. It calls collect while the cache is locked; the
// function that collect returns appends the content.
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
