// Package plain renders the document as plain text.
//
// Each text is enclosed in two lines of hyphens, longer than any that begin a line in it; the
// first contains the title. Everything else is indented. So no text can end its own block or
// begin another.
//
// All functions are pure and safe for concurrent use.
package plain

import (
	"fmt"
	"strings"

	"dossier/aggregate/content"
	"dossier/aggregate/text"
)

// Format renders documents as plain text.
type Format struct{}

// Name returns the format's name.
func (Format) Name() string { return "plain" }

// Title returns the display name.
func (Format) Title() string { return "Plain text" }

// Ext returns the file name extension.
func (Format) Ext() string { return ".txt" }

const sectionMark = "========"

// Heading returns the heading of a section.
func (Format) Heading(_, title string) string {
	return sectionMark + " " + text.Escape(title) + " " + sectionMark
}

// Separators returns the separators around the parts of a document.
func (Format) Separators() content.Separators {
	return content.Separators{Heading: "\n\n", Blocks: "\n\n", Sections: "\n\n\n", End: "\n"}
}

// Block renders a block.
func (Format) Block(b content.Block) content.Text {
	title := titleOf(b.Title, b.Note)
	switch body := b.Body.(type) {
	case content.Prose:
		return fenced(title, string(body))
	case content.Code:
		return fenced(title, body.Text)
	case content.Snippet:
		title = titleOf(body.Kind, b.Note)
		if body.From.Path != "" {
			title += " " + text.Escape(body.From.Path) + body.From.Lines()
		}
		return fenced(title, body.Text)
	case content.Slices:
		return slices(title, body.List)
	case content.Image:
		prose := body.Problem
		if prose == "" {
			prose = body.Path
		}
		out := "Image " + text.Escape(prose)
		if body.Caption != "" {
			out += "\n" + indent + text.Escape(text.OneLine(body.Caption))
		}
		return content.Text{Body: out}
	case content.Names:
		out := title + ":"
		for _, name := range body {
			out += "\n" + indent + text.Escape(name)
		}
		return content.Text{Body: out}
	case content.Lists:
		return lists(body)
	}
	return content.Text{Head: title}
}

// titleOf returns a title with its note.
func titleOf(name, note string) string {
	if note != "" {
		note = " (" + text.Escape(note) + ")"
	}
	return text.Escape(name) + note
}

// indent begins lines that are not file contents.
const indent = "  "

// fence returns a line of hyphens, at least eight, longer than any that begins a line of s.
func fence(s string) string {
	longest := 7
	for line := range strings.Lines(s) {
		longest = max(longest, len(line)-len(strings.TrimLeft(line, "-")))
	}
	return strings.Repeat("-", longest+1)
}

func fenced(title, s string) content.Text {
	f := fence(s)
	t := content.Text{Head: f + " " + title + "\n", Body: s, Tail: f}
	if s != "" && !strings.HasSuffix(s, "\n") {
		t.Tail = "\n" + f
	}
	return t
}

// slices renders the slices of a file, each enclosed in lines of hyphens.
func slices(title string, list []content.Slice) content.Text {
	var out content.Lines
	var t content.Text
	for i, s := range list {
		if i > 0 {
			out.Write("\n\n")
		}
		name := title
		if s.Tag != "" {
			name += " [" + text.Escape(s.Tag) + "]"
		}
		if s.Comment != "" {
			name += " (" + text.Escape(text.OneLine(s.Comment)) + ")"
		}
		if s.Problem != "" {
			out.Write(name + ":\n" + indent + text.Escape(text.OneLine(s.Problem)))
			continue
		}
		part := fenced(fmt.Sprintf("%s, lines %d to %d", name, s.Start, s.End), s.Text)
		out.Write(part.Head)
		t.Stretches = append(t.Stretches, s.At(out.Line())...)
		out.Write(part.Body + part.Tail)
	}
	t.Body = out.String()
	return t
}

// lists renders lists; each item begins on its own line.
func lists(all content.Lists) content.Text {
	var out content.Lines
	var t content.Text
	for i, list := range all {
		if i > 0 {
			out.Write("\n\n")
		}
		out.Write(text.Escape(list.Label) + ":")
		for _, item := range list.Items {
			out.Write("\n")
			t.Items = append(t.Items, out.Line())
			out.Write(indent + text.Escape(item.Title) + " (" + text.Escape(item.ID) + ")")
			if item.State != "" {
				out.Write(" [" + text.Escape(item.State) + "]")
			}
			if list.Inline {
				continue
			}
			for _, line := range item.Text {
				out.Write("\n" + indent + indent + line)
			}
		}
	}
	t.Body = out.String()
	return t
}
