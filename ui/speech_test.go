package ui

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"

	"dossier/presets"
	"dossier/ui/kit/kittest"
	"dossier/ui/language"
	"dossier/ui/part/parttest"
	"dossier/ui/words"
)

// noFonts is a system with letters only.
type noFonts struct{}

func (noFonts) Family([]string) string { return "" }
func (noFonts) Draw(string) bool       { return false }

// someFonts is a system with fonts for all languages.
type someFonts struct{ family string }

func (f someFonts) Family(names []string) string {
	if slices.Contains(names, f.family) {
		return f.family
	}
	return ""
}
func (someFonts) Draw(string) bool { return true }

// speakIn makes the window speak a language for the test.
func speakIn(t *testing.T, l *language.Language) {
	t.Helper()
	if err := words.Use(l); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := words.Use(language.English()); err != nil {
			t.Error(err)
		}
	})
}

func TestTheSettingsHaveTheLanguages(t *testing.T) {
	have := []string{presets.LanguageAuto}
	for _, l := range language.All() {
		have = append(have, l.ID)
	}
	if !slices.Equal(have, presets.Languages()) {
		t.Errorf("the settings have %q, and the window %q", presets.Languages(), have)
	}
}

func TestTheWindowSpeaksTheLanguageOfTheSettings(t *testing.T) {
	tests := []struct {
		name, setting, locale string
		fonts                 fonts
		want, family          string
		says                  string
	}{
		{"the system's", presets.LanguageAuto, "de-DE", noFonts{}, "de", "", ""},
		{"the setting's", "de", "ja-JP", noFonts{}, "de", "", ""},
		{"English on another system", "en", "de-DE", noFonts{}, "en", "", ""},
		{"none of the system's", presets.LanguageAuto, "fr-FR", noFonts{}, "en", "", ""},
		{"with a font that has its forms", "zh-Hans", "en-US", someFonts{"Noto Sans CJK SC"}, "zh-Hans", "Noto Sans CJK SC", ""},
		{"with any font", "ja", "en-US", someFonts{}, "ja", "", ""},
		{"without a font the window could not be read", "ja", "en-US", noFonts{}, "en", "", "No font on this system shows Japanese"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Cleanup(func() {
				if err := words.Use(language.English()); err != nil {
					t.Error(err)
				}
			})
			w := &Window{around: surroundings{tt.locale, func() fonts { return tt.fonts }}}
			if err := w.speak(tt.setting); err != nil {
				t.Fatal(err)
			}
			if language.Now().ID != tt.want || w.family != tt.family {
				t.Errorf("the window speaks %s with the font %q, want %s with %q", language.Now().ID, w.family, tt.want, tt.family)
			}
			if got := words.Say("Settings") == "Settings"; got != (tt.want == "en") {
				t.Errorf("%s: Settings is %q", tt.want, words.Say("Settings"))
			}
			if said := w.unshown != nil; said != (tt.says != "") {
				t.Errorf("it says that a font is missing: %t", said)
			} else if said && !strings.HasPrefix(noFont(w.unshown), tt.says) {
				t.Errorf("it says %q", noFont(w.unshown))
			}
		})
	}
}

// The language is saved with the other settings, and the dialog says what it needs.
func TestTheLanguageIsASetting(t *testing.T) {
	s := sample(t)
	s.key(fyne.KeyComma, ctrl)
	choose := func(now, name, says string, step fyne.KeyName, steps int) {
		t.Helper()
		test.Tap(s.buttonThat(now))
		for range steps {
			s.Press(step)
		}
		s.Press(fyne.KeyReturn)
		if s.buttonThat(name); !s.Readable(says) {
			t.Errorf("%s: the dialog does not say %q", name, says)
		}
	}
	choose("As the system", "中文", "No font on this system shows Chinese", fyne.KeyDown, 3)
	choose("中文", "Deutsch", "Takes effect when Dossier is started again.", fyne.KeyUp, 1)
	test.Tap(s.buttonThat("Save"))
	if got := s.session.Settings().All().Language; got != "de" {
		t.Errorf("the language is %q", got)
	}
	if got := words.Say("Settings"); got != "Settings" {
		t.Errorf("half of the window would be in another language: %q", got)
	}
}

// What the model reads is the same in every language of the window.
func TestTheDocumentStaysEnglish(t *testing.T) {
	documents := map[string]string{}
	for _, l := range []*language.Language{language.English(), language.Of("de", "")} {
		speakIn(t, l)
		s := newStage(t, parttest.Places(t))
		s.Start("", true)
		s.Settle()
		documents[l.ID] = s.session.Document().Text()
		s.leave()
	}
	if len(documents["en"]) < 1000 || documents["en"] != documents["de"] {
		t.Errorf("the document has %d bytes in an English window and %d in a German one", len(documents["en"]), len(documents["de"]))
	}
}

// A window in another language says that its guide is English.
func TestTheGuideSaysThatItIsEnglish(t *testing.T) {
	for _, l := range []*language.Language{language.English(), language.Of("de", "")} {
		speakIn(t, l)
		s := sample(t)
		s.showHelp("docs/guide/README.md")
		s.Drain()
		if got := s.Readable(words.Say("The guide is in English.")); got != (l.ID != "en") {
			t.Errorf("%s: the pane says it: %t", l.ID, got)
		}
		s.leave()
	}
}

// The list of shortcuts is not wider than its dialog, in which nothing scrolls sideways.
func TestTheListOfShortcutsFitsInEachLanguage(t *testing.T) {
	for _, l := range language.All() {
		speakIn(t, l)
		s := sample(t)
		s.key(fyne.KeyF1, ctrl)
		s.WalkFront(func(d kittest.Drawn) {
			if scroll, ok := d.Object.(*container.Scroll); ok && scroll.Content.MinSize().Width > scroll.Size().Width {
				t.Errorf("%s: the list is %.0f wide, and its place %.0f", l.ID, scroll.Content.MinSize().Width, scroll.Size().Width)
			}
		})
		s.leave()
	}
}

// A window whose language cannot be shown says so in the status bar, until the user knows.
func TestAMissingFontIsSaid(t *testing.T) {
	s := sample(t)
	s.unshown = language.Of("ja", "")
	s.status.notices.refresh()
	said := func() bool {
		return slices.ContainsFunc(s.status.notices.notices(), func(n notice) bool { return n.brief == "No font for Japanese" })
	}
	if !said() {
		t.Fatal("it is not said")
	}
	n, _ := s.status.notices.languageNotice()
	parttest.MenuItem(t, n.items, "Dismiss").Action()
	if said() {
		t.Error("it is said again")
	}
}
