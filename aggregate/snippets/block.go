package snippets

import (
	"path"

	"dossier/aggregate/content"
	"dossier/aggregate/text"
	"dossier/models"
)

// Title is the heading of the section.
const Title = "Notes"

// TypeName returns the display name of a type.
func TypeName(t models.NoteType) string {
	switch t {
	case models.NoteCode:
		return "Code"
	case models.NoteText:
		return "Text"
	case models.NoteFile:
		return "File"
	case models.NoteREPLHistory:
		return "REPL History"
	case models.NoteError:
		return "Error"
	}
	return "Custom"
}

// Block returns the block of a note in a language; the zero block if the note is empty.
func Block(n models.Note, language string) content.Block {
	kind, place := TypeName(n.Type), Place(n)
	title := kind
	if place.Path != "" {
		title += " " + place.Path + place.Lines()
	}
	return content.Block{
		Title: title, Named: place.Path != "", Headed: true,
		Body: content.Snippet{Kind: kind, From: place, Code: content.Code{Info: text.FenceInfo(language), Text: n.Content}},
	}
}

// Place returns the source of a note.
func Place(n models.Note) content.Place {
	return content.Place{Path: n.Metadata.Filename, Start: n.Metadata.StartLine, End: n.Metadata.EndLine}
}

// Language returns the language of a note for its fence: that of its file, else that detected
// from its content, else that of the Lisp package that it names. It is empty if unknown.
func Language(n models.Note) string {
	if name := n.Metadata.Filename; name != "" {
		return fileLanguage(name, n.Content)
	}
	switch n.Type {
	case models.NoteText, models.NoteError:
	default:
		if language := ContentLanguage(n.Content); language != "" {
			return language
		}
	}
	if n.Metadata.Package != "" {
		return "lisp"
	}
	return ""
}

// fileLanguage returns the language of a file by its name. An unknown extension yields "", not plain text.
func fileLanguage(name, content string) string {
	language := text.Language(name, content)
	if language == text.PlainText && text.FindLanguage(path.Ext(name)) != text.PlainText {
		return ""
	}
	return language
}
