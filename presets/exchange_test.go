package presets

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"dossier/aggregate/systemtest"
	"dossier/models"
	"dossier/presets/tomledit"
)

func TestExportPresets(t *testing.T) {
	item := models.NewFileItem("db.sql")
	item.ViewMode = models.Custom
	item.CustomSlices = []models.Slice{{StartLine: 1, EndLine: 2, Tag: "users"}}
	data, err := ExportPresets([]models.Preset{
		{Name: "Backend review", Description: "handlers", Files: []models.FileItem{models.NewFileItem("README.md"), item}, Instruction: "why?"},
		{Name: "docs", Files: []models.FileItem{models.NewFileItem("**/*.md")}, Screenshots: []models.Screenshot{{Path: "a.png"}}, Extra: map[string]any{"mine": true}},
	})
	if err != nil {
		t.Fatal(err)
	}
	want := `schema = 1

[presets."Backend review"]
description = "handlers"
files = [
  "README.md",
  { path = "db.sql", view_mode = "custom", custom_slices = [{ start_line = 1, end_line = 2, tag = "users" }] },
]
instruction = "why?"

[presets.docs]
files = ["**/*.md"]
screenshots = ["a.png"]
mine = true
`
	if diff := cmp.Diff(want, string(data)); diff != "" {
		t.Errorf("wrong file (-want +got):\n%s", diff)
	}
}

// Exported presets are imported unchanged.
func TestExportRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := drawProject(t).Presets
		if len(want) == 0 {
			return
		}
		data, err := ExportPresets(want)
		if err != nil {
			t.Fatal(err)
		}
		got, err := ParsePresets("x", bytes.NewReader(data))
		if err != nil || got.Problems != nil || got.Notes != nil {
			t.Fatalf("%v, %v, %v\n%s", err, got.Problems, got.Notes, data)
		}
		if presetNames(got.Presets) != presetNames(want) {
			t.Fatalf("%s became %s", presetNames(want), presetNames(got.Presets))
		}
		for i := range want {
			if !tomledit.Equal(want[i].Fields(), got.Presets[i].Fields()) {
				t.Fatalf("%v became %v", want[i], got.Presets[i])
			}
		}
	})
}

func TestReadPresets(t *testing.T) {
	tests := []struct {
		name, text string
		want       string // names of the presets
		err        string
	}{
		{name: "a project file", text: twoPresets, want: "Backend review, docs"},
		{name: "another program's file", text: "[context_presets.a]\nfiles = ['x', {path = 'y', view_mode = 'skeleton'}]\n", want: "a"},
		{name: "a file of a later version", text: "schema = 99\n[presets.a]\nfiles = []\n", want: "a"},
		{name: "no presets", text: "[project]\nname = 'x'\n", err: "has no presets to import"},
		{name: "no TOML", text: "[presets.a\n", err: "a mistake in line 1"},
		{name: "too many values", text: "a = [" + strings.Repeat("1,", tomledit.MaxValues) + "]", err: "values (limit 250,000)"},
		{name: "too large", text: strings.Repeat("#", tomledit.MaxBytes+1), err: "bytes (limit"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := newPlace(t, map[string]string{"x.toml": tt.text})
			fromFile, err := ReadPresets(filepath.Join(p.dir, "x.toml"))
			fromStream, streamErr := ParsePresets("standard input", strings.NewReader(tt.text))
			for _, got := range []struct {
				Offer
				err error
			}{{fromFile, err}, {fromStream, streamErr}} {
				if names := presetNames(got.Presets); names != tt.want {
					t.Errorf("presets %s, want %s", names, tt.want)
				}
				if (got.err == nil) != (tt.err == "") || got.err != nil && !strings.Contains(got.err.Error(), tt.err) {
					t.Errorf("error %v, want %q", got.err, tt.err)
				}
			}
		})
	}
}

func TestReadPresetsNeverWaits(t *testing.T) {
	p := newPlace(t, nil)
	if _, err := ReadPresets(filepath.Join(p.dir, "gone.toml")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a missing file: %v", err)
	}
	if _, err := ReadPresets(p.dir); err == nil {
		t.Error("a folder is read")
	}
	if _, err := ReadPresets("/dev/zero"); err == nil {
		t.Error("a device is read")
	}
}

func TestInvalidValuesAreReportedAndNotImported(t *testing.T) {
	o, err := ParsePresets("x.toml", strings.NewReader("[presets.a]\nfiles = [{path = 'x', view_mode = 'huge', injected_at = 1.0}]\nmode = 1\n"))
	if err != nil {
		t.Fatal(err)
	}
	if len(o.Problems) != 1 || o.Problems[0].Line != 2 || len(o.Notes) != 1 || o.Notes[0].Line != 3 {
		t.Errorf("problems %v, notes %v", o.Problems, o.Notes)
	}
	if item := o.Presets[0].Files[0]; item.ViewMode != models.Full || item.InjectedAt != nil {
		t.Errorf("the entry is %+v", item)
	}
}

func TestImportPresets(t *testing.T) {
	one := func(name, path string) models.Preset {
		return models.Preset{Name: name, Files: []models.FileItem{models.NewFileItem(path)}}
	}
	have := []models.Preset{one("a", "1"), one("b", "1"), one("c", "1"), one("c (2)", "1"), one("d", "1")}
	offered := []models.Preset{one("e", "2"), one("d", "1"), one("c", "2"), one("b", "2"), one("a", "2")}
	clashes := map[string]Clash{"a": Skip, "b": Replace, "c": KeepBoth}
	asked := ""
	got, report := ImportPresets(have, offered, func(name string) Clash { asked += name; return clashes[name] })
	wantReport := []ImportResult{
		{"e", "e", Added}, {"d", "", Same}, {"c", "c (3)", Renamed}, {"b", "b", Replaced}, {"a", "", Skipped},
	}
	if diff := cmp.Diff(wantReport, report); diff != "" {
		t.Errorf("wrong report (-want +got):\n%s", diff)
	}
	want := []models.Preset{one("a", "1"), one("b", "2"), one("c", "1"), one("c (2)", "1"), one("d", "1"), one("e", "2"), one("c (3)", "2")}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("wrong presets (-want +got):\n%s", diff)
	}
	if asked != "cba" {
		t.Errorf("asked for %q, want only those that differ", asked)
	}
}

func TestWriteFile(t *testing.T) {
	p := newPlace(t, map[string]string{"old.toml": "old"})
	write := func(name string, replace bool) error {
		return WriteFile(t.Context(), p.places, filepath.Join(p.dir, name), []byte("new"), replace)
	}
	if err := write("old.toml", false); !errors.Is(err, fs.ErrExist) || p.read("old.toml") != "old" {
		t.Errorf("without leave: %v, %q", err, p.read("old.toml"))
	}
	if err := write("old.toml", true); err != nil || p.read("old.toml") != "new" {
		t.Errorf("with leave: %v, %q", err, p.read("old.toml"))
	}
	if err := write("new.toml", false); err != nil || p.read("new.toml") != "new" {
		t.Errorf("a new file: %v", err)
	}
	if err := write("gone/new.toml", true); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no folder: %v", err)
	}
	systemtest.NeedLinks(t)
	if err := os.Symlink("old.toml", filepath.Join(p.dir, "link.toml")); err != nil {
		t.Fatal(err)
	}
	if err := write("link.toml", true); err == nil {
		t.Error("a link is written through")
	}
}

func FuzzParsePresets(f *testing.F) {
	f.Add(twoPresets)
	f.Add("[context_presets.a]\nfiles = ['x', 1, {path = ''}]\n[context_presets]\nb = 1\n")
	f.Add("presets = {a = {files = [{}]}}")
	f.Fuzz(func(t *testing.T, text string) {
		o, err := ParsePresets("x", strings.NewReader(text))
		if err != nil {
			return
		}
		data, err := ExportPresets(o.Presets)
		var large *tomledit.LimitError
		switch {
		case errors.As(err, &large) || o.Problems != nil:
			return // invalid values are not offered unchanged
		case err != nil:
			t.Fatalf("%q is read and cannot be written: %v", text, err)
		}
		again, err := ParsePresets("x", bytes.NewReader(data))
		if err != nil {
			t.Fatalf("%q was written as %q, which is not read: %v", text, data, err)
		}
		for i, p := range o.Presets {
			if !tomledit.Equal(p.Fields(), again.Presets[i].Fields()) {
				t.Fatalf("%v became %v", p, again.Presets[i])
			}
		}
	})
}
