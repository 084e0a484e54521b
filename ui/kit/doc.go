// Package kit is the look of the window: its theme, and the widgets that Fyne
// does not have or has for fingers rather than for a dense desktop tool.
//
// The widgets know nothing of the product. Each shows a view model that the
// caller hands it and raises what the person meant through a callback. Every
// string that a person reads comes from the caller, who translates it.
//
// What may be relied on:
//
//   - A [List], a [CodeView], a [CardList] and an [Editor] make canvas objects only for
//     what is in view. Their work for a frame follows the height of the window and
//     not the length of what they show. Places are kept in float64 or whole units, so
//     length has no bound of its own.
//   - Colours, text sizes and measures are written in theme.go and nowhere else.
//     A test holds every pair of colours in use to its contrast.
//   - Everything that takes a click takes the keyboard too, and shows when it has
//     the focus. A disabled control says why in its tooltip.
//   - Nothing here starts a goroutine, apart from the timers of [Overlay], which
//     come back through fyne.Do. All else runs on the UI goroutine, and must be
//     called from it.
//
// Tooltips and toasts need an [Overlay] as the content of the window.
package kit
