package snapshots

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate"
	"dossier/models"
	"dossier/presets"
	"dossier/presets/snapshots"
	"dossier/presets/store"
	"dossier/ui/project"
	"dossier/ui/session/message"
	"dossier/ui/session/sessiontest"
)

// fake is a session with nothing but what the snapshots ask of it.
type fake struct {
	*sessiontest.Desk
	copied string
}

// newFake opens a project of one file, which is the composition.
func newFake(tb testing.TB) (*fake, *Part) {
	tb.Helper()
	f := &fake{Desk: sessiontest.New(tb, map[string]string{"a.txt": "one\n"})}
	f.Options, f.Comp = presets.DefaultSettings(), models.Composition{Files: []models.FileItem{models.NewFileItem("a.txt")}}
	return f, New(f, f.Work)
}

func (f *fake) Applied() project.PresetRef { return project.PresetRef{} }
func (f *fake) Allow(string)               { f.Log = append(f.Log, "allow") }
func (f *fake) Sent()                      { f.Log = append(f.Log, "sent") }
func (f *fake) Wrote()                     { f.Log = append(f.Log, "wrote") }
func (f *fake) Showing()                   { f.Log = append(f.Log, "showing") }

func (f *fake) CopyThen(content string, done message.Message, then func()) {
	f.copied = content
	f.Notify(done)
	then()
}

// settle runs what the jobs bring back until nothing is on its way.
func (f *fake) settle(p *Part) { f.Until("it is done", func() bool { return !p.Busy() }) }

// wrote writes a dossier, waits until it is listed and returns it.
func (f *fake) wrote(p *Part) project.SnapshotID {
	f.TB.Helper()
	p.Write()
	f.settle(p)
	if len(p.List()) == 0 {
		f.TB.Fatalf("nothing was written: %q", f.Log)
	}
	return p.List()[0].ID
}

func names(p *Part) string {
	var out []string
	for _, row := range p.List() {
		name := row.ID.Name
		if row.Pinned {
			name += " pinned"
		}
		out = append(out, name)
	}
	return strings.Join(out, ", ")
}

func TestWhatIsWrittenIsListedAndSentLast(t *testing.T) {
	f, p := newFake(t)
	id := f.wrote(p)
	sent, ok := p.LastSent()
	if !ok || sent.ID != id || !strings.Contains(sent.Document.Text(), "one") || p.Written() == "" {
		t.Errorf("sent last is %v, %t, written to %q", sent.ID, ok, p.Written())
	}
	if diff := cmp.Diff([]string{"Wrote {{.Path}}, {{.Tokens}} tokens", "wrote", "sent", "sent"}, f.Log); diff != "" {
		t.Errorf("wrong calls (-want +got):\n%s", diff)
	}
	again := New(f, f.Work) // as when the project is opened the next time
	again.Refresh()
	f.settle(again)
	if last, ok := again.LastSent(); !ok || last.ID != id || !again.Listed() || last.Document.Text() != sent.Document.Text() {
		t.Errorf("sent last is %v, %t", last.ID, ok)
	}
}

func TestWithoutAProjectThereAreNoSnapshots(t *testing.T) {
	f, p := newFake(t)
	opened := f.Opened
	f.Opened = nil
	id := project.SnapshotID{Name: "x_001"}
	p.SetVisible(true)
	p.Refresh()
	p.InView([]project.SnapshotPair{{ID: id}})
	p.Load(id, func(project.Sent, error) { t.Error("something was read") })
	p.Restore(id)
	p.RenderAgain(id)
	p.Describe(id, "x")
	p.Pin([]project.SnapshotID{id}, true)
	p.Delete([]project.SnapshotID{id})
	p.Export(id, "x", false, false)
	if p.Busy() || p.Listed() || p.Path(id) != "" || f.Log != nil {
		t.Errorf("something is done: busy %t, %q", p.Busy(), f.Log)
	}
	f.Opened = opened
}

func TestAFolderThatIsNotAllowedIsAskedForOrIsAnError(t *testing.T) {
	f, p := newFake(t)
	f.Write("dossier.toml", "[output]\ndir = \".github\"\n")
	if _, err := f.Opened.ReadFile(); err != nil {
		t.Fatal(err)
	}
	opened, err := project.Open(f.Opened.Dir, presets.Places{State: f.Places.State})
	if err != nil {
		t.Fatal(err)
	}
	defer opened.Close()
	f.Opened.Close()
	f.Opened = opened
	p.Write()
	f.Until("it is done", func() bool { return !p.Writing() })
	if asked := f.Asked[0].(*project.OutputError).Target; asked != filepath.Join(opened.Dir, ".github") || len(f.Asked) > 1 || f.Log != nil {
		t.Errorf("asked for %q, said %q", asked, f.Log)
	}
	f.Alone = true
	p.Write()
	f.Until("it is done", func() bool { return !p.Writing() })
	if len(f.Log) != 1 || !strings.Contains(f.Log[0], ".github") {
		t.Errorf("said %q", f.Log)
	}
}

func TestDeletedSnapshotsComeBackUntilTheProjectIsLeft(t *testing.T) {
	f, p := newFake(t)
	first := f.wrote(p)
	f.Write("a.txt", "two\n")
	second := f.wrote(p)
	p.Pin([]project.SnapshotID{first}, true)
	f.settle(p)
	p.Delete([]project.SnapshotID{first, second})
	f.settle(p)
	if got := names(p); got != "" || f.Empty() {
		t.Fatalf("left are %s", got)
	}
	if _, ok := p.LastSent(); ok {
		t.Error("what was deleted was sent last")
	}
	for _, want := range []string{second.Name + ", " + first.Name + " pinned", ""} {
		if want != "" {
			f.Undo()
		} else {
			f.Redo()
		}
		f.settle(p)
		if got := names(p); got != want {
			t.Errorf("there are %q, want %q", got, want)
		}
	}

	// What undo could not bring back can be brought back later.
	folder, aside := filepath.Join(f.Dir, ".dossier"), filepath.Join(f.Dir, "aside")
	if err := os.Rename(folder, aside); err != nil {
		t.Fatal(err)
	}
	f.Write(".dossier", "a file in its place\n")
	f.Undo()
	f.settle(p)
	if len(f.Failed) == 0 {
		t.Error("nothing failed")
	}
	if err := errors.Join(os.Remove(folder), os.Rename(aside, folder)); err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"", second.Name + ", " + first.Name + " pinned", ""} {
		if i%2 == 0 {
			f.Redo()
		} else {
			f.Undo()
		}
		f.settle(p)
		if got := names(p); got != want {
			t.Errorf("step %d: there are %q, want %q", i, got, want)
		}
	}
	trash := filepath.Join(f.Places.State, "trash")
	if left, err := os.ReadDir(trash); err != nil || len(left) != 1 {
		t.Fatalf("in the trash are %v, %v", left, err)
	}
	p.Cleanup()()
	if left, err := os.ReadDir(trash); err != nil || len(left) != 0 {
		t.Errorf("in the trash are %v, %v", left, err)
	}
	if rows := p.Prunable(false, snapshots.Rule{}); len(rows) != 0 {
		t.Errorf("prunable are %v", rows)
	}
	p.Prune(false, snapshots.Rule{})
	if last := f.Log[len(f.Log)-1]; last != "There is nothing to prune" {
		t.Errorf("said %q", last)
	}
}

func TestWhatIsReplayedIsCopiedAndNotWritten(t *testing.T) {
	f, p := newFake(t)
	id := f.wrote(p)
	sent, _ := p.LastSent()
	f.Write("a.txt", "two\n")
	p.Replay(id, false)
	f.settle(p)
	r, ok := p.Replayed()
	if !ok || r.ID != id || r.Again || r.Document.Text() != sent.Document.Text() {
		t.Fatalf("shown is %v, %t", r.ID, ok)
	}
	f.Log = nil
	p.Write()
	p.CopyReplay()
	f.settle(p)
	if f.copied != sent.Document.Text() || names(p) != "project_c001, "+id.Name {
		t.Errorf("copied is %q; there are %s", f.copied, names(p))
	}
	p.RenderAgain(id)
	f.settle(p)
	if r, _ := p.Replayed(); !r.Again || !strings.Contains(r.Document.Text(), "two") {
		t.Errorf("rendered again is %q", r.Document.Text())
	}
	p.LeaveReplay()
	p.LeaveReplay()
	p.CopyReplay()
	if _, still := p.Replayed(); still {
		t.Error("it is still shown")
	}
	want := []string{
		"The window shows the snapshot {{.Name}}: copy it with Copy snapshot, or go back to now first",
		"Copied {{.Name}} as it was sent, {{.Tokens}} tokens", "sent", "sent", "showing", "showing",
	}
	if diff := cmp.Diff(want, f.Log); diff != "" {
		t.Errorf("wrong calls (-want +got):\n%s", diff)
	}
}

func TestARestoreIsAnEdit(t *testing.T) {
	f, p := newFake(t)
	id := f.wrote(p)
	f.Comp, f.Log = models.Composition{}, nil
	p.Restore(id)
	f.settle(p)
	if len(f.Comp.Files) != 1 || f.Comp.Files[0].Path != "a.txt" {
		t.Errorf("restored is %+v", f.Comp)
	}
	if diff := cmp.Diff([]string{"restore {{.Name}}", "Restored {{.Name}}: {{.N}} files"}, f.Log); diff != "" {
		t.Errorf("wrong calls (-want +got):\n%s", diff)
	}
	f.Log = nil
	p.Restore(project.SnapshotID{Name: "project_042"})
	f.settle(p)
	if len(f.Log) != 1 || !strings.Contains(f.Log[0], "project_042") {
		t.Errorf("one that is not there: %q", f.Log)
	}
}

func TestChangesAreThoseSinceWhatWasSentLast(t *testing.T) {
	f, p := newFake(t)
	p.ToggleChanges()
	if _, on := p.ChangesSince(); on || len(f.Log) != 1 {
		t.Errorf("before anything was sent: %t, %q", on, f.Log)
	}
	id := f.wrote(p)
	p.ToggleChanges()
	if since, on := p.ChangesSince(); !on || since != id {
		t.Errorf("changes since %v, %t", since, on)
	}
	p.ToggleChanges()
	if _, on := p.ChangesSince(); on {
		t.Error("the section stays")
	}
}

func TestTheListIsLookedAtOnlyWhileItIsInView(t *testing.T) {
	f, p := newFake(t)
	p.SetVisible(true)
	f.settle(p)
	if !p.Listed() || !p.again.Waiting() {
		t.Errorf("listed %t, looked at again %t", p.Listed(), p.again.Waiting())
	}
	p.SetVisible(false)
	if p.again.Waiting() {
		t.Error("it is still looked at")
	}
}

// What cannot be compared is asked for once, and not again with each look.
func TestDriftOfDamagedSnapshots(t *testing.T) {
	f, p := newFake(t)
	id := f.wrote(p)
	record := strings.TrimSuffix(p.Path(id), filepath.Ext(p.Path(id))) + ".toml"
	if err := os.WriteFile(record, []byte("broken"), 0o644); err != nil {
		t.Fatal(err)
	}
	p.Refresh()
	f.settle(p)
	if row, ok := p.Row(id); !ok || row.Damage == nil {
		t.Fatalf("listed as %+v", row)
	}
	p.InView([]project.SnapshotPair{{ID: id}})
	f.settle(p)
	f.Changes = 0
	p.InView([]project.SnapshotPair{{ID: id}})
	if p.drifts.comparing.Busy() {
		t.Error("it is compared again")
	}
	if _, known := p.Drift(id); known || f.Changes != 0 {
		t.Error("something is known of it")
	}
}

// What the record of a snapshot says can be changed, and the text can be taken elsewhere.
func TestASnapshotIsDescribedAndExported(t *testing.T) {
	f, p := newFake(t)
	id := f.wrote(p)
	p.Describe(id, "before the fix")
	to := filepath.Join(t.TempDir(), "sent.md")
	p.Export(id, to, true, false)
	f.settle(p)
	if row, _ := p.Row(id); row.Description != "before the fix" {
		t.Errorf("listed as %+v", row)
	}
	for _, ext := range []string{".md", ".toml"} {
		got, err := os.ReadFile(strings.TrimSuffix(to, ".md") + ext)
		want, _ := os.ReadFile(strings.TrimSuffix(p.Path(id), ".md") + ext)
		if err != nil || string(got) != string(want) {
			t.Errorf("exported is %q, %v", got, err)
		}
	}
	f.Log = nil
	p.Export(id, to, true, false)
	f.settle(p)
	if len(f.Log) != 1 || !strings.Contains(f.Log[0], "already exists") {
		t.Errorf("over what is there: %q", f.Log)
	}
}

// Each of these reads the snapshot, finds that it is damaged, says so and marks its row.
func TestDamageIsSaidAndMarked(t *testing.T) {
	for name, do := range map[string]func(*Part, project.SnapshotID){
		"replay":       func(p *Part, id project.SnapshotID) { p.Replay(id, false) },
		"copy":         func(p *Part, id project.SnapshotID) { p.Copy(id) },
		"restore":      func(p *Part, id project.SnapshotID) { p.Restore(id) },
		"render again": func(p *Part, id project.SnapshotID) { p.RenderAgain(id) },
	} {
		t.Run(name, func(t *testing.T) {
			f, p := newFake(t)
			id := f.wrote(p)
			record := strings.TrimSuffix(p.Path(id), ".md") + ".toml"
			data, err := os.ReadFile(record)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(record, []byte(strings.Replace(string(data), "exact = true", "exact = false", 1)), 0o644); err != nil {
				t.Fatal(err)
			}
			old := f.Comp
			f.Log = nil
			do(p, id)
			f.settle(p)
			if row, _ := p.Row(id); row.Damage == nil {
				t.Error("its row is not marked")
			}
			if _, shown := p.Replayed(); shown || f.copied != "" || len(f.Log) != 1 || !cmp.Equal(old, f.Comp) {
				t.Errorf("shown %t, copied %q, said %q", shown, f.copied, f.Log)
			}
		})
	}
}

// A trash that a killed window left is removed once it is old; one of a window that may
// still be open stays.
func TestOnlyAnOldTrashOfAnotherWindowIsRemoved(t *testing.T) {
	f, p := newFake(t)
	id := f.wrote(p)
	trash := filepath.Join(f.Places.State, "trash")
	long := time.Now().Add(-2 * staleTrash)
	for _, name := range []string{"old", "new"} {
		if err := os.MkdirAll(filepath.Join(trash, name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chtimes(filepath.Join(trash, "old"), long, long); err != nil {
		t.Fatal(err)
	}
	p.Cleanup()() // nothing was deleted: nothing is looked for
	p.Delete([]project.SnapshotID{id})
	f.settle(p)
	p.Cleanup()()
	left, err := os.ReadDir(trash)
	if err != nil || len(left) != 1 || left[0].Name() != "new" {
		t.Errorf("left are %v, %v", left, err)
	}
}

// What was copied is kept once in a row, and only where the user wants that.
func TestCopiesAreKeptOnceInARow(t *testing.T) {
	f, p := newFake(t)
	keep := func() {
		f.FreshDocument(func(doc *aggregate.Document, _ int) { p.SaveCopy(doc, f.Input()) })
		f.settle(p)
	}
	keep()
	keep()
	if got := names(p); got != "project_c001" {
		t.Errorf("kept are %s", got)
	}
	f.Options.KeepCopies = false
	f.Write("a.txt", "two\n")
	keep()
	if got := names(p); got != "project_c001" {
		t.Errorf("kept though it is not wanted are %s", got)
	}
	f.Options.KeepCopies, f.Options.CopiesMax = true, 1
	keep()
	if got := names(p); got != "project_c002" {
		t.Errorf("of one that may be kept there are %s", got)
	}
}

func TestWhatHasChangedSinceIsFoundForWhatIsInView(t *testing.T) {
	f, p := newFake(t)
	id := f.wrote(p)
	p.InView([]project.SnapshotPair{{ID: id}})
	f.settle(p)
	if d, known := p.Drift(id); !known || d.Files != 1 || len(d.Changed) != 0 {
		t.Errorf("right away: %+v, %t", d, known)
	}
	f.Write("a.txt", "one and more\n")
	f.Changes = 0
	p.FilesChanged()
	f.settle(p)
	if d, _ := p.Drift(id); !cmp.Equal([]string{"a.txt"}, d.Changed) || f.Changes != 1 {
		t.Errorf("after a change: %+v, told %d times", d, f.Changes)
	}
	p.FilesChanged()
	f.settle(p)
	if f.Changes != 1 {
		t.Error("what is the same is told again")
	}
}

// What is looked at is no mode: whatever would be refused in the replay is done, and shows the
// current document.
func TestASnapshotIsLookedAt(t *testing.T) {
	f, p := newFake(t)
	id := f.wrote(p)
	p.Peek(id)
	f.settle(p)
	if r, ok := p.Replayed(); !ok || !r.Peek || r.ID != id {
		t.Fatalf("what is shown is %+v", r)
	}
	notified := len(f.Log)
	if p.RefuseInReplay() {
		t.Error("copying is refused")
	}
	if _, ok := p.Replayed(); ok {
		t.Error("then it is still shown")
	}

	p.Peek(id)
	p.LeavePeek() // before it is read
	f.settle(p)
	if _, ok := p.Replayed(); ok {
		t.Error("what was no longer wanted is shown")
	}

	p.Replay(id, false)
	f.settle(p)
	p.LeavePeek()
	p.Peek(id)
	f.settle(p)
	if r, ok := p.Replayed(); !ok || r.Peek {
		t.Error("selecting a row leaves the replay")
	}
	p.LeaveReplay()

	if err := os.WriteFile(p.Path(id), []byte("damaged"), 0o644); err != nil {
		t.Fatal(err)
	}
	p.Peek(id)
	f.settle(p)
	if _, ok := p.Replayed(); ok {
		t.Error("a damaged snapshot is shown without a question")
	}
	for _, line := range f.Log[notified:] {
		if line != "showing" {
			t.Errorf("the user is told %q", line)
		}
	}
}

// Why a document was not written is reported with a way out.
func TestADocumentThatIsNotWrittenCanBeCopied(t *testing.T) {
	f, p := newFake(t)
	failed := &store.SaveError{Path: "/p/.dossier/out", Folder: "/p", New: true, Err: fs.ErrPermission}
	p.notWritten(fmt.Errorf("the dossier was not written: %w", failed))
	reason, _ := store.Reason(failed)
	want := []message.Message{message.New("Not written: {{.Problem}}. You can also copy the dossier", map[string]any{"Problem": reason})}
	if diff := cmp.Diff(want, f.Messages); diff != "" {
		t.Errorf("wrong messages (-want +got):\n%s", diff)
	}
	f.Messages = nil
	p.notWritten(errors.New("odd"))
	if len(f.Messages) > 0 || len(f.Failed) != 1 {
		t.Errorf("another error is reported as %+v, %v", f.Messages, f.Failed)
	}
}
