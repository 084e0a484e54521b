package ui

import (
	"testing"

	"fyne.io/fyne/v2"

	"dossier/presets"
	"dossier/ui/part"
)

// Stage is a window in a test, for tests outside the package.
type Stage struct{ *stage }

// NewStage returns a window with more tabs than its own.
func NewStage(t testing.TB, places presets.Places, more ...part.Feature) Stage {
	return Stage{newStage(t, places, more...)}
}

// Leave closes the window as the user does.
func (s Stage) Leave() {
	s.remember()
	s.leave()
}

// Front is the id of the tab in front.
func (s Stage) Front() string { return string(s.tab) }

// Key runs the command of a key.
func (s Stage) Key(name fyne.KeyName, mods fyne.KeyModifier) { s.key(name, mods) }

// Covered are the areas that no toast may cover.
func (s Stage) Covered() int { return len(s.inUse()) }
