// Package extract returns the texts of files: it decodes most files, renders the
// cells of notebooks as text, and converts documents of word processors to Markdown.
// For a PDF it returns an error that says how to get its text.
//
// All other code uses this text as the file's text: views, slices, search, secrets, tokens,
// comparisons. Line numbers refer to it. Only change detection and hashes use the bytes.
//
// A [Reader] is a value and safe for concurrent use. Its results depend only on the
// name, the rules and the data.
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

// Kind is a kind of file whose text differs from its bytes.
type Kind string

// Kinds. The zero value is a file that is only decoded.
const (
	Plain    Kind = ""
	Notebook Kind = "notebook"
	Word     Kind = "docx"
	Writer   Kind = "odt" // OpenDocument
	PDF      Kind = "pdf" // no text is extracted
)

// kinds are the kinds of files, by extension.
var kinds = map[string]Kind{".ipynb": Notebook, ".docx": Word, ".odt": Writer, ".pdf": PDF}

// Name returns the kind with an article, for use in a sentence: a notebook.
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
	Reason error // a clause for use after a colon
}

func (e *NoTextError) Error() string {
	return fmt.Sprintf("%s is %s that cannot be read: %v", text.Escape(e.Path), e.Kind.Name(), e.Reason)
}

// Unwrap returns the reason.
func (e *NoTextError) Unwrap() error { return e.Reason }

// Is reports whether target is [text.ErrBinary], because the file's bytes are not text.
func (e *NoTextError) Is(target error) bool { return target == text.ErrBinary }

// Text is the text of a file.
type Text struct {
	text.Decoded
	Language string // empty if it is detected from the name and the text
	// Problem is the reason why no text was extracted, so that Text is that of the
	// bytes; empty otherwise.
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
	Rules []models.LanguageRule // a rule for another language disables the extraction
}

// Kind returns the kind of a file by its name and the rules.
func (r Reader) Kind(name string) Kind {
	switch langrule.Find(r.Rules, name) {
	case "":
		return kinds[strings.ToLower(path.Ext(name))]
	case text.Notebook:
		return Notebook
	}
	return Plain
}

// Limit returns the maximum number of bytes to read of a file whose text has the given limit.
func (r Reader) Limit(name string, limit int64) int64 {
	if kind := r.Kind(name); kind == Plain || kind == PDF {
		return limit
	}
	return max(limit, MaxBytes)
}

// Disk reads files. [disk.Root] implements it.
type Disk interface {
	Read(ctx context.Context, path string, limit int64) (disk.File, error)
}

// Read reads a file and returns it with its text. The limit applies to the extracted text, or to the file
// itself if it is only decoded. It returns the errors of the disk and of [Reader.DecodeWithin].
func (r Reader) Read(ctx context.Context, d Disk, name string, limit int64) (disk.File, Text, error) {
	file, err := d.Read(ctx, name, r.Limit(name, limit))
	if err != nil {
		return file, Text{}, r.Unread(name, err)
	}
	t, err := r.DecodeWithin(ctx, name, file.Data, limit)
	return file, t, err
}

// DecodeWithin is [Reader.Decode] with a limit for the text: for a longer extracted text it returns
// a [*disk.TooLargeError]. Any other file must have been within the limit when it was read.
func (r Reader) DecodeWithin(ctx context.Context, name string, data []byte, limit int64) (Text, error) {
	t, err := r.Decode(ctx, name, data)
	if size := int64(len(t.Text)); err == nil && r.Kind(name) != Plain && size > limit {
		return Text{}, &disk.TooLargeError{Path: name, Size: size, Limit: limit}
	}
	return t, err
}

// Unread returns the error to report for a file that could not be read from the
// disk. For a file without extractable text, the size is not given as the reason.
func (r Reader) Unread(name string, err error) error {
	if r.Kind(name) == PDF && errors.Is(err, disk.ErrTooLarge) {
		return &NoTextError{name, PDF, pdfError(nil)}
	}
	return err
}

// Language returns the language of a text: by the rules, else as determined by the
// extraction, else by name and content.
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

// document returns the text of a document that is not itself text.
func document(ctx context.Context, kind Kind, name string, data []byte) (Text, error) {
	var content string
	var err error
	switch kind {
	case Word:
		content, err = office.DOCX(ctx, data)
	case Writer:
		content, err = office.ODT(ctx, data)
	default:
		err = pdfError(data)
	}
	if ctx.Err() != nil {
		return Text{}, ctx.Err()
	}
	if err != nil {
		return Text{}, &NoTextError{name, kind, err}
	}
	return decodedAs("markdown", content)
}

// decodedAs returns an extracted text. It may contain hidden characters, from
// escapes, that are removed or counted as in any other text.
func decodedAs(language, extracted string) (Text, error) {
	decoded, err := text.Decode([]byte(extracted))
	decoded.Changed = true
	return Text{Decoded: decoded, Language: language}, err
}
