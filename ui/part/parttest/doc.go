// Package parttest has what tests of the window and of its parts share. A [World] is what
// any window has around it: an app, a screen, a clipboard, and a queue in the place of the
// UI goroutine. A [Stage] is the window of a part in a test of the part's own package: with
// a real session, real dialogs and toasts, and nobody else in it.
package parttest
