// Package parttest helps to test the window and its features. A [World] is the environment of a
// window: an app, a screen, a clipboard, and a queue instead of the UI goroutine. A [Stage] is a
// window with a single feature, for tests in the feature's own package: with a real session, real
// dialogs and toasts.
package parttest
