package kit

import "fyne.io/fyne/v2"

// Modifiers by their common names.
const (
	Ctrl  = fyne.KeyModifierShortcutDefault // Command on macOS
	Shift = fyne.KeyModifierShift
	Alt   = fyne.KeyModifierAlt
)
