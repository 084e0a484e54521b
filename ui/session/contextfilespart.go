package session

import (
	"dossier/aggregate"
	"dossier/models"
	"dossier/ui/features/files"
)

// contextHost is the host of the files of the composition.
type contextHost struct{ host }

// Files returns the controller of the composition's files.
func (s *Session) Files() *files.Part { return s.context }

// resolve resolves the files and screenshots of the composition again, and ticks the files in the
// tree. The caller reports the change.
func (s *Session) resolve() {
	s.context.Resolve()
	s.resolveScreenshots()
	s.tree.Tick()
}

// Resolver returns the resolver of paths and patterns to files.
func (h host) Resolver() aggregate.Resolver { return h.context.Resolver() }

// Resolve returns the files of an entry that is not in the composition.
func (h host) Resolve(entry models.FileItem) []aggregate.Item {
	return h.context.Resolver().Rows([]models.FileItem{entry}).Items
}

// Items returns the files of the composition. RowOf returns the index of one of them. Shown returns
// row i of the most recently built document.
func (h host) Items() []aggregate.Item            { return h.context.Items() }
func (h host) RowOf(path string) (int, bool)      { return h.context.RowOf(path) }
func (h host) Shown(i int) (aggregate.Item, bool) { return h.context.Shown(i) }

// TreeStatus returns the kind of a path according to the tree alone.
func (h contextHost) TreeStatus(path string) (aggregate.Status, bool) { return h.tree.Status(path) }

// Listed reports whether all names of the project are known.
func (h contextHost) Listed() bool { return h.tree.Listed() }

// Built returns a file of the most recently built document.
func (h contextHost) Built(path string) (aggregate.Item, bool) { return h.document.Item(path) }

// BuiltFrom returns the composition of the most recently built document.
func (h contextHost) BuiltFrom() models.Composition { return h.document.BuiltFrom() }
