// Package ui is the window: the shell around its parts. It makes a [session.Session], puts the
// parts into their places, runs commands by key, and has what belongs to no part: the toolbar,
// the status bar with its notices, the settings, the zoom.
//
// Each part is a package beside it ([dossier/ui/features/filetree/treepanel], [dossier/ui/features/files/filestab] and so on) that knows
// of the window what it declares as its Host; host.go is all of that. Tabs, editors and the
// tree are told of every change ([Window.changed]); none keeps anything beside what the canvas
// needs. Everything runs on the UI goroutine, except where a comment says otherwise.
package ui
