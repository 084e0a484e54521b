package change

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Of branches that were merged into each other there are several merge bases, and the commits of none of them are new.
func TestLogSinceSeveralMergeBases(t *testing.T) {
	w := newWorld(t, 1)
	commit := func(subject string) { w.git("commit", "-q", "--allow-empty", "-m", subject) }
	commit("first")
	w.git("checkout", "-q", "-b", "side")
	commit("one on side")
	commit("two on side")
	w.git("checkout", "-q", "main")
	commit("one on main")
	commit("two on main")
	w.git("branch", "before")
	w.git("merge", "-q", "--no-edit", "side")
	w.git("checkout", "-q", "side")
	w.git("merge", "-q", "--no-edit", "before")
	commit("three on side")
	parsed, err := ParseRange("main...side")
	if err != nil {
		t.Fatal(err)
	}
	log, err := w.open().Log(parsed)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for c, err := range log {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, c.Subject())
	}
	want := strings.Split(strings.TrimSpace(w.git("log", "--right-only", "--format=%s", "main...side")), "\n")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("log main...side (-git +got):\n%s", diff)
	}
}
