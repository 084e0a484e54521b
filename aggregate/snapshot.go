package aggregate

import (
	"bufio"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"math"
	"slices"
	"strings"
	"time"

	"dossier/aggregate/beads"
	"dossier/aggregate/content"
	"dossier/aggregate/format"
	"dossier/aggregate/format/markdown"
	"dossier/aggregate/tokens"
	"dossier/models"
)

// RecordInfo is the part of a snapshot's record that is neither in the document nor in its input.
type RecordInfo struct {
	Time    time.Time
	Version string // program version
	Model   string // id of the selected model
	Preset  string // last applied preset; empty for none
	Scope   models.Scope
	Copied  bool // copied to the clipboard
}

// RecordOf returns the record of a document: how it was made and where its parts are, with
// secrets redacted as in the document. Entries of the composition that contributed content get
// the time.
func RecordOf(doc *Document, in Input, made RecordInfo) models.Snapshot {
	hash := sha256.New()
	w := bufio.NewWriterSize(hash, 64<<10)
	_, _ = doc.WriteTo(w) // hashes never return an error
	_ = w.Flush()
	s := models.Snapshot{
		Time: made.Time.UTC(), Version: made.Version, Model: made.Model, Preset: made.Preset, Scope: made.Scope, Copied: made.Copied,
		Format: recordedFormat(doc.Format), Bytes: int64(doc.Bytes), Tokens: int64(doc.Tokens.N), Exact: doc.Tokens.Exact, SHA256: hex.EncodeToString(hash.Sum(nil)),
		Composition: withInjectionTime(in.Composition, doc, made.Time), Commits: doc.Commits,
	}
	if v := doc.Tokens.Vocabulary; v != tokens.O200k {
		s.Vocabulary = v.String()
	}
	files := make(map[int]int, len(doc.Items)) // by row
	for row, item := range doc.Items {
		if !item.InDocument() {
			continue
		}
		files[row] = len(s.Files)
		s.Files = append(s.Files, models.SnapshotFile{
			Path: item.Path, ViewMode: shownAs(item), SHA256: item.Hash(), Size: item.Size, ModTime: timeOf(item.Mtime), Tokens: int64(item.Tokens.N),
		})
	}
	s.FileCount = doc.Files()
	for _, section := range doc.Sections {
		s.Sections = append(s.Sections, models.SnapshotSection{
			Kind: string(section.Kind), Title: section.Title, Bare: section.Bare, Numbered: section.Numbered, Bytes: spanOf(section.Bytes), Tokens: int64(section.Tokens.N), Blocks: spanOf(section.Blocks),
		})
	}
	s.Blocks = make([]models.SnapshotBlock, 0, doc.Blocks())
	for i := range doc.Blocks() {
		b := doc.Block(i)
		file, ok := files[b.Row]
		if !ok {
			file = -1
		}
		block := models.SnapshotBlock{Title: b.Title, Bytes: spanOf(b.Bytes), Tokens: int64(b.Tokens.N), File: file}
		doc.describe(&block, i)
		s.Blocks = append(s.Blocks, block)
	}
	doc.guard.redactRecord(&s)
	return s
}

// recordedFormat returns a format's name as stored in records, where the default is empty.
func recordedFormat(name string) string {
	if name == format.Default().Name() {
		return ""
	}
	return name
}

// describe records where the parts of a block's text are. Headings have no parts.
func (d *Document) describe(block *models.SnapshotBlock, i int) {
	b := d.blocks[i]
	if i == d.Sections[b.section].Blocks.Start {
		return
	}
	start := b.byteAt + len(b.head)
	block.Body = spanOf(Range{start, start + len(b.body)})
	for _, line := range b.items {
		if n := len(block.Items); n == 0 || block.Items[n-1] != int64(line) {
			block.Items = append(block.Items, int64(line))
		}
	}
	block.Gutter, block.Edited = int64(b.gutter), b.edited
	if b.edited && len(b.stretches) > maxStretches {
		return
	}
	for _, s := range b.stretches {
		block.Lines = append(block.Lines, models.SnapshotLines{Line: int64(s.Line), Count: int64(s.Count), Source: int64(s.Source)})
	}
}

func spanOf(r Range) models.SnapshotSpan {
	return models.SnapshotSpan{Start: int64(r.Start), End: int64(r.End)}
}

// shownAs returns the mode of a file in the document; the requested mode if it has no content.
func shownAs(item Item) models.ViewMode {
	if item.Shown == "" {
		return item.ViewMode
	}
	return item.Shown
}

// timeOf converts Unix seconds to a time; 0 gives the zero time.
func timeOf(seconds float64) time.Time {
	if seconds == 0 {
		return time.Time{}
	}
	whole, part := math.Modf(seconds)
	return time.Unix(int64(whole), int64(math.Round(part*1e9))).UTC()
}

// withInjectionTime returns a composition in which every entry that contributed to the document has the
// time.
func withInjectionTime(c models.Composition, doc *Document, at time.Time) models.Composition {
	c = c.Clone()
	c.Links = c.Links.Recorded()
	seconds := float64(at.UnixMicro()) / 1e6
	for _, item := range doc.Items {
		if !item.InDocument() {
			continue
		}
		for _, entry := range []int{item.Named, item.Entry} {
			if entry >= 0 && entry < len(c.Files) {
				c.Files[entry].InjectedAt = &seconds
			}
		}
	}
	return c
}

// Replay returns the document that a record and its text describe, for display. Its text is
// byte-identical. Items are the files of the record. If the record has no valid spans, the whole
// text is one section.
func Replay(record models.Snapshot, text string) *Document {
	doc := &Document{replayed: true, Format: cmp.Or(record.Format, format.Default().Name()), Items: make([]Item, len(record.Files)), files: record.FileCount, Commits: record.Commits}
	for i, file := range record.Files {
		item := &doc.Items[i]
		item.FileItem = models.NewFileItem(file.Path)
		item.ViewMode, item.Shown = file.ViewMode, file.ViewMode
		item.Size, item.hash = file.Size, func() string { return file.SHA256 }
		if !file.ModTime.IsZero() {
			item.Mtime = float64(file.ModTime.UnixNano()) / float64(time.Second)
		}
	}
	v, ok := tokens.ParseVocabulary(record.Vocabulary)
	countOf := func(r *rendered, n int64) Count {
		c := Count{N: int(n), Exact: record.Exact && ok, Vocabulary: v}
		if !c.Exact && n > 0 { // the size of the error was not recorded
			guess := r.estimate()
			c.Off = guess.Off + max(c.N-guess.N, guess.N-c.N)
		}
		return c
	}
	counts := map[*rendered]Count{}
	if !doc.replaySpans(record, text, countOf, counts) {
		doc.blocks, doc.Sections = nil, nil
		doc.replayWhole(record, text, countOf, counts)
	}
	doc.place(func(r *rendered, _ string) Count { return counts[r] })
	if text != "" && !strings.HasSuffix(text, "\n") {
		doc.Lines++ // written by another program
	}
	return doc
}

// replaySpans splits a text by the spans of its record. It returns false if they do not fit.
func (d *Document) replaySpans(record models.Snapshot, text string, countOf func(*rendered, int64) Count, counts map[*rendered]Count) bool {
	if !record.HasSpans() {
		return false
	}
	f := format.Of(record.Format) // in an unknown format separators are ordinary lines
	rule := f.Separators().Blocks
	next := int64(0)
	for i, section := range record.Sections {
		if section.Blocks.Start != next || section.Blocks.Len() <= 0 || section.Blocks.End > int64(len(record.Blocks)) {
			return false
		}
		next = section.Blocks.End
		bare, numbered := legacySection(SectionKind(section.Kind))
		d.Sections = append(d.Sections, Section{
			Kind: SectionKind(section.Kind), Title: section.Title, Bare: bare || section.Bare, Numbered: numbered || section.Numbered,
			Blocks: Range{int(section.Blocks.Start), int(section.Blocks.End)},
		})
		for j := section.Blocks.Start; j < section.Blocks.End; j++ {
			b := record.Blocks[j]
			end := int64(len(text))
			if j+1 < int64(len(record.Blocks)) {
				end = record.Blocks[j+1].Bytes.Start
			}
			// The first span starts at 0 and each other one at the end of the previous, so a span
			// with a positive length is within the text.
			if b.Bytes.Len() <= 0 || b.Bytes.End > end || end > int64(len(text)) || j == 0 && b.Bytes.Start != 0 {
				return false
			}
			sep := text[b.Bytes.End:end]
			if !strings.HasPrefix(sep, "\n") || !strings.HasSuffix(sep, "\n") {
				return false // two blocks would share a line
			}
			r := d.replay(d.Sections[i], j == section.Blocks.Start, b, text[b.Bytes.Start:b.Bytes.End])
			counts[r] = countOf(r, b.Tokens)
			d.blocks = append(d.blocks, placedBlock{rendered: r, sep: sep, ruled: sep == rule, row: b.File, section: i})
		}
	}
	return next == int64(len(record.Blocks))
}

// replay returns a block of a section with known text, described by its record. A heading needs
// no description.
func (d *Document) replay(s Section, heading bool, b models.SnapshotBlock, text string) *rendered {
	block, f := content.Block{Title: b.Title}, format.Of(d.Format)
	if heading {
		return newRendered(f, block, content.Text{Head: text})
	}
	file := b.File >= 0 && s.Kind == FilesSection
	t, ok := splitRecorded(b, text)
	switch {
	case ok:
	case d.Format != format.Default().Name(): // records of other formats include it
		t = content.Text{Body: text}
	default:
		t = parseUnrecorded(s, text, file && d.Items[b.File].Shown == models.Custom)
	}
	r := newRendered(f, block, t)
	r.edited = b.Edited
	if b.Gutter > 0 && b.Gutter < maxGutter {
		r.gutter, r.unnumbered = int(b.Gutter), &unnumbered{}
	}
	if file && r.tail != "" {
		r.setKey(tokens.DigestOf(r.plain()))
	}
	return r
}

// maxStretches is the max number of recorded stretches of a file without some of its lines: a file with a
// comment on every other line has as many as lines.
const maxStretches = 200

// maxGutter exceeds the width of all line numbers.
const maxGutter = 12

// splitRecorded splits the text of a block by its record. It returns false if the record does not say
// where, or is invalid.
func splitRecorded(b models.SnapshotBlock, text string) (content.Text, bool) {
	if b.Body.End == 0 || b.Body.Start < b.Bytes.Start || b.Body.Len() < 0 || b.Body.End > b.Bytes.End {
		return content.Text{}, false
	}
	start, end := b.Body.Start-b.Bytes.Start, b.Body.End-b.Bytes.Start
	t := content.Text{Head: text[:start], Body: text[start:end], Tail: text[end:]}
	for _, line := range b.Items {
		t.Items = append(t.Items, int(line))
	}
	slices.Sort(t.Items)
	for _, l := range b.Lines {
		if l.Line >= 0 && l.Count >= 0 {
			t.Stretches = append(t.Stretches, content.Stretch{Line: int(l.Line), Count: int(l.Count), Source: int(l.Source)})
		}
	}
	return t, true
}

// parseUnrecorded parses a block whose record has only its span, as in earlier versions, where all
// documents were Markdown.
func parseUnrecorded(s Section, text string, custom bool) content.Text {
	t := markdown.Read(text, !s.Bare)
	if s.Kind == BeadsSection {
		t.Items = markdown.ItemLines(text, beads.CompletedLabel)
	}
	if custom {
		t.Stretches = markdown.Stretches(t.Body)
	}
	return t
}

// legacySection returns the section properties that records of earlier versions lack.
func legacySection(kind SectionKind) (bare, numbered bool) {
	return kind == TreeSection || kind == BeadsSection, kind == HistorySection
}

// replayWhole makes one section of the whole text; its heading is the first line.
func (d *Document) replayWhole(record models.Snapshot, text string, countOf func(*rendered, int64) Count, counts map[*rendered]Count) {
	if text == "" {
		return
	}
	first, rest, more := strings.Cut(text, "\n")
	sep := ""
	if more {
		sep = "\n"
	}
	title := markdown.Title(first)
	f := format.Of(d.Format)
	head := newRendered(f, content.Block{Title: title}, content.Text{Head: first})
	d.blocks = append(d.blocks, placedBlock{rendered: head, sep: sep, row: -1})
	counts[head] = countOf(head, 0)
	total := head
	if rest != "" {
		last := ""
		if strings.HasSuffix(rest, "\n") {
			rest, last = rest[:len(rest)-1], "\n"
		}
		total = newRendered(f, content.Block{Title: title}, content.Text{Head: rest})
		d.blocks = append(d.blocks, placedBlock{rendered: total, sep: last, row: -1})
	}
	counts[total] = countOf(total, record.Tokens)
	if record.Bytes == 0 {
		counts[total] = total.estimate() // the record has no count
	}
	d.Sections = []Section{{Title: title, Blocks: Range{0, len(d.blocks)}}}
}
