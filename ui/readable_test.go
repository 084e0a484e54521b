package ui

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"dossier/ui/features/secretlist"
	"dossier/ui/part/parttest"
)

// TestPossibleSecretsAreAskedAboutBeforeACopy: nothing is copied until the user answers, and Escape is no answer.
func TestPossibleSecretsAreAskedAboutBeforeACopy(t *testing.T) {
	s := newStage(t, parttest.Places(t))
	s.Start(parttest.Folder(t, map[string]string{"a.yaml": "password: hunter22x\n", "dossier.toml": "[files]\nitems = [\"a.yaml\"]\n"}), false)
	s.Settle()
	asked := func() bool { return s.dialogs.Front() != nil }
	s.session.Copy().Dossier()
	s.Until("it asks", asked)
	if shown := s.inFront(); !strings.Contains(shown, "a.yaml, line 1") || !strings.Contains(shown, "password-in-settings") || !strings.Contains(shown, "1 value may be a secret") || strings.Contains(shown, "hunter22x") {
		t.Errorf("the question shows %q", shown)
	}
	s.key(fyne.KeyEscape, 0)
	s.Settle()
	if asked() || s.overlay.ToastText() != "" {
		t.Errorf("after Escape it says %q", s.overlay.ToastText())
	}
	s.session.Copy().Dossier()
	s.Until("it asks again", asked)
	test.Tap(s.Button("Redact all"))
	s.Until("it is copied", func() bool { return strings.HasSuffix(s.overlay.ToastText(), "1 secret redacted") })
	s.Settle()
	s.session.Undo()
	s.Until("undone", func() bool { return len(secretlist.Of(s.session).Readable()) == 1 })
	s.Settle()
	s.session.Snapshots().Write()
	s.Until("writing asks too", asked)
	test.Tap(s.Button("Leave readable"))
	s.Until("it is written", func() bool { return strings.HasSuffix(s.overlay.ToastText(), "1 possible secret readable") })
	s.Settle()
	s.session.Copy().Dossier()
	s.Until("it is copied without a question", func() bool { return strings.HasPrefix(s.overlay.ToastText(), "Copied 1 file") })
	if asked() {
		t.Error("it asks about the same value again")
	}
}
