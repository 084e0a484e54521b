package presets

import (
	"os"
	"path/filepath"
	"testing"

	"dossier/models"
)

// A save that restores the state before the first save removes the file that the first one
// created, and no other.
func TestNoFileIsLeftBehind(t *testing.T) {
	allow := func(values ...string) func(*models.Project) {
		return func(p *models.Project) { p.Secrets.Allow = values }
	}
	const comment = "# written by hand\n"
	tests := []struct {
		name  string
		had   string // initial content of the file; empty: none
		saves []func(*models.Project)
		also  string // what another program adds before the last save
		gone  bool
	}{
		{name: "made and undone", saves: []func(*models.Project){allow("a"), allow()}, gone: true},
		{name: "changed between", saves: []func(*models.Project){allow("a"), allow("a", "b"), allow("b"), allow()}, gone: true},
		{name: "made again after it was removed", saves: []func(*models.Project){allow("a"), allow(), allow("a"), allow()}, gone: true},
		{name: "it was there before", had: "schema = 1\n", saves: []func(*models.Project){allow("a"), allow()}},
		{name: "it was there before, and empty", had: "\n", saves: []func(*models.Project){allow("a"), allow()}},
		{name: "something is left", saves: []func(*models.Project){allow("a"), func(p *models.Project) { p.Secrets.Allow, p.Instruction = nil, "x" }}},
		{name: "another program wrote to it", saves: []func(*models.Project){allow("a"), allow()}, also: comment},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			files := map[string]string{}
			if tt.had != "" {
				files[ProjectName] = tt.had
			}
			p := newPlace(t, files)
			f := p.load()
			for i, save := range tt.saves {
				if last := i == len(tt.saves)-1; last && tt.also != "" {
					p.write(ProjectName, p.read(ProjectName)+tt.also)
				}
				next, err := f.Save(t.Context(), save)
				if err != nil {
					t.Fatal(err)
				}
				f = next
			}
			_, err := os.Lstat(filepath.Join(p.dir, ProjectName))
			if gone := os.IsNotExist(err); gone != tt.gone || f.Exists() == tt.gone {
				t.Errorf("removed: %t, want %t; the result exists: %t", gone, tt.gone, f.Exists())
			}
		})
	}
}

// The same for discussions, which are merged.
func TestNoHistoryIsLeftBehind(t *testing.T) {
	p := newPlace(t, nil)
	h, err := LoadHistory(p.root, p.load())
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range []models.Discussions{
		{Active: "main", List: []models.Discussion{{Name: "main", History: []models.Entry{{Role: "User", Content: "hello"}}}}},
		{},
	} {
		if h, err = h.Save(t.Context(), func(to *models.Discussions) { *to = d }); err != nil {
			t.Fatal(err)
		}
		if h.Exists() != (len(d.List) > 0) {
			t.Errorf("of %d discussions there is a file: %t", len(d.List), h.Exists())
		}
	}
	if _, err := os.Lstat(filepath.Join(p.dir, HistoryName)); !os.IsNotExist(err) {
		t.Errorf("the file is left: %v", err)
	}
}
