package markdown

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"dossier/aggregate/content"
	"dossier/aggregate/text"
)

// Heading prefixes.
const (
	sectionMark = "## "
	blockMark   = "### "
	placeMark   = "#### "
)

// rule separates the parts of a document, and precedes the slices of a file.
const rule = "---"

// Format renders documents as Markdown.
type Format struct{}

// Name returns the format's name.
func (Format) Name() string { return "markdown" }

// Title returns the display name.
func (Format) Title() string { return "Markdown" }

// Ext returns the file name extension.
func (Format) Ext() string { return ".md" }

// Heading returns the heading of a section.
func (Format) Heading(_, title string) string { return sectionMark + title }

// Separators returns the separators between the parts of a document.
func (Format) Separators() content.Separators {
	const ruled = "\n\n" + rule + "\n\n"
	return content.Separators{Heading: "\n\n", Blocks: ruled, Sections: ruled, End: "\n"}
}

// Block renders a block.
func (Format) Block(b content.Block) content.Text {
	if body, ok := b.Body.(content.Snippet); ok {
		return snippet(b, body)
	}
	head := heading(b)
	switch body := b.Body.(type) {
	case content.Prose:
		return content.Text{Head: head, Body: string(body)}
	case content.Code:
		return fenced(head, body)
	case content.Slices:
		code, stretches := sliced(body.List)
		t := fenced(head, content.Code{Info: body.Info, Text: code})
		t.Stretches = stretches
		return t
	case content.Image:
		return content.Text{Head: head, Body: image(body)}
	case content.Names:
		return content.Text{Head: head, Body: names(b.Title, body)}
	case content.Lists:
		t := lists(body)
		t.Head = head
		for i := range t.Items {
			t.Items[i] += strings.Count(head, "\n")
		}
		return t
	}
	return content.Text{Head: head}
}

// heading returns the heading above a body, with the blank line.
func heading(b content.Block) string {
	if !b.Headed {
		return ""
	}
	title := b.Title
	if b.Named {
		title = CodeSpan(title)
	}
	if b.Note != "" {
		title += " (" + b.Note + ")"
	}
	return blockMark + title + "\n\n"
}

// snippet renders a text below its kind and source, on consecutive lines: the note format has no
// blank lines between them.
func snippet(b content.Block, s content.Snippet) content.Text {
	head := blockMark + s.Kind
	if b.Note != "" {
		head += " (" + b.Note + ")"
	}
	head += "\n"
	if s.From.Path != "" {
		head += placeMark + Name(s.From.Path) + s.From.Lines() + "\n"
	}
	return fenced(head, s.Code)
}

// fenced encloses code in a fence that it cannot close.
func fenced(head string, code content.Code) content.Text {
	fence := Fence(code.Text)
	tail := fence
	if code.Text != "" && !strings.HasSuffix(code.Text, "\n") {
		tail = "\n" + fence
	}
	return content.Text{Head: head + fence + code.Info + "\n", Body: code.Text, Tail: tail}
}

// Slices renders the slices of a file for its fence.
func Slices(list []content.Slice) string {
	code, _ := sliced(list)
	return code
}

func sliced(list []content.Slice) (string, []content.Stretch) {
	var out content.Lines
	var stretches []content.Stretch
	for i, s := range list {
		if i > 0 {
			out.Write("\n\n")
		}
		if s.Problem != "" {
			out.Write(s.Problem)
			continue
		}
		out.Write(sliceHead(s))
		stretches = append(stretches, s.At(out.Line())...)
		out.Write(s.Text)
	}
	return out.String(), stretches
}

// sliceHead returns the lines above a slice. Tags and comments are flattened to one line each.
func sliceHead(s content.Slice) string {
	var label []string
	if s.Tag != "" {
		label = append(label, "[Slice: "+text.Escape(s.Tag)+"]")
	}
	if s.Comment != "" {
		label = append(label, "("+text.Escape(s.Comment)+")")
	}
	head := rule + "\n"
	if len(label) > 0 {
		head += strings.Join(label, " ") + "\n"
	}
	return head + linesMark + strconv.Itoa(s.Start) + "-" + strconv.Itoa(s.End) + ":\n"
}

// linesMark begins the line that gives a slice's line numbers.
const linesMark = "Lines "

// image returns the image, followed by its caption as a paragraph.
func image(i content.Image) string {
	if i.Problem != "" {
		return i.Problem
	}
	name := strings.NewReplacer(`\`, `\\`, `[`, `\[`, `]`, `\]`).Replace(text.Escape(path.Base(i.Path)))
	out := "![" + name + "](" + LinkDestination(i.Path) + ")"
	if caption := Paragraph(i.Caption); caption != "" {
		out += "\n\n" + caption
	}
	return out
}

func names(title string, list content.Names) string {
	spans := make([]string, len(list))
	for i, name := range list {
		spans[i] = CodeSpan(name)
	}
	return title + ": " + strings.Join(spans, ", ")
}

// lists renders lists one below the other.
func lists(all content.Lists) content.Text {
	var t content.Text
	var b strings.Builder
	b.Grow(sizeOf(all))
	line := 0
	for i, list := range all {
		if i > 0 {
			b.WriteString("\n\n")
			line += 2
		}
		b.WriteString(label(list.Label))
		between := ", "
		if list.Inline {
			b.WriteString(" ")
		} else {
			b.WriteString("\n\n")
			line, between = line+2, "\n"
		}
		t.Items = slices.Grow(t.Items, len(list.Items))
		for k, item := range list.Items {
			if k > 0 {
				b.WriteString(between)
			}
			if k > 0 && !list.Inline {
				line++
			}
			t.Items = append(t.Items, line)
			if list.Inline {
				b.WriteString(item.Title)
				continue
			}
			writeItem(&b, item)
			line += max(0, len(item.Text)-1)
		}
	}
	t.Body = b.String()
	return t
}

// sizeOf returns the approximate size of lists in bytes, to avoid copying the text as it grows.
func sizeOf(all content.Lists) int {
	const around = 16 // overhead per item
	n := 0
	for _, list := range all {
		n += len(list.Label) + around
		for _, item := range list.Items {
			n += len(item.ID) + len(item.Title) + len(item.State) + around
			for _, line := range item.Text {
				n += len("\n  ") + len(line)
			}
		}
	}
	return n
}

func label(s string) string { return "**" + s + ":**" }

func inlineLabel(s string) string { return label(s) + " " }

// itemMark begins an item of a list.
const itemMark = "- **"

// Item renders a list item. Its text keeps its lines, which are indented so that they cannot end
// the list.
func Item(item content.Item) string {
	var b strings.Builder
	writeItem(&b, item)
	return b.String()
}

func writeItem(b *strings.Builder, item content.Item) {
	for _, s := range [...]string{itemMark, item.Title, "** (", CodeSpan(text.OneLine(item.ID)), ")"} {
		b.WriteString(s)
	}
	if item.State != "" {
		b.WriteString(" [" + text.OneLine(item.State) + "]")
	}
	for i, line := range item.Text {
		before := "\n  "
		switch {
		case i == 0:
			before = ": "
		case line == "":
			before = "\n"
		}
		b.WriteString(before)
		b.WriteString(line)
	}
}
