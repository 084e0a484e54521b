package session

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/models"
	"dossier/presets"
	"dossier/presets/snapshots"
	"dossier/ui/project"
)

// wrote writes the document and waits until it is listed.
func (d *desk) wrote() project.SnapshotID {
	d.tb.Helper()
	return d.lists("written", d.Snapshots().Write)
}

// lists does something that adds a snapshot, and waits until that is listed first.
func (d *desk) lists(what string, do func()) project.SnapshotID {
	d.tb.Helper()
	d.until("the snapshots are listed", func() bool { return d.Snapshots().Listed() && !d.Snapshots().Busy() })
	before := len(d.Snapshots().List())
	do()
	d.until("a snapshot is "+what, func() bool { return len(d.Snapshots().List()) > before && !d.Snapshots().Busy() })
	return d.Snapshots().List()[0].ID
}

// rows lists the snapshots as the user reads them.
func (d *desk) snapshotRows() []string {
	d.tb.Helper()
	d.until("the snapshots are listed", func() bool { return !d.Snapshots().Busy() })
	out := []string{}
	for _, r := range d.Snapshots().List() {
		name := r.ID.Name
		if r.Copied {
			name += " copied"
		}
		if r.Pinned {
			name += " pinned"
		}
		if r.Description != "" {
			name += ": " + r.Description
		}
		if r.Damage != nil {
			name += " damaged"
		}
		out = append(out, name)
	}
	return out
}

func (d *desk) wantSnapshots(rows ...string) {
	d.tb.Helper()
	d.until("nothing is on its way", func() bool { return !d.Snapshots().Busy() })
	want := append([]string{}, rows...)
	d.until("the list is "+strings.Join(want, ", "), func() bool { return cmp.Equal(want, d.snapshotRows()) })
}

func snapshotDesk(t *testing.T) *desk {
	return newDesk(t, map[string]string{
		"dossier.toml": "[project]\nnamespace = \"acme\"\n[files]\nitems = [\"a.go\", { path = \"b.txt\", view_mode = \"summary\" }, \"*.md\"]\n",
		"a.go":         "package a\n", "b.txt": "one\ntwo\n", "c.md": "# C\n",
	})
}

func TestWrittenDossiersAreListed(t *testing.T) {
	d := snapshotDesk(t)
	id := d.wrote()
	if id != (project.SnapshotID{Copied: false, Name: "acme_001"}) {
		t.Fatalf("written as %v", id)
	}
	row, ok := d.Snapshots().Row(id)
	if !ok || row.Number != 1 || row.Files != 3 || row.Tokens != d.Document().Tokens || row.Copied || !row.Recorded || row.Damage != nil || row.Bytes != int64(d.Document().Bytes) {
		t.Errorf("listed as %+v", row)
	}
	sent, ok := d.Snapshots().LastSent()
	if !ok || sent.ID != id || sent.Document.Text() != d.read(".dossier/out/acme_001.md") {
		t.Errorf("sent last is %v, %t", sent.ID, ok)
	}
	record := sent.Record
	if len(record.Files) != 3 || record.Files[1].ViewMode != models.Summary || record.Files[0].SHA256 == "" || record.Version != project.Version {
		t.Errorf("the record holds %+v", record)
	}
	for i, entry := range record.Composition.Files {
		if entry.InjectedAt == nil || *entry.InjectedAt < 1.7e9 {
			t.Errorf("entry %d was injected at %v", i, entry.InjectedAt)
		}
	}
	if d.Snapshots().Path(id) != d.path(".dossier/out/acme_001.md") {
		t.Errorf("it lies at %s", d.Snapshots().Path(id))
	}
	d.stop()
	d.start()
	d.until("the last one is known", func() bool { _, ok := d.Snapshots().LastSent(); return ok })
	if again, _ := d.Snapshots().LastSent(); again.Document.Text() != sent.Document.Text() || again.Document.Blocks() != sent.Document.Blocks() {
		t.Error("after a start the last one is another")
	}
}

// What is copied is kept for the user, once in a row, and only where the clipboard
// took it.
func TestCopiesAreKept(t *testing.T) {
	d := snapshotDesk(t)
	id := d.lists("copied", d.Copy().Dossier)
	if id != (project.SnapshotID{Copied: true, Name: "acme_c001"}) || d.path(".dossier") == "" {
		t.Fatalf("copied as %v", id)
	}
	if _, err := os.Stat(d.path(".dossier")); err == nil {
		t.Error("a copy left something in the project")
	}
	if data, err := os.ReadFile(d.Snapshots().Path(id)); err != nil || string(data) != d.clip.text {
		t.Errorf("kept is %q, %v", data, err)
	}
	d.Copy().Dossier()
	d.settle()
	d.wantSnapshots("acme_c001 copied")
	d.clip.err = errors.New("no")
	d.SetInstruction("why?")
	d.Copy().Dossier()
	d.settle()
	d.wantSnapshots("acme_c001 copied")
	d.clip.err = nil
	d.lists("copied", d.Copy().Dossier)
	d.wantSnapshots("acme_c002 copied", "acme_c001 copied")

	settings := d.Settings().All()
	settings.CopiesMax = 1
	if err := d.Settings().Set(settings, d.Settings().Junk()); err != nil {
		t.Fatal(err)
	}
	d.Snapshots().Pin([]project.SnapshotID{id}, true)
	d.SetInstruction("how?")
	d.Copy().Dossier()
	d.settle()
	d.wantSnapshots("acme_c003 copied", "acme_c001 copied pinned")

	settings.KeepCopies = false
	if err := d.Settings().Set(settings, d.Settings().Junk()); err != nil {
		t.Fatal(err)
	}
	d.SetInstruction("who?")
	d.Copy().Dossier()
	d.settle()
	d.wantSnapshots("acme_c003 copied", "acme_c001 copied pinned")
	if !strings.Contains(d.clip.text, "who?") {
		t.Error("it was not copied")
	}
}

// A copy succeeds also where it cannot be kept, and that is said.
func TestCopyThatCannotBeKept(t *testing.T) {
	d := snapshotDesk(t)
	if err := errors.Join(os.MkdirAll(d.places.State, 0o700), os.WriteFile(filepath.Join(d.places.State, "copies"), nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	d.Copy().Dossier()
	d.until("it is said", func() bool { return strings.Contains(d.said(), "the copied document was not stored as a snapshot") })
	if d.clip.text != d.Document().Text() {
		t.Errorf("copied is %q", d.clip.text)
	}
}

// said is all messages, errors included.
func (d *desk) said() string {
	var b strings.Builder
	for _, m := range d.messages {
		b.WriteString(m.Text)
		if p, ok := m.Fields["Problem"].(string); ok {
			b.WriteString(p)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func TestReplayShowsTheVeryBytes(t *testing.T) {
	d := snapshotDesk(t)
	id := d.wrote()
	text := d.read(".dossier/out/acme_001.md")
	d.write("a.go", "package changed\n")
	d.Remove([]string{"b.txt"})
	d.settle()
	now := d.Document().Text()

	d.Snapshots().Replay(id, false)
	d.until("it is replayed", func() bool { _, ok := d.Snapshots().Replayed(); return ok })
	r, _ := d.Snapshots().Replayed()
	if r.ID != id || r.Again || r.Damage != nil || d.Document().Text() != text || d.Preview().Document() != d.Document() {
		t.Errorf("replayed is %v", r.ID)
	}
	d.Copy().Dossier()
	d.settle()
	if got := d.last().Text; !strings.Contains(got, "copy it with Copy snapshot") || d.clip.text != "" {
		t.Errorf("copying the document in a replay says %s and copies %q", got, d.clip.text)
	}
	d.Snapshots().CopyReplay()
	d.settle()
	if d.clip.text != text {
		t.Errorf("copied is %q", d.clip.text)
	}
	d.wantSnapshots("acme_c001 copied", "acme_001")
	d.Snapshots().Write()
	if got := d.last().Text; !strings.Contains(got, "go back to now first") {
		t.Errorf("writing in a replay says %s", got)
	}
	chosen := filepath.Join(t.TempDir(), "chosen.md")
	d.Snapshots().WriteTo(chosen, false)
	d.settle()
	if _, err := os.Lstat(chosen); err == nil || !strings.Contains(d.last().Text, "go back to now first") {
		t.Errorf("writing to a file in a replay says %s, and the file: %v", d.last().Text, err)
	}
	d.SetInstruction("typed meanwhile") // which shows the current document again
	d.settle()
	if _, ok := d.Snapshots().Replayed(); ok || !strings.Contains(d.Document().Text(), "typed meanwhile") || d.Document().Text() == now {
		t.Error("the current document is not shown")
	}
}

func TestDamageIsNotReplayedUnasked(t *testing.T) {
	d := snapshotDesk(t)
	id := d.wrote()
	d.write(".dossier/out/acme_001.md", strings.Replace(d.read(".dossier/out/acme_001.md"), "package a", "package b", 1))
	d.wantSnapshots("acme_001")
	d.Snapshots().Replay(id, false)
	d.until("it is said", func() bool {
		return strings.Contains(d.said(), "acme_001.md is damaged and cannot be replayed exactly")
	})
	d.wantSnapshots("acme_001 damaged")
	if _, ok := d.Snapshots().Replayed(); ok {
		t.Error("it is replayed")
	}
	d.Snapshots().Copy(id)
	d.settle()
	d.until("it is read", func() bool { return !d.Snapshots().Busy() })
	if d.clip.text != "" {
		t.Errorf("copied is %q", d.clip.text)
	}
	d.Snapshots().Replay(id, true)
	d.until("it is shown", func() bool { _, ok := d.Snapshots().Replayed(); return ok })
	if r, _ := d.Snapshots().Replayed(); r.Damage == nil || !strings.Contains(d.Document().Text(), "package b") {
		t.Errorf("shown with %v", r.Damage)
	}
}

func TestRestoreIsOneStep(t *testing.T) {
	d := snapshotDesk(t)
	d.SetFocused(true)
	d.SetFocusRows([]int{0}, true)
	d.SetStrategy(models.FullText)
	d.settle()
	want := d.Composition()
	id := d.wrote()
	d.Clear()
	d.SetFocused(false)
	d.SetStrategy(models.Summarize)
	d.settle()
	cleared := d.Composition()
	d.Snapshots().Replay(id, false)
	d.until("it is replayed", func() bool { _, ok := d.Snapshots().Replayed(); return ok })
	d.Snapshots().Restore(id)
	d.until("it is restored", func() bool { return len(d.Files().Items()) == 3 })
	if diff := cmp.Diff(want.Fields(), d.Composition().Fields()); diff != "" {
		t.Errorf("restored is another (-want +got):\n%s", diff)
	}
	if _, ok := d.Snapshots().Replayed(); ok {
		t.Error("it is still replayed")
	}
	d.settle()
	if m := d.last(); !m.Undo || m.N != 3 {
		t.Errorf("said is %+v", m)
	}
	if !d.Undo() {
		t.Fatal("nothing to undo")
	}
	if diff := cmp.Diff(cleared.Fields(), d.Composition().Fields()); diff != "" {
		t.Errorf("undo gives another (-want +got):\n%s", diff)
	}
	d.settle()
}

// Rendering again shows the current files and does not change the composition.
func TestRenderAgain(t *testing.T) {
	d := snapshotDesk(t)
	id := d.wrote()
	d.write("a.go", "package today\n")
	d.Clear()
	d.settle()
	d.Snapshots().RenderAgain(id)
	d.until("it is shown", func() bool { _, ok := d.Snapshots().Replayed(); return ok })
	r, _ := d.Snapshots().Replayed()
	if !r.Again || !strings.Contains(d.Document().Text(), "package today") || len(d.Files().Items()) != 0 {
		t.Errorf("shown is\n%s", d.Document().Text())
	}
	copied := d.lists("copied", d.Snapshots().CopyReplay)
	if sent, _ := d.Snapshots().LastSent(); sent.ID != copied || len(sent.Record.Composition.Files) != 3 || d.clip.text != d.Document().Text() {
		t.Errorf("kept is %+v", sent.Record)
	}
}

func TestSnapshotsAreDescribedPinnedDeletedAndExported(t *testing.T) {
	d := snapshotDesk(t)
	first := d.wrote()
	d.SetInstruction("second")
	second := d.wrote()
	copied := d.lists("copied", d.Copy().Dossier)
	d.Snapshots().Describe(first, "before the fix")
	d.Snapshots().Pin([]project.SnapshotID{first, copied}, true)
	d.wantSnapshots("acme_c001 copied pinned", "acme_002", "acme_001 pinned: before the fix")
	d.Snapshots().Pin([]project.SnapshotID{copied}, false)
	d.wantSnapshots("acme_c001 copied", "acme_002", "acme_001 pinned: before the fix")

	d.Snapshots().Delete([]project.SnapshotID{second, copied})
	d.wantSnapshots("acme_001 pinned: before the fix")
	if undo, _ := d.UndoLabels(); english(undo) != "delete 2 snapshots" || !d.last().Undo {
		t.Errorf("undo would %s", english(undo))
	}
	if sent, ok := d.Snapshots().LastSent(); !ok || sent.ID != first {
		t.Errorf("sent last is %v", sent.ID)
	}
	d.Undo()
	d.wantSnapshots("acme_c001 copied", "acme_002", "acme_001 pinned: before the fix")
	d.Redo()
	d.wantSnapshots("acme_001 pinned: before the fix")
	d.Undo()
	d.wantSnapshots("acme_c001 copied", "acme_002", "acme_001 pinned: before the fix")

	rule := snapshots.Rule{Keep: 1}
	if rows := d.Snapshots().Prunable(false, rule); len(rows) != 0 {
		t.Errorf("prunable are %v", rows)
	}
	d.SetInstruction("third")
	d.wrote()
	if rows := d.Snapshots().Prunable(false, rule); len(rows) != 1 || rows[0].ID != second {
		t.Errorf("prunable are %v", rows)
	}
	d.Snapshots().Prune(false, rule)
	d.wantSnapshots("acme_003", "acme_c001 copied", "acme_001 pinned: before the fix")
	d.Snapshots().Prune(false, rule)
	if d.last().Text != "There is nothing to prune" {
		t.Errorf("said is %v", d.last())
	}

	to := filepath.Join(t.TempDir(), "sent.md")
	d.Snapshots().Export(first, to, true, false)
	d.until("it is exported", func() bool { return strings.Contains(d.last().Text, "Exported") })
	for _, ext := range []string{".md", ".toml"} {
		got, err := os.ReadFile(strings.TrimSuffix(to, ".md") + ext)
		if err != nil || string(got) != d.read(".dossier/out/acme_001"+ext) {
			t.Errorf("exported is %q, %v", got, err)
		}
	}
	d.stop()
	if left, err := os.ReadDir(filepath.Join(d.places.State, "trash")); err != nil || len(left) != 0 {
		t.Errorf("in the trash are %v, %v", left, err)
	}
}

// The list follows the disk while it is in view.
func TestListIsLookedAtWhileShown(t *testing.T) {
	d := snapshotDesk(t)
	d.wrote()
	d.Snapshots().SetVisible(true)
	for from, to := range map[string]string{"acme_001.md": "acme_004.md", "acme_001.toml": "acme_004.toml"} {
		d.write(".dossier/out/"+to, d.read(".dossier/out/"+from))
	}
	d.wantSnapshots("acme_004", "acme_001")
	d.Snapshots().SetVisible(false)
}

func (d *desk) driftOf(id project.SnapshotID) project.Drift {
	d.tb.Helper()
	d.until("it is compared", func() bool { _, ok := d.Snapshots().Drift(id); return ok && !d.Snapshots().Busy() })
	drift, _ := d.Snapshots().Drift(id)
	return drift
}

func TestDrift(t *testing.T) {
	t.Parallel()
	d := newDesk(t, map[string]string{
		"dossier.toml": "[project]\nnamespace = \"acme\"\n[files]\nitems = [\"a\", \"b\", \"c\", \"d\", \"missing\", \"later\"]\n",
		"a":            "one\n", "b": "two\n", "c": "three\n", "d": "four\n",
	})
	id := d.wrote()
	d.Snapshots().InView([]project.SnapshotPair{{ID: id}})
	if diff := cmp.Diff(project.Drift{Files: 6}, d.driftOf(id)); diff != "" {
		t.Errorf("right away (-want +got):\n%s", diff)
	}
	info, err := os.Stat(d.path("b"))
	if err != nil {
		t.Fatal(err)
	}
	d.write("a", "one and more\n")
	d.write("b", "owt\n") // the same size at the same time
	if err := os.Chtimes(d.path("b"), info.ModTime(), info.ModTime()); err != nil {
		t.Fatal(err)
	}
	d.write("d", "four\n") // another time, the same bytes
	d.write("later", "now there\n")
	if err := os.Remove(d.path("c")); err != nil {
		t.Fatal(err)
	}
	want := project.Drift{Files: 6, Changed: []string{"a", "b", "later"}, Missing: []string{"c"}}
	d.until("the disk is followed", func() bool { got, _ := d.Snapshots().Drift(id); return cmp.Equal(want, got) })
}

func TestKeptCopiesInSettings(t *testing.T) {
	if s := presets.DefaultSettings(); !s.KeepCopies || s.CopiesMax != 200 || s.CopiesDays != 90 {
		t.Errorf("copies are kept as %+v", s)
	}
}

// What was sent last is the newest that is whole.
func TestLastSentIsWhole(t *testing.T) {
	d := snapshotDesk(t)
	first := d.wrote()
	d.SetInstruction("second")
	d.wrote()
	text := d.read(".dossier/out/acme_002.md")
	d.write(".dossier/out/acme_002.md", strings.Replace(text, "second", "sec0nd", 1))
	d.stop()
	d.start()
	d.wantSnapshots("acme_002 damaged", "acme_001")
	if sent, ok := d.Snapshots().LastSent(); !ok || sent.ID != first {
		t.Errorf("sent last is %v, %t", sent.ID, ok)
	}
	d.write(".dossier/out/acme_002.md", text)
	d.Snapshots().SetVisible(true)
	d.wantSnapshots("acme_002", "acme_001")
	d.until("the last one is known", func() bool { sent, _ := d.Snapshots().LastSent(); return sent.ID.Name == "acme_002" })
	d.Snapshots().SetVisible(false)
}
