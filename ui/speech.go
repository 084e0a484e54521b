package ui

import (
	"os"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"

	"dossier/ui/kit"
	"dossier/ui/language"
	"dossier/ui/systemfonts"
	"dossier/ui/words"
)

// fonts provides the system's fonts for a language.
type fonts interface {
	Family(names []string) string // the first installed one; "" if none is installed
	Draw(text string) bool
}

// surroundings are what the window's language depends on besides the settings.
type surroundings struct {
	locale string // the system's, a BCP 47 tag
	fonts  func() fonts
}

func systemSurroundings() surroundings {
	return surroundings{lang.SystemLocale().LanguageString(), func() fonts { return systemfonts.Installed() }}
}

// speak sets the language of the window, before any of its texts is created, and the font family for it. A language
// without a font would be unreadable, as would the setting: then the window is in English, and reports why.
func (w *Window) speak(setting string) error {
	l := language.Of(setting, w.around.locale)
	if len(l.Fonts) > 0 {
		found := w.around.fonts()
		if w.family = found.Family(l.Fonts); w.family == "" && !found.Draw(l.Sample) {
			w.unshown, l = l, language.English()
		}
	}
	if l == language.English() {
		if setting == l.ID {
			speakInToolkit(l)
		}
		return words.Load()
	}
	speakInToolkit(l)
	return words.Use(l)
}

// languageFields returns the field with the name of a language that needs a font, in the current
// language, because its own name could not be read.
func languageFields(l *language.Language) map[string]any {
	names := words.Table[string]{"zh-Hans": "Chinese", "ja": "Japanese"}
	return map[string]any{"Language": names.Say(l.ID)}
}

// noFont returns the message that no font supports a language.
func noFont(l *language.Language) string {
	return words.With("No font on this system shows {{.Language}}: install one (on Debian and Ubuntu fonts-noto-cjk) and start Dossier again", languageFields(l))
}

// languageNotice reports why the window is in English, until the user knows it.
func (b *noticeButton) languageNotice() (notice, bool) {
	w := b.w
	if w.unshown == nil {
		return notice{}, false
	}
	return notice{
		text: noFont(w.unshown), brief: words.With("No font for {{.Language}}", languageFields(w.unshown)), tip: noFont(w.unshown), tone: kit.ColorWarn, toast: true,
		items: []kit.MenuItem{{Text: words.Say("Dismiss"), Action: func() { w.unshown = nil; b.refresh() }}},
	}, true
}

// speakInToolkit sets the language of the toolkit's own texts, in its file dialogs and entry menus. It reads the
// language from the environment when translations are added, on Linux and BSD: elsewhere it follows the system.
func speakInToolkit(l *language.Language) {
	for name, value := range map[string]string{"LC_ALL": "en_US.UTF-8", "LANGUAGE": strings.ReplaceAll(l.ID, "-", "_")} {
		old, set := os.LookupEnv(name)
		os.Setenv(name, value)
		defer func() {
			if os.Setenv(name, old); !set {
				os.Unsetenv(name)
			}
		}()
	}
	if err := lang.AddTranslations(fyne.NewStaticResource("en.json", []byte("{}"))); err != nil {
		fyne.LogError("the toolkit's language", err)
	}
}
