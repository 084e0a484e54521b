package notes

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dossier/models"
	"dossier/presets"
	"dossier/ui/project"
	"dossier/ui/session/sessiontest"
)

// fake is a session with nothing but what the notes ask of it.
type fake struct {
	*sessiontest.Desk
}

const source = "package a\n\nfunc A() {}\n\nfunc B() {}\n"

func newFake(t *testing.T, files map[string]string) (*fake, *Part) {
	t.Helper()
	d := sessiontest.New(t, files)
	f := &fake{Desk: d}
	f.Saves = presets.NewState(d.Places).Claim(d.Dir)
	t.Cleanup(func() { f.Saves.Release(false) })
	p := New(f, d.Work)
	p.Delay = time.Hour
	p.Load()
	return f, p
}

// messages returns the texts of the messages, with their fields filled.
func (f *fake) messages() []string {
	var out []string
	for _, m := range f.Messages {
		out = append(out, strings.NewReplacer("{{.N}}", fmt.Sprint(m.N), "{{.Name}}", fmt.Sprint(m.Fields["Name"])).Replace(m.Text))
	}
	return out
}

// shown is what notes are, one by one.
func shown(p *Part) string {
	var out []string
	for _, r := range p.Rows() {
		word := r.ID + " " + string(r.Type) + " " + r.Content
		if !r.In {
			word = "(" + word + ")"
		}
		if r.Health != "" {
			word += fmt.Sprintf(" %s:%d %s", r.Metadata.Filename, r.Metadata.StartLine, r.Health)
		}
		out = append(out, word)
	}
	return strings.Join(out, ", ")
}

func (f *fake) want(p *Part, want string) {
	f.TB.Helper()
	if got := shown(p); got != want {
		f.TB.Errorf("there are\n%s\nwant\n%s", got, want)
	}
}

func TestEachChangeOfNotesIsAStep(t *testing.T) {
	f, p := newFake(t, nil)
	text := func(content string) models.Note { return models.Note{Type: models.NoteText, Content: content} }
	steps := []struct {
		name string
		do   func()
		want string
	}{
		{"two come", func() { p.Insert(0, text("a"), models.Note{Content: "panic: b"}) }, "ctx-1 text a, ctx-2 error panic: b"},
		{"one is written", func() { p.Write("ctx-1", "x"); p.Write("ctx-1", "xy\xff") }, "ctx-1 text xy\ufffd, ctx-2 error panic: b"},
		{"one is something else", func() { p.SetType([]string{"ctx-2", "ctx-7"}, models.NoteCustom) }, "ctx-1 text xy\ufffd, ctx-2 custom panic: b"},
		{"they change places", func() { p.Move([]int{1}, 0) }, "ctx-2 custom panic: b, ctx-1 text xy\ufffd"},
		{"there may be one", func() { p.SetLimit(1) }, "ctx-2 custom panic: b"},
		{"another comes", func() { p.Insert(9, text("c")) }, "ctx-3 text c"},
		{"it goes", func() { p.Delete([]int{0}) }, ""},
	}
	var before []string
	for _, s := range steps {
		before = append(before, shown(p))
		s.do()
		if got := shown(p); got != s.want {
			t.Fatalf("%s: %s, want %s", s.name, got, s.want)
		}
	}
	if diff := cmp.Diff([]string{"Deleted 1 older notes: the maximum is {{.Limit}}", "Deleted 1 older notes: the maximum is {{.Limit}}"}, f.messages()); diff != "" {
		t.Errorf("wrong messages (-want +got):\n%s", diff)
	}
	for i := len(steps) - 1; i >= 0; i-- {
		f.Undo()
		if got := shown(p); got != before[i] {
			t.Fatalf("undo of %q leaves %s, want %s", steps[i].name, got, before[i])
		}
	}
	if !f.Empty() {
		t.Error("there is more to undo")
	}
}

// TestAnUndoneNoteCanBeRedone checks that saving what undo leaves does not drop the steps of redo.
func TestAnUndoneNoteCanBeRedone(t *testing.T) {
	f, p := newFake(t, nil)
	save := func() {
		t.Helper()
		if err := p.Finish(); err != nil {
			t.Fatal(err)
		}
	}
	p.Insert(0, models.Note{Content: "a"})
	save()
	f.Undo()
	save()
	f.want(p, "")
	f.Redo()
	save()
	f.want(p, "ctx-1 text a")
	f.Undo()
	p.Insert(0, models.Note{Content: "b"})
	f.want(p, "ctx-2 text b") // no id is reused
}

func TestANoteThatIsWrittenIsTakenForWhatItSays(t *testing.T) {
	f, p := newFake(t, nil)
	id := p.Begin(0)
	p.Write(id, "func f() {\n}\n")
	f.want(p, "ctx-1 code func f() {\n}\n")
	p.Write(id, "panic: no")
	f.want(p, "ctx-1 error panic: no")
	p.SetType([]string{id}, models.NoteText)
	p.Write(id, "func f() {\n}\n")
	f.want(p, "ctx-1 text func f() {\n}\n")
	p.EndEdit(id)
	p.EndEdit(p.Begin(1))
	f.want(p, "ctx-1 text func f() {\n}\n")
}

func TestNotesGoInAndOut(t *testing.T) {
	f, p := newFake(t, nil)
	p.Insert(0, models.Note{Content: "a"}, models.Note{Content: "b"})
	p.Include([]string{"ctx-1"}, false)
	f.want(p, "(ctx-1 text a), ctx-2 text b")
	p.Include(nil, false)
	p.Include([]string{"ctx-1", "ctx-2"}, true)
	f.want(p, "ctx-1 text a, ctx-2 text b")
}

func TestLinesAreTakenAndFollowed(t *testing.T) {
	f, p := newFake(t, map[string]string{"a.go": source})
	p.AddLines("a.go", 5, 5)
	p.AddLines("gone.go", 1, 1)
	f.Until("it is taken", func() bool { return !p.Reading() && len(p.followed) > 0 })
	f.want(p, "ctx-1 code func B() {} a.go:5 exact")
	if got := f.messages(); len(got) != 1 || got[0] != "Made a note of 1 lines of a.go" || len(f.Failed) != 1 || !strings.Contains(f.Failed[0].Error(), "gone.go") {
		t.Errorf("said %q, %v", got, f.Failed)
	}
	if !p.Follows("a.go") || p.Follows("b.go") {
		t.Error("it follows another file")
	}
	changed := func(text string) {
		f.Write("a.go", text)
		f.Opened.Builder.Invalidate("a.go")
		old := p.Rows()[0].Health
		p.Find()
		f.Until("it is found", func() bool { return p.Rows()[0].Health != old })
	}
	changed(strings.Replace(source, "func B() {}", "func B() { A() }", 1))
	if r := p.Rows()[0]; !r.Stale || r.Problem == "" || r.Language != "go" {
		t.Errorf("the row is %+v", r)
	}
	p.UpdateText([]string{"ctx-1", "ctx-9"})
	f.Until("it is found", func() bool { return p.Rows()[0].Health == "exact" })
	f.want(p, "ctx-1 code func B() { A() } a.go:5 exact")
	changed("package a\n")
	f.want(p, "ctx-1 code func B() { A() } a.go:5 lost")
	p.Unfollow([]string{"ctx-1"})
	f.want(p, "ctx-1 code func B() { A() }")
	if r := p.Rows()[0]; r.Metadata.StartLine != 5 || r.Stale {
		t.Errorf("the row is %+v", r)
	}
}

func TestAPlaceIsSaid(t *testing.T) {
	f, p := newFake(t, map[string]string{"a.go": source})
	p.Insert(0, models.Note{Type: models.NoteCode, Content: "func A() {}"})
	if err := p.SetPlace("ctx-1", "a.go", 5, 3, ""); err == nil || err.Error() != "end_line: is 3, before start_line, which is 5" {
		t.Errorf("lines that run backwards: %v", err)
	}
	if err := p.SetPlace("ctx-1", "a.go", 3, 3, "a"); err != nil {
		t.Error(err)
	}
	f.Until("it follows", func() bool { return p.Rows()[0].Health == "exact" })
	if m := p.Value().List[0].Metadata; m.Package != "a" || m.StartLine != 3 {
		t.Errorf("it is at %+v", m)
	}
	if err := p.SetPlace("ctx-1", "b.go", 0, 0, ""); err != nil {
		t.Error(err)
	}
	f.Until("it follows no more", func() bool { return p.Rows()[0].Health == "" })
}

func TestDroppedFilesBecomeNotes(t *testing.T) {
	f, p := newFake(t, map[string]string{"src/a.go": source})
	outside := filepath.Join(t.TempDir(), "b.txt")
	if err := os.WriteFile(outside, []byte("b"), 0o600); err != nil {
		t.Fatal(err)
	}
	p.AddFiles([]string{filepath.Join(f.Dir, "src", "a.go"), outside, filepath.Join(f.Dir, "gone")})
	f.Until("they are read", func() bool { return !p.Reading() })
	var got []string
	for _, n := range p.Value().List {
		got = append(got, string(n.Type)+" "+n.Metadata.Filename+" "+n.Content)
	}
	if diff := cmp.Diff([]string{"file src/a.go " + source, "file " + filepath.ToSlash(outside) + " b"}, got); diff != "" || len(f.Failed) != 1 {
		t.Errorf("failed: %v (-want +got):\n%s", f.Failed, diff)
	}
}

func TestBlocksOfTheDocumentAreNotes(t *testing.T) {
	f, p := newFake(t, nil)
	p.Insert(0, models.Note{Content: "a"}, models.Note{Content: "b"}, models.Note{Content: "c"})
	p.Include([]string{"ctx-2"}, false)
	in := f.Opened.Input()
	in.Composition, in.Notes = f.Comp, p.Value().List
	doc, err := f.Opened.Builder.Build(t.Context(), in, nil)
	if err != nil {
		t.Fatal(err)
	}
	f.Doc = doc
	for _, id := range []string{"ctx-1", "ctx-3"} {
		block, ok := p.BlockOf(id)
		if back, is := p.NoteOf(block); !ok || !is || back != id {
			t.Errorf("%s stands in block %d, which is of %s", id, block, back)
		}
	}
	if _, ok := p.BlockOf("ctx-2"); ok {
		t.Error("what is left out stands in a block")
	}
	if _, ok := p.NoteOf(0); ok {
		t.Error("the heading is a note")
	}
	one, out := p.NoteCost(0), p.NoteCost(1)
	if one.N == 0 || one.Pending || out.N == 0 || out.Exact || p.Cost().N < one.N {
		t.Errorf("costs %+v, %+v of %+v", one, out, p.Cost())
	}
	f.Builds = true
	if !p.NoteCost(0).Pending || p.NoteCost(1).Pending {
		t.Error("a figure of an older document is shown")
	}
}

func TestNotesAreStoredByThemselves(t *testing.T) {
	f, p := newFake(t, nil)
	p.Delay = 0
	p.Insert(0, models.Note{Content: "a"})
	f.Until("they are stored", func() bool { return !p.Storing() })
	if all := f.Opened.Notes().All(); len(all.List) != 1 {
		t.Errorf("the project has %+v", all)
	}
	if _, left := f.Saves.Notes().Load(); left {
		t.Error("a journal is left")
	}
	// Another program adds one, and what is here is joined with it.
	p.Delay = time.Hour
	p.Insert(1, models.Note{Content: "mine", Time: time.Unix(2, 0)})
	other, err := project.Open(f.Dir, f.Places)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if _, _, err := other.Notes().Add(t.Context(), []models.Note{{Type: models.NoteText, Content: "theirs", Time: time.Unix(2, 0)}}); err != nil {
		t.Fatal(err)
	}
	p.Reload()
	f.Until("it is here", func() bool { return len(p.Value().List) == 3 })
	if err := p.Finish(); err != nil {
		t.Fatal(err)
	}
	f.want(p, "ctx-1 text a, ctx-2 text theirs, ctx-3 text mine")
	again := New(f, f.Work)
	again.Load()
	f.want(again, "ctx-1 text a, ctx-2 text theirs, ctx-3 text mine")
}

func TestWhatWasNotStoredIsHereAgain(t *testing.T) {
	f, p := newFake(t, map[string]string{presets.NotesName: "schema = 99\n"})
	p.Insert(0, models.Note{Content: "mine"})
	if err := p.Finish(); err != nil {
		t.Fatal(err)
	}
	if got := f.messages(); len(got) != 1 || got[0] != "The notes are stored on this computer only: {{.Problem}}" {
		t.Errorf("said %q", got)
	}
	again := New(f, f.Work)
	again.Load()
	f.want(again, "ctx-1 text mine")
	if got := f.messages(); len(got) != 2 || got[1] != "Unsaved changes of the notes were restored" {
		t.Errorf("said %q", got)
	}
}

func TestWithoutAProjectNothingIsDone(t *testing.T) {
	f, p := newFake(t, nil)
	f.Opened = nil
	p.Insert(0, models.Note{Content: "x"})
	p.AddLines("a.go", 1, 1)
	if err := p.Finish(); err != nil || len(p.Value().List) > 0 {
		t.Errorf("something was done: %v, %s", err, shown(p))
	}
	if diff := cmp.Diff([]string{project.ErrNone.Error(), project.ErrNone.Error()}, f.Log); diff != "" {
		t.Errorf("wrong answers (-want +got):\n%s", diff)
	}
}
