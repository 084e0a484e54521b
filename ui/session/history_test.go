package session

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dossier/models"
	"dossier/presets"
	"dossier/ui/features/discussion"
)

// stores runs what the jobs bring back until nothing is left to be stored.
func (d *desk) stores() {
	d.tb.Helper()
	d.until("the discussions are stored", func() bool { return !discussion.Of(d).Storing() })
}

// has reports whether a file of the project is there.
func (d *desk) has(name string) bool {
	_, err := os.Stat(d.path(name))
	return err == nil
}

func (d *desk) journalled() bool {
	files, err := filepath.Glob(filepath.Join(d.places.State, "discussions", "*.toml"))
	if err != nil {
		d.tb.Fatal(err)
	}
	return len(files) > 0
}

// fast has the discussions stored at once.
func (d *desk) fast() *desk {
	discussion.Of(d).Delay = time.Millisecond
	return d
}

func entry(content string) []models.Entry { return []models.Entry{{Role: "User", Content: content}} }

func TestDiscussionsAreStoredByThemselves(t *testing.T) {
	d := newDesk(t, nil).fast()
	d.stores()
	if d.has(presets.HistoryName) {
		t.Fatal("opening writes a file")
	}
	discussion.Of(d).InsertEntries(0, entry("hello"))
	d.stores()
	if got := d.read(presets.HistoryName); !strings.Contains(got, `content = "hello"`) {
		t.Errorf("the file holds\n%s", got)
	}
	if d.journalled() {
		t.Error("a journal is left")
	}
	discussion.Of(d).Reload() // as the watcher does when it sees the file that was just written
	d.stores()
	d.Undo()
	d.stores()
	if d.has(presets.HistoryName) {
		t.Errorf("after undo there is a file, which holds\n%s", d.read(presets.HistoryName))
	}
}

func TestWhatWasTypedIsStoredAtTheEnd(t *testing.T) {
	d := newDesk(t, map[string]string{presets.HistoryName: twoDiscussions})
	e := discussion.Of(d).Active().History[1]
	e.Content = "typed"
	discussion.Of(d).SetEntry(1, e)
	d.stop()
	if got := d.read(presets.HistoryName); !strings.Contains(got, `content = "typed"`) || d.journalled() {
		t.Errorf("the file holds\n%s", got)
	}
}

func TestWhatWasTypedSurvivesACrash(t *testing.T) {
	for name, files := range map[string]map[string]string{
		"a file that is not to be written": {presets.HistoryName: "schema = 99\n" + twoDiscussions},
		"a file of another program":        {presets.ForeignName: "[discussion]\nactive = \"main\"\n[discussion.discussions.main]\nhistory = [\"User: why does login fail?\", \"AI: because\"]\n"},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t, files).fast()
			discussion.Of(d).InsertEntries(2, entry("typed"))
			d.stores()
			if last := d.last(); !strings.Contains(last.Text, "on this computer only") {
				t.Errorf("it says %+v", last)
			}
			for name, text := range files {
				if d.read(name) != text {
					t.Errorf("%s was written", name)
				}
			}
			d.messages = nil
			d.start() // as after a crash
			d.wantEntries("User: why does login fail?", "AI: because", "User: typed")
			if len(d.messages) == 0 || !strings.Contains(d.messages[0].Text, "were restored") {
				t.Errorf("it says %v", d.messages)
			}
			discussion.Of(d.fast()).DeleteEntries([]int{2})
			d.stores()
			if d.journalled() {
				t.Error("a journal of nothing is left")
			}
		})
	}
}

func TestAJournalIsTheOnlyCopy(t *testing.T) {
	d := newDesk(t, map[string]string{presets.HistoryName: twoDiscussions})
	discussion.Of(d).InsertEntries(2, entry("typed"))
	journal := presets.Journal[models.Discussions]{Base: d.project.StoredState().History.Digest(), Value: discussion.Of(d).All()}
	if err := d.Autosave().Slot().Discussions().Save(context.Background(), journal); err != nil {
		t.Fatal(err)
	}
	d.write(presets.HistoryName, strings.Replace(twoDiscussions, `"because"`, `"because of that"`, 1))
	d.start()
	d.wantEntries("User: why does login fail?", "AI: because of that", "AI: because", "User: typed")
	if got := d.read(presets.HistoryName); strings.Contains(got, "typed") {
		t.Error("opening writes the file")
	}
	d.stop()
	if got := d.read(presets.HistoryName); !strings.Contains(got, "typed") || d.journalled() {
		t.Errorf("in the end the file holds\n%s", got)
	}
}

func TestAnotherProgramWritesTheDiscussion(t *testing.T) {
	t.Parallel()
	d := newDesk(t, map[string]string{presets.HistoryName: twoDiscussions}).fast()
	discussion.Of(d).InsertEntries(2, entry("mine"))
	d.stores()
	d.write(presets.HistoryName, strings.Replace(d.read(presets.HistoryName), "[[discussions.other", "[[discussions.main.history]]\nrole = \"AI\"\ncontent = \"theirs\"\n\n[[discussions.other", 1))
	d.until("theirs is shown", func() bool { return len(discussion.Of(d).Active().History) == 4 })
	d.wantEntries("User: why does login fail?", "AI: because", "User: mine", "AI: theirs")
	if undo, _ := d.UndoLabels(); undo.Text != "" {
		t.Errorf("%q rests on what is gone", english(undo))
	}

	// Both change one entry: mine is typed before the change on the disk is seen.
	discussion.Of(d).Delay = time.Hour
	e := discussion.Of(d).Active().History[0]
	e.Content = "typed"
	discussion.Of(d).SetEntry(0, e)
	d.write(presets.HistoryName, strings.Replace(d.read(presets.HistoryName), "why does login fail?", "changed", 1))
	d.until("there are two", func() bool { _, ok := discussion.Of(d).All().Find("main (2)"); return ok })
	if discussion.Of(d).All().Active != "main (2)" || discussion.Of(d).Active().History[0].Content != "typed" {
		t.Errorf("the active one is %+v", discussion.Of(d).Active())
	}
	if theirs, _ := discussion.Of(d).All().Find("main"); theirs.History[0].Content != "changed" {
		t.Errorf("theirs is %+v", theirs)
	}
	if last := d.last(); !strings.Contains(last.Text, "saved as") {
		t.Errorf("it says %+v", last)
	}
}

func TestLettersTypedWhileASaveRunsAreNoConflict(t *testing.T) {
	d := newDesk(t, map[string]string{presets.HistoryName: twoDiscussions}).fast()
	for n := range 200 {
		e := discussion.Of(d).Active().History[1]
		e.Content = strings.Repeat("x", n+1)
		discussion.Of(d).SetEntry(1, e)
		d.queue.Drain()
		if n%5 == 0 { // time for what is typed to be stored
			<-d.queue.Grown()
		}
	}
	d.stores()
	d.wantEntries("User: why does login fail?", "AI: "+strings.Repeat("x", 200))
	if n := len(discussion.Of(d).All().List); n != 2 {
		t.Errorf("there are %d discussions", n)
	}
	if got := d.read(presets.HistoryName); !strings.Contains(got, strings.Repeat("x", 200)) {
		t.Errorf("the file holds\n%s", got)
	}
	if d.Undo(); discussion.Of(d).Active().History[1].Content != "because" {
		t.Error("the letters are several steps")
	}
}

func TestWhatCannotBeSavedStaysInTheJournal(t *testing.T) {
	d := newDesk(t, map[string]string{presets.HistoryName: twoDiscussions}).fast()
	if err := os.Remove(d.path(presets.HistoryName)); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(d.path(presets.HistoryName), 0o755); err != nil {
		t.Fatal(err)
	}
	discussion.Of(d).InsertEntries(2, entry("typed"))
	d.stores()
	if !d.journalled() || !strings.Contains(d.last().Text, "on this computer only") {
		t.Errorf("it says %+v", d.last())
	}
	d.messages = nil
	discussion.Of(d).InsertEntries(3, entry("more"))
	d.stores()
	for _, m := range d.messages {
		if strings.Contains(m.Text, "on this computer only") {
			t.Error("it says so again")
		}
	}
	if err := os.Remove(d.path(presets.HistoryName)); err != nil {
		t.Fatal(err)
	}
	discussion.Of(d).InsertEntries(4, entry("at last"))
	d.stores()
	if got := d.read(presets.HistoryName); !strings.Contains(got, "typed") || !strings.Contains(got, "at last") || d.journalled() {
		t.Errorf("the file holds\n%s", got)
	}
}

// longDiscussion is a discussion of n entries of about half a kilobyte.
func longDiscussion(n int) string {
	var b strings.Builder
	b.WriteString("active = \"main\"\n")
	for i := range n {
		fmt.Fprintf(&b, "\n[[discussions.main.history]]\nrole = %q\ncontent = \"\"\"\nentry %d\n%s\"\"\"\ntime = 2026-11-21T10:00:00Z\n",
			[]string{"User", "AI"}[i%2], i, strings.Repeat("some words of an answer that goes on for a while\n", 10))
	}
	return b.String()
}

// BenchmarkLongDiscussion types into one of 10 000 entries: what the letter costs the
// window, and when the document has followed and its tokens are exact.
func BenchmarkLongDiscussion(b *testing.B) {
	d := newDesk(b, map[string]string{presets.HistoryName: longDiscussion(10_000)})
	discussion.Of(d).Delay = time.Hour
	e := discussion.Of(d).Active().History[9_000]
	b.Run("letter", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			e.Content += "x"
			discussion.Of(d).SetEntry(9_000, e)
		}
		d.settle()
	})
	b.Run("document", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			e.Content += "x"
			discussion.Of(d).SetEntry(9_000, e)
			d.settle()
		}
	})
	b.Run("step", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			discussion.Of(d).IncludeEntries([]int{9_000}, discussion.Of(d).Active().History[9_000].Exclude)
		}
		d.settle()
	})
}
