package kit

import (
	"runtime"
	"strings"

	"fyne.io/fyne/v2"
)

// Modifiers by their common names.
const (
	Ctrl  = fyne.KeyModifierShortcutDefault // Command on macOS
	Shift = fyne.KeyModifierShift
	Alt   = fyne.KeyModifierAlt
)

// Keys returns a text with the names of modifier keys as they are on the keyboards of this system: Cmd for Ctrl and Option for
// Alt on a Mac.
func Keys(text string) string { return KeysOn(runtime.GOOS, text) }

// KeysOn returns a text with the names of modifier keys as they are on the keyboards of a system.
func KeysOn(system, text string) string {
	if system != "darwin" {
		return text
	}
	return macKeys.Replace(text)
}

var macKeys = strings.NewReplacer("Ctrl+", "Cmd+", "Alt+", "Option+")
