package kit

import (
	"runtime"
	"strings"

	"fyne.io/fyne/v2"

	"dossier/ui/language"
)

// Modifiers by their common names.
const (
	Ctrl  = fyne.KeyModifierShortcutDefault // Command on macOS
	Shift = fyne.KeyModifierShift
	Alt   = fyne.KeyModifierAlt
)

// Keys returns a text with the names of modifier keys as on the keyboards of this system and in the
// current language: Cmd for Ctrl and Option for Alt on a Mac, Strg for Ctrl in German.
func Keys(text string) string { return language.Now().Keys(KeysOn(runtime.GOOS, text)) }

// Chords returns a list of chords, such as "Ctrl+Up, Space", with the names of all keys localized as by [Keys].
func Chords(list string) string { return language.Now().Chords(KeysOn(runtime.GOOS, list)) }

// KeysOn returns a text with the names of modifier keys as on the keyboards of a system.
func KeysOn(system, text string) string {
	if system != "darwin" {
		return text
	}
	return macKeys.Replace(text)
}

// German texts already contain German key names.
var macKeys = strings.NewReplacer("Ctrl+", "Cmd+", "Strg+", "Cmd+", "Alt+", "Option+")
