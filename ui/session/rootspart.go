package session

import "dossier/ui/features/roots"

// rootsHost is the host of the folders beside the project.
type rootsHost struct{ excludesHost }

// Roots are the folders beside the project.
func (s *Session) Roots() *roots.Part { return s.roots }

// DropRoot removes the entries that name files of a root, without a step.
func (h rootsHost) DropRoot(label string) int {
	c := h.comp.Clone()
	rows := h.project.Roots().Drop(&c, label)
	if len(rows) > 0 {
		h.compose(c)
	}
	return len(rows)
}

// Relist lists the folder again, and looks for what needs permission.
func (h rootsHost) Relist() {
	h.access.Asks().Look()
	h.excludesHost.Relist()
}
