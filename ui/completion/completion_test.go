package completion

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate/systemtest"
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
	if systemtest.Links(t) {
		if err := os.Symlink(filepath.Join(home, "shots"), filepath.Join(base, "link")); err != nil {
			t.Fatal(err)
		}
	}
	files, folders, pictures := Kind{Base: base}, Kind{Base: base, Folders: true}, Kind{Base: base, Endings: []string{".png"}}
	tests := []struct {
		name  string
		kind  Kind
		typed string
		want  Result
	}{
		{"the longest part that all have, and then all", files, "p", Result{Text: "pr", Names: []string{"prelude.png", "project/", "projects/"}}},
		{"what adds nothing lists", files, "pr", Result{Text: "pr", Names: []string{"prelude.png", "project/", "projects/"}}},
		{"one file is complete", files, "pre", Result{Text: "prelude.png"}},
		{"one folder ends with a separator and continues", folders, "projects", Result{Text: "projects/", More: true}},
		{"a folder whose name begins another's is not taken for it", folders, "proj", Result{Text: "project", Names: []string{"project/", "projects/"}}},
		{"only what is asked for", folders, "pr", Result{Text: "project", Names: []string{"project/", "projects/"}}},
		{"endings, in any case, and folders on the way", pictures, "pr", Result{Text: "pr", Names: []string{"prelude.png", "project/", "projects/"}}},
		{"endings of a folder", pictures, "../shots/", Result{Text: "../shots/one.PNG"}},
		{"a folder that is linked to is one", folders, "li", Result{Text: "link/", More: true}},
		{"below a link", files, "link/t", Result{Text: "link/two.md"}},
		{"in another case when there is none in its own", files, "read", Result{Text: "Readme.md"}},
		{"a dot shows what begins with one", files, ".", Result{Text: ".", Names: []string{".git/", ".hidden/"}}},
		{"without a dot it stays hidden", folders, "h", Result{Text: "h"}},
		{"whole characters only", files, "t", Result{Text: "t", Names: []string{"tänze.txt", "tönung.txt"}}},
		{"home", files, "~", Result{Text: "~/", More: true}},
		{"below home, and written as it was", folders, "~/on", Result{Text: "~/only/", More: true}},
		{"absolute", folders, home + "/wo", Result{Text: home + "/work/", More: true}},
		{"nothing of that name", files, "zzz", Result{Text: "zzz"}},
		{"nothing that can be read", files, "nowhere/a", Result{Text: "nowhere/a"}},
		{"a pattern is left alone", files, "shots/*.pn", Result{Text: "shots/*.pn"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if strings.Contains(tt.name, "link") {
				systemtest.NeedLinks(t)
			}
			tt.want.Text = filepath.FromSlash(tt.want.Text)
			for i, name := range tt.want.Names {
				tt.want.Names[i] = filepath.FromSlash(name)
			}
			if diff := cmp.Diff(tt.want, tt.kind.Complete(context.Background(), filepath.FromSlash(tt.typed))); diff != "" {
				t.Errorf("%q: wrong completion (-want +got):\n%s", tt.typed, diff)
			}
		})
	}
}

func TestHomeIsWrittenShort(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	for path, want := range map[string]string{
		home: "~", filepath.Join(home, "a"): "~" + string(filepath.Separator) + "a", home + "2": home + "2", "elsewhere": "elsewhere",
	} {
		if got := ShortHome(path); got != want || ExpandHome(got) != path {
			t.Errorf("%s is written %s and read %s", path, got, ExpandHome(got))
		}
	}
}

// List returns possible completions, even if Complete adds nothing.
func TestWhatIsTypedIsListed(t *testing.T) {
	base := t.TempDir()
	write(t, base, "chats/a.json", "chats/b.md", "chats/c.png", "Chart.md", "shots/one.png", ".hidden/x.json")
	chats := Kind{Base: base, Endings: []string{".json", ".md"}}
	for typed, want := range map[string][]string{
		"":       {"Chart.md", "chats/", "shots/"},
		"ch":     {"chats/"},
		"cha":    {"chats/"},
		"CHART":  {"Chart.md"},
		"chats/": {"chats/a.json", "chats/b.md"},
		"x":      nil,
	} {
		for i, name := range want {
			want[i] = filepath.FromSlash(name)
		}
		if diff := cmp.Diff(want, chats.List(context.Background(), filepath.FromSlash(typed))); diff != "" {
			t.Errorf("%q: wrong list (-want +got):\n%s", typed, diff)
		}
	}
}

func TestPathsAreFoundByPartsOfTheirNames(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	base := filepath.Join(home, "work")
	write(t, base, "shop/chats/login_fails.json", "shop/main.go", "login.json", "node_modules/login.json", ".git/login.json", "a/b/c/d/e/f/login.json", "a/b/c/d/e/f/g/login.json")
	chats := Kind{Base: base, Endings: []string{".json"}}
	tests := []struct {
		name  string
		kind  Kind
		typed string
		want  []string // matches in ‹ ›
	}{
		{"six folders deep, and neither hidden nor installed", chats, "login", []string{"‹login›.json", "a/b/c/d/e/f/‹login›.json", "shop/chats/‹login›_fails.json"}},
		{"below the folder that was typed", chats, "shop/lfa", []string{"shop/chats/‹l›ogin_‹fa›ils.json"}},
		{"below home, and written as it was", chats, "~/work/shop/lfa", []string{"~/work/shop/chats/‹l›ogin_‹fa›ils.json"}},
		{"a folder that is not there is searched for", chats, "chats/login", []string{"shop/‹chats/login›_fails.json"}},
		{"folders on the way", chats, "shop", []string{"‹shop›/", "‹shop›/chats/", "‹shop›/chats/login_fails.json"}},
		{"folders alone", Kind{Base: base, Folders: true}, "chats", []string{"shop/‹chats›/"}},
		{"nothing after a folder", chats, "shop/", nil},
		{"nothing at all", chats, "", nil},
		{"other kinds", chats, "main", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, f := range tt.kind.Search(context.Background(), filepath.FromSlash(tt.typed)) {
				marked, at := "", 0
				for _, s := range f.Spans {
					marked += f.Path[at:s.Start] + "‹" + f.Path[s.Start:s.End] + "›"
					at = s.End
				}
				got = append(got, filepath.ToSlash(marked+f.Path[at:]))
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("%q: wrong paths (-want +got):\n%s", tt.typed, diff)
			}
		})
	}
}

// write creates empty files below a folder.
func write(t *testing.T, base string, names ...string) {
	t.Helper()
	for _, name := range names {
		path := filepath.Join(base, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
