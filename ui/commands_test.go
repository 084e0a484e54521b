package ui

import (
	"errors"
	"strconv"
	"testing"

	"fyne.io/fyne/v2"

	"dossier/ui/session"
)

// Alt and a figure go to the tab at that place of the bar, with the keyboard.
func TestAltAndAFigureGoToTheTabsInTheirOrder(t *testing.T) {
	s := sample(t)
	press := func(figure int) {
		t.Helper()
		s.focus(s.treeList())
		s.key(fyne.KeyName(strconv.Itoa(figure)), alt)
	}
	bar := s.tabsInBar()
	if len(bar) != 8 {
		t.Fatalf("there are %d tabs", len(bar))
	}
	for i, tab := range bar {
		press(i + 1)
		if s.tab != tabID(tab.ID()) || s.Focused() == fyne.Focusable(s.treeList()) {
			t.Errorf("Alt+%d leads to %s, the keyboard is in a %T, want the tab %s", i+1, s.tab, s.Focused(), tab.ID())
		}
	}
	press(9)
	if s.Focused() != fyne.Focusable(s.page()) {
		t.Errorf("Alt+9 leads to a %T, want the preview", s.Focused())
	}
	s.key(fyne.Key0, alt)
	if s.Focused() != fyne.Focusable(s.treeList()) {
		t.Errorf("Alt+0 leads to a %T, want the tree", s.Focused())
	}
	s.win.Resize(fyne.NewSize(900, 700))
	if bar = s.tabsInBar(); len(bar) != 9 {
		t.Fatalf("there are %d tabs in a narrow window", len(bar))
	}
	press(9)
	if s.tab != tabID(bar[8].ID()) {
		t.Errorf("Alt+9 leads to %s in a narrow window, want %s", s.tab, bar[8].ID())
	}
}

// Ctrl+Q does what closing the window does: what is unsaved is stored, and the window is gone.
func TestCtrlQQuits(t *testing.T) {
	s := sample(t)
	s.showTab(notesID)
	s.key(fyne.KeyQ, ctrl)
	s.closed = true
	if err := s.session.Close(); !errors.Is(err, session.ErrClosed) {
		t.Errorf("the session is still open: closing it gives %v", err)
	}
	if view := s.session.Autosave().View(); view.Tab != string(notesID) {
		t.Errorf("the tab that is stored is %q", view.Tab)
	}
	for _, w := range s.App.Driver().AllWindows() {
		if w == s.win {
			t.Error("the window is still open")
		}
	}
}
