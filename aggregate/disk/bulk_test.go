package disk

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
)

// Files that share buffers equal those that do not, and appending to one does not affect another.
func TestInBulk(t *testing.T) {
	dir := t.TempDir()
	content := func(i int) []byte { return bytes.Repeat([]byte{byte('a' + i%26)}, i*i*97) }
	const files = 60
	for i := range files {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprint(i)), content(i), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "large"), make([]byte, bulkSize/2), 0o600); err != nil {
		t.Fatal(err)
	}
	root, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	root = root.InBulk()
	read := make([][]byte, files)
	var group sync.WaitGroup
	for i := range files {
		group.Go(func() {
			file, err := root.Read(t.Context(), fmt.Sprint(i), 0)
			if err != nil {
				t.Error(err)
			}
			read[i] = file.Data
		})
	}
	group.Wait()
	if large, err := root.Read(t.Context(), "large", bulkSize); err != nil || len(large.Data) != bulkSize/2 {
		t.Errorf("the large file has %d bytes: %v", len(large.Data), err)
	}
	for i := range read {
		_ = append(read[i], "more than there is room for"...)
	}
	for i := range read {
		if !bytes.Equal(read[i], content(i)) {
			t.Errorf("file %d has %d bytes, %d wanted, or others", i, len(read[i]), len(content(i)))
		}
	}
}
