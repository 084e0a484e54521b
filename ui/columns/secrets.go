package columns

import (
	"strings"

	"fyne.io/fyne/v2"

	"dossier/ui/features/secretlist"
	"dossier/ui/kit"
	"dossier/ui/kit/board"
	"dossier/ui/words"
)

// Secrets returns the icon for the possible secrets in a file, or in files of a folder: a lock,
// which is open and a warning if some are readable or were not checked. It returns false if there
// is nothing to show.
func Secrets(m secretlist.Badge) (board.Cell, bool) {
	cell := board.Cell{Kind: board.CellGlyph, Glyph: kit.GlyphLock, Tone: SecretsTone(m), Tip: SecretsTip(m)}
	if cell.Tone == kit.ColorWarn {
		cell.Glyph = kit.GlyphUnlocked
	}
	return cell, m != secretlist.Badge{}
}

// SecretsTone returns the colour of that icon.
func SecretsTone(m secretlist.Badge) fyne.ThemeColorName {
	if m.Readable+m.Unchecked > 0 {
		return kit.ColorWarn
	}
	return kit.ColorMuted
}

// SecretsTip describes how the possible secrets were handled in the most recent build.
func SecretsTip(m secretlist.Badge) string {
	var lines []string
	add := func(n int, line string) {
		if n > 0 {
			lines = append(lines, line)
		}
	}
	add(m.Withheld, words.Count("{{.N}} files are withheld, because files of this name hold secrets", m.Withheld))
	add(m.Redacted, words.Count("{{.N}} secrets are redacted", m.Redacted))
	add(m.Readable, words.Count("{{.N}} secrets are readable", m.Readable))
	add(m.Unchecked, words.Count("{{.N}} files were not fully checked for secrets", m.Unchecked))
	return strings.Join(lines, "\n")
}
