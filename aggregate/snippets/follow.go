package snippets

import (
	"strings"

	"dossier/aggregate/anchor"
	"dossier/aggregate/text"
	"dossier/models"
)

// FromLines creates a note from the lines start to end of a file, from 1, inclusive. Its content can
// be updated by [Follow]. It has neither id nor time.
func FromLines(name, source string, start, end int) (models.Note, error) {
	s, err := anchor.NewText(source).Make(start, end)
	if err != nil {
		return models.Note{}, err
	}
	n := models.Note{Type: models.NoteCode, Content: text.Lines(source, s.StartLine, s.EndLine)}
	n.Metadata = models.NoteMetadata{Filename: name}.At(s)
	if !isCode(fileLanguage(name, source)) {
		n.Type = models.NoteText
	}
	return n, nil
}

// Followed returns the metadata of a note whose content may be lines of its file: with their
// anchor if the lines match, and without it otherwise.
func Followed(n models.Note, source string) models.NoteMetadata {
	m := n.Metadata
	plain := m.At(models.Slice{StartLine: m.StartLine, EndLine: m.EndLine})
	if m.StartLine < 1 || m.EndLine < m.StartLine {
		return plain
	}
	s, err := anchor.NewText(source).Make(m.StartLine, m.EndLine)
	if err != nil || s.EndLine != m.EndLine || s.ContentHash != hashOf(n.Content) {
		return plain
	}
	return m.At(s)
}

// Follow returns a note with the current lines of its file. The content is updated only if it is
// what the lines were before, not if the user has edited it. Lost lines change nothing. Health is
// empty for a note without a source file.
func Follow(n models.Note, file *anchor.Text, source string) (now models.Note, health anchor.Health) {
	s, ok := n.Metadata.Slice()
	if !ok {
		return n, ""
	}
	at := file.Resolve(s)
	if at.Health != anchor.Moved && at.Health != anchor.Changed {
		return n, at.Health
	}
	next, err := file.Make(at.Start, at.End)
	if err != nil {
		return n, anchor.Lost
	}
	if hashOf(n.Content) == n.Metadata.ContentHash {
		final := ""
		if strings.HasSuffix(n.Content, "\n") {
			final = "\n"
		}
		n.Content = text.Lines(source, at.Start, at.End) + final
	}
	n.Metadata = n.Metadata.At(next)
	return n, at.Health
}

// hashOf returns the hash of a text as a slice of itself; empty for an empty text.
func hashOf(content string) string {
	s, err := anchor.NewText(content).Make(1, text.CountLines(content))
	if err != nil {
		return ""
	}
	return s.ContentHash
}
