package presets

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dossier/models"
	"dossier/presets/tomledit"
)

func TestLoadHistory(t *testing.T) {
	p := newPlace(t, map[string]string{HistoryName: `active = "zoe"

[[discussions.zoe.history]]
role = "User"
content = "why does login fail?"
time = 2026-11-21T10:00:00Z

[[discussions.zoe.history]]
role = "AI"
content = "---\n### heading"
mood = "good"

[discussions.main]
history = ["User: old shape", { role = 4, content = 3 }, 7, { role = "AI", time = 5 }]
`})
	h, err := LoadHistory(p.root, p.load())
	if err != nil {
		t.Fatal(err)
	}
	want := models.Discussions{Active: "zoe", List: []models.Discussion{
		{Name: "zoe", History: []models.Entry{
			{Role: "User", Content: "why does login fail?", Time: time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC)},
			{Role: "AI", Content: "---\n### heading", Extra: map[string]any{"mood": "good"}},
		}},
		{Name: "main", History: []models.Entry{{Content: "User: old shape", Plain: true}, {Role: "4", Content: "3"}, {Content: "7", Plain: true}, {Role: "AI"}}},
	}}
	if diff := cmp.Diff(want, h.Discussions); diff != "" {
		t.Errorf("wrong discussions (-want +got):\n%s", diff)
	}
	if len(h.Problems) != 1 || h.Problems[0].Line != 14 || h.Problems[0].Key != "discussions.main.history[3].time" {
		t.Errorf("wrong problems: %v", h.Problems)
	}
}

// Without a valid active discussion, the first one of the file is active, with a warning.
func TestActiveDiscussion(t *testing.T) {
	const zoe, main = "[[discussions.zoe.history]]\ncontent = \"z\"\n", "[discussions.main]\nhistory = [\"m\"]\n"
	first := `the first one, "zoe", is used until one is chosen`
	tests := []struct{ name, file, foreign, want, problem string }{
		{"the one that is named", "active = \"main\"\n" + zoe + main, "", "main", ""},
		{"none is named", zoe + main, "", "zoe", "line 1: active: names none of the 2 discussions; " + first},
		{"the only one", zoe, "", "zoe", ""},
		{"the named one is not there", "\nactive = \"gone\"\n" + zoe + main, "", "zoe", `line 2: active: there is no discussion "gone"; ` + first},
		{"of tables in one line", "discussions = { zoe = {}, main = {} }\n", "", "zoe", "line 1: active: names none of the 2 discussions; " + first},
		{"of dotted keys", "discussions.zoe.history = []\ndiscussions.main.history = []\n", "", "zoe", "line 1: active: names none of the 2 discussions; " + first},
		{"of another program", "", "[discussion.discussions.zoe]\nhistory = []\n[discussion.discussions.main]\nhistory = []\n", "zoe", "line 1: active: names none of the 2 discussions; " + first},
		{"nothing is there yet", "active = \"main\"\n", "", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			files := map[string]string{HistoryName: tt.file}
			if tt.foreign != "" {
				files = map[string]string{ForeignName: tt.foreign}
			}
			p := newPlace(t, files)
			project, _ := LoadProject(p.root, p.places)
			h, err := LoadHistory(p.root, project)
			if err != nil {
				t.Fatal(err)
			}
			if d, ok := h.Discussions.Current(); ok != (tt.want != "") || ok && d.Name != tt.want {
				t.Errorf("%q is the active one, want %q", d.Name, tt.want)
			}
			problem := ""
			for _, one := range h.Problems {
				_, said, _ := strings.Cut(one.Error(), ", ")
				problem += said
			}
			if problem != tt.problem {
				t.Errorf("got the problem %q, want %q", problem, tt.problem)
			}
		})
	}
}

func TestLoadHistoryThatIsNotThere(t *testing.T) {
	p := newPlace(t, nil)
	if h, err := LoadHistory(p.root, p.load()); err != nil || len(h.Discussions.List) != 0 {
		t.Errorf("without a file: %v, %v", h.Discussions, err)
	}
	p.write(HistoryName, "active = \n")
	if h, err := LoadHistory(p.root, p.load()); !errors.As(err, new(*tomledit.SyntaxError)) || len(h.Discussions.List) != 0 {
		t.Errorf("with a mistake: %v, %v", h.Discussions, err)
	}
}

const other = `[project]
name = "Old Project"
git_dir = "/x"
execution_mode = "beads"

[output]
namespace = "old project"
output_dir = "/tmp/out"

[files]
base_dir = "."
paths = ["README.md", { path = "src/a.py", view_mode = "skeleton", custom_slices = [{ start_line = 1, end_line = 2, tag = "" }] }]

[screenshots]
base_dir = "."
paths = ["shot.png"]

[discussion]
active = "main"
[discussion.discussions.main]
history = ["User: hello"]

[context_presets.review]
files = ["src/a.py"]
description = "d"
`

func TestForeignFile(t *testing.T) {
	p := newPlace(t, map[string]string{ForeignName: other})
	f, err := LoadProject(p.root, p.places)
	if !errors.Is(err, ErrForeign) {
		t.Fatalf("got %v, want a file of another program", err)
	}
	source := models.FileItem{
		Path: "src/a.py", AutoAggregate: true, ViewMode: models.Skeleton,
		CustomSlices: []models.Slice{{StartLine: 1, EndLine: 2}},
	}
	want := models.Project{
		Name: "Old Project", Namespace: "old_project", OutputDir: "/tmp/out", BaseDir: ".", ScreenshotBase: ".",
		Composition: models.Composition{
			Strategy: models.Auto, ExecutionMode: models.Beads, Tree: models.TreeNone,
			Files:       []models.FileItem{models.NewFileItem("README.md"), source},
			Screenshots: []models.Screenshot{{Path: "shot.png"}},
		},
		Presets: []models.Preset{{Name: "review", Description: "d", Files: []models.FileItem{models.NewFileItem("src/a.py")}}},
	}
	if diff := cmp.Diff(want, f.Project); diff != "" {
		t.Errorf("wrong project (-want +got):\n%s", diff)
	}
	h, err := LoadHistory(p.root, f)
	if d, _ := h.Discussions.Current(); err != nil || len(d.History) != 1 || d.History[0].Content != "User: hello" {
		t.Errorf("wrong discussion: %v, %v", d, err)
	}
	if _, err := f.Save(context.Background(), func(p *models.Project) { p.Name = "x" }); !errors.Is(err, ErrForeign) {
		t.Errorf("saving gives %v", err)
	}
	next, untranslated, err := f.Adopt(context.Background())
	if err != nil || p.read(ForeignName) != other {
		t.Fatalf("adopting: %v", err)
	}
	own, err := LoadHistory(p.root, next)
	if err != nil || own.Path() != filepath.Join(p.root.Name(), HistoryName) || !own.Discussions.Equal(h.Discussions) {
		t.Errorf("the discussions became %v in %s, %v", own.Discussions, own.Path(), err)
	}
	if got := strings.Join(untranslated, ", "); got != "project.git_dir" {
		t.Errorf("%s has no counterpart", got)
	}
	if got := p.read(ProjectName); !strings.HasSuffix(got, "\n\n# Settings of manual_slop.toml without a counterpart here:\n#\n# [project]\n# git_dir = \"/x\"\n") {
		t.Errorf("the file is %s", got)
	}
	want.Schema = models.Schema
	if diff := cmp.Diff(want, next.Project); diff != "" {
		t.Errorf("wrong project after adopting (-want +got):\n%s", diff)
	}
	if p.load().Path() != next.Path() {
		t.Error("the other program's file is read although there is a dossier.toml")
	}
	if _, _, err := next.Adopt(context.Background()); err == nil {
		t.Error("it can be adopted twice")
	}
}

func TestForeignFileOfAnyShape(t *testing.T) {
	for _, text := range []string{"", "project = 1\n", "files = [1]\n", "[files]\npaths = 3\n", "[context_presets]\nx = 1\n", "[discussion]\nhistory = 'x'\n", "a = \n", "[files]\npaths = [1, {}]\n"} {
		p := newPlace(t, map[string]string{ForeignName: text})
		f, err := LoadProject(p.root, p.places)
		if err == nil {
			t.Errorf("%q can be written", text)
		}
		if _, err := LoadHistory(p.root, f); err != nil {
			t.Errorf("%q: %v", text, err)
		}
		if p.read(ForeignName) != text {
			t.Errorf("%q was written", text)
		}
		if !f.Foreign() {
			if next, _, err := f.Adopt(t.Context()); err == nil || next.Exists() && next.Path() != f.Path() {
				t.Errorf("%q is no file, and was adopted", text)
			}
		}
	}
}
