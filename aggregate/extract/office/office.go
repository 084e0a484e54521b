// Package office converts documents of word processors to Markdown: DOCX (Office
// Open XML) and ODT (OpenDocument).
//
// Headings, lists and tables are converted; images are shown by name; deleted text, comments and
// layout are omitted. Both formats are XML in a ZIP archive, which is read with limits on the
// number of parts, the unpacked size, the depth of elements and the size of each. External entities
// are not supported, and no entity is expanded. All functions are pure and safe for concurrent use.
package office

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Limits of a document.
const (
	maxParts  = 10_000   // entries of the archive
	maxXML    = 32 << 20 // unpacked bytes of XML
	maxTag    = 1 << 20  // bytes of one tag or text
	maxDepth  = 500      // nested elements
	maxText   = 16 << 20 // bytes of the result
	maxSpaces = 100      // spaces of one element that represents several
	maxLevel  = 8        // of lists
	maxRowLen = 1000     // cells of a row
)

// Errors of a document over the limits. Each is a clause for use after a colon.
var (
	errParts = errors.New("it has too many parts")
	errXML   = fmt.Errorf("it unpacks to more than %d MB", maxXML>>20)
	errTag   = errors.New("an element of it is too long")
	errDepth = fmt.Errorf("its elements nest deeper than %d", maxDepth)
	errText  = fmt.Errorf("it has more than %d MB of text", maxText>>20)
	errPart  = errors.New("it lacks the part with the text")
)

// archive is an open document. left is the number of bytes of XML that may still be unpacked.
type archive struct {
	ctx    context.Context
	zip    *zip.Reader
	budget int64
}

func open(ctx context.Context, data []byte) (*archive, error) {
	// The directory can contain more entries than it declares, so they are counted before it is read.
	if bytes.Count(data, []byte("PK\x01\x02")) > maxParts {
		return nil, errParts
	}
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, fmt.Errorf("it is not a ZIP archive (%w)", err)
	}
	return &archive{ctx, z, maxXML}, nil
}

// walk calls start and end for the elements of a part, and text for their text. If start returns false, the
// element is skipped with everything in it. It returns [errPart] if there is no such part.
func (a *archive) walk(name string, start func(xml.StartElement) bool, end func(xml.Name), text func(string)) error {
	file := a.part(name)
	if file == nil {
		return errPart
	}
	part, err := file.Open()
	if err != nil {
		return fmt.Errorf("it cannot be unpacked (%w)", err)
	}
	defer part.Close()
	in := &input{from: part, budget: &a.budget}
	d := xml.NewDecoder(in)
	d.Strict = false
	d.CharsetReader = func(charset string, _ io.Reader) (io.Reader, error) {
		return nil, fmt.Errorf("its encoding %.20q is not supported", charset)
	}
	depth, skipped := 0, 0 // depth of the skipped element
	for n := 0; ; n++ {
		if n%1000 == 0 && a.ctx.Err() != nil {
			return a.ctx.Err()
		}
		in.token = 0
		token, err := d.Token()
		switch {
		case err == io.EOF:
			return nil
		case in.err != nil:
			return in.err
		case err != nil:
			return fmt.Errorf("its XML is damaged (%w)", err)
		}
		switch t := token.(type) {
		case xml.StartElement:
			if depth++; depth > maxDepth {
				return errDepth
			}
			if skipped == 0 && !start(t) {
				skipped = depth
			}
		case xml.EndElement:
			if skipped == 0 {
				end(t.Name)
			} else if skipped == depth {
				skipped = 0
			}
			depth--
		case xml.CharData:
			if skipped == 0 {
				text(string(t))
			}
		}
	}
}

func (a *archive) part(name string) *zip.File {
	for _, f := range a.zip.File {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// input limits the unpacked size, in total and for one token of the decoder.
type input struct {
	from   io.Reader
	buffer [4096]byte
	at, n  int
	token  int
	budget *int64
	err    error // reason for an early end
}

// Read implements [io.Reader]; the decoder uses only ReadByte.
func (in *input) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	b, err := in.ReadByte()
	if err != nil {
		return 0, err
	}
	p[0] = b
	return 1, nil
}

// ReadByte implements [io.ByteReader].
func (in *input) ReadByte() (byte, error) {
	if in.at == in.n {
		if *in.budget <= 0 {
			in.err = errXML
			return 0, in.err
		}
		n, err := in.from.Read(in.buffer[:])
		for n == 0 && err == nil {
			n, err = in.from.Read(in.buffer[:])
		}
		if n == 0 {
			if err != io.EOF {
				in.err = fmt.Errorf("it cannot be unpacked (%w)", err)
			}
			return 0, err
		}
		in.at, in.n = 0, n
		*in.budget -= int64(n)
	}
	if in.token++; in.token > maxTag {
		in.err = errTag
		return 0, in.err
	}
	b := in.buffer[in.at]
	in.at++
	return b, nil
}

// attribute returns the attribute with a local name, or "".
func attribute(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// number returns the number in an attribute, clamped to a range.
func number(e xml.StartElement, name string, least, most int) int {
	n, err := strconv.Atoi(attribute(e, name))
	if err != nil {
		return least
	}
	return min(max(n, least), most)
}

// writer converts paragraphs and tables to Markdown. Nested tables become the text of their cells.
type writer struct {
	b      strings.Builder
	line   strings.Builder // current paragraph
	prefix string          // Markdown prefix of the paragraph, for a heading or list item
	item   bool            // the last block is a list item
	table  int             // nesting depth of tables
	row    []string
	rows   int // rows of the table so far
	cell   strings.Builder
	long   bool // the text is too long
}

// add adds text to the current paragraph.
func (w *writer) add(s string) {
	if w.b.Len()+w.line.Len()+w.cell.Len()+len(s) > maxText {
		w.long = true
		return
	}
	w.line.WriteString(s)
}

// paragraph ends a paragraph.
func (w *writer) paragraph() {
	s, lead := strings.TrimSpace(w.line.String()), w.prefix
	w.line.Reset()
	w.prefix = ""
	if s == "" {
		return
	}
	if w.table > 0 {
		if w.cell.Len() > 0 {
			w.cell.WriteString(" ")
		}
		w.cell.WriteString(strings.Join(strings.Fields(s), " "))
		return
	}
	isItem := strings.HasSuffix(lead, "- ")
	if w.b.Len() > 0 && (!isItem || !w.item) {
		w.b.WriteString("\n")
	}
	w.item = isItem
	if lead != "" {
		s = strings.ReplaceAll(s, "\n", " ")
	}
	w.b.WriteString(lead + s + "\n")
}

// heading makes the current paragraph a heading. Levels start at 1.
func (w *writer) heading(level int) { w.prefix = strings.Repeat("#", min(max(level, 1), 6)) + " " }

// listItem makes the current paragraph a list item. Levels start at 0.
func (w *writer) listItem(level int) {
	w.prefix = strings.Repeat("  ", min(max(level, 0), maxLevel)) + "- "
}

func (w *writer) startTable() {
	w.paragraph()
	if w.table++; w.table == 1 {
		w.rows = 0
		if w.b.Len() > 0 {
			w.b.WriteString("\n")
		}
		w.item = false
	}
}

func (w *writer) endTable() {
	w.paragraph()
	w.table = max(0, w.table-1)
}

// endCell ends a cell of the outermost table.
func (w *writer) endCell() {
	w.paragraph()
	if w.table == 1 && len(w.row) < maxRowLen {
		w.row = append(w.row, strings.ReplaceAll(w.cell.String(), "|", `\|`))
		w.cell.Reset()
	}
}

func (w *writer) endRow() {
	if w.table != 1 || len(w.row) == 0 {
		return
	}
	w.b.WriteString("| " + strings.Join(w.row, " | ") + " |\n")
	if w.rows++; w.rows == 1 {
		w.b.WriteString(strings.Repeat("|---", len(w.row)) + "|\n")
	}
	w.row = w.row[:0]
}

// image writes an image as its description.
func (w *writer) image(description string) {
	name := "(image)"
	if description = strings.Join(strings.Fields(description), " "); description != "" {
		name = "(image: " + description + ")"
	}
	if s := w.line.String(); s != "" && !strings.HasSuffix(s, " ") {
		name = " " + name
	}
	w.add(name)
}

func (w *writer) text() (string, error) {
	w.paragraph()
	if w.long || w.b.Len() > maxText {
		return "", errText
	}
	return w.b.String(), nil
}
