package ui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dossier/presets"
	"dossier/ui/features"
	"dossier/ui/features/discussion"
	"dossier/ui/features/discussion/discussiontab"
	"dossier/ui/kit/edit"
	"dossier/ui/part"
	"dossier/ui/part/parttest"
	"dossier/ui/session"
)

// otherWindow opens a folder in another window, which shows nothing.
func otherWindow(t *testing.T, places presets.Places, dir string) *session.Session {
	t.Helper()
	s, err := session.New(session.Options{Features: features.All(), Do: func(func()) {}, Places: places})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	if err := s.Open(dir); err != nil {
		t.Fatal(err)
	}
	return s
}

func TestWhatAnotherWindowLeftIsOffered(t *testing.T) {
	places, dir := parttest.Places(t), t.TempDir()
	for _, name := range []string{"a.txt", "b.txt", "c.txt"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	other := otherWindow(t, places, dir)
	s := newStage(t, places)
	s.Start(dir, false)
	s.Settle()
	said := func() string {
		if !s.status.notices.Visible() {
			return ""
		}
		return s.noticeText()
	}
	choose := func(text string) {
		t.Helper()
		for _, item := range s.status.notices.menu() {
			if item.Text == text {
				item.Action()
				return
			}
		}
		t.Fatalf("the menu does not offer %q", text)
	}
	if said() != "Another window has this project open" || s.overlay.ToastText() != said() {
		t.Errorf("the bar says %q, and the toast %q", said(), s.overlay.ToastText())
	}
	choose("Dismiss")
	if said() != "" {
		t.Error("the notice stays")
	}
	s.key("U", ctrl|shift)
	if got := s.overlay.ToastText(); !strings.Contains(got, "There is no unsaved work of other windows") {
		t.Errorf("it says %q", got)
	}

	other.Compose().Add([]string{"a.txt", "b.txt"})
	third := otherWindow(t, places, dir)
	discussion.Of(third).SetUnsent("User", "half a sen")
	s.session.Compose().Add([]string{"c.txt"})
	s.Settle()
	for _, one := range []*session.Session{other, third} {
		if err := one.Close(); err != nil {
			t.Fatal(err)
		}
	}
	s.Open(dir)
	s.Settle()
	// This window wrote last, and finds its own again.
	if got := said(); !strings.HasPrefix(got, "Unsaved work of another window, 2") || !strings.HasSuffix(got, ": an entry of the discussion · 1 more") {
		t.Errorf("the bar says %q", got)
	}
	choose("Resume it")
	tabOf[*discussiontab.Tab](s.Window, part.Discussion).Write()
	if got := s.Focused().(*edit.Editor).Text(); got != "half a sen" {
		t.Errorf("what was being written is %q", got)
	}
	if got := said(); !strings.HasSuffix(got, ": 2 entries") {
		t.Errorf("the bar says %q", got)
	}
	s.status.notices.recoveryMenu()
	if s.win.Canvas().Overlays().Top() == nil {
		t.Error("no menu by the keyboard")
	}
	s.win.Canvas().Overlays().Remove(s.win.Canvas().Overlays().Top())
	choose("Discard")
	if said() != "" {
		t.Error("the notice stays")
	}
	s.undo()
	if said() == "" {
		t.Error("undo does not bring it back")
	}
	choose("Resume it")
	s.Settle()
	if got := s.session.Files().Items(); len(got) != 2 || got[1].Path != "b.txt" {
		t.Errorf("taken up is %v", got)
	}
}
