package session

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"dossier/models"
	"dossier/presets"
	"dossier/presets/killtest"
	"dossier/ui/features"
	"dossier/ui/features/discussion"
	"dossier/ui/session/sessiontest"
)

// typed is a text that shows whether it is whole.
func typedText(n int) string {
	return fmt.Sprintf("%d\n---\n```\n%s\n", n, strings.Repeat(fmt.Sprintf("letter %d\n", n), n%50))
}

// typist is a window with endless typing: it opens the project in a folder, reports that, types
// into the last entry of its discussion, and reports what is stored.
func typist(args []string) error {
	base := args[0]
	q := sessiontest.NewQueue()
	s, err := New(Options{Features: features.All(), Do: q.Do, Places: placesIn(base), Clipboard: &clip{}})
	if err != nil {
		return err
	}
	if err := s.Open(filepath.Join(base, "project")); err != nil {
		return err
	}
	discussion.Of(s).Delay = time.Millisecond
	fmt.Println("begin")
	n, stored := 0, -1
	if h := discussion.Of(s).Active().History; len(h) > 0 {
		n = numberOf(h[len(h)-1]) + 1
	}
	for ; ; n++ {
		switch h := discussion.Of(s).Active().History; {
		case n%7 == 0:
			discussion.Of(s).InsertEntries(len(h), []models.Entry{{Role: "User", Content: typedText(n)}})
		case n%11 == 0 && len(h) > 5:
			discussion.Of(s).DeleteEntries([]int{0})
			n--
		case len(h) > 0:
			e := h[len(h)-1]
			e.Content = typedText(n)
			discussion.Of(s).SetEntry(len(h)-1, e)
		}
		q.Drain()
		if h := s.project.StoredState().History.Discussions; len(h.List) > 0 {
			d, _ := h.Current()
			if now := numberOf(d.History[len(d.History)-1]); now > stored {
				stored = now
				fmt.Println(stored)
			}
		}
		if n%5 == 0 { // time for what is typed to be stored
			<-q.Grown()
		}
	}
}

func placesIn(base string) presets.Places {
	return presets.Places{Config: filepath.Join(base, "config"), State: filepath.Join(base, "state"), Cache: filepath.Join(base, "cache")}
}

// numberOf returns the n of [typedText], or -1 when it is not whole.
func numberOf(e models.Entry) int {
	line, _, _ := strings.Cut(e.Content, "\n")
	n, err := strconv.Atoi(line)
	if err != nil || e.Content != typedText(n) {
		return -1
	}
	return n
}

// A program with endless typing is killed at random moments. Every entry that is found at the next
// start is complete, and the last one never older than what was stored. DOSSIER_KILLS is the number
// of kills.
func TestKillWhileTyping(t *testing.T) {
	kills := killtest.Kills(t, 20)
	base := t.TempDir()
	dir := filepath.Join(base, "project")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	newest, saves := -1, 0
	for range kills {
		child := killtest.Start(t, "typist", base)
		child.Line() // it begins
		for _, line := range child.Kill(120 * time.Millisecond) {
			n, err := strconv.Atoi(line)
			if err != nil {
				t.Fatalf("the child says %q", line)
			}
			newest = max(newest, n)
			saves++
		}
		newest = found(t, base, newest)
	}
	t.Logf("%d kills, %d saves reported, 0 garbled, 0 lost", kills, saves)
}

// found opens the project as at the next start and returns the number of its last entry.
func found(t *testing.T, base string, stored int) int {
	t.Helper()
	q := sessiontest.NewQueue()
	s, err := New(Options{Features: features.All(), Do: q.Do, Places: placesIn(base), Clipboard: &clip{}})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	if err := s.Open(filepath.Join(base, "project")); err != nil {
		t.Fatal(err)
	}
	if s.project.StoredState().Unread != nil {
		t.Fatal(s.project.StoredState().Unread)
	}
	history := discussion.Of(s).Active().History
	if len(history) == 0 {
		if stored >= 0 {
			t.Fatalf("nothing is there, %d was stored", stored)
		}
		return stored
	}
	for i, e := range history {
		if numberOf(e) < 0 {
			t.Fatalf("entry %d is garbled: %q", i, e.Content)
		}
	}
	if n := len(discussion.Of(s).All().List); n != 1 {
		t.Fatalf("there are %d discussions", n)
	}
	last := numberOf(history[len(history)-1])
	if last < stored {
		t.Fatalf("the last entry is %d, %d was stored", last, stored)
	}
	return last
}

// editor is a window with an unsaved composition and a draft of an entry. It reports when both are
// saved, and is never closed.
func editor(args []string) error {
	base := args[0]
	q := sessiontest.NewQueue()
	s, err := New(Options{Features: features.All(), Do: q.Do, Places: placesIn(base), Clipboard: &clip{}})
	if err != nil {
		return err
	}
	if err := s.Open(filepath.Join(base, "project")); err != nil {
		return err
	}
	s.Autosave().Delay = time.Millisecond
	s.Compose().Add([]string{"a.txt"})
	discussion.Of(s).SetUnsent("User", "half a question")
	for {
		<-q.Grown()
		q.Drain()
		kept, ok := s.Autosave().Slot().Load()
		if ok && len(kept.Composition.Files) == 1 && kept.Unsent != "" {
			fmt.Println("kept")
			select {}
		}
	}
}

func TestWhatAKilledWindowHadNotSavedIsOffered(t *testing.T) {
	d := layDesk(t, map[string]string{"a.txt": "a"})
	child := killtest.Start(t, "editor", filepath.Dir(d.dir))
	child.Line()
	child.Kill(0)
	d.start()
	old := func() string { return fmt.Sprint(pathsOf(d.Composition().Files), discussion.Of(d).Unsent().Content) }
	const unsaved, nothing = "[a.txt]half a question", "[]"
	if since := time.Since(d.Autosave().Found()); old() != unsaved || since < 0 || since > time.Hour {
		t.Fatalf("found is %s, kept at %v", old(), d.Autosave().Found())
	}
	d.Autosave().Discard()
	if old() != nothing || !d.Autosave().Found().IsZero() {
		t.Errorf("discarded, and there is %s, kept at %v", old(), d.Autosave().Found())
	}
	if d.Undo(); old() != unsaved {
		t.Errorf("taken back, and there is %s", old())
	}
	if d.Redo(); old() != nothing {
		t.Errorf("done again, and there is %s", old())
	}
	d.Undo()
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	d.start()
	if old() != unsaved || !d.Autosave().Found().IsZero() {
		t.Errorf("after a window that closed there is %s, kept at %v", old(), d.Autosave().Found())
	}
}
