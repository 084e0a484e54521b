package store

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dossier/aggregate/diskwrite"
)

// A file that another program has open is not saved, which the error says with what to do; it is
// saved if it is closed meanwhile.
func TestAFileThatAnotherProgramHasOpen(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "f")
	write(t, name, "old")
	root, s := open(t, dir), New(t.TempDir())
	holder, err := os.Open(name) // which does not let it be replaced
	if err != nil {
		t.Fatal(err)
	}
	defer holder.Close()
	err = s.Update(t.Context(), root, "f", limit, 0o644, to("new"))
	if !errors.As(err, new(*SaveError)) || !strings.Contains(err.Error(), "another program has") || !strings.Contains(err.Error(), "the previous version is intact") {
		t.Errorf("the error is %v", err)
	}
	names, _ := os.ReadDir(dir)
	if len(names) != 1 || read(t, name) != "old" {
		t.Errorf("there are %v, and the file holds %q", names, read(t, name))
	}
	tries := 0
	stop := diskwrite.Watch(func(s *diskwrite.Step, take func() error) error {
		if s.Do == diskwrite.Rename && s.To == "f" {
			if tries++; tries == 2 {
				holder.Close()
			}
		}
		return take()
	})
	err = s.Update(t.Context(), root, "f", limit, 0o644, to("new"))
	stop()
	if err != nil || tries != 2 || read(t, name) != "new" {
		t.Errorf("%v after %d attempts, and the file holds %q", err, tries, read(t, name))
	}
}

// The lock of a file does not depend on how its path is written.
func TestLockOfAPathOnWindows(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "f"), "x")
	want, err := realPath(filepath.Join(dir, "f"))
	if err != nil {
		t.Fatal(err)
	}
	drive := filepath.VolumeName(dir)
	for _, folder := range []string{strings.ToUpper(dir), strings.ToLower(dir), strings.ToLower(drive) + dir[len(drive):], filepath.ToSlash(dir)} {
		if got, err := realPath(filepath.Join(folder, "f")); err != nil || got != want {
			t.Errorf("%s is locked as %s (%v), want %s", folder, got, err, want)
		}
	}
}
