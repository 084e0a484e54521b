package ui

import "fyne.io/fyne/v2"

// later calls f on the window's goroutine, unless the window has ended: the toolkit would call f on
// the caller's goroutine then, while another one closes the session.
func (w *Window) later(f func()) {
	if !w.ended.Load() {
		w.do(f)
	}
}

// stopHook is the part of the toolkit's lifecycle that sets the function by which it saves its
// preferences when it ends.
type stopHook interface{ SetOnStoppedHookExecuted(f func()) }

// dropStopHook removes that function; the program has no such preferences. As its last act the
// toolkit's loop passes the function to another goroutine, which passes it back to the loop. If that
// happens after the loop's last look at its queue, the two wait for each other, and the program never
// ends (Fyne 2.7.4, glfw.runGL).
func dropStopHook(app fyne.App) {
	if l, ok := app.Lifecycle().(stopHook); ok {
		l.SetOnStoppedHookExecuted(nil)
	}
}
