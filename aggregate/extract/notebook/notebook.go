// Package notebook renders Jupyter notebooks as text for a language model, and
// locates the cells in that text.
//
// [Text] converts the JSON of a notebook (nbformat 2 to 4) to Markdown: a first line with its
// language, then a heading for each cell with its number and kind. Text cells are unchanged except
// for embedded images; code is fenced in its language. Of outputs the first lines are shown and the
// omitted ones counted. Images and other data are shown only by type and size.
//
// [Cells] is its inverse as far as views and symbols need it: it locates the cells
// in any text, in linear time. Both are pure functions and safe for concurrent use.
package notebook

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"dossier/aggregate/format/markdown"
	"dossier/aggregate/text"
)

// Limits of the text. Source text is limited only by the number of cells.
const (
	MaxCells   = 10_000 // cells of a notebook; the others are counted
	maxOutputs = 20     // outputs of a cell; the others are counted
	maxLines   = 8      // lines of an output
	fewLines   = 2      // too few lines to be worth omitting
	maxWidth   = 200    // characters of a line of an output
	maxNamed   = 20     // attachments of a cell
)

// ErrNoCells reports JSON that is not a notebook.
var ErrNoCells = errors.New("it has no list of cells")

// notebook is the JSON of a notebook. Before nbformat 4, cells are in worksheets.
type notebook struct {
	Cells      json.RawMessage `json:"cells"`
	Worksheets []struct {
		Cells json.RawMessage `json:"cells"`
	} `json:"worksheets"`
	Metadata lenient[metadata] `json:"metadata"`
}

type metadata struct {
	Language lenient[struct {
		Name lenient[string] `json:"name"`
	}] `json:"language_info"`
	Kernel lenient[struct {
		Language lenient[string] `json:"language"`
		Name     lenient[string] `json:"name"`
	}] `json:"kernelspec"`
}

// lenient is a value for which any other JSON gives the zero value, so that an
// unexpected detail does not make a notebook unreadable.
type lenient[T any] struct{ value T }

// UnmarshalJSON implements [json.Unmarshaler].
func (l *lenient[T]) UnmarshalJSON(data []byte) error {
	if json.Unmarshal(data, &l.value) != nil {
		var none T
		l.value = none
	}
	return nil
}

// lines is a text that is stored as a string or as a list of strings.
type lines string

// UnmarshalJSON implements [json.Unmarshaler].
func (l *lines) UnmarshalJSON(data []byte) error {
	var one string
	if json.Unmarshal(data, &one) == nil {
		*l = lines(one)
		return nil
	}
	var list []string
	if json.Unmarshal(data, &list) == nil {
		*l = lines(strings.Join(list, ""))
	}
	return nil
}

// cell is a cell of any version of the format.
type cell struct {
	Kind        lenient[string]                                `json:"cell_type"`
	Source      lines                                          `json:"source"`
	Input       lines                                          `json:"input"`    // of code before nbformat 4
	Language    lenient[string]                                `json:"language"` // likewise
	Level       lenient[int]                                   `json:"level"`    // of headings before nbformat 4
	Outputs     json.RawMessage                                `json:"outputs"`
	Attachments lenient[map[string]map[string]json.RawMessage] `json:"attachments"`
}

// Text returns the cells of a notebook as text, in order. An error is one clause for
// use after a colon: the data is not JSON, or not a notebook.
func Text(data string) (string, error) {
	var n notebook
	if err := json.Unmarshal([]byte(data), &n); errors.As(err, new(*json.UnmarshalTypeError)) {
		return "", ErrNoCells
	} else if err != nil {
		return "", fmt.Errorf("it is not valid JSON: %w", err)
	}
	lists := []json.RawMessage{n.Cells}
	for _, sheet := range n.Worksheets {
		lists = append(lists, sheet.Cells)
	}
	w := writer{language: languageOf(n)}
	found := false
	for _, list := range lists {
		if len(list) == 0 || list[0] != '[' {
			continue
		}
		found = true
		if err := each(list, w.cell); err != nil {
			return "", err
		}
	}
	if !found {
		return "", ErrNoCells
	}
	return w.result(), nil
}

// languageOf returns the language of a notebook's kernel, as the info string of a fence.
func languageOf(n notebook) string {
	m := n.Metadata.value
	for _, name := range []string{m.Language.value.Name.value, m.Kernel.value.Language.value, m.Kernel.value.Name.value} {
		if language := fenceLanguage(name); language != "" {
			return language
		}
	}
	return "python" // Jupyter's default without a kernel
}

// each calls do with each element of a JSON array.
func each(list json.RawMessage, do func(json.RawMessage) error) error {
	d := json.NewDecoder(bytes.NewReader(list))
	if _, err := d.Token(); err != nil {
		return err
	}
	for d.More() {
		var element json.RawMessage
		if err := d.Decode(&element); err != nil {
			return err
		}
		if err := do(element); err != nil {
			return err
		}
	}
	return nil
}

// writer writes cells.
type writer struct {
	language string // of the kernel
	b        strings.Builder
	cells    int
}

// cell writes one cell.
func (w *writer) cell(data json.RawMessage) error {
	if w.cells++; w.cells > MaxCells {
		return nil
	}
	var c cell
	if err := json.Unmarshal(data, &c); err != nil {
		return fmt.Errorf("cell %d is not an object", w.cells)
	}
	kind, source := kindOf(c.Kind.value), trimmed(string(c.Source+c.Input))
	switch kind {
	case Code:
		language, code := w.language, fenceLanguage(c.Language.value)
		if code != "" {
			language = code
		}
		w.heading(kind, source)
		if source != "" {
			w.fenced(magicLanguage(language, source), source)
		}
		w.outputs(c.Outputs)
	case Markdown:
		if level := c.Level.value; c.Kind.value == "heading" && source != "" {
			source = strings.Repeat("#", min(max(level, 1), 6)) + " " + source
		}
		w.heading(kind, source)
		w.paragraph(withoutHeadings(withoutData(source)))
		w.attachments(c.Attachments.value)
	default:
		w.heading(kind, source)
		if source != "" {
			w.fenced("text", source)
		}
	}
	return nil
}

// kindOf returns the kind for a cell_type.
func kindOf(name string) Kind {
	switch name {
	case "code":
		return Code
	case "markdown", "heading", "html":
		return Markdown
	}
	return Raw
}

func (w *writer) heading(kind Kind, source string) {
	w.paragraph(headingOf(w.cells, kind, source == ""))
}

// paragraph writes a blank line and a text, or nothing for an empty text.
func (w *writer) paragraph(s string) {
	if s != "" {
		w.b.WriteString("\n")
		w.b.WriteString(s)
		w.b.WriteString("\n")
	}
}

// fenced writes a text enclosed in fences that it cannot close.
func (w *writer) fenced(info, s string) {
	fence := markdown.Fence(s)
	w.paragraph(fence + info + "\n" + s + "\n" + fence)
}

// result returns the text.
func (w *writer) result() string {
	head := fmt.Sprintf("Jupyter notebook: %s, %s\n", w.language, text.Counted(w.cells, "cell"))
	if w.cells > MaxCells {
		w.paragraph(fmt.Sprintf("(%s more)", text.Counted(w.cells-MaxCells, "cell")))
	}
	// JSON can contain an escaped NUL, which would make the text binary.
	return strings.ReplaceAll(head+w.b.String(), "\x00", "\uFFFD")
}

// trimmed returns a source with only line feeds as line ends, and without blank lines at its start and end.
func trimmed(s string) string {
	s = strings.ReplaceAll(s, "\r\n", "\n")
	s = strings.TrimRight(s, " \t\r\n")
	for {
		line, rest, more := strings.Cut(s, "\n")
		if !more || strings.TrimSpace(line) != "" {
			return s
		}
		s = rest
	}
}

// fenceLanguage returns the info string for a kernel's language, or "".
func fenceLanguage(name string) string {
	name = strings.ToLower(strings.TrimSpace(name))
	switch name {
	case "":
		return ""
	case "ipython", "python2", "python3", "pyspark", "sage", "sagemath":
		return "python"
	case "ir":
		return "r"
	case ".net-csharp", "polyglot-notebook":
		return "csharp"
	}
	if found := text.FindLanguage(strings.TrimRight(name, "0123456789.-")); found != "" {
		return found
	}
	if found := text.FindLanguage(name); found != "" {
		return found
	}
	return "text"
}
