package presets

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestSweep: what a killed process left of a prompt or another stored file goes, in the project and for the user; a file of the user stays.
func TestSweep(t *testing.T) {
	places, dir := Places{Config: t.TempDir()}, t.TempDir()
	old := time.Now().Add(-30 * 24 * time.Hour)
	files := map[string]bool{} // whether it stays
	for _, folder := range []string{filepath.Join(dir, filepath.FromSlash(PromptFolder)), filepath.Join(places.Config, userPrompts)} {
		if err := os.MkdirAll(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		for name, stays := range map[string]bool{".mine.md.3c7666878d01.tmp": false, "mine.md": true, ".mine.txt.3c7666878d01.tmp": true} {
			file := filepath.Join(folder, name)
			files[file] = stays
			if err := os.WriteFile(file, []byte("a prompt\n"), 0o644); err != nil {
				t.Fatal(err)
			}
			if err := os.Chtimes(file, old, old); err != nil {
				t.Fatal(err)
			}
		}
	}
	left := filepath.Join(dir, ".dossier", ".notes.toml.3c7666878d01.tmp") // of a file of a kind
	files[left] = false
	if err := errors.Join(os.WriteFile(left, nil, 0o644), os.Chtimes(left, old, old)); err != nil {
		t.Fatal(err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	places.Sweep()
	SweepProject(root)
	for file, stays := range files {
		if _, err := os.Lstat(file); (err == nil) != stays {
			t.Errorf("%s stays: %t, want %t", file, err == nil, stays)
		}
	}
}
