package textdialog

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/models"
	"dossier/ui/features/textoptions"
	"dossier/ui/kit"
	"dossier/ui/part/parttest"
)

func TestMain(m *testing.M) { parttest.Main(m) }

const toml = "[files]\nitems = [\"a.go\", \"b.go\"]\n"

func open(t *testing.T) *parttest.Stage {
	t.Helper()
	s := parttest.NewStage(t, parttest.Places(t))
	s.Open(parttest.Folder(t, map[string]string{
		"dossier.toml": toml,
		"a.go":         "package a\n\nfunc A() {\n\t// one comment of several words\n}\n",
		"b.go":         "package a\n",
	}))
	return s
}

// texts returns the effects that the dialog shows, in menu order, once all are counted.
func texts(s *parttest.Stage, d *Dialog) []string {
	var out []string
	s.Until("the effects are counted", func() bool {
		out = nil
		for _, o := range models.TextOptions() {
			if d.effects[o].Text() == "…" {
				return false
			}
			out = append(out, d.effects[o].Text())
		}
		return true
	})
	return out
}

func TestEffectsAreCountedBeforeTheClick(t *testing.T) {
	s := open(t)
	d := Open(s, nil)
	got := texts(s, d)
	if got[2] != "no difference" || got[4] != "no difference" || got[5] != "no difference" {
		t.Errorf("the effects are %q", got)
	}
	before := s.Session().Budget().Tokens
	d.set(models.WithoutComments, true)
	s.Settle()
	now := s.Session().Budget().Tokens
	if want := effectOf(before.N, now.N); got[1] != want {
		t.Errorf("the effect of leaving out comments was said to be %s, and is %s", got[1], want)
	}
	if back := texts(s, d)[1]; back != effectOf(now.N, before.N) {
		t.Errorf("the effect of the way back is said to be %s", back)
	}
	s.Session().Undo()
	s.Settle()
	if on := s.Session().Composition().Text; len(on) > 0 {
		t.Errorf("after undo %v are on", on)
	}
}

func effectOf(old, new int) string {
	if new < old {
		return "−" + kit.Count(int64(old-new)) + " tokens"
	}
	return "+" + kit.Count(int64(new-old)) + " tokens"
}

func TestRowsHaveOptionsOfTheirOwn(t *testing.T) {
	s := open(t)
	textoptions.Of(s.Session()).Set(nil, models.WithoutComments, true)
	d := Open(s, []int{0})
	if d.own.State() != kit.On || d.checks[models.WithoutComments].State() != kit.On {
		t.Error("the row does not begin with the options of the document")
	}
	d.follow(false)
	d.set(models.WithoutComments, false)
	d.set(models.LineNumbers, true)
	files := s.Session().Composition().Files
	if diff := cmp.Diff([]models.TextOption{models.LineNumbers}, files[0].Text); diff != "" || files[1].Text != nil || d.own.State() != kit.Off {
		t.Errorf("the rows have %v and %v, the box is %v", files[0].Text, files[1].Text, d.own.State())
	}
	if got := texts(s, d); got[0] == "no difference" {
		t.Errorf("the effects are %q", got)
	}
	d.follow(true)
	if files := s.Session().Composition().Files; files[0].Text != nil || d.checks[models.LineNumbers].State() != kit.Off {
		t.Errorf("the row keeps %v", files[0].Text)
	}
}
