package models

import (
	"encoding/hex"
	"math"
	"time"
	"unicode/utf8"
)

// Snapshot is the record of a document that was written or copied: its inputs, and where its
// parts are. A document cannot be parsed, because the content of files can look like anything, so
// the spans are the only way to find its parts. A record without sections is compared as a whole.
//
// Namespace and number are only in the file's name, so that a record can be completed before its
// number is known.
//
// Tokens are in Vocabulary; Model is the model whose context window applied.
type Snapshot struct {
	Namespace string
	Number    int

	Time        time.Time
	Version     string // of the program
	Description string
	Pinned      bool // excluded from pruning
	Copied      bool // copied to the clipboard instead of written to the project's folder
	Preset      string
	Scope       Scope  // of Preset
	Model       string // id of the selected model
	Bytes       int64  // of the document
	Tokens      int64
	Vocabulary  string // vocabulary of the token counts; empty means o200k
	Exact       bool   // all tokens were counted, not estimated
	SHA256      string // hex, of the document
	Format      string // name of the document's format; empty means Markdown, the only one in earlier versions
	FileCount   int    // number of files with content, including linked ones; also set if only the head was read

	// Commits are the ids of the commits that the sections of the repository depend on: of the
	// changes the old side and, unless it is the index or the work tree, the new one; of the log
	// the newest.
	Commits []string

	Composition Composition // InjectedAt of its entries is when the document was created
	Sections    []SnapshotSection
	Blocks      []SnapshotBlock // of all sections, in order
	Files       []SnapshotFile
	Extra       map[string]any
}

// SnapshotSpan is a half-open interval.
type SnapshotSpan struct{ Start, End int64 }

// Len returns the length of the interval.
func (s SnapshotSpan) Len() int64 { return s.End - s.Start }

// SnapshotSection is a section of the document, without the separator after it.
type SnapshotSection struct {
	Kind     string // files, screenshots, …
	Title    string // of its heading
	Bare     bool   // the blocks have no headings
	Numbered bool   // the block titles contain numbers
	Bytes    SnapshotSpan
	Tokens   int64        // including the separator
	Blocks   SnapshotSpan // indices into [Snapshot.Blocks]; the first is the heading
}

// SnapshotBlock is a heading, a file, a screenshot or an excerpt of the document, without the
// separator after it.
type SnapshotBlock struct {
	Title  string
	Bytes  SnapshotSpan
	Tokens int64 // including the separator
	File   int   // index into [Snapshot.Files], or -1

	Body  SnapshotSpan    // byte range of the content below the heading, without a fence; zero if unknown
	Items []int64         // first lines, from 0, of the items in its lists
	Lines []SnapshotLines // lines of the body that are lines of the file, for slices and edited files

	Gutter int64 // width of the line numbers at the beginning of lines of the body; 0 if there are none
	Edited bool  // text options have removed something from the body
}

// SnapshotLines maps lines of a body to lines of a file.
type SnapshotLines struct {
	Line   int64 // of the body, from 0
	Count  int64
	Source int64 // line of the file, from 1, that the first of them shows
}

// SnapshotFile is the state of a file when the snapshot was created.
type SnapshotFile struct {
	Path     string   // relative to the project's folder, or absolute
	ViewMode ViewMode // as shown in the document
	SHA256   string   // hex, of the file's bytes; empty if it could not be read
	Size     int64    // bytes
	ModTime  time.Time
	Tokens   int64 // of its block
}

// HasSpans reports whether the record contains the positions of the document's parts.
func (s Snapshot) HasSpans() bool { return len(s.Sections) > 0 }

// ParseSnapshotHead parses the decoded form of a record's head: everything before its first
// table.
func ParseSnapshotHead(v map[string]any) (Snapshot, error) {
	var found report
	f := newForm("", v, &found)
	s := parseSnapshotHead(f)
	return s, found.err()
}

func parseSnapshotHead(f form) Snapshot {
	return Snapshot{
		Time:        f.when("time"),
		Version:     f.str("dossier", ""),
		Description: f.str("description", ""),
		Pinned:      f.boolean("pinned", false),
		Copied:      f.boolean("copied", false),
		Preset:      f.str("preset", ""),
		Scope:       Scope(f.str("scope", "")),
		Model:       f.str("model", ""),
		Bytes:       f.integer("bytes", 0, 0),
		Tokens:      f.integer("tokens", 0, 0),
		Vocabulary:  f.str("vocabulary", ""),
		Exact:       f.boolean("exact", false),
		SHA256:      f.str("sha256", ""),
		Format:      f.str("format", ""),
		FileCount:   int(f.integer("file_count", 0, 0)),
	}
}

// ParseSnapshot parses the decoded form of a record.
func ParseSnapshot(v map[string]any) (Snapshot, error) {
	var found report
	f := newForm("", v, &found)
	s := parseSnapshotHead(f)
	composition, _ := f.take("composition")
	s.Composition = parseComposition("composition", composition, &found)
	s.Commits = f.strings("commits")

	doc := f.sub("document")
	for i, value := range doc.list("files") {
		s.Files = append(s.Files, parseSnapshotFile(ElementKey(doc.key("files"), i), value, &found))
	}
	if _, ok := v["file_count"]; !ok { // as in a hand-written record
		s.FileCount = len(s.Files)
	}
	for i, value := range doc.list("sections") {
		section := newForm(ElementKey(doc.key("sections"), i), value, &found)
		s.Sections = append(s.Sections, SnapshotSection{
			Kind: section.str("kind", ""), Title: section.str("title", ""), Bytes: section.span("bytes"),
			Bare: section.boolean("bare", false), Numbered: section.boolean("numbered", false),
			Tokens: section.integer("tokens", 0, 0), Blocks: section.span("blocks"),
		})
	}
	blocks := doc.list("blocks")
	if !s.HasSpans() {
		blocks = nil // their sections are unknown
	}
	for i, value := range blocks {
		block := newForm(ElementKey(doc.key("blocks"), i), value, &found)
		b := SnapshotBlock{
			Bytes: block.span("bytes"), Tokens: block.integer("tokens", 0, 0), File: int(block.integer("file", 0, -1)),
		}
		if b.File >= len(s.Files) {
			block.fail("file", "there is no such file in the record")
			b.File = -1
		}
		title := ""
		if b.File >= 0 {
			title = s.Files[b.File].Path
		}
		b.Title = block.str("title", title)
		block.inside(&b)
		s.Blocks = append(s.Blocks, b)
	}
	for i, section := range s.Sections {
		if section.Blocks.End > int64(len(s.Blocks)) {
			doc.found.errs = append(doc.found.errs, &FieldError{ElementKey(doc.key("sections"), i) + ".blocks", "the record has fewer blocks"})
			s.Sections[i].Blocks = SnapshotSpan{}
		}
	}
	s.Extra = f.rest()
	return s, found.err()
}

// inside parses the data on the inside of a block.
func (f form) inside(b *SnapshotBlock) {
	if _, ok := f.take("body"); ok {
		b.Body = f.span("body")
	}
	for _, v := range f.list("items") {
		line, ok := wholeNumber(v)
		if !ok || line < 0 {
			f.fail("items", "must be lines of the block, from 0")
			b.Items = nil
			break
		}
		b.Items = append(b.Items, line)
	}
	for _, v := range f.list("lines") {
		three, _ := v.([]any)
		var n [3]int64
		ok := len(three) == len(n)
		for i := 0; ok && i < len(n); i++ {
			n[i], ok = wholeNumber(three[i])
			ok = ok && n[i] >= 0 && n[i] <= math.MaxInt32
		}
		if !ok {
			f.fail("lines", "must be a line of the text, how many there are, and the line of the file, as in [[2, 7, 31]]")
			b.Lines = nil
			break
		}
		b.Lines = append(b.Lines, SnapshotLines{n[0], n[1], n[2]})
	}
	b.Gutter, b.Edited = f.integer("gutter", 0, 0), f.boolean("edited", false)
}

func parseSnapshotFile(key string, value any, found *report) SnapshotFile {
	f := newForm(key, value, found)
	file := SnapshotFile{
		Path:     f.str("path", ""),
		ViewMode: choice(f, "view_mode", Full, ViewModes()),
		SHA256:   f.str("sha256", ""),
		Size:     f.integer("size", 0, 0),
		ModTime:  f.when("mtime"),
		Tokens:   f.integer("tokens", 0, 0),
	}
	if name := f.str("path_hex", ""); name != "" {
		raw, err := hex.DecodeString(name)
		if err != nil {
			f.fail("path_hex", "must be the hexadecimal digits of bytes")
		} else {
			file.Path = string(raw)
		}
	}
	return file
}

// span parses two integers, the second at least as large as the first.
func (f form) span(key string) SnapshotSpan {
	list := f.list(key)
	if len(list) == 2 {
		start, ok := wholeNumber(list[0])
		end, also := wholeNumber(list[1])
		if ok && also && start >= 0 && end >= start {
			return SnapshotSpan{start, end}
		}
	}
	f.fail(key, "must be a start and an end, as in [0, 12]")
	return SnapshotSpan{}
}

// Head returns the stored form of what [ParseSnapshotHead] parses.
func (s Snapshot) Head() Fields {
	var w writer
	w.addIf(s.Version != "", "dossier", s.Version)
	w.addIf(!s.Time.IsZero(), "time", s.Time)
	w.addIf(s.Description != "", "description", s.Description)
	w.addIf(s.Pinned, "pinned", true)
	w.addIf(s.Copied, "copied", true)
	w.addIf(s.Preset != "", "preset", s.Preset)
	w.addIf(s.Scope != "", "scope", string(s.Scope))
	w.addIf(s.Model != "", "model", s.Model)
	w.add("bytes", s.Bytes)
	w.add("tokens", s.Tokens)
	w.addIf(s.Vocabulary != "", "vocabulary", s.Vocabulary)
	w.addIf(s.Exact, "exact", true)
	w.addIf(s.SHA256 != "", "sha256", s.SHA256)
	w.addIf(s.Format != "", "format", s.Format)
	w.add("file_count", int64(s.FileCount))
	return w.fields
}

// Fields returns the stored form: the head, then the tables.
func (s Snapshot) Fields() Fields {
	w := writer{s.Head()}
	w.addIf(len(s.Commits) > 0, "commits", anyList(s.Commits))
	w.add("composition", s.Composition.Fields())
	var doc writer
	files := make([]any, len(s.Files))
	for i, file := range s.Files {
		files[i] = file.fields()
	}
	doc.add("files", files)
	if s.HasSpans() {
		sections := make([]any, len(s.Sections))
		for i, section := range s.Sections {
			var sw writer
			sw.add("kind", section.Kind)
			sw.add("title", section.Title)
			sw.addIf(section.Bare, "bare", true)
			sw.addIf(section.Numbered, "numbered", true)
			sw.add("bytes", section.Bytes.value())
			sw.add("tokens", section.Tokens)
			sw.add("blocks", section.Blocks.value())
			sections[i] = sw.fields
		}
		doc.add("sections", sections)
		blocks := make([]any, len(s.Blocks))
		for i, block := range s.Blocks {
			var bw writer
			if block.File >= 0 {
				bw.add("file", int64(block.File))
			}
			bw.addIf(block.File < 0 || block.File >= len(s.Files) || block.Title != s.Files[block.File].Path, "title", block.Title)
			bw.add("bytes", block.Bytes.value())
			bw.add("tokens", block.Tokens)
			bw.addIf(block.Body != SnapshotSpan{}, "body", block.Body.value())
			bw.addIf(len(block.Items) > 0, "items", anyList(block.Items))
			bw.addIf(len(block.Lines) > 0, "lines", lineValues(block.Lines))
			bw.addIf(block.Gutter > 0, "gutter", block.Gutter)
			bw.addIf(block.Edited, "edited", true)
			blocks[i] = bw.fields
		}
		doc.add("blocks", blocks)
	}
	w.add("document", doc.fields)
	return w.rest(s.Extra)
}

func lineValues(lines []SnapshotLines) []any {
	out := make([]any, len(lines))
	for i, l := range lines {
		out[i] = []any{l.Line, l.Count, l.Source}
	}
	return out
}

func (s SnapshotSpan) value() []any { return []any{s.Start, s.End} }

// fields returns the stored form of a file. A name that is not UTF-8 is also stored as bytes.
func (f SnapshotFile) fields() Fields {
	var w writer
	w.add("path", f.Path)
	w.addIf(!utf8.ValidString(f.Path), "path_hex", hex.EncodeToString([]byte(f.Path)))
	w.add("view_mode", string(f.ViewMode))
	w.add("size", f.Size)
	w.addIf(!f.ModTime.IsZero(), "mtime", f.ModTime)
	w.add("tokens", f.Tokens)
	w.addIf(f.SHA256 != "", "sha256", f.SHA256)
	return w.fields
}
