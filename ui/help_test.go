package ui

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"dossier/ui/dialog"
	"dossier/ui/features/excludelist/excludesdialog"
	"dossier/ui/features/roots/rootsdialog"
	"dossier/ui/features/textoptions/textdialog"
	"dossier/ui/kit/edit"
	"dossier/ui/part"
)

func TestHelpIsAboutWhatIsInFront(t *testing.T) {
	s := sample(t)
	for _, f := range s.inRail() {
		s.showTab(f.ID)
		s.key(fyne.KeyF1, 0)
		if !s.help.open || s.help.at.place != f.Help || s.Focused() != s.help.view {
			t.Errorf("%s: the guide is at %q, and the keyboard in a %T", f.Title, s.help.at.place, s.Focused())
		}
		if s.editor != nil || !s.focusedIn(s.help.content) {
			t.Errorf("%s: it is not next to the tab", f.Title)
		}
		s.key(fyne.KeyF1, 0)
		if s.help.open {
			t.Errorf("%s: F1 does not close it again", f.Title)
		}
	}
	s.openSlices("go.mod", 0)
	s.key(fyne.KeyF1, 0)
	if !strings.HasPrefix(s.help.at.place, "docs/guide/files.md#") || s.editor == nil {
		t.Errorf("of the slices it is at %q", s.help.at.place)
	}
	s.Press(fyne.KeyEscape)
	if s.help.open || s.editor == nil {
		t.Error("Escape closes more than the guide, or not it")
	}
}

// TestHelpOfDialogs: the guide opens over a dialog at the page that explains it, and closing it leaves the dialog with what was typed.
func TestHelpOfDialogs(t *testing.T) {
	s := sample(t)
	s.showTab(part.Discussion)
	for name, one := range map[string]struct {
		open func()
		want string
	}{
		"settings":        {s.settingsDialog, "docs/guide/settings.md"},
		"palette":         {s.paletteDialog, keyboardHelp},
		"shortcuts":       {s.shortcutsDialog, keyboardHelp},
		"open a folder":   {s.toolbar.openDialog, "docs/guide/start.md#open-a-folder"},
		"write to":        {s.writeToDialog, "docs/guide/start.md#tick-choose-copy"},
		"add a folder":    {func() { rootsdialog.Open(host{s.Window}) }, "docs/guide/roots.md"},
		"excluded files":  {func() { excludesdialog.Open(host{s.Window}, "") }, "docs/guide/files.md#exclude-files-from-the-tree"},
		"text of files":   {func() { textdialog.Open(host{s.Window}, nil) }, "docs/guide/format.md#change-the-text-of-the-files"},
		"of a tab itself": {func() { s.dialogs.PromptText(dialog.Question{Title: "Role", Accept: "Use"}) }, "docs/guide/discussion.md"},
	} {
		t.Run(name, func(t *testing.T) {
			one.open()
			front, focused := s.dialogs.Front(), s.Focused()
			entry, typed := focused.(*edit.Entry)
			if typed {
				test.Type(entry, "ab")
			}
			s.Press(fyne.KeyF1)
			if s.dialogHelp == nil || s.dialogHelp.at.place != one.want {
				t.Fatalf("the guide is not at %q", one.want)
			}
			s.Press(fyne.KeyEscape)
			if s.dialogHelp != nil || s.dialogs.Front() != front || s.Focused() != focused || typed && entry.Text != "ab" {
				t.Error("the dialog is not as it was")
			}
			front.Close()
		})
	}
	if s.help.open {
		t.Error("the guide is open behind the dialogs too")
	}
}

// TestTheGuideIsSearchedOverADialog: what is typed there searches, Escape leaves the search and then the guide, and a dialog that
// opens over another one has its page.
func TestTheGuideIsSearchedOverADialog(t *testing.T) {
	s := sample(t)
	s.settingsDialog()
	settings := s.dialogs.Front()
	s.dialogs.PromptText(dialog.Question{Title: "Role", Accept: "Use"})
	s.Press(fyne.KeyF1)
	h := s.dialogHelp
	if h == nil || h.at.place != "docs/guide/settings.md" {
		t.Fatal("the dialog over the settings has another page")
	}
	for _, r := range "slices" {
		s.Focused().TypedRune(r)
	}
	if s.Focused() != h.find || !h.at.found {
		t.Errorf("the keyboard is at a %T, and %q is searched", s.Focused(), h.find.Text)
	}
	s.Press(fyne.KeyReturn)
	if h.at.found || s.dialogHelp != h || s.Focused() != h.view {
		t.Error("Enter does not lead to a result")
	}
	s.Press(fyne.KeyEscape)
	s.Press(fyne.KeyEscape)
	if s.dialogs.Front() != settings {
		t.Error("Escape closes more or less than the dialog in front")
	}
}

func TestTheGuideIsSearched(t *testing.T) {
	s := sample(t)
	s.showTab(part.Notes)
	s.focus(s.keyboardOf(part.Notes))
	before := s.Focused()
	s.key(fyne.KeyF1, 0)
	s.key(fyne.KeyF, ctrl)
	if s.Focused() != s.help.find {
		t.Fatalf("Ctrl+F gives the keyboard to a %T", s.Focused())
	}
	test.Type(s.help.find, "save error")
	if !s.help.at.found || !s.Readable("Notes › Save an error message") {
		t.Error("the section about errors is not among the results")
	}
	s.Press(fyne.KeyReturn)
	if s.help.at.place != "docs/guide/notes.md#save-an-error-message" || s.Focused() != s.help.view {
		t.Errorf("Enter leads to %q, and the keyboard to a %T", s.help.at.place, s.Focused())
	}
	s.Press(fyne.KeyBackspace)
	if !s.help.at.found {
		t.Errorf("Backspace leads to %q", s.help.at.place)
	}
	s.Press(fyne.KeyBackspace)
	if s.help.at.found || s.help.at.place != "docs/guide/notes.md" {
		t.Errorf("Backspace leads to %q", s.help.at.place)
	}
	s.help.find.SetText("xyzzy")
	if !s.Readable("No page of the guide has these words.") {
		t.Error("nothing is said of a search that finds nothing")
	}
	s.focus(s.help.view)
	s.Press(fyne.KeyEscape)
	if s.help.open || s.Focused() != before {
		t.Errorf("Escape gives the keyboard to a %T", s.Focused())
	}
}

// TestTypingInTheGuideSearches: letters go to the box of the search, from the first on.
func TestTypingInTheGuideSearches(t *testing.T) {
	s := sample(t)
	s.key(fyne.KeyF1, 0)
	for _, r := range "slices" {
		s.win.Canvas().Focused().TypedRune(r)
	}
	if s.Focused() != s.help.find || s.help.find.Text != "slices" || !s.help.at.found {
		t.Errorf("the keyboard is at a %T, and %q is searched", s.Focused(), s.help.find.Text)
	}
}

func TestTheGuideMakesWay(t *testing.T) {
	s := sample(t)
	s.key(fyne.KeyF1, 0)
	s.key(fyne.KeyP, alt)
	if s.help.open || !s.focusedIn(s.preview.Content()) {
		t.Error("the preview does not take its place back")
	}
	s.key(fyne.KeyF1, 0)
	s.win.Resize(fyne.NewSize(700, 600))
	if !s.help.open || !s.Readable("Find a file") {
		t.Error("it is not there any more in a narrow window")
	}
	s.goTo(part.Notes)
	if s.help.open {
		t.Error("it covers the tab that was asked for")
	}
}

// What is copied for a report names nothing of the user.
func TestAReportNamesNothingOfTheUser(t *testing.T) {
	s := sample(t)
	cmd, _ := s.commandOf("report-problem")
	s.Window.perform(cmd)
	s.Until("it is copied", func() bool { return s.Clip != "" })
	for _, want := range []string{"Dossier ", "state folder: ok", "window: 1280×800, scale 1, zoom 100 %, colours auto"} {
		if !strings.Contains(s.Clip, want) {
			t.Errorf("the report lacks %q:\n%s", want, s.Clip)
		}
	}
	for _, private := range []string{s.session.Dir(), s.Window.places.State, s.Window.places.Config, "/", "acme"} {
		text := strings.NewReplacer("linux/amd64", "", "linux/arm64", "", "darwin/arm64", "", "GNU/Linux", "", "windows/amd64", "").Replace(s.Clip)
		if strings.Contains(text, private) {
			t.Errorf("the report has %q in it:\n%s", private, s.Clip)
		}
	}
	s.Until("it is said", func() bool { return strings.HasPrefix(s.overlay.ToastText(), "Copied version, system") })
}

func TestWithoutAGuideItIsSaid(t *testing.T) {
	s := sample(t)
	s.Manual = nil
	s.key(fyne.KeyF1, 0)
	if s.help.open || s.overlay.ToastText() != "This build of Dossier has no guide in it" {
		t.Errorf("it is said: %q", s.overlay.ToastText())
	}
}

// The page of what is new has the versions of the changelog.
func TestWhatIsNewIsAPage(t *testing.T) {
	s := sample(t)
	cmd, _ := s.commandOf("whats-new")
	s.Window.perform(cmd)
	if !s.help.open || !s.Readable("Changelog") {
		t.Error("it is not shown")
	}
}
