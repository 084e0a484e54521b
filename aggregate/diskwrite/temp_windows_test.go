package diskwrite

import (
	"os"
	"path/filepath"
	"testing"
)

// A file that another program holds open, without letting it be replaced, is replaced as soon as
// that program closes it.
func TestReplaceWaitsForAnotherProgram(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	root, err := os.OpenRoot(filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	if err := Replace(root, "f", []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	holder, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer holder.Close()
	tries := 0
	stop := Watch(func(s *Step, take func() error) error {
		if s.Do == Rename {
			if tries++; tries == 2 {
				holder.Close()
			}
		}
		return take()
	})
	err = Replace(root, "f", []byte("new"), 0o600)
	stop()
	if data, _ := os.ReadFile(path); err != nil || tries != 2 || string(data) != "new" {
		t.Errorf("%v, and after %d attempts the file holds %q", err, tries, data)
	}
	// If it is never closed, the old content remains, without a temporary file.
	if holder, err = os.Open(path); err != nil {
		t.Fatal(err)
	}
	defer holder.Close()
	if err := Replace(root, "f", []byte("newer"), 0o600); err == nil {
		t.Error("a file that is held was replaced")
	}
	data, _ := os.ReadFile(path)
	if list, _ := os.ReadDir(filepath.Dir(path)); string(data) != "new" || len(list) != 1 {
		t.Errorf("the file holds %q, and there are %v", data, list)
	}
}
