package presets

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func filesOf(t *testing.T, s *State) []string {
	t.Helper()
	all, err := filepath.Glob(filepath.Join(s.places.State, connections, "*"))
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// Servers are listed while they run, for their own project, and each is asked to end apart.
func TestConnectionsAreListedAndEnded(t *testing.T) {
	s := NewState(Places{State: t.TempDir()})
	dir, other, now := t.TempDir(), t.TempDir(), time.Unix(1_000_000, 0).UTC()
	announce := func(dir string, since time.Time) *Presence {
		t.Helper()
		p, err := s.Announce(t.Context(), dir, since)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	late, early, elsewhere := announce(dir, now.Add(time.Hour)), announce(dir, now), announce(other, now)
	if err := early.Update(t.Context(), Connection{Client: "robot", Since: now, Calls: 3, Tokens: 70}); err != nil {
		t.Fatal(err)
	}
	list := s.Connections(t.Context(), dir)
	if len(list) != 2 || list[0] != (Connection{ID: early.id, Client: "robot", Since: now, Calls: 3, Tokens: 70}) || list[1].ID != late.id {
		t.Fatalf("%+v", list)
	}
	if err := s.Disconnect(dir, early.id); err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"", "gone", "../" + late.id, elsewhere.id} {
		if err := s.Disconnect(dir, id); err != nil {
			t.Errorf("%q: %v", id, err)
		}
	}
	if !early.EndRequested() || late.EndRequested() || elsewhere.EndRequested() {
		t.Errorf("asked to end are %t, %t, %t; want the first", early.EndRequested(), late.EndRequested(), elsewhere.EndRequested())
	}
	early.End()
	if next := announce(dir, now); next.name != early.name || next.EndRequested() {
		t.Errorf("%s takes over %s, or its request", next.name, early.name)
	} else {
		next.End()
	}
	late.End()
	elsewhere.End()
	if list, left := s.Connections(t.Context(), dir), filesOf(t, s); len(list) != 0 || len(left) != 0 {
		t.Errorf("there are still %+v and %q", list, left)
	}
}

// A server that was killed is not listed, and what it left is removed.
func TestAKilledServerIsNotListed(t *testing.T) {
	if os.Getenv("ANNOUNCE") != "" { // the process that is killed, which would leave its temporary folders
		if _, err := NewState(Places{State: os.Getenv("ANNOUNCE")}).Announce(t.Context(), os.Getenv("ANNOUNCE_DIR"), time.Now()); err != nil {
			t.Fatal(err)
		}
		_, _ = os.Stdout.WriteString("announced\n")
		select {}
	}
	s := NewState(Places{State: t.TempDir()})
	dir := t.TempDir()
	cmd := exec.Command(os.Args[0], "-test.run=^TestAKilledServerIsNotListed$", "-test.v")
	cmd.Env = append(os.Environ(), "ANNOUNCE="+s.places.State, "ANNOUNCE_DIR="+dir)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for lines := bufio.NewScanner(out); lines.Scan() && !strings.Contains(lines.Text(), "announced"); {
	}
	if list := s.Connections(t.Context(), dir); len(list) != 1 {
		t.Errorf("listed are %+v; want the other process", list)
	} else if err := s.Disconnect(dir, list[0].ID); err != nil {
		t.Error(err)
	}
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	if list, left := s.Connections(t.Context(), dir), filesOf(t, s); len(list) != 0 || len(left) != 0 {
		t.Errorf("there are still %+v and %q", list, left)
	}
}

// Records that another version or a fault left are not listed, and hold up nothing.
func TestDamagedRecordsOfServers(t *testing.T) {
	s := NewState(Places{State: t.TempDir()})
	dir := t.TempDir()
	p, err := s.Announce(t.Context(), dir, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	defer p.End()
	for _, name := range []string{p.name[:len(p.name)-1] + "7.json", p.name[:len(p.name)-1] + "x.json", "other.json", p.name + "-" + p.id + ".end.json"} {
		if err := os.WriteFile(filepath.Join(s.places.State, connections, name), []byte("{"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if list := s.Connections(t.Context(), dir); len(list) != 1 || list[0].ID != p.id {
		t.Errorf("%+v", list)
	}
}

// Without a state folder a server serves, and is not shown.
func TestWithoutAStateFolderNoServerIsShown(t *testing.T) {
	s := NewState(Places{})
	if _, err := s.Announce(t.Context(), t.TempDir(), time.Now()); err == nil {
		t.Error("a server is announced nowhere")
	}
	if list := s.Connections(t.Context(), t.TempDir()); list != nil {
		t.Errorf("%+v", list)
	}
	if err := s.Disconnect(t.TempDir(), "x"); err != nil {
		t.Error(err)
	}
	if _, err := s.ConnectionsFolder(); err == nil {
		t.Error("there is a folder")
	}
}
