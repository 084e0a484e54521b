package ui

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"

	"dossier/ui/kit"
	"dossier/ui/kit/edit"
	"dossier/ui/kit/kittest"
)

// fields are the entries of the dialog in front, in reading order.
func (s *stage) fields() []*edit.Entry {
	var list []*edit.Entry
	s.WalkFront(func(d kittest.Drawn) {
		if e, ok := d.Object.(*edit.Entry); ok {
			list = append(list, e)
		}
	})
	return list
}

func TestSettingsAreSaved(t *testing.T) {
	s := sample(t)
	s.key(fyne.KeyComma, ctrl)
	for i, text := range []string{"120", "2048", "7", " goland ", "5", "6"} {
		s.fields()[i].SetText(text)
	}
	s.WalkFront(func(d kittest.Drawn) {
		if box, ok := d.Object.(*kit.Check); ok && slices.Contains([]string{"Pause agents", "Ask in the agent’s program too", "High contrast"}, strings.Join(kittest.Texts(box), "")) {
			box.SetState(kit.On)
		}
	})
	// A setting that changed elsewhere meanwhile stays as it is there.
	s.session.Settings().SetShowIgnored(true)
	s.Press(fyne.KeyReturn)
	if s.dialogs.Front() != nil {
		t.Fatal("Enter left the dialog open")
	}
	got := s.session.Settings().All()
	if got.Zoom != 120 || got.MaxBytes != 2048<<10 || got.ConfirmFolderFiles != 7 || got.Editor != "goland" || got.CopiesMax != 5 || got.CopiesDays != 6 || !got.ShowIgnored || got.OwnJunk || !got.PauseAgents || !got.AskInClient || !got.HighContrast {
		t.Errorf("the settings are %+v", got)
	}
	want := kit.NewTheme(kit.HighContrast, nil, nil).Color(kit.ColorMuted, theme.VariantLight)
	if colour := s.App.Settings().Theme().Color(kit.ColorMuted, theme.VariantLight); colour != want {
		t.Errorf("the window is drawn with %v, want %v of high contrast", colour, want)
	}
}

func TestAWrongSettingIsSaidAndNothingIsSaved(t *testing.T) {
	tests := []struct {
		name  string
		field int
		typed string
		says  string
	}{
		{"a word", 1, "many", `Size limit of a file, KiB: "many" is not a whole number`},
		{"too large", 0, "900", `Zoom, %: "900" is not a whole number from 70 to 200`},
		{"quotes that do not match", 3, "code 'x", `The editor "code 'x": its quotes or brackets do not match, or it is more than one command`},
		{"nothing", 4, "", `Max copies: "" is not a whole number`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := sample(t)
			before := s.session.Settings().All()
			s.key(fyne.KeyComma, ctrl)
			fields := s.fields()
			fields[2].SetText("77")
			fields[tt.field].SetText(tt.typed)
			s.Press(fyne.KeyReturn)
			if s.dialogs.Front() == nil || !s.Readable(tt.says) {
				t.Errorf("%q is not said", tt.says)
			}
			if s.Focused() != fields[tt.field] {
				t.Error("the keyboard is not in the field that is wrong")
			}
			if s.session.Settings().All() != before {
				t.Error("something was saved")
			}
			fields[tt.field].SetText("100")
			if s.Readable(tt.says) {
				t.Errorf("%q is still said after an edit", tt.says)
			}
		})
	}
}

// Ctrl++ while the settings are open must not be reverted by saving something else.
func TestZoomingWhileTheSettingsAreOpenHolds(t *testing.T) {
	s := sample(t)
	s.key(fyne.KeyComma, ctrl)
	s.key(fyne.KeyPlus, ctrl)
	s.fields()[2].SetText("9")
	s.Press(fyne.KeyReturn)
	if got := s.session.Settings().All(); got.Zoom != 110 || got.ConfirmFolderFiles != 9 {
		t.Errorf("the settings are %+v", got)
	}
}

func TestTheLongListIsFoldedAndUnfolds(t *testing.T) {
	s := sample(t)
	s.key(fyne.KeyComma, ctrl)
	if s.Readable("node_modules") {
		t.Error("the list is in view")
	}
	unfold := s.buttonThat("Show the list of ")
	test.Tap(unfold)
	var box *edit.TextBox
	s.WalkFront(func(d kittest.Drawn) {
		if b, ok := d.Object.(*edit.TextBox); ok && d.Size.Height > 0 {
			box = b
		}
	})
	if box == nil {
		t.Fatal("the list is not in view after a click")
	}
	box.SetText("*.tmp\n")
	s.dialogs.TypedKey(fyne.KeyReturn)
	if got := s.session.Settings().Junk(); got != "*.tmp\n" {
		t.Errorf("the list is %q", got)
	}
}

// buttonThat finds a button in front by how its text begins.
func (s *stage) buttonThat(begins string) *kit.Button {
	s.t.Helper()
	var found *kit.Button
	s.WalkFront(func(d kittest.Drawn) {
		if b, ok := d.Object.(*kit.Button); ok && strings.HasPrefix(b.Text(), begins) {
			found = b
		}
	})
	if found == nil {
		s.t.Fatalf("there is no button %q", begins)
	}
	return found
}

func TestPagesOfTheShortcuts(t *testing.T) {
	s := sample(t)
	s.key(fyne.KeyF1, ctrl)
	first, last := "Open a folder", "Go to a line, a symbol or a text"
	if !s.Readable(first) {
		t.Fatal("the list does not begin with opening a folder")
	}
	s.Press(fyne.KeyPageDown)
	if s.inView(first) {
		t.Error("PageDown does not scroll")
	}
	s.Press(fyne.KeyEnd)
	if !s.inView(last) {
		t.Error("End does not lead to the end")
	}
	s.Press(fyne.KeyHome)
	if !s.inView(first) {
		t.Error("Home does not lead back")
	}
	s.Press(fyne.KeyEscape)
	if s.dialogs.Front() != nil {
		t.Error("Escape left the list open")
	}
}

// inView reports whether a text of the dialog in front is not scrolled away.
func (s *stage) inView(text string) bool {
	in := false
	s.WalkFront(func(d kittest.Drawn) {
		if l, ok := d.Object.(*kit.Label); ok && l.Text() == text && d.Size.Height > 0 {
			in = true
		}
	})
	return in
}
