// Package session holds the state of a window: the open project, the composition, the undo history
// and the resulting document. It does not depend on widgets: the window shows it and calls it, and
// tests need no window. Actions on a project that need no window are methods of [project.Project].
//
// A [Session] belongs to one goroutine, the window's. Slow work runs in jobs in the background,
// whose results are delivered through Options.Do; a newer job of a kind cancels the older one.
// [Session.Close] ends all jobs and waits for them.
//
// Nothing is written into a project's folder except on request ([Session.Save],
// [snapshots.Part.Write] and similar calls), with one exception: discussions are saved to the
// project's history file about a second after each change. Unsaved work is saved in the user's
// state folder within two seconds of each change.
package session
