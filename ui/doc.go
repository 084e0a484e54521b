// Package ui is the window. It shows a [session.Session] and turns what a person
// clicks and types into its calls; what is put together, and how, is none of its
// business.
//
// One file holds one part of the window: the toolbar, the tree, the tabs, the
// preview, the status bar, the dialogs. Each takes what it shows from the session
// when [Window.changed] says so, and keeps nothing beside what the canvas needs.
// Everything runs on the UI goroutine, except where a comment says otherwise.
package ui
