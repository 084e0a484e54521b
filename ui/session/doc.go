// Package session is what the user is doing in a window: the project that is open, what is
// put together from it, what can be taken back, and the document that comes of it. It
// knows nothing of widgets: the window shows it and calls it, and tests need none. What can
// be done with a project without a window is in [project.Project].
//
// A [Session] belongs to one goroutine, the window's. Slow work runs in jobs beside
// it and comes back through Options.Do in one hop; of each kind of job only the
// newest counts. [Session.Close] ends all of them and waits.
//
// Nothing is written into a project's folder except by [Session.Save],
// [snapshots.Part.Write] and their likes, which the user asks for, and but for discussions:
// about a second after the user has changed one, it is in the project's history file. What
// is unsaved is kept in the user's state folder within two seconds of each change.
package session
