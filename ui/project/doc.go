// Package project is an opened project: a folder, what is kept for it, and what can be done
// with both. The window and the command line are faces of it: what one can do, the other
// can, through the same call.
//
// A [Project] knows nothing of windows, holds nothing that is unsaved, and starts no
// goroutine that outlives a call. What changes a composition is an [Edit], a pure function of
// one composition to the next; what changes the files of presets is a [PresetPlan], which
// gives back the plan that undoes it.
//
// Nothing is written into the project's folder except by calls that say so. Paths outside of
// it are read only with the user's leave; see [Access.Allow].
package project
