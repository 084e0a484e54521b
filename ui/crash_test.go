package ui

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"dossier/models"
	"dossier/presets"
	"dossier/ui/crash"
	"dossier/ui/kit/kittest"
	"dossier/ui/part/parttest"
)

// startKilled starts a window on a folder where one was killed with an unsaved composition.
func (s *stage) startKilled(crashes ...crash.Report) {
	s.t.Helper()
	dir := parttest.Folder(s.t, map[string]string{"a.txt": "a", "b.txt": "b"})
	slot := presets.NewState(s.session.Places).Claim(dir)
	err := slot.Save(context.Background(), presets.Unsaved{
		Edited: true, Composition: models.Composition{Files: []models.FileItem{models.NewFileItem("a.txt")}}, Open: time.Now(),
	})
	if err != nil {
		s.t.Fatal(err)
	}
	slot.Release(true)
	s.Crashes = crashes
	s.Start(dir, false)
	s.Settle()
}

// noticeText is the first notice in full. The button says as much of it as it has room for.
func (s *stage) noticeText() string {
	s.t.Helper()
	b := s.status.notices
	s.win.Resize(fyne.NewSize(1000, 700))
	for _, shown := range kittest.Texts(b.Button) {
		if strings.HasSuffix(shown, "…") {
			s.t.Errorf("the button says %q", shown)
		}
	}
	return b.notices()[0].text
}

func TestTheNextStartReportsACrash(t *testing.T) {
	report := crash.Report{Path: filepath.Join(t.TempDir(), "crashes", "crash-1.txt"), Time: time.Now()}
	const found, ended = "Dossier ended unexpectedly; unsaved work from ", "Dossier ended unexpectedly on "
	said := func(s *stage) string {
		if !s.status.notices.Visible() {
			return ""
		}
		return s.noticeText()
	}
	offers := func(s *stage) string {
		var all []string
		for _, item := range s.status.notices.menu() {
			if !item.Heading {
				all = append(all, item.Text)
			}
		}
		return strings.Join(all, ", ")
	}
	choose := func(s *stage, text string) {
		t.Helper()
		for _, item := range s.status.notices.menu() {
			if item.Text == text {
				item.Action()
				s.Drain()
				return
			}
		}
		t.Fatalf("the menu does not offer %q", text)
	}

	for _, answer := range []string{"Keep", "Discard"} {
		s := newStage(t, parttest.Places(t))
		s.startKilled()
		if !strings.HasPrefix(said(s), found) || offers(s) != "Keep, Discard" || !strings.HasPrefix(s.overlay.ToastText(), found) {
			t.Fatalf("the bar says %q, and offers %s", said(s), offers(s))
		}
		choose(s, answer)
		if n := len(s.session.Composition().Files); said(s) != "" || (n == 1) != (answer == "Keep") {
			t.Errorf("%s: the bar says %q, and %d files are put together", answer, said(s), n)
		}
		if answer == "Discard" {
			if s.session.Undo(); len(s.session.Composition().Files) != 1 {
				t.Error("undo does not bring it back")
			}
		}
		s.leave()
	}

	s := newStage(t, parttest.Places(t))
	s.startKilled(report)
	if !strings.HasPrefix(said(s), found) || offers(s) != "Keep, Discard, Open the folder of the report" {
		t.Errorf("the bar says %q, and offers %s", said(s), offers(s))
	}
	choose(s, "Open the folder of the report")
	if want := "file://" + filepath.ToSlash(filepath.Dir(report.Path)); len(s.App.Opened) != 1 || s.App.Opened[0] != want || said(s) == "" {
		t.Errorf("opened is %v, want %s", s.App.Opened, want)
	}
	if choose(s, "Keep"); said(s) != "" {
		t.Errorf("the bar says %q", said(s))
	}
	s.leave()

	s = newStage(t, parttest.Places(t))
	s.Crashes = []crash.Report{report}
	s.Start(t.TempDir(), false)
	if s.Drain(); !strings.HasPrefix(said(s), ended) || offers(s) != "Open the folder of the report, Dismiss" {
		t.Errorf("without anything unsaved the bar says %q, and offers %s", said(s), offers(s))
	}
	if choose(s, "Dismiss"); said(s) != "" {
		t.Errorf("the bar says %q", said(s))
	}
}
