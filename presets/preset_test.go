package presets

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"dossier/models"
	"dossier/presets/tomledit"
)

const twoPresets = `# the project
schema = 1

# what I look at first
[presets."Backend review"] # mine
description = "all"
files = [
  "a", # first
]

# slices
[[presets."Backend review".files_later]]
unknown = true

[presets.docs]
files = ["README.md"]
`

func TestRenamePreset(t *testing.T) {
	p := newPlace(t, map[string]string{ProjectName: twoPresets})
	f, err := p.load().RenamePreset(t.Context(), "Backend review", "Server")
	if err != nil {
		t.Fatal(err)
	}
	want := strings.ReplaceAll(twoPresets, `"Backend review"`, "Server")
	if diff := cmp.Diff(want, p.read(ProjectName)); diff != "" {
		t.Errorf("wrong file (-want +got):\n%s", diff)
	}
	if names := presetNames(f.Project.Presets); names != "Server, docs" {
		t.Errorf("the presets are %s", names)
	}
}

func presetNames(list []models.Preset) string {
	var names []string
	for _, p := range list {
		names = append(names, p.Name)
	}
	return strings.Join(names, ", ")
}

func TestRenamePresetErrors(t *testing.T) {
	tests := []struct {
		name, from, to string
		want           any
		text           string
	}{
		{"one that is not there", "gone", "x", new(*NoPresetError), `has no preset "gone"`},
		{"a name that is taken", "docs", "Backend review", new(*NameTakenError), "choose another name"},
		{"no name", "docs", " ", nil, "must have a name"},
		{"blanks", "docs", "x ", nil, "ends with a blank"},
		{"a line break", "docs", "a\nb", nil, "control character"},
		{"a name that is too long", "docs", strings.Repeat("ä", 101), nil, "at most 100 characters, not 101"},
		{"no text", "docs", "\xff", nil, "not valid UTF-8"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := newPlace(t, map[string]string{ProjectName: twoPresets})
			f := p.load()
			next, err := f.RenamePreset(t.Context(), tt.from, tt.to)
			if err == nil || !strings.Contains(err.Error(), tt.text) || tt.want != nil && !errors.As(err, tt.want) {
				t.Errorf("error %v, want %q as %T", err, tt.text, tt.want)
			}
			if next != f || p.read(ProjectName) != twoPresets {
				t.Errorf("the file is %q", p.read(ProjectName))
			}
		})
	}
}

// Changes by another program since the file was loaded are renamed as well.
func TestRenamePresetKeepsOthersChanges(t *testing.T) {
	p := newPlace(t, map[string]string{ProjectName: twoPresets})
	f := p.load()
	p.write(ProjectName, strings.Replace(twoPresets, `description = "all"`, `description = "theirs"`, 1))
	f, err := f.RenamePreset(t.Context(), "Backend review", "Server")
	if err != nil {
		t.Fatal(err)
	}
	if got := f.Project.Presets[0]; got.Name != "Server" || got.Description != "theirs" {
		t.Errorf("the preset is %+v", got)
	}
}

func TestRestorePreset(t *testing.T) {
	p := newPlace(t, map[string]string{ProjectName: twoPresets})
	before := p.load()
	remove := func(pr *models.Project) { pr.Presets = DeletePreset(pr.Presets, "Backend review") }
	f, err := before.Save(t.Context(), remove)
	if err != nil {
		t.Fatal(err)
	}
	if f, err = f.RestorePreset(t.Context(), before, "Backend review"); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(twoPresets, p.read(ProjectName)); diff != "" {
		t.Errorf("the file is not what it was (-before +after):\n%s", diff)
	}
	var taken *NameTakenError
	if _, err := f.RestorePreset(t.Context(), before, "Backend review"); !errors.As(err, &taken) {
		t.Errorf("brought back twice: %v", err)
	}

	// If the file has changed, only the preset is restored.
	if f, err = f.Save(t.Context(), remove); err != nil {
		t.Fatal(err)
	}
	if f, err = f.Save(t.Context(), func(pr *models.Project) { pr.Name = "new" }); err != nil {
		t.Fatal(err)
	}
	if f, err = f.RestorePreset(t.Context(), before, "Backend review"); err != nil {
		t.Fatal(err)
	}
	want, _ := FindPreset(before.Project.Presets, "Backend review")
	got, _ := FindPreset(f.Project.Presets, "Backend review")
	if diff := cmp.Diff(want, got); diff != "" || f.Project.Name != "new" {
		t.Errorf("%s: wrong preset (-want +got):\n%s", f.Project.Name, diff)
	}
}

func TestLibraryRenamesAndRestores(t *testing.T) {
	p := newPlace(t, nil)
	l, _ := LoadLibrary(p.places)
	l, err := l.Save(t.Context(), func(c *Contents) {
		c.Presets = []models.Preset{{Name: "a", Files: []models.FileItem{models.NewFileItem("x")}}, {Name: "b"}}
	})
	if err != nil {
		t.Fatal(err)
	}
	if l, err = l.RenamePreset(t.Context(), "a", "c"); err != nil || presetNames(l.Presets) != "c, b" {
		t.Fatalf("renamed to %s, %v", presetNames(l.Presets), err)
	}
	before := l
	if l, err = l.Save(t.Context(), func(c *Contents) { c.Presets = DeletePreset(c.Presets, "c") }); err != nil {
		t.Fatal(err)
	}
	if l, err = l.RestorePreset(t.Context(), before, "c"); err != nil || presetNames(l.Presets) != "c, b" {
		t.Fatalf("restored %s, %v", presetNames(l.Presets), err)
	}
}

// Deleting a preset of any project and restoring it gives the previous file.
func TestRestoreIsTheInverseOfDelete(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := drawProject(t).Presets
		if len(list) == 0 {
			return
		}
		name := rapid.SampledFrom(list).Draw(t, "preset").Name
		data, err := ExportPresets(list)
		if err != nil {
			t.Fatal(err)
		}
		before := parseDocument("x", data)
		without, err := before.edited([]tomledit.Edit{tomledit.Delete("presets", name)})
		if err != nil {
			t.Fatal(err)
		}
		back, err := without.restorePreset(before, DeletePreset(list, name), list, name)
		if err != nil {
			t.Fatal(err)
		}
		if string(back.data) != string(data) {
			t.Fatalf("%q became %q", data, back.data)
		}
	})
}
