// Package ui implements the window: the shell around the features. It creates a [session.Session],
// lays out the features, runs commands by key, and implements everything that belongs to no
// feature: the toolbar, the status bar with its notices, the settings, the zoom.
//
// Each feature is a package of its own ([dossier/ui/features/filetree/treepanel],
// [dossier/ui/features/files/filestab] and so on) that depends only on its Host interface, which
// host.go implements. Tabs, editors and the tree are notified of every change ([Window.changed]);
// none stores anything except what the canvas needs. Everything runs on the UI goroutine, unless
// stated otherwise.
package ui
