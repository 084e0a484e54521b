package session

import (
	"dossier/aggregate/tree"
	"dossier/ui/features/filetree"
	"dossier/ui/session/change"
	"dossier/ui/session/feature"
)

// treeHost is the host of the tree.
type treeHost struct{ host }

// ScanBegins reports that the folder is being listed.
func (h treeHost) ScanBegins() { h.progress.begins(Listing, false) }

// Listed adopts a new tree and updates everything that depends on it.
func (h treeHost) Listed() {
	h.resolve()
	h.notify(change.Tree | change.Composition)
	h.rebuild()
	feature.Each(h.states, feature.TreeFollower.TreeListed)
}

// WatchComplete reports whether all changes of the listed files are reported immediately.
func (h treeHost) WatchComplete(complete bool) { h.ranker.Watched(complete) }

// Names returns the tree of the project's names.
func (h host) Names() *tree.Tree { return h.tree.Names() }

// Relist lists the folder again, and checks what needs permission.
func (h host) Relist() {
	h.access.Consent().Update()
	h.tree.Rescan()
}

// Tree returns the controller of the project's files and folders.
func (s *Session) Tree() *filetree.Part { return s.tree }
