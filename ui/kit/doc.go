// Package kit provides the theme of the window, the drawing of widgets, and basic widgets that
// Fyne lacks or designs for touch rather than for a dense desktop application. Its subpackages
// contain larger widgets: boards, code, prose, graphs, editors.
//
// The widgets are independent of the product. They show view models passed by the caller and
// report the user's actions through callbacks. All texts come from the caller, who translates
// them.
//
// The package guarantees:
//
//   - Colours, text sizes and measures are defined only in theme.go. A test checks the
//     contrast of every pair of colours in use.
//   - A [Drawing] reuses its canvas objects, so a widget is redrawn from its state at each
//     change without allocating objects.
//   - Everything clickable can be used with the keyboard, and shows when it is focused. A
//     disabled control shows the reason in its tooltip.
//   - The package starts no goroutines except the timers of [Overlay], which call back
//     through fyne.Do. Everything else runs on the UI goroutine, and must be called from it.
//
// Tooltips and toasts need an [Overlay] as the content of the window.
package kit
