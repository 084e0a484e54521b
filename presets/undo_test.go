package presets

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate/diskwrite"
	"dossier/aggregate/systemtest"
)

// Records are those of their project, the newest first; the oldest go.
func TestUndoRecords(t *testing.T) {
	s := NewState(Places{State: t.TempDir()})
	one, other := t.TempDir(), t.TempDir()
	for i := range maxUndo + 3 {
		r := UndoRecord{ID: fmt.Sprintf("%04d", i), Time: time.Unix(int64(i), 0).UTC(), State: UndoWritten, Files: []UndoFile{{Path: "a", Before: []byte{}}, {Path: "b"}}}
		if err := s.SaveUndo(t.Context(), one, r); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.SaveUndo(t.Context(), other, UndoRecord{ID: "0001"}); err != nil {
		t.Fatal(err)
	}
	list := s.UndoRecords(one)
	if len(list) != maxUndo || list[0].ID != "0102" || list[maxUndo-1].ID != "0003" {
		t.Errorf("%d records, from %s", len(list), list[0].ID)
	}
	if f := list[0].Files; f[0].Before == nil || f[1].Before != nil {
		t.Error("an empty file and no file are not distinguished")
	}
	if err := s.DropUndo(one, "0102"); err != nil || s.UndoRecords(one)[0].ID != "0101" {
		t.Errorf("a record is not removed: %v", err)
	}
	if got := s.UndoRecords(other); len(got) != 1 {
		t.Errorf("%d records of the other project", len(got))
	}
}

// A record that cannot be removed is removed with the next one.
func TestAnUndoRecordThatCannotBeRemoved(t *testing.T) {
	s := NewState(Places{State: t.TempDir()})
	dir := t.TempDir()
	keep := func(i int) {
		t.Helper()
		if err := s.SaveUndo(t.Context(), dir, UndoRecord{ID: fmt.Sprintf("%04d", i), State: UndoWritten}); err != nil {
			t.Fatal(err)
		}
	}
	for i := range maxUndo {
		keep(i)
	}
	stop := diskwrite.Watch(func(step *diskwrite.Step, take func() error) error {
		if step.Do == diskwrite.Remove {
			return syscall.EIO
		}
		return take()
	})
	keep(maxUndo)
	stop()
	if n := len(s.UndoRecords(dir)); n != maxUndo+1 {
		t.Errorf("%d records, want the one that cannot be removed too", n)
	}
	keep(maxUndo + 1)
	if list := s.UndoRecords(dir); len(list) != maxUndo || list[maxUndo-1].ID != "0002" {
		t.Errorf("%d records, the last is %s", len(list), list[len(list)-1].ID)
	}
}

func TestAnUndoRecordThatIsTooLarge(t *testing.T) {
	s := NewState(Places{State: t.TempDir()})
	s.limit = 1000
	err := s.SaveUndo(t.Context(), t.TempDir(), UndoRecord{ID: "1", Files: []UndoFile{{Path: "a", Before: make([]byte, 2000)}}})
	if err == nil || !strings.Contains(err.Error(), "change fewer of them at once") {
		t.Errorf("the error is %v", err)
	}
}

func TestCheckLinks(t *testing.T) {
	systemtest.NeedLinks(t)
	dir := t.TempDir()
	for _, name := range []string{"sub/a.txt", "b.txt"} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for link, to := range map[string]string{"file": "b.txt", "folder": "sub", "sub/up": "..", "lost": "gone"} {
		if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
			t.Skip(err)
		}
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	got := map[string]bool{}
	for _, name := range []string{"b.txt", "sub/a.txt", "sub/new/c.txt", "new.txt", "file", "folder/a.txt", "folder/new.txt", "sub/up/b.txt", "lost", "b.txt/c"} {
		got[name] = CheckLinks(root, name) == nil
	}
	want := map[string]bool{
		"b.txt": true, "sub/a.txt": true, "sub/new/c.txt": true, "new.txt": true,
		"file": false, "folder/a.txt": false, "folder/new.txt": false, "sub/up/b.txt": false, "lost": false, "b.txt/c": false,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("wrong answers (-want +got):\n%s", diff)
	}
}
