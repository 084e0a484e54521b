package presetlist

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/models"
	"dossier/presets"
	"dossier/ui/project"
	"dossier/ui/session/message"
)

func theirs(name string) project.PresetRef {
	return project.PresetRef{Scope: models.Global, Name: name}
}

// Each thing that is done to the files is one step: undo takes it back on the disk, and redo
// does it again.
func TestWhatIsDoneToTheFilesIsOneStep(t *testing.T) {
	before := []string{"project one applied", "project two", "global two hidden"}
	tests := []struct {
		name string
		do   func(f *fake)
		want []string
		said string
	}{
		{
			"save a new one", func(f *fake) { f.Comp.Instruction = "why"; f.Save(ours("three"), "of three") },
			[]string{"project one", "project two", "project three applied", "global two hidden"},
			"Saved {{.Name}} to {{.Path}}",
		},
		{
			"save over one", func(f *fake) { f.Save(ours("two"), "") },
			[]string{"project one", "project two applied", "global two hidden"},
			"Saved {{.Name}} to {{.Path}}",
		},
		{"rename", func(f *fake) { f.Rename(ours("one"), "uno") }, []string{"project uno applied", "project two", "global two hidden"}, ""},
		{"duplicate", func(f *fake) { f.Duplicate(ours("one")) }, []string{"project one applied", "project two", "project one (2)", "global two hidden"}, "Duplicated as {{.Name}}"},
		{"delete", func(f *fake) { f.Delete(ours("two")) }, []string{"project one applied", "global two"}, "Deleted {{.Name}} from {{.Path}}"},
		{
			"copy", func(f *fake) { f.Copy(ours("one"), theirs("one"), false) },
			[]string{"project one applied", "project two", "global two hidden", "global one hidden"},
			"Copied {{.Name}} to {{.Path}}",
		},
		{
			"move the one that is applied", func(f *fake) { f.Copy(ours("one"), theirs("one"), true) },
			[]string{"project two", "global two hidden", "global one applied"},
			"Moved {{.Name}} to {{.Path}}",
		},
		{
			"import beside one of the name", func(f *fake) {
				f.Import(models.ProjectScope, []models.Preset{{Name: "two", Files: []models.FileItem{models.NewFileItem("x.txt")}}}, presets.KeepBoth)
			},
			[]string{"project one applied", "project two", "project two (2)", "global two hidden"},
			"Imported {{.N}} presets",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := newFake(t, file, library)
			f.Apply(f.In(models.ProjectScope)[0])
			f.want("before", before...)
			f.Log = nil
			applied := f.Part.Applied()
			tt.do(f)
			f.saved()
			f.want("done", tt.want...)
			if got := strings.Join(f.Log, ", "); got != tt.said {
				t.Errorf("it says %q", got)
			}
			f.Stack.Undo()
			f.saved()
			if f.Part.Applied() != applied {
				t.Errorf("taken back, %v is applied", f.Part.Applied())
			}
			f.Comp.Instruction = ""
			f.want("taken back", before...)
			f.Stack.Redo()
			f.saved()
			names := func(rows []string) (out []string) {
				for _, row := range rows {
					out = append(out, strings.Join(strings.Fields(row)[:2], " "))
				}
				return out
			}
			var got []string
			for _, r := range f.AllRows() {
				got = append(got, string(r.Scope)+" "+r.Name)
			}
			if diff := cmp.Diff(names(tt.want), names(got)); diff != "" {
				t.Errorf("done again (-want +got):\n%s", diff)
			}
		})
	}
}

func TestADescriptionIsChangedAlone(t *testing.T) {
	f := newFake(t, file, library)
	f.Alter(ours("one"), message.Message{}, func(p models.Preset) models.Preset { p.Description = "what it is for"; return p })
	f.saved()
	one := f.In(models.ProjectScope)[0]
	if one.Description != "what it is for" || len(one.Files) != 1 {
		t.Errorf("it is %+v", one)
	}
	f.SetFilter("IT what")
	f.want("filtered by words of it", "project one")
	f.SetFilter("c.txt")
	f.want("filtered by a path", "global two hidden")
	if f.Filter() != "c.txt" || len(f.AllRows()) != 3 {
		t.Errorf("filtered by %q, of %d", f.Filter(), len(f.AllRows()))
	}
}

func TestANameIsChecked(t *testing.T) {
	f := newFake(t, file, "not = [toml")
	tests := []struct {
		name string
		to   project.PresetRef
		want string // of the error
		free string
	}{
		{"free", ours("three"), "", "three"},
		{"taken", ours("one"), "one", "one (2)"},
		{"no name", ours(""), "name", ""},
		{"of a file that cannot be read", theirs("three"), "config", "three"},
	}
	for _, tt := range tests {
		err := f.Check(tt.to)
		if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v", tt.name, err)
		}
		if got := f.FreeName(tt.to); tt.free != "" && got != tt.free {
			t.Errorf("%s: %q is free", tt.name, got)
		}
	}
	f.Save(theirs("three"), "")
	f.saved()
	if len(f.Log) != 1 || f.Stack.Undo() {
		t.Errorf("saved to a file that cannot be read: %q", f.Log)
	}
	f.Opened = nil
	if f.Check(ours("three")) == nil || f.FreeName(ours("one")) != "one" || f.Clashing(models.Global, nil) != nil {
		t.Error("there are names without a project")
	}
}

func TestPresetsGoOutToAFileAndComeIn(t *testing.T) {
	f := newFake(t, file, library)
	path := filepath.Join(f.Dir, "exchange.toml")
	f.Export([]project.PresetRef{ours("one"), theirs("two")}, path, "")
	f.saved()
	var offer presets.Offer
	f.ReadFile(path, func(o presets.Offer) { offer = o })
	f.saved()
	var names []string
	for _, p := range offer.Presets {
		names = append(names, p.Name)
	}
	if diff := cmp.Diff([]string{"one", "two"}, names); diff != "" {
		t.Errorf("wrong presets (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"two"}, f.Clashing(models.ProjectScope, offer.Presets)); diff != "" {
		t.Errorf("wrong clashes (-want +got):\n%s", diff)
	}
	f.Import(models.ProjectScope, offer.Presets, presets.Skip)
	f.saved()
	f.ReadFile(filepath.Join(f.Dir, "not there.toml"), func(presets.Offer) { t.Error("a file is read that is not there") })
	f.saved()
	f.Export([]project.PresetRef{ours("one")}, filepath.Join(f.Dir, "a.txt", "no folder.toml"), "")
	f.saved()
	if len(f.Log) != 4 || f.Log[0] != "Exported {{.N}} presets to {{.Path}}" ||
		f.Log[1] != "Imported {{.N}} presets; {{.Left}} were there already or were skipped" ||
		!strings.Contains(f.Log[2], "not there.toml") || !strings.Contains(f.Log[3], "no folder.toml") {
		t.Errorf("it says %q", f.Log)
	}
}

// What is applied while a preset is saved stays applied, and what was changed in between stays a draft.
func TestAPresetIsAppliedWhileAnotherIsSaved(t *testing.T) {
	for _, changed := range []bool{false, true} {
		f := newFake(t, file, library)
		f.Apply(f.In(models.ProjectScope)[0])
		f.add("b.txt")
		f.Save(ours("one"), "")
		want := []string{"project one", "project two applied", "global two hidden"}
		if changed {
			f.add("c.txt")
			want[0] = "project one draft"
		}
		f.Apply(f.In(models.ProjectScope)[1])
		f.saved()
		f.want("it is saved", want...)
		if draft, ok := f.State().draft(ours("one")); ok && len(draft.Files) != 3 {
			t.Errorf("the draft has %v", draft.Files)
		}
		f.Stack.Undo()
		f.Stack.Undo()
		f.saved()
		f.want("the preset is applied again", "project one applied modified", "project two", "global two hidden")
	}
}

// A change that cannot be undone any more is no step.
func TestAStepThatFailsIsForgotten(t *testing.T) {
	f := newFake(t, file, library)
	f.Delete(ours("two"))
	f.saved()
	if err := os.WriteFile(filepath.Join(f.Dir, presets.ProjectName), []byte("[presets.two]\nfiles = [\"other.txt\"]\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	f.Log = nil
	f.Stack.Undo()
	f.saved()
	if len(f.Log) != 1 || f.Stack.Redo() {
		t.Errorf("it says %q", f.Log)
	}
	if data, err := os.ReadFile(filepath.Join(f.Dir, presets.ProjectName)); err != nil || !strings.Contains(string(data), "other.txt") {
		t.Errorf("what another program wrote is gone: %s, %v", data, err)
	}
}

func TestAnExportReportsItsSecrets(t *testing.T) {
	const token = "gh" + "p_0123456789abcdefghijABCDEFGHIJ012345"
	tests := []struct {
		as           project.Redaction
		want         []string // messages beside that of the export
		token, other bool     // whether they are in the file
	}{
		{"", []string{"{{.N}} secrets readable", "{{.N}} possible secrets readable"}, true, true},
		{project.RedactCertain, []string{"{{.N}} secrets redacted", "{{.N}} possible secrets readable"}, false, true},
		{project.RedactAll, []string{"{{.N}} secrets redacted"}, false, false},
	}
	for _, tt := range tests {
		t.Run("redact "+string(tt.as), func(t *testing.T) {
			f := newFake(t, "[presets.one]\ninstruction = \"use "+token+"\\npassword = 'Tr0ub4dor-and-3-horses'\"\n", "")
			path := filepath.Join(f.Dir, "exchange.toml")
			f.Export([]project.PresetRef{ours("one")}, path, tt.as)
			f.saved()
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(string(data), token) != tt.token || strings.Contains(string(data), "Tr0ub4dor") != tt.other {
				t.Errorf("it exports %s", data)
			}
			var more []string
			for _, m := range f.Messages[0].More {
				more = append(more, m.Text)
			}
			if diff := cmp.Diff(tt.want, more); diff != "" {
				t.Errorf("it tells other things (-want +got):\n%s", diff)
			}
		})
	}
}
