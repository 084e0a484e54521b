package mcp

import (
	"errors"
	"fmt"
	"strings"

	"dossier/aggregate"
	"dossier/aggregate/disk"
	"dossier/aggregate/text"
	"dossier/models"
	"dossier/ui/project"
)

// Limits of one read.
const (
	maxFiles      = 50
	defaultTokens = 8_000
	maxTokens     = maxText / 4
)

type readIn struct {
	Files     []partIn `json:"files" jsonschema:"the files to read, at most 50"`
	MaxTokens int      `json:"max_tokens,omitempty" jsonschema:"approximate number of tokens of text to return in total, at most 16384; default 8000"`
}

type partIn struct {
	Path    string   `json:"path"`
	View    string   `json:"view,omitempty" jsonschema:"full, skeleton (declarations without bodies), outline (symbols with lines), summary, or none; default full"`
	Lines   []string `json:"lines,omitempty" jsonschema:"only these lines, such as 10-20"`
	Symbols []string `json:"symbols,omitempty" jsonschema:"only the definitions of these symbols, such as Server.Close"`
	Offset  int      `json:"offset,omitempty" jsonschema:"lines of the view to skip: next_offset of the previous answer"`
}

func (in partIn) part() project.Part {
	return project.Part{Path: in.Path, View: models.ViewMode(in.View), Lines: in.Lines, Symbols: in.Symbols}
}

type readOut struct {
	Files []readFile `json:"files"`
}

type readFile struct {
	Path       string   `json:"path"`
	View       string   `json:"view,omitempty" jsonschema:"the view of the text; it differs from the requested one if that is not available"`
	Language   string   `json:"language,omitempty"`
	Text       string   `json:"text"`
	Lines      int      `json:"lines" jsonschema:"lines of the whole view"`
	Offset     int      `json:"offset,omitempty" jsonschema:"lines of the view that were skipped"`
	NextOffset int      `json:"next_offset" jsonschema:"0 when no lines follow"`
	Truncated  string   `json:"truncated,omitempty" jsonschema:"the line that is too long for the answer, and how to read more of it"`
	Tokens     int      `json:"tokens" jsonschema:"estimate for the returned text"`
	Notes      []string `json:"notes,omitempty"`
	Error      string   `json:"error,omitempty" jsonschema:"why there is no text, and what to do"`
}

func (w *workspace) read(c *call, in readIn) (answer[readOut], error) {
	a := answer[readOut]{out: readOut{Files: []readFile{}}, safe: true}
	switch {
	case len(in.Files) == 0:
		return a, errors.New(`name files to read, such as {"files": [{"path": "main.go", "view": "outline"}]}`)
	case len(in.Files) > maxFiles:
		return a, fmt.Errorf("at most %d files can be read at once, not %d; read the most important ones first", maxFiles, len(in.Files))
	}
	readable := w.p.Readables(c.ctx)
	left := 4 * limited(in.MaxTokens, defaultTokens, maxTokens)
	var out strings.Builder
	failed := 0
	for i, part := range in.Files {
		if err := c.ctx.Err(); err != nil {
			return a, err
		}
		share := left / (len(in.Files) - i) // the unused share of a short file is divided among the others
		file, err := w.readOne(c, readable, part, max(share, 200))
		if err != nil {
			if c.ctx.Err() != nil {
				return a, c.ctx.Err()
			}
			failed++
			file = readFile{Path: part.Path, Error: w.clean(c.ctx, err).Error()}
		}
		left -= len(file.Text)
		a.out.Files = append(a.out.Files, file)
		file.write(&out)
	}
	if failed == len(in.Files) {
		return a, errors.New(strings.TrimSpace(out.String()))
	}
	a.text = out.String()
	w.forget()
	return a, nil
}

// readOne reads a part of one file, up to a number of bytes of text.
func (w *workspace) readOne(c *call, readable *project.Readables, in partIn, bytes int) (readFile, error) {
	part := in.part()
	if part.View == "" && len(part.Lines)+len(part.Symbols) == 0 {
		part.View = models.Full
	}
	v, err := readable.Show(c.ctx, part)
	if withheld := new(aggregate.WithheldError); errors.As(err, &withheld) {
		return readFile{}, fmt.Errorf("%w; only the user can show it", err)
	}
	if large := new(disk.TooLargeError); errors.As(err, &large) {
		return readFile{}, fmt.Errorf("%s has %d bytes, more than the limit of %d; search in it, or ask the user to raise the limit for it", project.Shown(in.Path), large.Size, large.Limit)
	}
	if err != nil {
		return readFile{}, err
	}
	c.read(v.Path)
	f := readFile{Path: v.Path, View: string(v.ViewMode), Language: v.Language, Offset: max(in.Offset, 0)}
	if f.Text, f.Lines, f.NextOffset, f.Truncated = cut(v.Text, in.Offset, bytes); f.Truncated != "" {
		f.Truncated += "; a larger max_tokens returns more, and search finds text in the rest"
	}
	f.Tokens = tokensOf(int64(len(f.Text)))
	c.pass(f.Text)
	for _, w := range v.Warnings() {
		f.Notes = append(f.Notes, w.Message)
	}
	return f, nil
}

// write formats a file of an answer as text.
func (f readFile) write(out *strings.Builder) {
	if f.Error != "" {
		fmt.Fprintf(out, "%s\n", f.Error)
		return
	}
	fmt.Fprintf(out, "=== %s (%s", text.Escape(f.Path), shownAs(models.ViewMode(f.View)))
	switch {
	case f.Offset > 0 && f.Offset >= f.Lines:
		fmt.Fprintf(out, ", offset %d is past the last of %d lines", f.Offset, f.Lines)
	case f.Offset > 0 || f.NextOffset > 0:
		last := f.NextOffset
		if last == 0 {
			last = f.Lines
		}
		fmt.Fprintf(out, ", lines %d-%d of %d", f.Offset+1, last, f.Lines)
	}
	out.WriteString(")\n" + f.Text)
	if f.Text != "" && !strings.HasSuffix(f.Text, "\n") {
		out.WriteByte('\n')
	}
	noteTruncated(out, f.Truncated)
	for _, note := range f.Notes {
		fmt.Fprintf(out, "note: %s\n", note)
	}
	if f.NextOffset > 0 {
		fmt.Fprintf(out, "… continue with offset %d\n", f.NextOffset)
	}
}

// shownAs returns the argument of read for a view.
func shownAs(view models.ViewMode) string {
	switch view {
	case models.Masked:
		return "symbols"
	case models.Custom:
		return "lines"
	}
	return string(view)
}

// forget releases the cached files that are not in the document, if they are large.
func (w *workspace) forget() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.p.Builder.EvictUnused(w.last)
}

// built sets the most recently built document.
func (w *workspace) built(doc *aggregate.Document) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.last = doc
	w.p.Builder.EvictUnused(doc)
}
