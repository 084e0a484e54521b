package session

import (
	"dossier/aggregate/tree"
	"dossier/ui/features/excludes"
	"dossier/ui/features/presets"
	"dossier/ui/project"
)

// excludesHost is the host of the excluded files.
type excludesHost struct{ host }

// Excludes are the project's own ignore patterns.
func (s *Session) Excludes() *excludes.Part { return s.excludes }

// Names is the tree of the project.
func (h excludesHost) Names() *tree.Tree { return h.tree.Names() }

// Step is the current composition as a state of undo.
func (h excludesHost) Step() presets.Holder { return h.step() }

// DropFiles removes entries that name one file each, without a step.
func (h excludesHost) DropFiles(gone func(path string) bool) {
	e := project.NewEdit(h.comp, h.project.Kept().FilesBase(), h.context.All())
	if e.Drop(gone) {
		h.compose(e.Composition)
	}
}

// Relist lists the folder again, after which the document is built.
func (h excludesHost) Relist() {
	h.notify(h.changed)
	h.tree.Rescan()
}
