package session

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/ui/session/change"
)

func TestTheQuestionIsAskedAnsweredAndAskedAgain(t *testing.T) {
	d := layDesk(t, map[string]string{"a.txt": "a\n", "dossier.toml": "[files]\nitems = [\"a.txt\", \"../b.txt\", \"../c.txt\"]\n"})
	d.outside("b.txt")
	d.start()
	asks := d.Access().Consent()
	targets := func() (all []string) {
		for _, a := range asks.Question().Permissions {
			all = append(all, filepath.Base(a.Target))
		}
		return all
	}
	d.until("it is asked", func() bool { return asks.Question().Open() })
	if diff := cmp.Diff([]string{"b.txt", "c.txt"}, targets()); diff != "" {
		t.Errorf("wrong question (-want +got):\n%s", diff)
	}

	// One of both is allowed: the other is not asked again.
	d.changes = 0
	asks.Answer(asks.Question(), asks.Question().Permissions[:1])
	if asks.Question().Open() || !d.changes.Has(change.Consent) {
		t.Errorf("it is still asked: %t, %b", asks.Question().Open(), d.changes)
	}
	d.until("more may be read", func() bool { return d.changes.Has(change.Composition) })
	d.until("it was looked again", func() bool { return len(asks.Question().Permissions) == 1 })
	if asks.Question().Open() || len(d.project.Access().Allowed()) != 1 {
		t.Errorf("asked are %q, allowed %q", targets(), d.project.Access().Allowed())
	}

	// The file names something else.
	d.write("dossier.toml", "[files]\nitems = [\"a.txt\", \"../b.txt\", \"../c.txt\", \"../d.txt\"]\n")
	if _, err := d.project.Reload(); err != nil {
		t.Fatal(err)
	}
	asks.Update()
	d.until("it is asked again", func() bool { return asks.Question().Open() })
	if diff := cmp.Diff([]string{"c.txt", "d.txt"}, targets()); diff != "" || asks.Question().Permissions[0].New || !asks.Question().Permissions[1].New {
		t.Errorf("wrong question (-want +got):\n%s%+v", diff, asks.Question())
	}

	// Nothing of it: it is not asked again.
	asks.Answer(asks.Question(), nil)
	d.until("it was looked again", func() bool { return len(asks.Question().Permissions) == 2 })
	if asks.Question().Open() || len(d.project.Access().Allowed()) != 1 {
		t.Errorf("asked are %q, allowed %q", targets(), d.project.Access().Allowed())
	}
}

func TestWithoutAProjectNothingIsAsked(t *testing.T) {
	d := newLauncher(t)
	asks := d.Access().Consent()
	asks.Update()
	asks.Answer(asks.Question(), nil)
	if asks.Question().Open() || d.changes.Has(change.Consent) {
		t.Errorf("it is %+v", asks.Question())
	}
}
