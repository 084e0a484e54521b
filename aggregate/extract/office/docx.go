package office

import (
	"context"
	"encoding/xml"
	"errors"
	"strconv"
	"strings"
)

// DOCX returns the text of a DOCX document as Markdown. An error is a clause for use
// after a colon, or the context's.
func DOCX(ctx context.Context, data []byte) (string, error) {
	a, err := open(ctx, data)
	if err != nil {
		return "", err
	}
	levels, err := a.headings()
	if err != nil {
		return "", err
	}
	d := docx{levels: levels}
	main, err := a.mainPart()
	if err != nil {
		return "", err
	}
	if err := a.walk(main, d.start, d.end, d.chars); err != nil {
		return "", err
	}
	for _, notes := range []string{"word/footnotes.xml", "word/endnotes.xml"} {
		if err := a.walk(notes, d.start, d.end, d.chars); err != nil && !errors.Is(err, errPart) {
			return "", err
		}
	}
	return d.w.text()
}

// mainPart returns the name of the part that contains the text.
func (a *archive) mainPart() (string, error) {
	const usual = "word/document.xml"
	if a.part(usual) != nil {
		return usual, nil
	}
	name := usual
	err := a.walk("_rels/.rels", func(e xml.StartElement) bool {
		if strings.HasSuffix(attribute(e, "Type"), "/officeDocument") {
			name = strings.TrimPrefix(attribute(e, "Target"), "/")
		}
		return true
	}, func(xml.Name) {}, func(string) {})
	if errors.Is(err, errPart) {
		err = nil
	}
	return name, err
}

// headings returns the levels, from 1, of the heading styles, by style id. The ids
// depend on the user's language, the names do not.
func (a *archive) headings() (map[string]int, error) {
	levels, id := map[string]int{}, ""
	err := a.walk("word/styles.xml", func(e xml.StartElement) bool {
		switch e.Name.Local {
		case "style":
			id = attribute(e, "styleId")
		case "name":
			name := strings.ToLower(attribute(e, "val"))
			if n, err := strconv.Atoi(strings.TrimPrefix(name, "heading ")); err == nil && n > 0 {
				levels[id] = n
			} else if name == "title" {
				levels[id] = 1
			}
		case "outlineLvl":
			if n := number(e, "val", 0, 9); n < 9 {
				levels[id] = n + 1
			}
		}
		return true
	}, func(xml.Name) {}, func(string) {})
	if errors.Is(err, errPart) {
		return levels, nil
	}
	return levels, err
}

// docx reads the elements of a document.
type docx struct {
	w      writer
	levels map[string]int
	inText bool
	note   string // name of the note being read
}

// noteName returns the name by which the text refers to a note.
func noteName(e xml.StartElement) string {
	name := attribute(e, "id")
	if strings.HasPrefix(e.Name.Local, "endnote") {
		name = "end" + name
	}
	return name
}

func (d *docx) start(e xml.StartElement) bool {
	switch e.Name.Local {
	case "p":
		d.w.paragraph()
		if d.note != "" {
			d.w.add("[^" + d.note + "]: ")
			d.note = ""
		}
	case "pStyle":
		if level := d.levels[attribute(e, "val")]; level > 0 {
			d.w.heading(level)
		}
	case "ilvl":
		if !strings.HasPrefix(d.w.prefix, "#") { // numbered headings are also list items
			d.w.listItem(number(e, "val", 0, maxLevel))
		}
	case "t":
		d.inText = true
	case "tab":
		d.w.add("\t")
	case "tabs", "del", "moveFrom", "instrText", "Fallback":
		return false // tab stops, deleted text, fields, duplicated content
	case "br", "cr":
		d.w.add("\n")
	case "noBreakHyphen":
		d.w.add("-")
	case "docPr":
		description := attribute(e, "descr")
		if description == "" {
			description = attribute(e, "title")
		}
		d.w.image(description)
	case "footnoteReference", "endnoteReference":
		d.w.add("[^" + noteName(e) + "]")
	case "footnote", "endnote":
		if kind := attribute(e, "type"); kind != "" && kind != "normal" {
			return false // separators of notes
		}
		d.note = noteName(e)
	case "tbl":
		d.w.startTable()
	}
	return !d.w.long
}

func (d *docx) end(name xml.Name) {
	switch name.Local {
	case "t":
		d.inText = false
	case "p":
		d.w.paragraph()
	case "tc":
		d.w.endCell()
	case "tr":
		d.w.endRow()
	case "tbl":
		d.w.endTable()
	}
}

func (d *docx) chars(s string) {
	if d.inText {
		d.w.add(s)
	}
}
