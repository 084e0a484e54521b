package project

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate/diskwrite"
	"dossier/aggregate/systemtest"
	"dossier/presets"
	"dossier/presets/store"
)

// contents returns what files of a folder hold; those that are not there have no entry.
func (d *folder) contents(names ...string) map[string]string {
	d.tb.Helper()
	out := map[string]string{}
	for _, name := range names {
		data, err := os.ReadFile(filepath.Join(d.dir, name))
		if err == nil {
			out[name] = string(data)
		} else if !errors.Is(err, fs.ErrNotExist) {
			d.tb.Fatal(err)
		}
	}
	return out
}

// three is a change of three files: one is changed, one made in a new folder, one removed.
func three() []FileChange {
	return []FileChange{
		{Path: "a.txt", Before: []byte("a\n"), After: []byte("A\n")},
		{Path: "new/deep/b.txt", After: []byte("B\n")},
		{Path: "sub/c.txt", Before: []byte("c\n")},
	}
}

var (
	beforeThree = map[string]string{"a.txt": "a\n", "sub/c.txt": "c\n"}
	afterThree  = map[string]string{"a.txt": "A\n", "new/deep/b.txt": "B\n"}
)

func (d *folder) ofThree() map[string]string {
	return d.contents("a.txt", "new/deep/b.txt", "sub/c.txt")
}

func TestFilesChangeAndUndo(t *testing.T) {
	d := newFolder(t, map[string]string{"a.txt": "a\n", "sub/c.txt": "c\n"})
	if err := os.Chmod(filepath.Join(d.dir, "a.txt"), 0o751); err != nil {
		t.Fatal(err)
	}
	record, err := d.open().Files().Change(t.Context(), three())
	if err != nil || record.State != presets.UndoWritten {
		t.Fatalf("%+v, %v", record, err)
	}
	if diff := cmp.Diff(afterThree, d.ofThree()); diff != "" {
		t.Errorf("wrong files (-want +got):\n%s", diff)
	}
	if info, err := os.Stat(filepath.Join(d.dir, "a.txt")); err != nil || info.Mode().Perm() != 0o751 {
		t.Errorf("the permissions are %v, %v", info.Mode(), err)
	}
	again := d.open() // another process
	list := again.Files().Records()
	if len(list) != 1 || list[0].ID != record.ID {
		t.Fatalf("the records are %+v", list)
	}
	if _, err := again.Files().Undo(t.Context(), ""); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(beforeThree, d.ofThree()); diff != "" {
		t.Errorf("wrong files after undo (-want +got):\n%s", diff)
	}
	if _, err := os.Stat(filepath.Join(d.dir, "new")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the folder that was made for a file is there: %v", err)
	}
	if _, err := again.Files().Undo(t.Context(), ""); !errors.Is(err, ErrNothingToUndo) {
		t.Errorf("a second undo: %v", err)
	}
}

// A new file has exactly the requested permissions, and a restored one its previous ones, whatever the umask.
func TestFilesChangeKeepsPermissions(t *testing.T) {
	d := newFolder(t, map[string]string{"old.sh": "a\n"})
	if err := os.Chmod(filepath.Join(d.dir, "old.sh"), 0o777); err != nil {
		t.Fatal(err)
	}
	if !systemtest.Permissions(t) {
		t.Skip("the system has no permissions of files")
	}
	expect := func(name string, want fs.FileMode) {
		t.Helper()
		if info, err := os.Stat(filepath.Join(d.dir, name)); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s has the permissions %v, %v, want %v", name, info.Mode().Perm(), err, want)
		}
	}
	files := d.open().Files()
	if _, err := files.Change(t.Context(), []FileChange{
		{Path: "new.sh", After: []byte("a\n"), Mode: files.Mode("old.sh")}, {Path: "plain.txt", After: []byte("b\n")}, {Path: "old.sh", Before: []byte("a\n")},
	}); err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(d.dir, "other.txt") // as other programs write it
	if err := os.WriteFile(other, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	expect("new.sh", 0o777)
	expect("plain.txt", files.Mode("other.txt"))
	if _, err := files.Undo(t.Context(), ""); err != nil {
		t.Fatal(err)
	}
	expect("old.sh", 0o777)
}

// What cannot be written as a whole leaves every file as it was.
func TestFilesChangeAllOrNone(t *testing.T) {
	tests := []struct {
		name string
		lay  func(d *folder)
		last FileChange
		want string
	}{
		{"a file that was changed", func(d *folder) { d.write("d.txt", "other\n") }, FileChange{Path: "d.txt", Before: []byte("d\n"), After: []byte("D\n")}, "d.txt: it was changed in the meantime"},
		{"a file that is gone", func(*folder) {}, FileChange{Path: "d.txt", Before: []byte("d\n"), After: []byte("D\n")}, "changed in the meantime"},
		{"a new file that is there", func(d *folder) { d.write("d.txt", "other\n") }, FileChange{Path: "d.txt", After: []byte("D\n")}, "changed in the meantime"},
		{"a new file where an empty one is", func(d *folder) { d.write("d.txt", "") }, FileChange{Path: "d.txt", After: []byte("D\n")}, "changed in the meantime"},
		{"a file that is read-only", func(d *folder) {
			d.write("d.txt", "d\n")
			if err := os.Chmod(filepath.Join(d.dir, "d.txt"), 0o444); err != nil {
				d.tb.Fatal(err)
			}
		}, FileChange{Path: "d.txt", Before: []byte("d\n"), After: []byte("D\n")}, "it is read-only"},
		{"a link", func(d *folder) {
			d.write("e.txt", "d\n")
			if err := os.Symlink("e.txt", filepath.Join(d.dir, "d.txt")); err != nil {
				d.tb.Skip(err)
			}
		}, FileChange{Path: "d.txt", Before: []byte("d\n"), After: []byte("D\n")}, "d.txt: is a symbolic link"},
		{"a folder that is a link", func(d *folder) {
			d.write("real/d.txt", "d\n")
			if err := os.Symlink("real", filepath.Join(d.dir, "way")); err != nil {
				d.tb.Skip(err)
			}
		}, FileChange{Path: "way/d.txt", Before: []byte("d\n"), After: []byte("D\n")}, "way: is a symbolic link"},
		{"a folder where a file is", func(*folder) {}, FileChange{Path: "sub", Before: []byte("d\n"), After: []byte("D\n")}, "sub: is not a regular file"},
		{"a file as a folder", func(*folder) {}, FileChange{Path: "a.txt/d.txt", After: []byte("D\n")}, "a.txt is not a folder"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := newFolder(t, map[string]string{"a.txt": "a\n", "sub/c.txt": "c\n"})
			tt.lay(d)
			p := d.open()
			_, err := p.Files().Change(t.Context(), append(three(), tt.last))
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("the error is %v", err)
			}
			if diff := cmp.Diff(beforeThree, d.ofThree()); diff != "" {
				t.Errorf("wrong files (-want +got):\n%s", diff)
			}
			if list := p.Files().Records(); len(list) > 0 {
				t.Errorf("there are records: %+v", list)
			}
		})
	}
}

func TestFilesCheck(t *testing.T) {
	d := newFolder(t, map[string]string{"a.txt": "a\n", ".gitignore": ".env\n", ".env": "A=1\n", "conf/.env.example": "A=\n"})
	p := d.open()
	for name, want := range map[string]string{
		"a.txt": "", "new/b.txt": "", ".github/workflows/a.yml": "", ".gitignore": "", "conf/.env.example": "", "..a/b": "",
		"": "is not a path", ".": "is not a path", "..": "is not a path", "../a": "is not a path", "/etc/passwd": "is not a path", "a//b": "is not a path", "./a.txt": "is not a path",
		"a/../b": "is not a path", "a\\b": "is not a path", "a\x00": "is not a path",
		".git/config": "belongs to git", "x/.GIT/config": "belongs to git", "git~1/x": "belongs to git", ".git": "belongs to git",
		"dossier.toml": "belongs to Dossier", "x/dossier_notes.toml": "belongs to Dossier", ".dossier/x": "belongs to Dossier", "dossier_history.toml": "belongs to Dossier",
		".env": "secret file", strings.Repeat("d/", 70) + "x": "too deeply",
	} {
		err := p.Files().Check(t.Context(), name)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: %v", name, err)
		}
	}
}

// An undo is whole too: where one file was changed since, none gets back what it held.
func TestFilesUndoKeepsWhatWasChangedSince(t *testing.T) {
	d := newFolder(t, map[string]string{"a.txt": "a\n", "sub/c.txt": "c\n"})
	p := d.open()
	if _, err := p.Files().Change(t.Context(), three()); err != nil {
		t.Fatal(err)
	}
	d.write("a.txt", "mine\n")
	want := d.ofThree()
	if _, err := p.Files().Undo(t.Context(), ""); err == nil || !strings.Contains(err.Error(), "a.txt was changed since; nothing is undone") {
		t.Errorf("the error is %v", err)
	}
	if diff := cmp.Diff(want, d.ofThree()); diff != "" {
		t.Errorf("wrong files (-want +got):\n%s", diff)
	}
	d.write("a.txt", "A\n")
	if _, err := p.Files().Undo(t.Context(), ""); err != nil {
		t.Error(err)
	}
	if diff := cmp.Diff(beforeThree, d.ofThree()); diff != "" {
		t.Errorf("wrong files (-want +got):\n%s", diff)
	}
}

// An undo that fails at one file, here because it is read-only now, leaves all files as they were, and can be repeated.
func TestFilesUndoAllOrNone(t *testing.T) {
	for _, locked := range []string{"a.txt", "new/deep/b.txt"} {
		t.Run(locked, func(t *testing.T) {
			d := newFolder(t, map[string]string{"a.txt": "a\n", "sub/c.txt": "c\n"})
			p := d.open()
			if _, err := p.Files().Change(t.Context(), three()); err != nil {
				t.Fatal(err)
			}
			chmod := func(mode fs.FileMode) {
				t.Helper()
				if err := os.Chmod(filepath.Join(d.dir, filepath.FromSlash(locked)), mode); err != nil {
					t.Fatal(err)
				}
			}
			chmod(0o444)
			if _, err := p.Files().Undo(t.Context(), ""); !errors.Is(err, store.ErrProtected) {
				t.Errorf("the error is %v", err)
			}
			if diff := cmp.Diff(afterThree, d.ofThree()); diff != "" {
				t.Errorf("wrong files (-want +got):\n%s", diff)
			}
			if got := p.Files().Records()[0].State; got != presets.UndoWritten {
				t.Errorf("the state is %s", got)
			}
			chmod(0o644)
			if _, err := p.Files().Undo(t.Context(), ""); err != nil {
				t.Error(err)
			}
			if diff := cmp.Diff(beforeThree, d.ofThree()); diff != "" {
				t.Errorf("wrong files (-want +got):\n%s", diff)
			}
		})
	}
}

var errStep = errors.New("the disk fails")

// Each step of a change and of an undo fails, once or from then on: the files are all old or all new, at
// the latest after the next start.
func TestFilesChangeSurvivesFailures(t *testing.T) {
	for _, undo := range []bool{false, true} {
		for _, sticky := range []bool{false, true} {
			t.Run(fmt.Sprintf("undo %t, sticky %t", undo, sticky), func(t *testing.T) {
				for at := 0; ; at++ {
					d := newFolder(t, map[string]string{"a.txt": "a\n", "sub/c.txt": "c\n"})
					p := d.open()
					if undo {
						if _, err := p.Files().Change(t.Context(), three()); err != nil {
							t.Fatal(err)
						}
					}
					step := 0
					stop := diskwrite.Watch(func(_ *diskwrite.Step, take func() error) error {
						step++
						if step-1 == at || sticky && step-1 > at {
							return errStep
						}
						return take()
					})
					var err error
					if undo {
						_, err = p.Files().Undo(t.Context(), "")
					} else {
						_, err = p.Files().Change(t.Context(), three())
					}
					stop()
					next := d.open()
					if _, err := next.Files().Recover(context.Background()); err != nil {
						t.Fatalf("step %d: recover: %v", at, err)
					}
					got := d.ofThree()
					if !cmp.Equal(got, beforeThree) && !cmp.Equal(got, afterThree) {
						t.Fatalf("step %d of %d, %v: the files are %v", at, step, err, got)
					}
					if err == nil && cmp.Equal(got, beforeThree) != undo {
						t.Fatalf("step %d: no error, and the files are %v", at, got)
					}
					if step <= at {
						if at < 10 {
							t.Fatalf("only %d steps", at)
						}
						return
					}
				}
			})
		}
	}
}

// Without a state folder a change is whole all the same, and cannot be undone.
func TestFilesChangeWithoutState(t *testing.T) {
	d := newFolder(t, map[string]string{"a.txt": "a\n", "sub/c.txt": "c\n"})
	d.places.State = ""
	p := d.open()
	record, err := p.Files().Change(t.Context(), three())
	if err != nil || record.ID != "" {
		t.Fatalf("%+v, %v", record, err)
	}
	if diff := cmp.Diff(afterThree, d.ofThree()); diff != "" {
		t.Errorf("wrong files (-want +got):\n%s", diff)
	}
	if _, err := p.Files().Undo(t.Context(), ""); !errors.Is(err, ErrNothingToUndo) {
		t.Errorf("undo: %v", err)
	}
}
