// Package kit is the look of the window: its theme, how widgets draw themselves, and the
// plain ones that Fyne does not have or has for fingers rather than for a dense desktop
// tool. The packages in it are what is long or written: boards, code, prose, graphs, editors.
//
// The widgets know nothing of the product. Each shows a view model that the
// caller hands it and raises what the person meant through a callback. Every
// string that a person reads comes from the caller, who translates it.
//
// What may be relied on:
//
//   - Colours, text sizes and measures are written in theme.go and nowhere else.
//     A test holds every pair of colours in use to its contrast.
//   - A [Drawing] keeps its canvas objects from frame to frame, so a widget is drawn afresh
//     from its state at each change without making any.
//   - Everything that takes a click takes the keyboard too, and shows when it has
//     the focus. A disabled control says why in its tooltip.
//   - Nothing here starts a goroutine, apart from the timers of [Overlay], which
//     come back through fyne.Do. All else runs on the UI goroutine, and must be
//     called from it.
//
// Tooltips and toasts need an [Overlay] as the content of the window.
package kit
