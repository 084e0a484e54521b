package consent

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate/beads/bd"
	"dossier/ui/session/sessiontest"
)

// fake is a session with nothing but what the question asks of it.
type fake struct {
	*sessiontest.Desk
	log []string
}

func (f *fake) Allowed()          { f.log = append(f.log, "allowed") }
func (f *fake) MayRun(bd.Request) { f.log = append(f.log, "beads") }
func (f *fake) Changed()          { f.log = append(f.log, "changed") }

func (f *fake) Keep(write func(context.Context) error) {
	f.Work.Go(func() {
		if err := write(context.Background()); err != nil {
			f.TB.Error(err)
		}
	})
}

func TestTheQuestionIsAskedAnsweredAndAskedAgain(t *testing.T) {
	f := &fake{Desk: sessiontest.New(t, map[string]string{"a.txt": "a\n", "dossier.toml": "[files]\nitems = [\"a.txt\", \"../b.txt\", \"../c.txt\"]\n"})}
	f.Write("../b.txt", "outside\n")
	p := New(f, f.Work)
	if p.Question().Open() {
		t.Error("it is asked before anybody looked")
	}
	targets := func() (all []string) {
		for _, a := range p.Question().Asks {
			all = append(all, filepath.Base(a.Target))
		}
		return all
	}
	p.Look()
	f.Until("it is asked", func() bool { return p.Question().Open() })
	if diff := cmp.Diff([]string{"b.txt", "c.txt"}, targets()); diff != "" {
		t.Errorf("wrong question (-want +got):\n%s", diff)
	}

	// One of both is allowed: the other is not asked again.
	p.Answer(p.Question(), p.Question().Asks[:1])
	if p.Question().Open() {
		t.Error("it is still asked")
	}
	f.Until("more may be read", func() bool { return slices.Contains(f.log, "allowed") })
	f.Until("it was looked again", func() bool { return len(p.Question().Asks) == 1 })
	if p.Question().Open() || len(f.Opened.Access().Allowed()) != 1 {
		t.Errorf("asked are %q, allowed %q", targets(), f.Opened.Access().Allowed())
	}

	// The file names something else.
	f.Write("dossier.toml", "[files]\nitems = [\"a.txt\", \"../b.txt\", \"../c.txt\", \"../d.txt\"]\n")
	if _, err := f.Opened.Reload(); err != nil {
		t.Fatal(err)
	}
	p.Look()
	f.Until("it is asked again", func() bool { return p.Question().Open() })
	if diff := cmp.Diff([]string{"c.txt", "d.txt"}, targets()); diff != "" || p.Question().Asks[0].New || !p.Question().Asks[1].New {
		t.Errorf("wrong question (-want +got):\n%s%+v", diff, p.Question())
	}

	// Nothing of it: it is not asked again.
	p.Answer(p.Question(), nil)
	f.Until("it was looked again", func() bool { return len(p.Question().Asks) == 2 })
	if p.Question().Open() || len(f.Opened.Access().Allowed()) != 1 {
		t.Errorf("asked are %q, allowed %q", targets(), f.Opened.Access().Allowed())
	}
	if log := strings.Join(f.log, " "); strings.Contains(log, "beads") {
		t.Errorf("it was told %s", log)
	}
}

func TestWithoutAProjectNothingIsAsked(t *testing.T) {
	f := &fake{Desk: sessiontest.New(t, nil)}
	f.Opened = nil
	p := New(f, f.Work)
	p.Look()
	p.Answer(p.Question(), nil)
	if p.Question().Open() || f.log != nil {
		t.Errorf("it is %+v, %q", p.Question(), f.log)
	}
}
