package disk

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate/systemtest"
)

// mounted is the project of these tests with a folder lib, one that needs permission (ask) and one
// that does not exist (gone).
func mounted(t *testing.T) (root *Root, dir, lib string) {
	t.Helper()
	root, dir = project(t)
	lib = filepath.Join(filepath.Dir(dir), "library")
	write(t, lib, "a.txt", "lib a\n")
	write(t, lib, "src/b.txt", "lib b\n")
	write(t, lib, "src/c.txt", "lib c\n")
	link(t, "src/b.txt", filepath.Join(lib, "inside"))
	link(t, "../canary", filepath.Join(lib, "out"))
	link(t, "../project/a.txt", filepath.Join(lib, "back"))
	link(t, filepath.Join(lib, "a.txt"), filepath.Join(lib, "absolute"))
	link(t, "../library/a.txt", filepath.Join(dir, "across"))
	other, err := Open(lib)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { other.Close() })
	_, gone := Open(filepath.Join(lib, "gone"))
	root.SetMounts([]Mount{
		{Label: "lib", Root: other},
		{Label: "ask", Err: &OutsideError{Path: "ask:", Target: "/elsewhere"}},
		{Label: "gone", Err: gone},
	})
	return root, dir, lib
}

func TestReadsMountedFolders(t *testing.T) {
	root, _, lib := mounted(t)
	for _, tt := range []struct{ name, path, want string }{
		{"a file", "lib:/a.txt", "lib a\n"},
		{"a file in a folder", "lib:/src/b.txt", "lib b\n"},
		{"a path that is not clean", "lib:/src/..//src/./b.txt", "lib b\n"},
		{"a path that goes up stays", "lib:/../../a.txt", "lib a\n"},
		{"a link", "lib:/inside", "lib b\n"},
		{"its absolute path", filepath.Join(lib, "a.txt"), "lib a\n"},
		{"its path from the project", "../library/a.txt", "lib a\n"},
		{"the project's own file", "a.txt", "alpha\n"},
	} {
		if skipLink(t, tt.name) {
			continue
		}
		file, err := root.Read(t.Context(), tt.path, 0)
		if err != nil || string(file.Data) != tt.want {
			t.Errorf("%s: %q, %v", tt.name, file.Data, err)
		}
		if head, err := root.Head(t.Context(), tt.path, 3); err != nil || string(head.Data) != tt.want[:3] {
			t.Errorf("%s: head %q, %v", tt.name, head.Data, err)
		}
		if info, err := root.Stat(tt.path); err != nil || info.Size != int64(len(tt.want)) {
			t.Errorf("%s: %+v, %v", tt.name, info, err)
		}
	}
}

func TestMountedFoldersAreClosed(t *testing.T) {
	root, dir, _ := mounted(t)
	for _, tt := range []struct {
		name, path string
		want       error
		target     string
	}{
		{"a link out", "lib:/out", ErrOutside, filepath.Join(filepath.Dir(dir), "canary")},
		{"a link back into the project", "lib:/back", ErrOutside, filepath.Join(dir, "a.txt")},
		{"a link of the project into it", "across", ErrOutside, filepath.Join(filepath.Dir(dir), "library/a.txt")},
		{"a folder that needs permission", "ask:/a.txt", ErrOutside, "/elsewhere"},
		{"a folder that does not exist", "gone:/a.txt", ErrNotFound, ""},
		{"an unknown label", "other:/a.txt", ErrNotFound, ""},
		{"a missing file", "lib:/none", ErrNotFound, ""},
		{"a file as a folder", "lib:/a.txt/b", ErrNotFound, ""},
	} {
		if skipLink(t, tt.name) {
			continue
		}
		for method, read := range map[string]func() error{
			"Read": func() error { _, err := root.Read(t.Context(), tt.path, 0); return err },
			"Stat": func() error { _, err := root.Stat(tt.path); return err },
			"Head": func() error { _, err := root.Head(t.Context(), tt.path, 1); return err },
		} {
			err := read()
			var outside *OutsideError
			if errors.As(err, &outside) && outside.Target != tt.target {
				t.Errorf("%s: %s leads to %s", tt.name, method, outside.Target)
			}
			if !errors.Is(err, tt.want) {
				t.Errorf("%s: %s: %v", tt.name, method, err)
			}
		}
	}
	// The permission for a folder that is not mounted yet does not read it in place of a file.
	allowed := root.Allowing(Allow(dir))
	root.SetMounts([]Mount{{Label: "ask", Err: &OutsideError{Path: "ask:", Target: dir}}})
	if _, err := allowed.Stat("ask:/a.txt"); !errors.Is(err, ErrOutside) {
		t.Errorf("a folder in place of its file: %v", err)
	}
}

func TestPathsOfMountedFolders(t *testing.T) {
	root, dir, lib := mounted(t)
	for _, tt := range []struct {
		path, local, absolute string
	}{
		{"lib:/src/../a.txt", "lib:/a.txt", filepath.Join(lib, "a.txt")},
		{"lib:", "lib:", lib},
		{"lib:/", "lib:", lib},
		{filepath.Join(lib, "src", "b.txt"), "lib:/src/b.txt", filepath.Join(lib, "src", "b.txt")},
		{"../library", "lib:", lib},
		{"../library-2", "", ""},
		{"ask:/x", "ask:/x", ""},
		{"other:/x", "other:/x", ""},
		{"a.txt", "a.txt", filepath.Join(dir, "a.txt")},
	} {
		local, ok := root.Local(tt.path)
		if local != tt.local || ok != (tt.local != "") {
			t.Errorf("%s is locally %q", tt.path, local)
		}
		if abs, ok := root.Absolute(tt.path); abs != tt.absolute || ok != (tt.absolute != "") {
			t.Errorf("%s is absolutely %q", tt.path, abs)
		}
	}
	// What looks like a mounted folder and is the project's own.
	if !systemtest.Nameable(t, "own:") {
		return
	}
	write(t, dir, "own:/x.txt", "own\n")
	if file, err := root.Read(t.Context(), "own:/x.txt", 0); err != nil || string(file.Data) != "own\n" {
		t.Errorf("%q, %v", file.Data, err)
	}
}

func TestListsMountedFolders(t *testing.T) {
	root, _, lib := mounted(t)
	entries, _, err := root.List(t.Context(), "lib:/src", 0)
	if err != nil || len(entries) != 2 {
		t.Errorf("%+v, %v", entries, err)
	}
	names, _, _, err := root.Names(t.Context(), "lib:", 0)
	want := 6
	if !systemtest.Links(t) {
		want = 2
	}
	if err != nil || len(names) != want {
		t.Errorf("%+v, %v", names, err)
	}
	stats, err := root.Lstats("lib:/src", []string{"b.txt", "none", "../a.txt"})
	if err != nil || !stats[0].Exists || stats[1].Exists || stats[2].Exists {
		t.Errorf("%+v, %v", stats, err)
	}
	infos, err := root.Stats(t.Context(), []string{"a.txt", "lib:/src/b.txt", "lib:/src/c.txt", "lib:/src/none"})
	if err != nil || infos[0].Size != 6 || infos[1].Size != 6 || infos[2].Size != 6 || infos[3] != (Info{}) {
		t.Errorf("%+v, %v", infos, err)
	}
	if target, err := root.Readlink("lib:/inside"); systemtest.Links(t) && (err != nil || filepath.ToSlash(target) != "src/b.txt") {
		t.Errorf("%q, %v", target, err)
	}
	for p, want := range map[string]string{"lib:/inside": "lib:/src/b.txt", filepath.Join(lib, "inside"): "lib:/src/b.txt", "lib:": "lib:"} {
		if p != "lib:" && !systemtest.Links(t) {
			continue
		}
		if real, err := root.Real(p); err != nil || real != want {
			t.Errorf("%s is really %q, %v", p, real, err)
		}
	}
	// All values of a folder share what is mounted.
	if diff := cmp.Diff(3, len(root.Allowing(Allow()).Mounts())); diff != "" {
		t.Error(diff)
	}
	if !systemtest.MovesOpenFolders(t) {
		return
	}
	if err := os.RemoveAll(lib); err != nil {
		t.Fatal(err)
	}
	if _, err := root.Stat("lib:/a.txt"); !errors.Is(err, ErrNotFound) {
		t.Errorf("a removed folder: %v", err)
	}
}
