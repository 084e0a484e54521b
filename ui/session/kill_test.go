package session

import (
	"bufio"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"dossier/models"
	"dossier/presets"
)

// What the test binary does when it is started as a child: the folder that it types in.
const typistDir = "SESSION_TEST_TYPIST"

// typed is a text that shows whether it is whole.
func typedText(n int) string {
	return fmt.Sprintf("%d\n---\n```\n%s\n", n, strings.Repeat(fmt.Sprintf("letter %d\n", n), n%50))
}

// typist opens a project and types into the last entry of its discussion for ever, and says
// what is stored.
func typist(base string) error {
	q := &queue{wake: make(chan struct{}, 1)}
	s, err := New(Options{Do: q.do, Places: placesIn(base), Clipboard: &clip{}})
	if err != nil {
		return err
	}
	s.storeDelay = time.Millisecond
	if err := s.Open(filepath.Join(base, "project")); err != nil {
		return err
	}
	n, stored := 0, -1
	if h := s.Discussion().History; len(h) > 0 {
		n = numberOf(h[len(h)-1]) + 1
	}
	for ; ; n++ {
		switch h := s.Discussion().History; {
		case n%7 == 0:
			s.InsertEntries(len(h), []models.Entry{{Role: "User", Content: typedText(n)}})
		case n%11 == 0 && len(h) > 5:
			s.DeleteEntries([]int{0})
			n--
		case len(h) > 0:
			e := h[len(h)-1]
			e.Content = typedText(n)
			s.SetEntry(len(h)-1, e)
		}
		for q.step() {
		}
		if h := s.project.history.Discussions; len(h.List) > 0 {
			d, _ := h.Current()
			if now := numberOf(d.History[len(d.History)-1]); now > stored {
				stored = now
				fmt.Println(stored)
			}
		}
		time.Sleep(200 * time.Microsecond)
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

// A program in which somebody types is killed at random moments. Every entry that is found
// at the next start is whole, and the last one never older than what was stored. It makes
// as many kills as DOSSIER_KILLS says.
func TestKillWhileTyping(t *testing.T) {
	kills := 20
	if testing.Short() {
		kills = 3
	}
	if s := os.Getenv("DOSSIER_KILLS"); s != "" {
		n, err := strconv.Atoi(s)
		if err != nil {
			t.Fatal(err)
		}
		kills = n
	}
	base := t.TempDir()
	dir := filepath.Join(base, "project")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	newest, saves := -1, 0
	for range kills {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), typistDir+"="+base)
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(out)
		time.AfterFunc(time.Duration(30+rand.IntN(170))*time.Millisecond, func() { _ = cmd.Process.Kill() })
		for lines.Scan() {
			n, err := strconv.Atoi(lines.Text())
			if err != nil {
				break // the line was cut by the kill, or the child complains
			}
			newest = max(newest, n)
			saves++
		}
		if err := cmd.Wait(); err == nil || cmd.ProcessState.Exited() {
			t.Fatalf("the child ended by itself: %v, %q", err, lines.Text())
		}
		newest = found(t, base, newest)
	}
	t.Logf("%d kills, %d saves reported, 0 garbled, 0 lost", kills, saves)
}

// found opens the project as at the next start and returns the number of its last entry.
func found(t *testing.T, base string, stored int) int {
	t.Helper()
	q := &queue{wake: make(chan struct{}, 1)}
	s, err := New(Options{Do: q.do, Places: placesIn(base), Clipboard: &clip{}})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	if err := s.Open(filepath.Join(base, "project")); err != nil {
		t.Fatal(err)
	}
	if s.project.unread != nil {
		t.Fatal(s.project.unread)
	}
	history := s.Discussion().History
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
	if n := len(s.Discussions().List); n != 1 {
		t.Fatalf("there are %d discussions", n)
	}
	last := numberOf(history[len(history)-1])
	if last < stored {
		t.Fatalf("the last entry is %d, %d was stored", last, stored)
	}
	return last
}
