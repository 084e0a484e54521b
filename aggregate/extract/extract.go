// Package extract returns the texts of files: of most by decoding them, and of notebooks as the text
// of their cells.
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
	"fmt"
	"path"
	"strings"

	"dossier/aggregate/disk"
	"dossier/aggregate/extract/notebook"
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
)

// Name returns the kind for a sentence: a notebook.
func (k Kind) Name() string {
	if k == Notebook {
		return "a notebook"
	}
	return "a text file"
}

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
	language := langrule.Find(r.Rules, name)
	if language == "" && strings.EqualFold(path.Ext(name), ".ipynb") || language == text.Notebook {
		return Notebook
	}
	return Plain
}

// Limit returns the max number of bytes to read of a file whose text has a limit.
func (r Reader) Limit(name string, limit int64) int64 {
	if r.Kind(name) == Plain {
		return limit
	}
	return max(limit, MaxBytes)
}

// Disk reads files. [disk.Root] is one.
type Disk interface {
	Read(ctx context.Context, path string, limit int64) (disk.File, error)
}

// Read reads a file and returns it with its text. A text that is extracted has the limit that others have
// as files. It returns the errors of the disk and of [Reader.Decode].
func (r Reader) Read(ctx context.Context, d Disk, name string, limit int64) (disk.File, Text, error) {
	file, err := d.Read(ctx, name, r.Limit(name, limit))
	if err != nil {
		return file, Text{}, err
	}
	t, err := r.Decode(ctx, name, file.Data)
	if size := int64(len(t.Text)); err == nil && r.Kind(name) != Plain && size > limit {
		return file, Text{}, &disk.TooLargeError{Path: name, Size: size, Limit: limit}
	}
	return file, t, err
}

// Language returns the language of a text: by the rules, else as it was extracted, else by name and
// content.
func (r Reader) Language(name string, t Text) string {
	if language := langrule.Find(r.Rules, name); language != "" {
		return language
	}
	return cmp.Or(t.Language, text.Language(name, t.Text))
}

// Decode returns the text of a file. It returns a [*text.BinaryError] for a file that is not text, and
// the context's error.
func (r Reader) Decode(_ context.Context, name string, data []byte) (Text, error) {
	decoded, err := text.Decode(data)
	if err != nil || r.Kind(name) != Notebook {
		return Text{Decoded: decoded}, err
	}
	cells, err := notebook.Text(decoded.Text)
	if err != nil {
		return Text{Decoded: decoded, Language: "json", Problem: fmt.Sprintf("shown as JSON, because it cannot be read as a notebook: %v", err)}, nil
	}
	// JSON can hold characters as escapes that are removed or counted in any other text.
	if decoded, err = text.Decode([]byte(cells)); err != nil {
		return Text{}, err
	}
	decoded.Changed = true
	return Text{Decoded: decoded, Language: text.Notebook}, nil
}
