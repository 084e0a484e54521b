package presets

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate/systemtest"
	"dossier/models"
	"dossier/presets/tomledit"
)

func TestLibrary(t *testing.T) {
	p := newPlace(t, nil)
	ctx := context.Background()
	l, err := LoadLibrary(p.places)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(Contents{Settings: DefaultSettings()}, l.Contents); diff != "" {
		t.Errorf("wrong contents without a file (-want +got):\n%s", diff)
	}
	if l, err = l.Save(ctx, func(*Contents) {}); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{p.places.Config, p.places.State} {
		if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s is made before there is anything to save: %v", dir, err)
		}
	}

	l, err = l.Save(ctx, func(c *Contents) {
		c.Settings.Theme, c.Settings.MaxBytes, c.Settings.CustomFactor = ThemeDark, 2<<20, 1.25
		c.Settings.Junk, c.Settings.OwnJunk = "node_modules/\n*.min.js\n", true
		c.Presets = SetPreset(c.Presets, models.Preset{Name: "docs", Files: []models.FileItem{models.NewFileItem("**/*.md")}})
	})
	if err != nil {
		t.Fatal(err)
	}
	want := `schema = 1

[settings]
theme = "dark"
custom_factor = 1.25
max_bytes = 2097152
junk = """
node_modules/
*.min.js
"""

[presets.docs]
files = ["**/*.md"]
`
	name := filepath.Join(p.places.Config, ProjectName)
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, string(data)); diff != "" {
		t.Errorf("wrong file (-want +got):\n%s", diff)
	}
	for path, perm := range map[string]fs.FileMode{name: 0o600, p.places.Config: 0o700, p.places.State: 0o700} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != perm && systemtest.Permissions(t) {
			t.Errorf("%s has the permissions %v, want %v", path, info.Mode(), perm)
		}
	}
	again, err := LoadLibrary(p.places)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(l.Contents, again.Contents); diff != "" {
		t.Errorf("the result is not what the disk holds (-result +disk):\n%s", diff)
	}
	l, err = l.Save(ctx, func(c *Contents) { c.Settings.OwnJunk = false; c.Settings.Theme = ThemeAuto })
	if err != nil || l.Settings.OwnJunk || l.Settings.Theme != ThemeAuto {
		t.Fatalf("back to the defaults: %+v, %v", l.Settings, err)
	}
	if backups, err := filepath.Glob(filepath.Join(p.places.State, "backups", "*", "*")); err != nil || len(backups) != 1 {
		t.Errorf("copies of older versions: %v, %v", backups, err)
	}
}

// The fields of Settings and the keys of the file agree: saved values are read back.
func TestSettingsRoundTrip(t *testing.T) {
	p := newPlace(t, nil)
	want := Settings{
		Theme: ThemeLight, HighContrast: true, Language: "de", Zoom: 130, Model: "m", CustomWindow: 7, CustomFactor: 1.5, MaxBytes: 8, ConfirmFolderFiles: 9, ShowIgnored: true, WrapLines: true,
		Junk: "", OwnJunk: true, JunkVersion: 3, KeepCopies: false, CopiesMax: 5, CopiesDays: 6, AskReadable: AskNever,
	}
	l, err := LoadLibrary(p.places)
	if err != nil {
		t.Fatal(err)
	}
	if l, err = l.Save(context.Background(), func(c *Contents) { c.Settings = want }); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, l.Settings); diff != "" {
		t.Errorf("wrong settings (-want +got):\n%s", diff)
	}
	if l.Notes != nil || l.Problems != nil {
		t.Errorf("notes %v, problems %v", l.Notes, l.Problems)
	}
}

func TestLibraryProblems(t *testing.T) {
	p := newPlace(t, nil)
	text := `[settings]
theme = "pink"
max_bytes = 0
custom_factor = nan
show_ignored = 1
confirm_folder_files = "many"
custom_window = 2
modle = "x"
zoom = 1000
`
	if err := os.MkdirAll(p.places.Config, 0o700); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(p.places.Config, ProjectName)
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	l, err := LoadLibrary(p.places)
	if err != nil {
		t.Fatal(err)
	}
	want := DefaultSettings()
	want.CustomWindow = 2
	if diff := cmp.Diff(want, l.Settings); diff != "" {
		t.Errorf("wrong settings (-want +got):\n%s", diff)
	}
	var got []string
	for _, one := range append(l.Problems, l.Notes...) {
		got = append(got, strings.TrimPrefix(one.Error(), name+", "))
	}
	if diff := cmp.Diff([]string{
		`line 2: settings.theme: "pink" is not one of auto, light, dark`,
		"line 3: settings.max_bytes: must be at least 1 and not so large, not 0",
		"line 4: settings.custom_factor: must be from 0.01 to 100, not NaN",
		"line 5: settings.show_ignored: must be true or false",
		"line 6: settings.confirm_folder_files: must be a whole number",
		"line 9: settings.zoom: must be from 70 to 200, not 1000",
		"line 8: settings.modle: is not a setting; it is ignored and preserved; did you mean model?",
	}, got); diff != "" {
		t.Errorf("wrong problems (-want +got):\n%s", diff)
	}
	if _, err := l.Save(context.Background(), func(c *Contents) { c.Settings.ShowIgnored = true; c.Settings.CustomFactor = 900 }); err == nil {
		t.Error("a factor that breaks the rule is saved")
	}
}

func TestLibraryBehindALink(t *testing.T) {
	systemtest.NeedLinks(t)
	p := newPlace(t, map[string]string{"mine.toml": "[settings]\ntheme = \"dark\" # at night\n"})
	if err := os.MkdirAll(p.places.Config, 0o700); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(p.places.Config, ProjectName)
	if err := os.Symlink(filepath.Join(p.dir, "mine.toml"), name); err != nil {
		t.Skip(err)
	}
	l, err := LoadLibrary(p.places)
	if err != nil || l.Settings.Theme != ThemeDark {
		t.Fatalf("theme %s, %v", l.Settings.Theme, err)
	}
	if _, err := l.Save(context.Background(), func(c *Contents) { c.Settings.Theme = ThemeLight }); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(name); err != nil || info.Mode()&fs.ModeSymlink == 0 || p.read("mine.toml") != "[settings]\ntheme = \"light\" # at night\n" {
		t.Errorf("the link is gone or its file not written: %v, %q", err, p.read("mine.toml"))
	}

	if err := os.Remove(filepath.Join(p.dir, "mine.toml")); err != nil {
		t.Fatal(err)
	}
	if l, err = LoadLibrary(p.places); err == nil || !strings.Contains(err.Error(), "a broken link") {
		t.Errorf("a link that leads nowhere: %v", err)
	}
	if _, err := l.Save(context.Background(), func(c *Contents) { c.Settings.Theme = ThemeLight }); err == nil {
		t.Error("it is saved all the same")
	}
}

func TestLibraryBroken(t *testing.T) {
	p := newPlace(t, nil)
	if err := os.MkdirAll(p.places.Config, 0o700); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(p.places.Config, ProjectName)
	if err := os.WriteFile(name, []byte("a\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	l, err := LoadLibrary(p.places)
	if !errors.As(err, new(*tomledit.SyntaxError)) || l.Settings != DefaultSettings() {
		t.Errorf("got %v and %+v, want the mistake and the defaults", err, l.Settings)
	}
	if _, err := l.Save(context.Background(), func(c *Contents) { c.Settings.Theme = ThemeLight }); err == nil {
		t.Error("it is saved all the same")
	}
	if data, _ := os.ReadFile(name); string(data) != "a\n" {
		t.Errorf("the file holds %q", data)
	}
}
