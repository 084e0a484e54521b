// Package extract returns the texts of files: of most by decoding them, of notebooks as the text of
// their cells, and of documents of word processors as Markdown. A PDF has none, and its error says how to
// get it.
//
// What it returns is the text of the file for everything that reads it: views, slices, search,
// secrets, tokens, comparisons. Lines are counted in it. Only changes of files and hashes use the bytes.
//
// A [Reader] is a value and safe for concurrent use. Its results depend only on the name, the rules
// and the data.
package extract

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path"
	"strings"

	"dossier/aggregate/disk"
	"dossier/aggregate/extract/notebook"
	"dossier/aggregate/extract/office"
	"dossier/aggregate/langrule"
	"dossier/aggregate/text"
	"dossier/models"
)

// MaxBytes is the max size of a file whose text is extracted. Its text, which is usually much
// smaller, has the usual limit.
const MaxBytes = 64 << 20

// Kind is a kind of file whose text is not that of its bytes.
type Kind string

// Kinds. The zero value is a file that is only decoded.
const (
	Plain    Kind = ""
	Notebook Kind = "notebook"
	Word     Kind = "docx"
	Writer   Kind = "odt" // OpenDocument
	PDF      Kind = "pdf" // whose text is not extracted
)

// kinds are the kinds of files by their extensions.
var kinds = map[string]Kind{".ipynb": Notebook, ".docx": Word, ".odt": Writer, ".pdf": PDF}

// Name returns the kind for a sentence: a notebook.
func (k Kind) Name() string {
	switch k {
	case Notebook:
		return "a notebook"
	case Word:
		return "a Word document"
	case Writer:
		return "an OpenDocument text"
	case PDF:
		return "a PDF"
	}
	return "a text file"
}

// NoTextError reports a file whose text cannot be extracted.
type NoTextError struct {
	Path   string
	Kind   Kind
	Reason error // a clause that can follow a colon
}

func (e *NoTextError) Error() string {
	return fmt.Sprintf("%s is %s that cannot be read: %v", text.Escape(e.Path), e.Kind.Name(), e.Reason)
}

// Unwrap returns the reason.
func (e *NoTextError) Unwrap() error { return e.Reason }

// Is reports whether target is [text.ErrBinary]: its bytes are not text.
func (e *NoTextError) Is(target error) bool { return target == text.ErrBinary }

// Text is the text of a file.
type Text struct {
	text.Decoded
	Language string // of the text; empty if it follows from the name and the text
	// Problem is why the text could not be extracted and is that of the bytes instead; empty if it
	// could.
	Problem string
}

// Notes returns one sentence for each thing that a reader should know, or nil.
func (t Text) Notes() []string {
	notes := t.Decoded.Notes()
	if t.Problem != "" {
		notes = append([]string{t.Problem}, notes...)
	}
	return notes
}

// Reader returns the texts of files. The zero Reader has no rules.
type Reader struct {
	Rules []models.LanguageRule // a rule for another language turns the extraction off
}

// Kind returns the kind of a file. It reads nothing.
func (r Reader) Kind(name string) Kind {
	switch langrule.Find(r.Rules, name) {
	case "":
		return kinds[strings.ToLower(path.Ext(name))]
	case text.Notebook:
		return Notebook
	}
	return Plain
}

// Limit returns the max number of bytes to read of a file whose text has a limit.
func (r Reader) Limit(name string, limit int64) int64 {
	if kind := r.Kind(name); kind == Plain || kind == PDF {
		return limit
	}
	return max(limit, MaxBytes)
}

// Disk reads files. [disk.Root] is one.
type Disk interface {
	Read(ctx context.Context, path string, limit int64) (disk.File, error)
}

// Read reads a file and returns it with its text. A text that is extracted has the limit that others have
// as files. It returns the errors of the disk and of [Reader.DecodeWithin].
func (r Reader) Read(ctx context.Context, d Disk, name string, limit int64) (disk.File, Text, error) {
	file, err := d.Read(ctx, name, r.Limit(name, limit))
	if err != nil {
		return file, Text{}, r.Unread(name, err)
	}
	t, err := r.DecodeWithin(ctx, name, file.Data, limit)
	return file, t, err
}

// DecodeWithin is [Reader.Decode] for a file whose text has a limit: an extracted text that is longer is a
// [*disk.TooLargeError]. Any other file had to be within it when it was read.
func (r Reader) DecodeWithin(ctx context.Context, name string, data []byte, limit int64) (Text, error) {
	t, err := r.Decode(ctx, name, data)
	if size := int64(len(t.Text)); err == nil && r.Kind(name) != Plain && size > limit {
		return Text{}, &disk.TooLargeError{Path: name, Size: size, Limit: limit}
	}
	return t, err
}

// Unread returns the error of a file that could not be read from the disk: of one that has no text in any case,
// its size is not the reason.
func (r Reader) Unread(name string, err error) error {
	if r.Kind(name) == PDF && errors.Is(err, disk.ErrTooLarge) {
		return &NoTextError{name, PDF, notRead(nil)}
	}
	return err
}

// Language returns the language of a text: by the rules, else as it was extracted, else by name and
// content.
func (r Reader) Language(name string, t Text) string {
	if language := langrule.Find(r.Rules, name); language != "" {
		return language
	}
	return cmp.Or(t.Language, text.Language(name, t.Text))
}

// Decode returns the text of a file. It returns a [*text.BinaryError] for a file that is not text, a
// [*NoTextError] for a document that cannot be read, and the context's error.
func (r Reader) Decode(ctx context.Context, name string, data []byte) (Text, error) {
	kind := r.Kind(name)
	if kind != Plain && kind != Notebook {
		return document(ctx, kind, name, data)
	}
	decoded, err := text.Decode(data)
	if err != nil || kind == Plain {
		return Text{Decoded: decoded}, err
	}
	cells, err := notebook.Text(decoded.Text)
	if err != nil {
		return Text{Decoded: decoded, Language: "json", Problem: fmt.Sprintf("shown as JSON, because it cannot be read as a notebook: %v", err)}, nil
	}
	return decodedAs(text.Notebook, cells)
}

// document returns the text of a document that is not text itself.
func document(ctx context.Context, kind Kind, name string, data []byte) (Text, error) {
	var content string
	var err error
	switch kind {
	case Word:
		content, err = office.DOCX(ctx, data)
	case Writer:
		content, err = office.ODT(ctx, data)
	default:
		err = notRead(data)
	}
	if ctx.Err() != nil {
		return Text{}, ctx.Err()
	}
	if err != nil {
		return Text{}, &NoTextError{name, kind, err}
	}
	return decodedAs("markdown", content)
}

// decodedAs returns a text that was extracted. It can hold characters as escapes that are removed or counted in any
// other text.
func decodedAs(language, extracted string) (Text, error) {
	decoded, err := text.Decode([]byte(extracted))
	decoded.Changed = true
	return Text{Decoded: decoded, Language: language}, err
}
