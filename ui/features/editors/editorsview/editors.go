// Package editorsview implements the editors of a single file: its slices, and the selection of its
// symbols. Both replace the dossier in the window, and each change immediately modifies the
// composition.
package editorsview

import (
	"dossier/ui/features/fit"
	"dossier/ui/part"
)

// Editors opens the editors of files in a window.
type Editors struct {
	w           part.Window
	slicesPanes []float32 // widths of the panes in the slices editor, as last set
}

// New returns the editors for a window.
func New(w part.Window) *Editors { return &Editors{w: w} }

// Slices opens the slices editor for a file of the project, with a line selected; 0 is the first.
func (e *Editors) Slices(path string, line int) part.Editor {
	return newSlicesEditor(e.w, path, line, &e.slicesPanes)
}

// Symbols opens the symbols editor for a file of the project.
func (e *Editors) Symbols(path string) part.Editor { return newSymbolsEditor(e.w, path, nil) }

// ProposedSymbols opens the symbols of a file as proposed by Fit.
func (e *Editors) ProposedSymbols(path string) part.Editor {
	return newSymbolsEditor(e.w, path, fit.Of(e.w.Session()))
}
