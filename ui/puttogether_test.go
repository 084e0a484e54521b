package ui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"dossier/ui/features/repairlist"
	"dossier/ui/features/repairlist/repairview"
	"dossier/ui/features/secretlist"
	"dossier/ui/features/secretlist/secretsview"
	"dossier/ui/kit"
	"dossier/ui/part/parttest"
)

// A preset of which files are missing says so when it is applied.
func TestAPresetWithMissingFilesSaysSo(t *testing.T) {
	dir := t.TempDir()
	for name, content := range map[string]string{
		"a.txt": "a\n", "dossier.toml": "[presets.most]\nfiles = [\"a.txt\", \"gone.txt\", \"lost/*.go\", \"old.txt\"]\n[presets.all]\nfiles = [\"a.txt\"]\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s := newStage(t, parttest.Places(t))
	s.Start(dir, false)
	s.Settle()
	for _, row := range s.session.Presets().Switchable() {
		if row.Name == "most" {
			s.presets.ApplyNumber(row.Number)
		}
	}
	s.Until("it is said", func() bool { return s.overlay.ToastText() == "most: 3 of 4 files are missing" })
	s.Settle()
	s.session.Copy().Dossier()
	s.Until("the copy says so too", func() bool { return strings.HasPrefix(s.overlay.ToastText(), "Copied 1 file, ") })
	if got := s.overlay.ToastText(); !strings.HasSuffix(got, " tokens · 3 missing") {
		t.Errorf("it says %q", got)
	}
	for _, o := range test.LaidOutObjects(s.overlay) {
		if b, ok := o.(*kit.Button); ok && b.Text() == "Review" {
			test.Tap(b)
		}
	}
	if s.editor == nil {
		t.Fatal("Review opens nothing")
	}
	if _, ok := s.editor.Editor.(*repairview.View); !ok || len(repairlist.Of(s.session).List()) != 3 {
		t.Errorf("Review opens %T", s.editor.Editor)
	}
}

func TestTheBarSaysWhatIsMissingUntilItIsNot(t *testing.T) {
	s := sample(t)
	if s.status.notices.Visible() {
		t.Fatal("nothing is missing, and the bar says so")
	}
	if err := os.Remove(filepath.Join(s.session.Dir(), "docs", "runbook.md")); err != nil {
		t.Fatal(err)
	}
	s.session.Tree().Rescan()
	s.Until("the bar says that an entry is missing", func() bool {
		return s.status.notices.Visible() && s.status.notices.Text() == "1 entry is missing"
	})
	s.status.notices.open() // the only thing that can be done: no menu is between
	if _, ok := s.editor.Editor.(*repairview.View); !ok {
		t.Errorf("it opens %T", s.editor.Editor)
	}
	repairlist.Of(s.session).Exclude(repairlist.Of(s.session).List()...)
	s.Until("the bar says nothing", func() bool { return !s.status.notices.Visible() })
}

func TestTheBarCountsWhatLooksSecret(t *testing.T) {
	s := sample(t)
	parttest.Write(t, filepath.Join(s.session.Dir(), "deploy.sh"), "TOKEN=gh"+"p_0123456789abcdefghijABCDEFGHIJ012345\n")
	parttest.Write(t, filepath.Join(s.session.Dir(), "app.yaml"), "password: hunter22x\n")
	s.session.Tree().Rescan()
	s.Settle()
	s.session.Compose().Add([]string{"deploy.sh"})
	s.Until("the bar counts one", func() bool { return s.status.notices.Visible() && s.status.notices.Text() == "1 secret" })
	if tone := s.status.notices.notices()[0].tone; tone != "" {
		t.Errorf("it is redacted, and shown in %s", tone)
	}
	s.session.Compose().Add([]string{"app.yaml"})
	s.Until("the bar counts two", func() bool { return s.status.notices.Text() == "2 secrets" })
	if tone := s.status.notices.notices()[0].tone; tone != kit.ColorWarn {
		t.Errorf("one can be read, and it is shown in %q", tone)
	}
	s.status.notices.open() // the only thing that can be done: no menu is between
	if _, ok := s.editor.Editor.(*secretsview.View); !ok {
		t.Fatalf("it opens %T", s.editor.Editor)
	}
	secretlist.Of(s.session).Allow(secretlist.Of(s.session).List()...)
	s.Until("the bar says nothing", func() bool { return !s.status.notices.Visible() })
	s.key(fyne.KeyEscape, 0)
	if s.editor != nil {
		t.Error("Escape does not lead back")
	}
}
