package kit

import "fyne.io/fyne/v2"

// The modifiers by what stands on the keys.
const (
	Ctrl  = fyne.KeyModifierShortcutDefault // Command where that is usual
	Shift = fyne.KeyModifierShift
	Alt   = fyne.KeyModifierAlt
)
