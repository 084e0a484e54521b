package session

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/presets"
)

func TestPathsCompleteAsInAShell(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	base := filepath.Join(home, "work")
	for _, name := range []string{
		"work/project/main.go", "work/projects/a.txt", "work/prelude.png", "work/Readme.md", "work/.hidden/x", "work/.git/x",
		"work/tänze.txt", "work/tönung.txt", "shots/one.PNG", "shots/two.md", "only/",
	} {
		path := filepath.Join(home, filepath.FromSlash(name))
		if name[len(name)-1] == '/' {
			path = filepath.Join(path, "x")
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(filepath.Join(home, "shots"), filepath.Join(base, "link")); err != nil {
		t.Fatal(err)
	}
	files, folders, pictures := PathKind{Base: base}, PathKind{Base: base, Folders: true}, PathKind{Base: base, Endings: []string{".png"}}
	tests := []struct {
		name  string
		kind  PathKind
		typed string
		want  Completion
	}{
		{"the longest part that all have, and then all", files, "p", Completion{Text: "pr", Names: []string{"prelude.png", "project/", "projects/"}}},
		{"what adds nothing lists", files, "pr", Completion{Text: "pr", Names: []string{"prelude.png", "project/", "projects/"}}},
		{"one file is complete", files, "pre", Completion{Text: "prelude.png"}},
		{"one folder ends with a separator and goes on", folders, "projects", Completion{Text: "projects/", More: true}},
		{"a folder whose name begins another's is not taken for it", folders, "proj", Completion{Text: "project", Names: []string{"project/", "projects/"}}},
		{"only what is asked for", folders, "pr", Completion{Text: "project", Names: []string{"project/", "projects/"}}},
		{"endings, in any case, and folders on the way", pictures, "pr", Completion{Text: "pr", Names: []string{"prelude.png", "project/", "projects/"}}},
		{"endings of a folder", pictures, "../shots/", Completion{Text: "../shots/one.PNG"}},
		{"a folder that is linked to is one", folders, "li", Completion{Text: "link/", More: true}},
		{"below a link", files, "link/t", Completion{Text: "link/two.md"}},
		{"in another case when there is none in its own", files, "read", Completion{Text: "Readme.md"}},
		{"a dot shows what begins with one", files, ".", Completion{Text: ".", Names: []string{".git/", ".hidden/"}}},
		{"without a dot it stays hidden", folders, "h", Completion{Text: "h"}},
		{"whole characters only", files, "t", Completion{Text: "t", Names: []string{"tänze.txt", "tönung.txt"}}},
		{"home", files, "~", Completion{Text: "~/", More: true}},
		{"below home, and written as it was", folders, "~/on", Completion{Text: "~/only/", More: true}},
		{"absolute", folders, home + "/wo", Completion{Text: home + "/work/", More: true}},
		{"nothing of that name", files, "zzz", Completion{Text: "zzz"}},
		{"nothing that can be read", files, "nowhere/a", Completion{Text: "nowhere/a"}},
		{"a pattern is left alone", files, "shots/*.pn", Completion{Text: "shots/*.pn"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, tt.kind.Complete(context.Background(), filepath.FromSlash(tt.typed))); diff != "" {
				t.Errorf("%q: wrong completion (-want +got):\n%s", tt.typed, diff)
			}
		})
	}
}

func TestOnlyTheNewestPathIsCompleted(t *testing.T) {
	d := newDesk(t, nil)
	var got []string
	for _, typed := range []string{"a", "b"} {
		d.CompletePath(PathKind{Base: d.dir}, typed, func(c Completion) { got = append(got, c.Text) })
	}
	d.until("a path is completed", func() bool { return len(got) > 0 })
	if diff := cmp.Diff([]string{"b"}, got); diff != "" {
		t.Errorf("wrong answers (-want +got):\n%s", diff)
	}
}

func TestProjectsThatAreGoneAreNotOffered(t *testing.T) {
	d := newDesk(t, nil)
	base := t.TempDir()
	for _, name := range []string{"gone", "first", "second"} {
		dir := filepath.Join(base, name)
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := d.Open(dir); err != nil {
			t.Fatal(err)
		}
		d.until(name+" is among the recent ones", func() bool { list := d.Recents(); return len(list) > 0 && list[0].Path == dir })
	}
	if err := os.Remove(filepath.Join(base, "gone")); err != nil {
		t.Fatal(err)
	}
	var got []string
	asked := false
	d.OpenedBefore(func(list []presets.Recent) {
		asked = true
		for _, r := range list {
			got = append(got, filepath.Base(r.Path))
		}
	})
	d.until("there is an answer", func() bool { return asked })
	if diff := cmp.Diff([]string{"first", "project"}, got); diff != "" {
		t.Errorf("wrong projects (-want +got):\n%s", diff)
	}
}

func TestHomeIsWrittenShort(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	for path, want := range map[string]string{
		home: "~", filepath.Join(home, "a"): "~" + string(filepath.Separator) + "a", home + "2": home + "2", "elsewhere": "elsewhere",
	} {
		if got := HomeShort(path); got != want || ExpandHome(got) != path {
			t.Errorf("%s is written %s and read %s", path, got, ExpandHome(got))
		}
	}
}
