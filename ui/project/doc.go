// Package project implements an opened project: its folder, its stored data, and all actions on
// both. The window, the command line and the server for agents are frontends: what one of them
// can do, the others can, with the same call.
//
// A [Project] does not depend on windows, has no unsaved state, and starts no goroutine that
// outlives a call. An [Edit] is a pure function from one composition to the next; a
// [PresetPlan] changes the files of presets and returns the plan that reverts it.
//
// Only calls documented to do so write into the project's folder. External paths are only read
// with the user's permission; see [Access.Allow].
package project
