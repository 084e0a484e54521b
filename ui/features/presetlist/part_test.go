package presetlist

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/models"
	"dossier/presets"
	"dossier/ui/project"
	"dossier/ui/session/jobs"
	"dossier/ui/session/message"
	"dossier/ui/session/sessiontest"
	"dossier/ui/session/undo"
)

// fake is a session with nothing but what the presets ask of it.
type fake struct {
	*sessiontest.Desk
	*Part
	saves *jobs.Serial
}

// host is the fake as a session, whose State is that of the user and not of the presets.
type host struct{ *fake }

func (h host) State() *presets.State { return h.Stored }

// moment is the composition at one time, with the state of the presets.
type moment struct {
	f     *fake
	comp  models.Composition
	state State
}

func (m moment) Current() undo.State { return moment{m.f, m.f.Comp, m.f.State()} }
func (m moment) Restore()            { m.f.SetState(m.state); m.f.Comp = m.comp }

func (m moment) WithPresets(change func(State) State) undo.State {
	m.state = change(m.state)
	return m
}

// newFake opens a project with a file and a library.
func newFake(tb testing.TB, file, library string) *fake {
	tb.Helper()
	f := &fake{Desk: sessiontest.New(tb, map[string]string{
		presets.ProjectName: file, "../config/" + presets.ProjectName: library, "a.txt": "a\n",
	})}
	f.Comp, f.saves = f.Opened.StoredState().Composition(), f.Work.Serial()
	f.Part = New(host{f}, f.Work, f.saves)
	return f
}

func (f *fake) SetComposition(comp models.Composition) { f.Comp = comp }
func (f *fake) Modified() bool {
	return !project.SameComposition(f.Opened.StoredState().Composition(), f.Comp)
}

func (f *fake) SaveComposition(models.Composition) { f.say("save to the project") }
func (f *fake) AppliedChanged()                    {}
func (f *fake) say(text string)                    { f.Log = append(f.Log, text) }

func (f *fake) Record(label message.Message) {
	f.Stack.Push(undo.Step{Label: label, Old: moment{f, f.Comp, f.State()}})
}

// saved waits until all that was begun of the files is done.
func (f *fake) saved() {
	f.TB.Helper()
	f.Until("all is saved", func() bool { return !f.saves.Busy() })
}

// add adds a file to the composition.
func (f *fake) add(name string) {
	f.Record(message.New("add", nil))
	f.Comp.Files = append(slices.Clone(f.Comp.Files), models.NewFileItem(name))
}

// want compares what the manager lists.
func (f *fake) want(what string, rows ...string) {
	f.TB.Helper()
	got := []string{}
	for _, r := range f.Rows() {
		line := string(r.Scope) + " " + r.Name
		for _, mark := range []struct {
			set  bool
			text string
		}{{r.Hidden, " hidden"}, {r.Applied, " applied"}, {r.Modified, " modified"}, {r.Draft, " draft"}, {r.DraftOnly, " gone"}} {
			if mark.set {
				line += mark.text
			}
		}
		got = append(got, line)
	}
	if diff := cmp.Diff(append([]string{}, rows...), got); diff != "" {
		f.TB.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

const (
	file    = "[presets.one]\nfiles = [\"a.txt\"]\n\n[presets.two]\nfiles = [\"b.txt\"]\n"
	library = "[presets.two]\nfiles = [\"c.txt\"]\n"
)

func ours(name string) project.PresetRef {
	return project.PresetRef{Scope: models.ProjectScope, Name: name}
}

// Names follow a rename in every step: what undo gives back is called as it is called now.
func TestStepsFollowNewNames(t *testing.T) {
	f := newFake(t, file, library)
	f.Apply(f.In(models.ProjectScope)[0])
	f.add("b.txt")
	f.Apply(f.In(models.ProjectScope)[1])
	f.want("one has a draft", "project one draft", "project two applied", "global two hidden")
	f.Rename(ours("one"), "uno")
	f.saved()
	f.want("the draft follows", "project uno draft", "project two applied", "global two hidden")
	f.Stack.Undo()
	f.saved()
	f.want("the name is taken back on the disk", "project one draft", "project two applied", "global two hidden")
	f.Stack.Redo()
	f.saved()
	f.Stack.Undo()
	f.saved()
	f.Stack.Undo()
	f.want("what was put together is of one again", "project one applied modified", "project two", "global two hidden")
}

func TestWhatAnotherWindowLeftJoinsTheDrafts(t *testing.T) {
	draft := func(of, name string) presets.Draft {
		return presets.Draft{Scope: models.ProjectScope, Of: of, Content: models.Composition{Files: []models.FileItem{models.NewFileItem(name)}}}
	}
	tests := []struct {
		name string
		left presets.Unsaved
		want []string
	}{
		{
			"what was put together there takes the place of this",
			presets.Unsaved{Edited: true, Preset: "two", Scope: models.ProjectScope},
			[]string{"project one draft", "project two applied modified", "global two hidden"},
		},
		{
			"drafts of two names",
			presets.Unsaved{Drafts: []presets.Draft{draft("two", "x.txt"), draft("three", "y.txt")}},
			[]string{"project one applied modified", "project two draft", "global two hidden", "project three draft gone"},
		},
		{
			"a draft of the same content is one",
			presets.Unsaved{Drafts: []presets.Draft{draft("two", "x.txt"), draft("three", "x.txt")}},
			[]string{"project one applied modified", "project two draft", "global two hidden"},
		},
		{
			"two drafts of a name",
			presets.Unsaved{Drafts: []presets.Draft{draft("two", "x.txt"), draft("two", "y.txt")}},
			[]string{"project one applied modified", "project two draft", "global two hidden", "project two (2) draft gone"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := newFake(t, file, library)
			f.Apply(f.In(models.ProjectScope)[0])
			f.add("d.txt")
			if got := f.IsMissing(tt.left); got != (len(tt.left.Drafts) > 0) {
				t.Errorf("something is lacking: %t", got)
			}
			f.Join(tt.left)
			if f.IsMissing(tt.left) {
				t.Error("something is lacking")
			}
			f.want("wrong presets", tt.want...)

			var u presets.Unsaved
			f.CollectUnsaved(&u)
			f.SetState(State{})
			f.RestoreUnsaved(u)
			f.want("kept and found again they are others", tt.want...)
		})
	}
}

func TestWhatIsUnsavedIsSavedWhereItBelongs(t *testing.T) {
	f := newFake(t, file, library)
	f.add("x.txt")
	f.SaveUnsaved()
	f.Apply(f.In(models.ProjectScope)[0])
	f.SaveUnsaved()
	f.saved()
	f.Comp.Strategy = models.Summarize
	f.SaveUnsaved()
	f.add("x.txt")
	f.SaveUnsaved()
	f.saved()
	want := []string{
		"save to the project", "Unsaved changes were stored as a draft; applied {{.Name}}",
		"Saved {{.Name}} to {{.Path}}", "save to the project", "Saved {{.Name}} to {{.Path}}",
	}
	if diff := cmp.Diff(want, f.Log); diff != "" {
		t.Errorf("wrong saves (-want +got):\n%s", diff)
	}
}

func TestWithoutAProjectNothingIsDone(t *testing.T) {
	f := newFake(t, file, library)
	f.Opened = nil
	for _, do := range []func(){
		func() { f.Save(ours("one"), "") }, func() { f.Delete(ours("one")) }, func() { f.Export(nil, "x", "") },
		func() { f.ReadFile("x", nil) }, f.SaveUnsaved,
	} {
		f.Log = nil
		do()
		if diff := cmp.Diff([]string{project.ErrNone.Error()}, f.Log); diff != "" || f.saves.Busy() {
			t.Errorf("wrong answer, busy %t (-want +got):\n%s", f.saves.Busy(), diff)
		}
	}
	f.Costs().Show(true)
	if rows := f.Rows(); rows != nil || f.ReadOnly(models.Global) == nil || f.Target().Err == nil {
		t.Errorf("there are %v", rows)
	}
}

func TestAStoredDraftHasItsNotesAndFormat(t *testing.T) {
	f := newFake(t, "[presets.web]\nfiles = [\"a.txt\"]\nnotes_exclude = [\"ctx-1\"]\nformat = \"xml\"\ntext = [\"line-numbers\"]\n[presets.one]\nfiles = [\"a.txt\"]\n", "")
	f.Apply(f.In(models.ProjectScope)[0])
	f.Comp.NotesExclude, f.Comp.Text, f.Comp.Format = nil, nil, ""
	f.Apply(f.In(models.ProjectScope)[1])
	want, _ := f.State().draft(ours("web"))
	var u presets.Unsaved
	f.CollectUnsaved(&u)
	data, err := json.Marshal(u)
	if err != nil {
		t.Fatal(err)
	}
	u = presets.Unsaved{}
	if err := json.Unmarshal(data, &u); err != nil {
		t.Fatal(err)
	}
	f.SetState(State{})
	f.RestoreUnsaved(u)
	got, ok := f.State().draft(ours("web"))
	if diff := models.ComparePresets(want, got); !ok || !diff.SameContent() || want.NotesExclude == nil || want.Format == "" {
		t.Errorf("the draft was %+v and is %+v", want, got)
	}
}
