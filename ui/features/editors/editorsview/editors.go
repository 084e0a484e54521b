// Package editorsview has the editors of one file: its slices, and the choice of its symbols. Both
// stand in the place of the dossier, and each change is at once a step of the composition.
package editorsview

import (
	"dossier/ui/part"
)

// Editors opens the editors of files in a window.
type Editors struct {
	w           part.Window
	slicesPanes []float32 // of the slices, as the last one left them
}

// New returns the editors of a window.
func New(w part.Window) *Editors { return &Editors{w: w} }

// Slices opens the slices of a file of the project.
func (e *Editors) Slices(path string) part.Editor {
	return newSlicesEditor(e.w, path, &e.slicesPanes)
}

// Symbols opens the symbols of a file of the project.
func (e *Editors) Symbols(path string) part.Editor { return newSymbolsEditor(e.w, path, nil) }

// ProposedSymbols opens the symbols of a file as Fit proposes them.
func (e *Editors) ProposedSymbols(path string) part.Editor {
	return newSymbolsEditor(e.w, path, e.w.Session().Fit())
}
