package project

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/models"
)

func TestEntryRows(t *testing.T) {
	d := models.Discussion{Name: "main", History: make([]models.Entry, 4)}
	tests := []struct {
		name   string
		d      models.Discussion
		args   []string
		want   []int
		says   string
		number bool // whether a *NumberError is wanted
	}{
		{name: "numbers count from 1", d: d, args: []string{"1", "4"}, want: []int{0, 3}},
		{name: "in the order given", d: d, args: []string{"3", "1"}, want: []int{2, 0}},
		{name: "a range holds both ends", d: d, args: []string{"2-4"}, want: []int{1, 2, 3}},
		{name: "the last one", d: d, args: []string{"3-last"}, want: []int{2, 3}},
		{name: "none there", d: d, args: []string{"5"}, says: `the discussion "main" has no entry 5; it has 4 entries`},
		{name: "before the first", d: d, args: []string{"0"}, says: `the discussion "main" has no entry 0; it has 4 entries`},
		{name: "no number", d: d, args: []string{"x"}, says: `"x" is not the number of an entry`, number: true},
		{name: "no discussion", args: []string{"1"}, says: "there is no discussion yet; dossier discussion add creates one"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := EntryRows(tt.d, tt.args...)
			said := ""
			if err != nil {
				said = err.Error()
			}
			if said != tt.says || errors.As(err, new(*NumberError)) != tt.number {
				t.Fatalf("error %v, want %q", err, tt.says)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("wrong rows (-want +got):\n%s", diff)
			}
		})
	}
}

func TestNamesOfPresets(t *testing.T) {
	d := newFolder(t, map[string]string{
		"dossier.toml":           "[[presets.both.files]]\npath = \"a.txt\"\n[[presets.ours.files]]\npath = \"a.txt\"\n",
		"../config/dossier.toml": "[[presets.both.files]]\npath = \"b.txt\"\n[[presets.mine.files]]\npath = \"b.txt\"\n",
	})
	p := d.open()
	tests := []struct {
		scope models.Scope
		name  string
		want  PresetRef // empty: an error
		two   bool      // whether it is a *TwoPresetsError
	}{
		{name: "ours", want: PresetRef{models.ProjectScope, "ours"}},
		{name: "mine", want: PresetRef{models.Global, "mine"}},
		{name: "both", two: true},
		{scope: models.Global, name: "both", want: PresetRef{models.Global, "both"}},
		{scope: models.ProjectScope, name: "both", want: PresetRef{models.ProjectScope, "both"}},
		{scope: models.Global, name: "ours"},
		{name: "none"},
	}
	for _, tt := range tests {
		got, err := p.Presets().Name(tt.scope, tt.name)
		if got != tt.want || (err == nil) != (tt.want != PresetRef{}) || errors.As(err, new(*TwoPresetsError)) != tt.two {
			t.Errorf("%s %s: %v, %v", tt.scope, tt.name, got, err)
		}
	}
	rows, err := p.Presets().Report(t.Context(), "", false)
	if err != nil {
		t.Fatal(err)
	}
	want := []PresetReport{
		{Name: "both", Scope: models.ProjectScope, Entries: 1, Overrides: true},
		{Name: "ours", Scope: models.ProjectScope, Entries: 1},
		{Name: "both", Scope: models.Global, Entries: 1, Hidden: true},
		{Name: "mine", Scope: models.Global, Entries: 1},
	}
	if diff := cmp.Diff(want, rows); diff != "" {
		t.Errorf("wrong list (-want +got):\n%s", diff)
	}
}
