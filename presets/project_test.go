package presets

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate/systemtest"
	"dossier/models"
	"dossier/presets/store"
	"dossier/presets/tomledit"
)

// place is a project and the folders of a user on a disk.
type place struct {
	t      testing.TB
	dir    string
	root   *os.Root
	places Places
}

func newPlace(t testing.TB, files map[string]string) place {
	t.Helper()
	base := t.TempDir()
	dir := filepath.Join(base, "project")
	p := place{t: t, dir: dir, places: Places{
		Config: filepath.Join(base, "config"), State: filepath.Join(base, "state"), Cache: filepath.Join(base, "cache"),
	}}
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		p.write(name, text)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	p.root = root
	return p
}

func (p place) write(name, text string) {
	p.t.Helper()
	if err := os.WriteFile(filepath.Join(p.dir, name), []byte(text), 0o644); err != nil {
		p.t.Fatal(err)
	}
}

func (p place) read(name string) string {
	p.t.Helper()
	data, err := os.ReadFile(filepath.Join(p.dir, name))
	if err != nil {
		p.t.Fatal(err)
	}
	return string(data)
}

func (p place) load() *ProjectFile {
	p.t.Helper()
	f, err := LoadProject(p.root, p.places)
	if err != nil {
		p.t.Fatal(err)
	}
	return f
}

const sample = `# The project of the team.
schema = 1

[project]
name = "acme-api"            # shown in the title
namespace = "acme_api"
aggregation_strategy = "auto"
future = 0x10                # of another version

[files]
exclude = [
  "**/testdata/**", # large
]

# The heart of it.
[[files.items]]
path = "internal/**/*.go"
view_mode = "skeleton"       # bodies cost too much
zzz = 1

[[files.items]]
path = "db/schema.sql"
view_mode = "custom"

[[files.items.custom_slices]]
start_line = 10
end_line = 42
tag = "users"

# Zoe's
[presets.zoe]
files = ["README.md", { path = "a.go", view_mode = "outline" }]

[presets."Backend review"]
description = "handlers in full"
files = []
`

func TestLoadProject(t *testing.T) {
	p := newPlace(t, map[string]string{ProjectName: sample})
	f := p.load()
	want := models.Project{
		Schema: 1, Name: "acme-api", Namespace: "acme_api", Exclude: []string{"**/testdata/**"},
		Composition: models.Composition{
			Strategy: models.Auto, ExecutionMode: models.Native, Tree: models.TreeNone,
			Files: []models.FileItem{
				{Path: "internal/**/*.go", AutoAggregate: true, ViewMode: models.Skeleton, Extra: map[string]any{"zzz": int64(1)}},
				{
					Path: "db/schema.sql", AutoAggregate: true, ViewMode: models.Custom,
					CustomSlices: []models.Slice{{StartLine: 10, EndLine: 42, Tag: "users"}},
				},
			},
		},
		Presets: []models.Preset{
			{Name: "zoe", Files: []models.FileItem{models.NewFileItem("README.md"), {Path: "a.go", AutoAggregate: true, ViewMode: models.Outline}}},
			{Name: "Backend review", Description: "handlers in full"},
		},
	}
	unknown := []string{}
	for _, k := range f.Project.Unknown {
		unknown = append(unknown, k.Key())
	}
	want.Unknown = f.Project.Unknown
	if diff := cmp.Diff([]string{"files.items[0].zzz", "project.future"}, unknown); diff != "" {
		t.Errorf("wrong unknown keys (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(want, f.Project); diff != "" {
		t.Errorf("wrong project (-want +got):\n%s", diff)
	}
	if !f.Exists() || f.ReadOnly() != nil || f.Problems != nil {
		t.Errorf("exists %t, read-only %v, problems %v", f.Exists(), f.ReadOnly(), f.Problems)
	}
	var notes []string
	for _, n := range f.Notes {
		notes = append(notes, strings.TrimPrefix(n.Error(), p.dir+string(filepath.Separator)))
	}
	if diff := cmp.Diff([]string{
		"dossier.toml, line 8: project.future: is not a setting; it is ignored and preserved",
		"dossier.toml, line 19: files.items[0].zzz: is not a setting; it is ignored and preserved",
	}, notes); diff != "" {
		t.Errorf("wrong notes (-want +got):\n%s", diff)
	}
}

// Each save changes only the necessary lines.
func TestSaveProject(t *testing.T) {
	tests := []struct {
		name string
		edit func(*models.Project)
		old  string // the removed part of the sample
		new  string // its replacement
	}{
		{"nothing", func(*models.Project) {}, "", ""},
		{"an existing setting", func(p *models.Project) { p.Name = "api" }, `name = "acme-api" `, `name = "api" `},
		{"a setting back to its default is written in place", func(p *models.Project) { p.Strategy = models.Auto; p.Namespace = "" }, `namespace = "acme_api"`, `namespace = ""`},
		{
			"a setting that is new", func(p *models.Project) { p.Tree = models.TreeFull },
			"# of another version\n", "# of another version\ntree = \"full\"\n",
		},
		{
			"a view mode", func(p *models.Project) { p.Files[0].ViewMode = models.Outline },
			`view_mode = "skeleton"       #`, `view_mode = "outline"       #`,
		},
		{
			"a view mode back to full leaves the line out", func(p *models.Project) { p.Files[0].ViewMode = models.Full },
			"view_mode = \"skeleton\"       # bodies cost too much\n", "",
		},
		{
			"a file that was moved keeps its comments", func(p *models.Project) { p.Files[0].Path = "lib/**/*.go" },
			`path = "internal/**/*.go"`, `path = "lib/**/*.go"`,
		},
		{
			"a slice", func(p *models.Project) { p.Files[1].CustomSlices[0].EndLine = 43 },
			"end_line = 42", "end_line = 43",
		},
		{
			"another slice", func(p *models.Project) {
				p.Files[1].CustomSlices = append(p.Files[1].CustomSlices, models.Slice{StartLine: 50, EndLine: 51})
			},
			"tag = \"users\"\n", "tag = \"users\"\n\n[[files.items.custom_slices]]\nstart_line = 50\nend_line = 51\n",
		},
		{
			"a mask", func(p *models.Project) { p.Files[1].AstMask = map[string]models.MaskMode{"a.b": models.MaskSig} },
			"view_mode = \"custom\"\n", "view_mode = \"custom\"\nast_mask = { \"a.b\" = \"sig\" }\n",
		},
		{
			"a file more", func(p *models.Project) { p.Files = append(p.Files, models.NewFileItem("go.mod")) },
			"tag = \"users\"\n", "tag = \"users\"\n\n[[files.items]]\npath = \"go.mod\"\n",
		},
		{
			"a file less", func(p *models.Project) { p.Files = p.Files[1:] },
			"# The heart of it.\n[[files.items]]\npath = \"internal/**/*.go\"\nview_mode = \"skeleton\"       # bodies cost too much\nzzz = 1\n\n", "",
		},
		{
			"a pattern more", func(p *models.Project) { p.Exclude = append(p.Exclude, "*.log") },
			"# large\n", "# large\n  \"*.log\",\n",
		},
		{
			"a preset more", func(p *models.Project) {
				p.Presets = SetPreset(p.Presets, models.Preset{Name: "new", Files: []models.FileItem{models.NewFileItem("x")}})
			},
			"files = []\n", "files = []\n\n[presets.new]\nfiles = [\"x\"]\n",
		},
		{
			"a preset less", func(p *models.Project) { p.Presets = DeletePreset(p.Presets, "zoe") },
			"# Zoe's\n[presets.zoe]\nfiles = [\"README.md\", { path = \"a.go\", view_mode = \"outline\" }]\n\n", "",
		},
		{
			"a file of a preset", func(p *models.Project) { p.Presets[0].Files[0].ViewMode = models.None },
			`"README.md",`, `{ path = "README.md", view_mode = "none" },`,
		},
		{
			"unknown keys are not for saving", func(p *models.Project) { p.Files[0].Extra = map[string]any{"zzz": 1.0}; p.Unknown = nil }, "", "",
		},
		{
			"when a file was sent is not kept here", func(p *models.Project) { now := 1.0; p.Files[0].InjectedAt = &now }, "", "",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := newPlace(t, map[string]string{ProjectName: sample})
			next, err := p.load().Save(context.Background(), tt.edit)
			if err != nil {
				t.Fatal(err)
			}
			if n := strings.Count(sample, tt.old); tt.old != "" && n != 1 {
				t.Fatalf("the part is %d times in the sample", n)
			}
			want := sample
			if tt.old != "" {
				want = strings.Replace(sample, tt.old, tt.new, 1)
			}
			if diff := cmp.Diff(want, p.read(ProjectName)); diff != "" {
				t.Errorf("wrong file (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(p.load().Project, next.Project); diff != "" {
				t.Errorf("the result is not what the disk holds (-disk +result):\n%s", diff)
			}
		})
	}
}

func TestFirstSave(t *testing.T) {
	p := newPlace(t, nil)
	f := p.load()
	if f.Exists() || f.Digest() != "" {
		t.Fatal("a file that is not there exists")
	}
	if _, err := f.Save(context.Background(), func(*models.Project) {}); err != nil {
		t.Fatal(err)
	}
	if names, _ := os.ReadDir(p.dir); len(names) != 0 {
		t.Fatalf("saving nothing wrote %v", names)
	}
	next, err := f.Save(context.Background(), func(p *models.Project) {
		p.Name = "acme"
		SetComposition(p, models.Composition{
			Files:       []models.FileItem{models.NewFileItem("a.go"), {Path: "b.go", AutoAggregate: true, ViewMode: models.Outline}},
			Screenshots: []models.Screenshot{{Path: "shots/*.png"}}, Instruction: "find\nthe bug\n", Tree: models.TreeSelected, ExecutionMode: models.Beads,
		})
		p.Presets = SetPreset(nil, models.Preset{Name: "my set", Description: "d", Files: p.Files})
	})
	if err != nil {
		t.Fatal(err)
	}
	want := `schema = 1

[project]
name = "acme"
execution_mode = "beads"
instruction = """
find
the bug
"""
tree = "selected"

[[files.items]]
path = "a.go"

[[files.items]]
path = "b.go"
view_mode = "outline"

[screenshots]
paths = ["shots/*.png"]

[presets."my set"]
description = "d"
files = ["a.go", { path = "b.go", view_mode = "outline" }]
`
	if diff := cmp.Diff(want, p.read(ProjectName)); diff != "" {
		t.Errorf("wrong file (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(p.load().Project, next.Project); diff != "" {
		t.Errorf("the result is not what the disk holds (-disk +result):\n%s", diff)
	}
	if entries, _ := os.ReadDir(p.dir); len(entries) != 1 {
		t.Errorf("more than the one file lies in the project: %v", entries)
	}
}

func TestDigest(t *testing.T) {
	p := newPlace(t, map[string]string{ProjectName: sample})
	f := p.load()
	if f.Digest() != p.load().Digest() || len(f.Digest()) != 64 {
		t.Errorf("two loads differ: %s and %s", f.Digest(), p.load().Digest())
	}
	p.write(ProjectName, sample+"# more\n")
	if f.Digest() == p.load().Digest() {
		t.Error("another file has the same digest")
	}
}

func TestSetPreset(t *testing.T) {
	list := []models.Preset{{Name: "a"}, {Name: "b"}}
	got := SetPreset(list, models.Preset{Name: "a", Description: "new"})
	if diff := cmp.Diff([]models.Preset{{Name: "a", Description: "new"}, {Name: "b"}}, got); diff != "" {
		t.Errorf("wrong presets (-want +got):\n%s", diff)
	}
	if list[0].Description != "" {
		t.Error("the list itself was changed")
	}
}

func TestSaveMergesAndAsks(t *testing.T) {
	rename := func(p *models.Project) { p.Name = "mine" }
	tests := []struct {
		name   string
		theirs func(string) string
		mine   func(*models.Project)
		keys   []string // of the conflict; nil: it is merged
		want   []string // substrings of the file afterwards
	}{
		{"another setting", replacer(`"acme_api"`, `"theirs"`), rename, nil, []string{`name = "mine" `, `namespace = "theirs"`}},
		{"a comment", replacer("# large", "# very large"), rename, nil, []string{`name = "mine" `, "# very large"}},
		{"the same value", replacer(`"acme-api"`, `"mine"`), rename, nil, []string{`name = "mine" `}},
		{"the same setting", replacer(`"acme-api"`, `"theirs"`), rename, []string{"project.name"}, []string{`name = "theirs" `}},
		{
			"another preset", replacer(`"handlers in full"`, `"theirs"`), func(p *models.Project) { p.Presets[0].Description = "mine" }, nil,
			[]string{`description = "theirs"`, `description = "mine"`},
		},
		{
			"the same preset", replacer(`"handlers in full"`, `"theirs"`), func(p *models.Project) { p.Presets[1].Description = "mine" },
			[]string{`presets."Backend review"`},
			[]string{`description = "theirs"`},
		},
		{
			"a preset that was deleted there", replacer("[presets.zoe]\nfiles = [\"README.md\", { path = \"a.go\", view_mode = \"outline\" }]\n", ""),
			func(p *models.Project) { p.Presets[0].Description = "mine" },
			[]string{"presets.zoe"},
			nil,
		},
		{
			"a preset that is deleted here", replacer(`"README.md"`, `"OTHER.md"`),
			func(p *models.Project) { p.Presets = p.Presets[1:] },
			[]string{"presets.zoe"},
			[]string{`"OTHER.md"`},
		},
		{
			"the list of files", replacer(`"db/schema.sql"`, `"db/other.sql"`),
			func(p *models.Project) { p.Files = p.Files[:1]; p.Name = "mine" },
			[]string{"files.items"},
			[]string{`name = "acme-api" `},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := newPlace(t, map[string]string{ProjectName: sample})
			f := p.load()
			theirs := tt.theirs(sample)
			p.write(ProjectName, theirs)
			next, err := f.Save(context.Background(), tt.mine)
			got := p.read(ProjectName)
			for _, part := range tt.want {
				if !strings.Contains(got, part) {
					t.Errorf("%q is not in\n%s", part, got)
				}
			}
			if diff := cmp.Diff(p.load().Project, next.Project); diff != "" {
				t.Errorf("the result is not what the disk holds (-disk +result):\n%s", diff)
			}
			var conflict *ConflictError
			if !errors.As(err, &conflict) {
				if err != nil || tt.keys != nil {
					t.Fatalf("got %v, want a conflict on %v", err, tt.keys)
				}
				return
			}
			if diff := cmp.Diff(tt.keys, conflict.Keys); diff != "" {
				t.Errorf("wrong conflict (-want +got):\n%s", diff)
			}
			if got != theirs {
				t.Error("the file was written all the same")
			}
			// To keep this side, save again based on the current file.
			if _, err := next.Save(context.Background(), tt.mine); err != nil {
				t.Errorf("keeping mine: %v", err)
			}
		})
	}
}

func replacer(old, new string) func(string) string {
	return func(s string) string { return strings.Replace(s, old, new, 1) }
}

func TestConflictText(t *testing.T) {
	err := &ConflictError{"/p/dossier.toml", []string{"presets.api", "files.items"}}
	want := "/p/dossier.toml was not saved: presets.api, files.items were also changed by another program; nothing was written"
	if err.Error() != want {
		t.Errorf("got %s", err)
	}
	if got := FreeName([]models.Preset{{Name: "api"}, {Name: "api (2)"}}, "api"); got != "api (3)" {
		t.Errorf("both are kept as %s", got)
	}
}

// A file that cannot be parsed is shown with the error and never written.
func TestReadOnly(t *testing.T) {
	tests := []struct {
		name, text string
		want       string // of the error, after the path
	}{
		{"a mistake", "schema = 1\n[project\n", "has a mistake in line 2, column 9: expected ']' to close table name; the file has not been touched and will not be written until it is fixed or moved away"},
		{"a bomb", strings.Repeat("[", 900), "was not loaded: it is nested 900 levels deep (limit 64); this looks like a damaged or hostile file"},
		{"a large file", strings.Repeat("#", tomledit.MaxBytes+1), "was not loaded: it has 4,194,305 bytes (limit 4,194,304); the file has not been touched and will not be written until it is smaller or moved aside"},
		{"a newer schema", "schema = 4\n[project]\nname = 'x'\n", "was written by a newer version (schema 4, this program knows 1); it can be used but not changed here"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := newPlace(t, map[string]string{ProjectName: tt.text})
			f, err := LoadProject(p.root, p.places)
			var ro *ReadOnlyError
			if !errors.As(err, &ro) || err != f.ReadOnly() || err.Error() != filepath.Join(p.dir, ProjectName)+" "+tt.want {
				t.Fatalf("got %v, want %s", err, tt.want)
			}
			if _, err := f.Save(context.Background(), func(p *models.Project) { p.Name = "new" }); !errors.As(err, &ro) {
				t.Errorf("saving gives %v", err)
			}
			if p.read(ProjectName) != tt.text {
				t.Error("the file was written")
			}
			if tt.name == "a newer schema" && f.Project.Name != "x" {
				t.Error("a newer file is not shown")
			}
			next, aside, err := f.MoveAside(context.Background())
			if err != nil || aside != "dossier.toml.broken-1" || p.read(aside) != tt.text || next.Exists() || next.ReadOnly() != nil {
				t.Errorf("moved aside to %s: %v", aside, err)
			}
		})
	}
}

func TestBrokenMeanwhile(t *testing.T) {
	p := newPlace(t, map[string]string{ProjectName: sample})
	f := p.load()
	p.write(ProjectName, "broken = \n")
	next, err := f.Save(context.Background(), func(p *models.Project) { p.Name = "new" })
	if !errors.As(err, new(*tomledit.SyntaxError)) || next.ReadOnly() == nil || p.read(ProjectName) != "broken = \n" {
		t.Errorf("got %v; the file holds %q", err, p.read(ProjectName))
	}
}

func TestProjectFileIsNoLink(t *testing.T) {
	systemtest.NeedLinks(t)
	p := newPlace(t, map[string]string{"other.toml": sample})
	if err := os.Symlink("other.toml", filepath.Join(p.dir, ProjectName)); err != nil {
		t.Skip(err)
	}
	f, err := LoadProject(p.root, p.places)
	if !errors.Is(err, store.ErrLink) || f.Project.Name != "" {
		t.Errorf("a link is read: %v", err)
	}
	if _, err := f.Save(context.Background(), func(p *models.Project) { p.Name = "x" }); err == nil || p.read("other.toml") != sample {
		t.Errorf("a link is written: %v", err)
	}
}

// Invalid values are reported with file, key and line, and stay in the file until the user
// changes them.
func TestProblems(t *testing.T) {
	text := `[project]
namespace = "../x"
nam = "x"

[[files.items]]
path = "a"
view_mode = "skeletn"
view_mod = "x"

[[files.items]]
path = ""

[[files.items]]
path = "c"
[[files.items.custom_slices]]
start_line = -1
end_line = 2
`
	p := newPlace(t, map[string]string{ProjectName: text})
	f := p.load()
	list := func(problems []Problem) []string {
		var out []string
		for _, one := range problems {
			out = append(out, strings.TrimPrefix(one.Error(), p.dir+string(filepath.Separator)))
		}
		return out
	}
	if diff := cmp.Diff([]string{
		`dossier.toml, line 2: project.namespace: "../x": a namespace may use letters, digits, '.', '-' and '_', and starts with a letter or digit`,
		`dossier.toml, line 7: files.items[0].view_mode: "skeletn" is not one of full, skeleton, outline, summary, masked, custom, none`,
		`dossier.toml, line 11: files.items[1].path: must not be empty`,
		`dossier.toml, line 16: files.items[2].custom_slices[0].start_line: must be at least 1, not -1`,
	}, list(f.Problems)); diff != "" {
		t.Errorf("wrong problems (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{
		"dossier.toml, line 3: project.nam: is not a setting; it is ignored and preserved; did you mean name?",
		"dossier.toml, line 8: files.items[0].view_mod: is not a setting; it is ignored and preserved; did you mean view_mode?",
	}, list(f.Notes)); diff != "" {
		t.Errorf("wrong notes (-want +got):\n%s", diff)
	}
	if _, err := f.Save(context.Background(), func(p *models.Project) {
		p.Files[0].ForceFull = true
		p.Files = append(p.Files, models.NewFileItem("d"))
	}); err != nil {
		t.Fatal(err)
	}
	want := strings.Replace(text, "view_mod = \"x\"\n", "view_mod = \"x\"\nforce_full = true\n", 1) + "\n[[files.items]]\npath = \"d\"\n"
	if diff := cmp.Diff(want, p.read(ProjectName)); diff != "" {
		t.Errorf("wrong file (-want +got):\n%s", diff)
	}
	before := p.read(ProjectName)
	_, err := p.load().Save(context.Background(), func(p *models.Project) { p.Files[2].ViewMode = "bad" })
	if err == nil || !strings.Contains(err.Error(), `files.items[2].view_mode "bad" is not one of`) || p.read(ProjectName) != before {
		t.Errorf("a bad value is saved: %v", err)
	}
}

func TestSaveScreenshots(t *testing.T) {
	const before = `[screenshots]
paths = [
  "shots/*.png", # all of them
  { path = "login.png", mine = 1, caption = "before" }, # the bug
  "last.png",
]
`
	tests := []struct {
		name     string
		edit     func(list []models.Screenshot) []models.Screenshot
		old, new string
	}{
		{"another caption", func(l []models.Screenshot) []models.Screenshot { l[1].Caption = "after"; return l }, `"before"`, `"after"`},
		{"a first caption", func(l []models.Screenshot) []models.Screenshot { l[2].Caption = "c"; return l }, `"last.png",`, `{ path = "last.png", caption = "c" },`},
		{"one less", func(l []models.Screenshot) []models.Screenshot { return l[:2] }, "  \"last.png\",\n", ""},
		{"no caption any more keeps the keys of others", func(l []models.Screenshot) []models.Screenshot { l[1].Caption = ""; return l }, `, caption = "before" }`, ` }`},
		{
			"another order", func(l []models.Screenshot) []models.Screenshot { return []models.Screenshot{l[0], l[2], l[1]} },
			"  { path = \"login.png\", mine = 1, caption = \"before\" }, # the bug\n  \"last.png\",\n",
			"  \"last.png\",\n  { path = \"login.png\", mine = 1, caption = \"before\" }, # the bug\n",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := newPlace(t, map[string]string{ProjectName: before})
			if _, err := p.load().Save(context.Background(), func(m *models.Project) { m.Screenshots = tt.edit(m.Screenshots) }); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(strings.Replace(before, tt.old, tt.new, 1), p.read(ProjectName)); diff != "" {
				t.Errorf("wrong file (-want +got):\n%s", diff)
			}
		})
	}
}
