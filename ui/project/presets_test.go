package project

import (
	"fmt"
	"testing"

	"dossier/models"
)

// applied applies the preset "api", and reports whether a draft was stored.
func applied(t *testing.T, p *Project) bool {
	t.Helper()
	preset, err := p.Presets().Find("", "api")
	if err != nil {
		t.Fatal(err)
	}
	kept, err := p.Presets().Apply(t.Context(), preset.Preset)
	if err != nil {
		t.Fatal(err)
	}
	if got := len(p.Presets().Drafts()) > 0; got != kept {
		t.Errorf("a draft was stored: %t, reported: %t", got, kept)
	}
	return kept
}

func TestADraftRestoresEverythingThatAPresetReplaces(t *testing.T) {
	const api = "\n[presets.api]\nfiles = [\"a.txt\"]\n"
	const whole = "\n[presets.api]\nfiles = [\"a.txt\"]\nnotes_exclude = [\"ctx-1\"]\nformat = \"xml\"\ntext = [\"line-numbers\"]\n"
	for name, file := range map[string]string{
		"prompts":                   "[project]\nprompts = [\"review\", \"plan\"]\n" + api,
		"changes":                   "[git]\nrange = \"uncommitted\"\n" + api,
		"commits":                   "[git]\nlog = 3\n" + api,
		"an instruction":            "[project]\ninstruction = \"why?\"\n" + api,
		"the defaults":              "[files]\nitems = [\"b.txt\"]\n" + whole,
		"notes, format and options": "[files]\nitems = [\"b.txt\"]\n[notes]\nexclude = [\"ctx-2\"]\n[output]\nformat = \"json\"\ntext = [\"short-data\"]\n" + whole,
		"only a format":             "[output]\nformat = \"json\"\n" + whole,
		"only excluded notes":       "[notes]\nexclude = [\"ctx-2\"]\n" + whole,
	} {
		t.Run(name, func(t *testing.T) {
			p := newFolder(t, map[string]string{"a.txt": "a\n", "b.txt": "b\n", "dossier.toml": file}).open()
			old := p.StoredState().Composition()
			if !applied(t, p) {
				t.Fatal("no draft was stored")
			}
			if _, _, err := p.Presets().ApplyDraft(t.Context()); err != nil {
				t.Fatal(err)
			}
			want, got := replaced(old, true, true), replaced(p.StoredState().Composition(), true, true)
			if diff := models.ComparePresets(want, got); !diff.SameContent() {
				t.Errorf("restored is %+v, want %+v", got, want)
			}
		})
	}
}

func TestNoDraftOfWhatIsNotLost(t *testing.T) {
	const stored = "\n[presets.api]\nfiles = [\"a.txt\"]\nformat = \"xml\"\n[presets.other]\nfiles = [\"b.txt\"]\n"
	for i, tt := range []struct {
		file string
		want bool
	}{
		{"[files]\nitems = []\n" + stored, false},
		{"[project]\ntree = \"full\"\n" + stored, false},                               // no preset replaces it
		{"[files]\nitems = [\"a.txt\"]\n[output]\nformat = \"xml\"\n" + stored, false}, // the preset itself
		{"[files]\nitems = [\"b.txt\"]\n[output]\nformat = \"xml\"\n" + stored, false}, // another preset
		{"[files]\nitems = [\"b.txt\"]\n" + stored, true},                              // the preset replaces the format, which the other one does not restore
	} {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			p := newFolder(t, map[string]string{"a.txt": "a\n", "b.txt": "b\n", "dossier.toml": tt.file}).open()
			if got := applied(t, p); got != tt.want {
				t.Errorf("a draft was stored: %t, want %t", got, tt.want)
			}
		})
	}
}

func TestARestoredSnapshotLeavesADraft(t *testing.T) {
	d := newFolder(t, map[string]string{"a.txt": "a\n", "b.txt": "b\n", "dossier.toml": "[files]\nitems = [\"a.txt\"]\n"})
	p := d.open()
	doc, err := p.Builder.Build(t.Context(), p.Input(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := p.Snapshots().Write(doc, p.Input(), PresetRef{}); err != nil {
		t.Fatal(err)
	}
	id, err := p.Snapshots().Find("latest", false)
	if err != nil {
		t.Fatal(err)
	}
	if _, kept, err := p.Snapshots().Restore(t.Context(), id); kept || err != nil {
		t.Errorf("of an equal composition: %t, %v", kept, err)
	}
	d.write("dossier.toml", "[project]\ninstruction = \"why?\"\n[files]\nitems = [\"b.txt\"]\n[output]\nformat = \"xml\"\n")
	p = d.open()
	comp, kept, err := p.Snapshots().Restore(t.Context(), id)
	if !kept || err != nil || comp.Instruction != "" || len(comp.Files) != 1 || comp.Files[0].Path != "a.txt" || comp.Format == "xml" {
		t.Fatalf("%+v, %t, %v", comp, kept, err)
	}
	if _, _, err := p.Presets().ApplyDraft(t.Context()); err != nil {
		t.Fatal(err)
	}
	if c := p.StoredState().Composition(); c.Instruction != "why?" || len(c.Files) != 1 || c.Files[0].Path != "b.txt" || c.Format != "xml" {
		t.Errorf("the draft gives %+v", c)
	}
}
