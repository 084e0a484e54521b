package session

import (
	"dossier/ui/features/filetree"
	"dossier/ui/session/change"
	"dossier/ui/session/progress"
)

// treeHost is what the tree needs beside what every part does.
type treeHost struct{ host }

// ScanBegins takes in that the folder is being looked at from now on.
func (h treeHost) ScanBegins() { h.progress.Begins(progress.Listing, false) }

// Progressed tells that a scan has gone on or come to its end.
func (h treeHost) Progressed() { h.notify(change.Activity) }

// Listed takes in that there is another tree, and puts together what follows from it.
func (h treeHost) Listed() {
	h.resolve()
	h.notify(change.Tree | change.Composition)
	h.rebuild()
	h.links.DiskChanged()
}

// Limited tells that not all folders are watched.
func (h treeHost) Limited() { h.notify(change.Activity) }

// Kept keeps what is open in the tree, and its order.
func (h treeHost) Kept() { h.autosave.Soon() }

// Scanned reports whether there is a tree of the project.
func (h host) Scanned() bool { return h.tree.Names() != nil }

// Tree is the project's files and folders.
func (s *Session) Tree() *filetree.Part { return s.tree }
