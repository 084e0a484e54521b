// Package plain renders the document as plain text.
//
// Each text stands between two lines of hyphens, which are longer than any at the beginning of a line
// of it; the first carries the title. What is no text is indented. So nothing can end its own block or
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

// Name is what projects and snapshots call the format.
func (Format) Name() string { return "plain" }

// Title is what people call it.
func (Format) Title() string { return "Plain text" }

// Ext is the ending of a document's file.
func (Format) Ext() string { return ".txt" }

const sectionMark = "========"

// Heading begins a section.
func (Format) Heading(_, title string) string {
	return sectionMark + " " + text.Escape(title) + " " + sectionMark
}

// Separators are what stands around the parts of a document.
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
		said := body.Problem
		if said == "" {
			said = body.Path
		}
		out := "Image " + text.Escape(said)
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

// titleOf is a name with what a reader should know of it.
func titleOf(name, note string) string {
	if note != "" {
		note = " (" + text.Escape(note) + ")"
	}
	return text.Escape(name) + note
}

// indent begins a line that is no text of a file.
const indent = "  "

// fence returns a line of hyphens, at least eight, longer than any that a line of a text begins with.
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

// slices renders the slices of a file, each between lines of its own.
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
		t.Stretches = append(t.Stretches, s.At(out.Line()))
		out.Write(part.Body + part.Tail)
	}
	t.Body = out.String()
	return t
}

// lists renders lists, an item on the line where it begins.
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
			for _, said := range item.Text {
				out.Write("\n" + indent + indent + said)
			}
		}
	}
	t.Body = out.String()
	return t
}
