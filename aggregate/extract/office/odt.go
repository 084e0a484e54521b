package office

import (
	"context"
	"encoding/xml"
	"strings"
)

// ODT returns the text of an ODT document as Markdown. An error is a clause for use
// after a colon, or the context's.
func ODT(ctx context.Context, data []byte) (string, error) {
	a, err := open(ctx, data)
	if err != nil {
		return "", err
	}
	var o odt
	if err := a.walk("content.xml", o.start, o.end, o.chars); err != nil {
		return "", err
	}
	return o.w.text()
}

// odt reads the elements of a document.
type odt struct {
	w       writer
	inText  int // nesting depth of paragraphs: a note is inside one
	lists   int
	frames  int
	caption strings.Builder // of the current image
	inTitle bool
}

func (o *odt) start(e xml.StartElement) bool {
	switch e.Name.Local {
	case "automatic-styles", "font-face-decls", "tracked-changes", "annotation", "annotation-end", "forms", "sequence-decls", "note-citation", "object":
		return false
	case "h", "p":
		if o.inText++; o.inText > 1 { // inside a note
			break
		}
		o.w.paragraph()
		if e.Name.Local == "h" {
			o.w.heading(number(e, "outline-level", 1, 6))
		} else if o.lists > 0 {
			o.w.listItem(o.lists - 1)
		}
	case "list":
		o.lists++
	case "s":
		o.w.add(strings.Repeat(" ", number(e, "c", 1, maxSpaces)))
	case "tab":
		o.w.add("\t")
	case "line-break":
		o.w.add("\n")
	case "note":
		o.w.add(" [")
	case "frame":
		o.frames++
	case "title", "desc":
		o.inTitle = o.frames > 0
	case "table":
		o.w.startTable()
	}
	return !o.w.long
}

func (o *odt) end(name xml.Name) {
	switch name.Local {
	case "h", "p":
		if o.inText = max(0, o.inText-1); o.inText == 0 {
			o.w.paragraph()
		}
	case "list":
		o.lists = max(0, o.lists-1)
	case "note":
		o.w.add("]")
	case "title", "desc":
		o.inTitle = false
	case "frame":
		if o.frames = max(0, o.frames-1); o.frames == 0 {
			o.w.image(o.caption.String())
			o.caption.Reset()
		}
	case "table-cell", "covered-table-cell":
		o.w.endCell()
	case "table-row":
		o.w.endRow()
	case "table":
		o.w.endTable()
	}
}

func (o *odt) chars(s string) {
	switch {
	case o.inTitle:
		if o.caption.Len() < 1000 {
			o.caption.WriteString(" " + s[:min(len(s), 1000)])
		}
	case o.inText > 0:
		o.w.add(strings.ReplaceAll(s, "\n", " "))
	}
}
