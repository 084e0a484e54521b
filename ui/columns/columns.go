// Package columns contains what the lists of several features have in common: the widths of
// columns, the icons of files and folders, and the symbols of changes.
package columns

import (
	"dossier/models"
	"dossier/ui/kit"
	"dossier/ui/kit/board"
	"dossier/ui/project"
	"dossier/ui/session"
	"dossier/ui/words"

	"fyne.io/fyne/v2"
)

// Widths of columns that several features use.
const (
	SignWidth  = 18
	FoldWidth  = 16
	ModeWidth  = 110 // the longest view mode with the number of its slices, or after an arrow
	ModesWidth = 168 // two view modes with an arrow between
	CountWidth = 56  // ~99 999
)

// Symbols of changed, added and removed items.
const (
	Changed = "≠"
	Added   = "+"
	Removed = "−"
)

// File returns the icon of a kind of files.
func File(kind session.FileKind) board.Cell {
	cell := board.Cell{Kind: board.CellGlyph, Glyph: kit.GlyphFile, Tone: kit.ColorProse, Width: SignWidth}
	switch kind {
	case session.CodeFile:
		cell.Glyph, cell.Tone = kit.GlyphCode, kit.ColorCode
	case session.ProseFile:
		cell.Glyph, cell.Tone = kit.GlyphProse, kit.ColorProse
	case session.DataFile:
		cell.Glyph, cell.Tone = kit.GlyphData, kit.ColorData
	case session.ImageFile:
		cell.Glyph, cell.Tone = kit.GlyphImage, kit.ColorImage
	}
	return cell
}

// Folder returns the icon of a folder.
func Folder(open bool) board.Cell {
	cell := board.Cell{Kind: board.CellGlyph, Glyph: kit.GlyphFolder, Tone: kit.ColorFolder, Width: SignWidth}
	if open {
		cell.Glyph = kit.GlyphFolderOpen
	}
	return cell
}

// State returns git's letter for the state of a file that differs from the commit; its tooltip names the state.
func State(letter string) board.Cell {
	cell := board.Cell{Text: letter, Tone: kit.ColorWarn, Tip: states().Say(letter)}
	switch letter {
	case "A", "?":
		cell.Tone = kit.ColorGood
	case "D", "U":
		cell.Tone = kit.ColorBad
	}
	return cell
}

func states() words.Table[string] {
	return words.Table[string]{
		"A": "added", "M": "modified", "D": "deleted", "R": "renamed", "T": "type changed", "U": "conflicted", "?": "untracked",
	}
}

// ModeTint returns the background of the chip of a view mode.
func ModeTint(mode models.ViewMode) fyne.ThemeColorName {
	switch mode {
	case models.Full:
		return kit.ColorChip1
	case models.Skeleton:
		return kit.ColorChip2
	case models.Outline:
		return kit.ColorChip3
	case models.Summary:
		return kit.ColorChip4
	case models.Masked:
		return kit.ColorChip5
	case models.Custom:
		return kit.ColorChip6
	}
	return kit.ColorChip7
}

// Box returns the state of the check box of something ticked completely, partly or not.
func Box(tick project.Tick) kit.CheckState {
	switch tick {
	case project.Ticked:
		return kit.On
	case project.Partly:
		return kit.Mixed
	}
	return kit.Off
}
