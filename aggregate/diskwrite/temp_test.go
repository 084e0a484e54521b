package diskwrite

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"
)

func TestSweep(t *testing.T) {
	dir := t.TempDir()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	old := time.Now().Add(-2 * time.Hour)
	write := func(name string) {
		t.Helper()
		if err := errors.Join(os.WriteFile(filepath.Join(dir, name), []byte("x"), 0o600), os.Chtimes(filepath.Join(dir, name), old, old)); err != nil {
			t.Fatal(err)
		}
	}
	sweep := func() { Sweep(root, func(name string) bool { return name == "f" }) }
	there := func(name string) bool {
		_, err := root.Lstat(name)
		return !errors.Is(err, fs.ErrNotExist)
	}
	for name, gone := range map[string]bool{
		".f.0123456789ab.tmp":  true,
		".f.0123456789AB.tmp":  false,
		".f.0123456789a.tmp":   false,
		".f.0123456789abc.tmp": false,
		".g.0123456789ab.tmp":  false,
		"f.0123456789ab.tmp":   false,
		".f.0123456789ab.tmp2": false,
	} {
		write(name)
		if sweep(); there(name) == gone {
			t.Errorf("%s: removed %t, want %t", name, !gone, gone)
		}
	}
	if runtime.GOOS == "windows" {
		return // if only the age decides
	}
	// A file in use stays regardless of its age; an abandoned one is removed regardless of its
	// age.
	temp := TempName("f")
	write(temp)
	release, err := Hold(root, temp)
	if err != nil {
		t.Fatal(err)
	}
	if sweep(); !there(temp) {
		t.Error("a file in use was removed")
	}
	release()
	now := time.Now()
	if err := os.Chtimes(filepath.Join(dir, temp), now, now); err != nil {
		t.Fatal(err)
	}
	if sweep(); there(temp) {
		t.Error("an abandoned file was left")
	}
	if _, err := Hold(root, temp); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that a sweep has removed is held: %v", err)
	}
}

// If a step fails or a write is cut short, the old content remains, without additional files.
func TestReplaceUnderFaults(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	root, err := os.OpenRoot(filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	if err := Replace(root, "f", []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	broken := errors.New("broken")
	for at := 1; ; at++ {
		step := 0
		stop := Watch(func(s *Step, take func() error) error {
			if step++; step != at {
				return take()
			}
			if s.Do == Write {
				s.Data = s.Data[:1]
				_ = take()
			}
			return broken
		})
		err := Replace(root, "f", []byte("new"), 0o600)
		stop()
		data, _ := os.ReadFile(path)
		if err == nil {
			if string(data) != "new" || at < 5 {
				t.Errorf("after %d steps the file holds %q", at-1, data)
			}
			return
		}
		if list, _ := os.ReadDir(filepath.Dir(path)); !errors.Is(err, broken) || string(data) != "old" || len(list) != 1 {
			t.Errorf("step %d: %v, the file holds %q, and there are %v", at, err, data, list)
		}
	}
}
