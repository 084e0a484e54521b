// Package xml renders the document as XML 1.0, with the elements that large providers recommend
// for long prompts: each file is a document with a source and contents.
//
// Contents are in CDATA sections, so that code is unchanged. Characters that XML cannot
// represent, such as escape characters, are shown as by [text.Escape].
//
// All functions are pure and safe for concurrent use.
package xml

import (
	"html"
	"strconv"
	"strings"
	"unicode/utf8"

	"dossier/aggregate/content"
	"dossier/aggregate/text"
)

// Format renders documents as XML.
type Format struct{}

// Name returns the format's name.
func (Format) Name() string { return "xml" }

// Title returns the display name.
func (Format) Title() string { return "XML" }

// Ext returns the file name extension.
func (Format) Ext() string { return ".xml" }

// Heading returns the beginning of a section.
func (Format) Heading(kind, title string) string {
	return "<section" + attribute("kind", kind) + attribute("title", title) + ">"
}

// Separators returns the separators around the parts of a document.
func (Format) Separators() content.Separators {
	return content.Separators{Begin: "<documents>\n", Heading: "\n", Blocks: "\n", Sections: "\n</section>\n", End: "\n</section>\n</documents>\n"}
}

// Block renders a block: a document with its source if the title is an external name, else an
// item with its title.
func (Format) Block(b content.Block) content.Text {
	open, inner, close := "<item"+attribute("title", b.Title)+attribute("note", b.Note)+">\n", "content", "</item>"
	if _, snippet := b.Body.(content.Snippet); b.Named && !snippet {
		open, inner, close = "<document"+attribute("note", b.Note)+"><source>"+escape(b.Title)+"</source>\n", "document_content", "</document>"
	}
	around := func(attributes string, body string) content.Text {
		return content.Text{Head: open + "<" + inner + attributes + ">" + cdataStart, Body: cdata(body), Tail: end(body) + "</" + inner + ">\n" + close}
	}
	t := content.Text{Head: open, Tail: close}
	switch body := b.Body.(type) {
	case content.Prose:
		return around("", string(body))
	case content.Code:
		return around(attribute("language", body.Info), body.Text)
	case content.Snippet:
		return around(attribute("kind", body.Kind)+attribute("source", body.From.Path)+lines(body.From.Start, body.From.End)+attribute("language", body.Info), body.Text)
	case content.Slices:
		t.Head += "<" + inner + attribute("language", body.Info) + ">\n"
		t.Tail = "</" + inner + ">\n" + close
		t.Body, t.Stretches = slices(body.List)
	case content.Image:
		t.Head += "<image" + attribute("source", body.Path) + attribute("caption", body.Caption) + attribute("problem", body.Problem) + "/>\n"
	case content.Names:
		for _, name := range body {
			t.Body += "<name>" + escape(name) + "</name>\n"
		}
	case content.Lists:
		t.Body, t.Items = lists(body, strings.Count(open, "\n"))
	}
	return t
}

// slices renders the slices of a file, one element each.
func slices(list []content.Slice) (string, []content.Stretch) {
	var out content.Lines
	var stretches []content.Stretch
	for _, s := range list {
		about := attribute("tag", s.Tag) + attribute("comment", s.Comment)
		if s.Problem != "" {
			out.Write("<lines" + about + attribute("problem", s.Problem) + "/>\n")
			continue
		}
		out.Write("<lines" + lines(s.Start, s.End) + about + ">" + cdataStart)
		stretches = append(stretches, s.At(out.Line())...)
		out.Write(cdata(s.Text) + end(s.Text) + "</lines>\n")
	}
	return out.String(), stretches
}

// lists renders lists, each item on its own line. It also returns the lines of the block on which
// the items begin; the body begins on line first.
func lists(all content.Lists, first int) (string, []int) {
	var out content.Lines
	var items []int
	for _, list := range all {
		out.Write("<list" + attribute("label", list.Label) + ">\n")
		for _, item := range list.Items {
			items = append(items, first+out.Line())
			out.Write("<entry" + attribute("id", item.ID) + attribute("title", item.Title) + attribute("state", item.State))
			if list.Inline || len(item.Text) == 0 {
				out.Write("/>\n")
				continue
			}
			line := strings.Join(item.Text, "\n")
			out.Write(">" + cdataStart + cdata(line) + end(line) + "</entry>\n")
		}
		out.Write("</list>\n")
	}
	return out.String(), items
}

func lines(start, end int) string {
	if start <= 0 {
		return ""
	}
	return attribute("start", strconv.Itoa(start)) + attribute("end", strconv.Itoa(max(start, end)))
}

// attribute returns an attribute, or nothing for an empty value.
func attribute(name, value string) string {
	if value == "" {
		return ""
	}
	return " " + name + `="` + escape(value) + `"`
}

// escape returns a text on one line for an attribute or an element.
func escape(s string) string { return html.EscapeString(text.Escape(s)) }

// The delimiters of a CDATA section, whose text begins on a new line.
const (
	cdataStart = "<![CDATA[\n"
	cdataEnd   = "]]>"
)

// end returns the end of a CDATA section, on a separate line.
func end(body string) string {
	if body != "" && !strings.HasSuffix(body, "\n") {
		return "\n" + cdataEnd
	}
	return cdataEnd
}

// cdata returns a text for a CDATA section: unchanged except for what would end the section, and
// what XML would change or cannot represent.
func cdata(s string) string {
	if contains(s) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		if strings.HasPrefix(s[i:], cdataEnd) {
			b.WriteString("]]" + cdataEnd + "<![CDATA[>")
			i += len(cdataEnd)
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == '\r': // a parser would convert it to a newline
			b.WriteString(cdataEnd + "&#13;<![CDATA[")
		case legal(r) && (r != utf8.RuneError || size > 1):
			b.WriteString(s[i : i+size])
		default:
			b.WriteString(text.Escape(s[i : i+size]))
		}
		i += size
	}
	return b.String()
}

// contains reports whether a CDATA section can contain a text unchanged.
func contains(s string) bool {
	if strings.Contains(s, cdataEnd) || !utf8.ValidString(s) {
		return false
	}
	for i := range len(s) {
		if c := s[i]; c < ' ' && c != '\t' && c != '\n' {
			return false
		}
	}
	return !strings.ContainsAny(s, "\ufffe\uffff")
}

// legal reports whether XML 1.0 allows a character.
func legal(r rune) bool { return r == '\t' || r == '\n' || r >= ' ' && r != 0xfffe && r != 0xffff }
