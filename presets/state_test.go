package presets

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate/systemtest"
	"dossier/models"
)

func TestSession(t *testing.T) {
	p := newPlace(t, nil)
	ctx := context.Background()
	s := p.slot()
	if _, ok := s.Load(); ok {
		t.Fatal("there is a session before the first")
	}
	item := models.NewFileItem("a\n`b`.go")
	item.ViewMode = models.Custom
	item.CustomSlices = []models.Slice{{StartLine: 1, EndLine: 2, AnchorLines: []string{"x"}, Extra: map[string]any{"n": int64(1)}}}
	item.AstMask = map[string]models.MaskMode{"A.b": models.MaskSig}
	item.Extra = map[string]any{"whole": int64(9007199254740993), "real": 3.0, "list": []any{int64(1), 2.0, "x"}}
	want := Unsaved{
		Composition: models.Composition{
			Files: []models.FileItem{item, models.NewFileItem("b")}, Screenshots: []models.Screenshot{{Path: "s.png"}}, Instruction: "do\nit", Tree: models.TreeFull,
			Strategy: models.Summarize, SummaryOnly: true, ExecutionMode: models.Beads, BeadsExclude: []string{"x-1"}, Focused: true, Focus: []string{"b"},
		},
		Edited: true, Base: "abc", Preset: "review", Scope: models.Global, Tab: "presets", Folded: []string{"src"}, Expanded: []string{"docs"},
		Sections: []string{"files"}, Scroll: map[string]float32{"tree": 12.5}, Selected: map[string][]string{"tree": {"a"}}, Sort: "size", ShowIgnored: true,
		Question: models.Question{Question: "where"}, Review: models.Question{Range: "HEAD^!"}, NoProposed: true,
	}
	if err := s.Save(ctx, want); err != nil {
		t.Fatal(err)
	}
	got, ok := s.Load()
	if diff := cmp.Diff(want, got); !ok || diff != "" {
		t.Errorf("wrong session (-want +got):\n%s", diff)
	}
	s.Release(true)
	link := filepath.Join(t.TempDir(), "link")
	if systemtest.Links(t) {
		if err := os.Symlink(p.dir, link); err != nil {
			t.Fatal(err)
		}
		other := NewState(p.places).Claim(link)
		if _, ok := other.Load(); !ok {
			t.Error("another way to the project is another session")
		}
		other.Release(true)
	}
	elsewhere := NewState(p.places).Claim(t.TempDir())
	defer elsewhere.Release(false)
	if _, ok := elsewhere.Load(); ok {
		t.Error("another project has this session")
	}
	if names, _ := os.ReadDir(p.dir); len(names) != 0 {
		t.Errorf("the project holds %v", names)
	}
}

func TestDamagedSession(t *testing.T) {
	p := newPlace(t, nil)
	s, ctx := p.slot(), context.Background()
	if err := s.Save(ctx, Unsaved{Tab: "context"}); err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(p.places.State, "sessions")
	entries, err := os.ReadDir(folder)
	if err != nil || len(entries) != 1 {
		t.Fatal(entries, err)
	}
	name := filepath.Join(folder, entries[0].Name())
	whole, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for cut := range len(whole) - 1 {
		if err := os.WriteFile(name, whole[:cut], 0o600); err != nil {
			t.Fatal(err)
		}
		if _, ok := s.Load(); ok {
			t.Fatalf("%q is a session", whole[:cut])
		}
		broken, err := filepath.Glob(name + ".broken-*")
		if err != nil || len(broken) != 1 {
			t.Fatalf("%q was not moved aside: %v, %v", whole[:cut], broken, err)
		}
		if data, err := os.ReadFile(broken[0]); err != nil || string(data) != string(whole[:cut]) {
			t.Fatalf("%q became %q: %v", whole[:cut], data, err)
		}
		if err := os.Remove(broken[0]); err != nil {
			t.Fatal(err)
		}
		if err := s.Save(ctx, Unsaved{Tab: "context"}); err != nil {
			t.Fatal(err)
		}
	}
}

// newer is a state file of a newer version.
const newer = `{"version":2,"data":["another shape"]}`

func TestSessionOfANewerVersion(t *testing.T) {
	p := newPlace(t, nil)
	s, ctx := NewState(p.places), context.Background()
	if err := s.SetGeometry(ctx, Geometry{Width: 1, Height: 2}); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(p.places.State, "window.json")
	if err := os.WriteFile(name, []byte(newer), 0o600); err != nil {
		t.Fatal(err)
	}
	if g, ok := s.Geometry(); ok {
		t.Errorf("it reads as %v", g)
	}
	if _, err := os.Stat(name); err != nil {
		t.Errorf("it was moved aside: %v", err)
	}
	want := Geometry{Width: 1280, Height: 800, Panes: []float32{280, 0, 420}}
	if err := s.SetGeometry(ctx, want); err != nil {
		t.Fatal(err)
	}
	if got, ok := s.Geometry(); !ok || cmp.Diff(want, got) != "" {
		t.Errorf("got %v, want %v", got, want)
	}
	if data, err := os.ReadFile(name + ".broken-1"); err != nil || string(data) != newer {
		t.Errorf("the file of the newer version is %q, %v", data, err)
	}
}

func TestPermissionsOfANewerVersionAreNotLost(t *testing.T) {
	p := newPlace(t, nil)
	s, ctx := NewState(p.places), context.Background()
	if err := s.Allow(ctx, p.dir, "/a"); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(p.places.State, "allowed", "*.json"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	for i, text := range []string{newer, "{"} {
		if err := os.WriteFile(files[0], []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := s.Allow(ctx, p.dir, "/b"); err != nil {
			t.Fatal(err)
		}
		if got := s.Allowed(p.dir); len(got) != 1 || got[0] != "/b" {
			t.Errorf("allowed are %q", got)
		}
		if data, err := os.ReadFile(fmt.Sprintf("%s.broken-%d", files[0], i+1)); err != nil || string(data) != text {
			t.Errorf("%q became %q, %v", text, data, err)
		}
	}
}

func TestRecents(t *testing.T) {
	p := newPlace(t, nil)
	s, ctx := NewState(p.places), context.Background()
	base := t.TempDir()
	at := time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC)
	for i := range 25 {
		if err := s.Opened(ctx, filepath.Join(base, fmt.Sprint(i)), at); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Opened(ctx, filepath.Join(base, "20"), at.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range s.Recents() {
		got = append(got, filepath.Base(r.Path))
	}
	want := strings.Fields("20 24 23 22 21 19 18 17 16 15 14 13 12 11 10 9 8 7 6 5")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("wrong projects (-want +got):\n%s", diff)
	}
	if !s.Recents()[0].Opened.Equal(at.Add(time.Hour)) {
		t.Errorf("opened at %v", s.Recents()[0].Opened)
	}
}

func TestChosen(t *testing.T) {
	p := newPlace(t, nil)
	s, ctx := NewState(p.places), context.Background()
	for _, path := range strings.Fields("/0 /1 /2 /3 /4 /5 /6 /7 /8 /9 /4") {
		if err := s.Choose(ctx, "chats", path); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Choose(ctx, "presets", "/team.toml"); err != nil {
		t.Fatal(err)
	}
	for purpose, want := range map[string][]string{
		"chats": strings.Fields("/4 /9 /8 /7 /6 /5 /3 /2"), "presets": {"/team.toml"}, "none": nil,
	} {
		if diff := cmp.Diff(want, s.Chosen(purpose)); diff != "" {
			t.Errorf("%s: wrong paths (-want +got):\n%s", purpose, diff)
		}
	}
}

func TestAllowed(t *testing.T) {
	p := newPlace(t, nil)
	s, ctx := NewState(p.places), context.Background()
	for _, path := range []string{"/etc/hosts", "../shared/x.md", "/etc/hosts"} {
		if err := s.Allow(ctx, p.dir, path); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff([]string{"../shared/x.md", "/etc/hosts"}, s.Allowed(p.dir)); diff != "" {
		t.Errorf("wrong paths (-want +got):\n%s", diff)
	}
	if got := s.Allowed(t.TempDir()); got != nil {
		t.Errorf("another project may read %v", got)
	}
	if err := s.Disallow(ctx, p.dir, "/etc/hosts"); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"../shared/x.md"}, s.Allowed(p.dir)); diff != "" {
		t.Errorf("wrong paths (-want +got):\n%s", diff)
	}
	// The permission of a root ends with the root, unless the user has given it otherwise.
	if err := s.AllowRoots(ctx, p.dir, []string{"/srv/lib", "/srv/own", "/srv/gone", "../shared/x.md"}); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(s.Allow(ctx, p.dir, "/srv/own"), s.Disallow(ctx, p.dir, "/srv/gone")); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"../shared/x.md", "/srv/lib", "/srv/own"}, s.Allowed(p.dir)); diff != "" {
		t.Errorf("unexpected paths (-want +got):\n%s", diff)
	}
	for path, want := range map[string]bool{"/srv/lib": true, "/srv/own": false, "/srv/gone": false, "../shared/x.md": false} {
		if got := s.AllowedAsRoot(p.dir, path); got != want {
			t.Errorf("%s is allowed as a root: %t", path, got)
		}
	}
	// A file that was copied from another project allows nothing.
	folder := filepath.Join(p.places.State, "allowed")
	entries, err := os.ReadDir(folder)
	if err != nil || len(entries) != 1 {
		t.Fatal(entries, err)
	}
	name := filepath.Join(folder, entries[0].Name())
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(strings.Replace(string(data), filepath.Base(p.dir), "elsewhere", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := s.Allowed(p.dir); got != nil {
		t.Errorf("a file of another project allows %v", got)
	}
}

// A variable that is not an absolute path is ignored, and without a home folder there are no
// folders.
func TestUserPlaces(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("other paths are absolute there")
	}
	tests := []struct {
		name, system string
		env          map[string]string
		want         Places
	}{
		{"a home", "linux", map[string]string{"HOME": "/h"}, Places{"/h/.config/dossier", "/h/.local/state/dossier", "/h/.cache/dossier"}},
		{"other folders", "linux", map[string]string{"HOME": "/h", "XDG_CONFIG_HOME": "/c", "XDG_STATE_HOME": "/s", "XDG_CACHE_HOME": "/t"}, Places{"/c/dossier", "/s/dossier", "/t/dossier"}},
		{"relative folders", "linux", map[string]string{"HOME": "/h", "XDG_CONFIG_HOME": "c", "XDG_STATE_HOME": "./s", "XDG_CACHE_HOME": "t"}, Places{"/h/.config/dossier", "/h/.local/state/dossier", "/h/.cache/dossier"}},
		{"no home", "linux", nil, Places{}},
		{"no home, but a folder for state", "linux", map[string]string{"XDG_STATE_HOME": "/s"}, Places{State: "/s/dossier"}},
		{"a relative home", "linux", map[string]string{"HOME": "rel"}, Places{}},
		{"macOS", "darwin", map[string]string{"HOME": "/h", "XDG_STATE_HOME": "/s"}, Places{"/h/Library/Application Support/dossier", "/h/Library/Application Support/State/dossier", "/h/Library/Caches/dossier"}},
		{"macOS, no home", "darwin", nil, Places{}},
		{"Windows", "windows", map[string]string{"HOME": "/h", "AppData": "/a", "LocalAppData": "/l"}, Places{"/a/dossier", "/l/State/dossier", "/l/dossier"}},
		{"Windows, nothing set", "windows", map[string]string{"HOME": "/h"}, Places{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := placesOf(tt.system, func(name string) string { return tt.env[name] })
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("wrong places (-want +got):\n%s", diff)
			}
		})
	}
}

// A file that is read while it is being written is not treated as damaged.
func TestRecentsAreNotMovedAsideWhileTheyAreWritten(t *testing.T) {
	systemtest.NeedRenamesOverOpen(t)
	s := NewState(newPlace(t, nil).places)
	top := t.TempDir()
	done := make(chan error)
	go func() {
		for n := range 100 {
			if err := s.Opened(context.Background(), filepath.Join(top, fmt.Sprint(n)), time.Now()); err != nil {
				done <- err
				return
			}
		}
		close(done)
	}()
	for {
		s.Recents()
		select {
		case err := <-done:
			if err != nil {
				t.Fatal(err)
			}
			if got := s.Recents(); len(got) != maxRecents || got[0].Path != filepath.Join(top, "99") {
				t.Errorf("%d projects are left of what was opened", len(got))
			}
			return
		default:
		}
	}
}
