package aggregate

import (
	"fmt"
	"io"
	"slices"
	"sort"
	"strings"
	"sync"
	"sync/atomic"

	"dossier/aggregate/code"
	"dossier/aggregate/content"
	"dossier/aggregate/format"
	"dossier/aggregate/text"
	"dossier/aggregate/tokens"
	"dossier/models"
)

// Count is a number of tokens.
type Count = tokens.Count

// Range is a half-open interval.
type Range struct{ Start, End int }

// Len returns the length of the interval.
func (r Range) Len() int { return r.End - r.Start }

// Section is a second-level heading and the content below it, without the separator that follows.
type Section struct {
	Kind     SectionKind
	Title    string // of its heading
	Bare     bool   // the blocks have no headings
	Numbered bool   // the block titles contain numbers
	Bytes    Range
	Lines    Range // from 0
	Chars    int   // code points
	Tokens   Count // including the separator, so that the sections add up to the document
	Blocks   Range // indices for [Document.Block]; the first is the heading
}

// Block is a part of the document with a single source: a section heading, a file, a screenshot,
// the beads, an excerpt. Its spans exclude the separator after it.
type Block struct {
	Title  string // for display: a path, "Discussion Excerpt 3"
	Group  string // the smart context that a linked note belongs to; empty in other sections
	Row    int    // index into [Document.Items], or -1
	Bytes  Range
	Lines  Range // from 0; the first is the heading
	Chars  int
	Tokens Count // including the separator
}

// Document is the text that a language model reads. It is immutable; a newer document replaces
// it. It always ends with one newline, and no two blocks share a line.
type Document struct {
	Format   string // the format's name; a replayed document may have an unknown one
	Sections []Section
	Items    []Item     // one for each file, in output order
	Matches  [][]string // the paths that each entry of the composition matches
	Warnings []Warning
	Bytes    int
	Lines    int
	Chars    int
	Tokens   Count
	Secrets  Secrets // possible secrets in it, including those that were redacted

	// Commits are the commits that the sections of the repository depend on; see [models.Snapshot].
	Commits []string

	replayed bool // parsed from its text, so the content of its blocks is not known
	blocks   []placedBlock
	guard    *guard // redacted it and also redacts its record; nil if replayed
	files    int    // see [Document.Files]
}

// Warning is a problem or note for the user about a document.
type Warning struct {
	Path    string `json:"path,omitempty"`
	Message string `json:"message"`
	// Note is set if nothing is wrong: a file is shown in a different view mode because it does
	// not support the requested one.
	Note bool `json:"-"`
}

// String returns the warning on one line.
func (w Warning) String() string {
	if w.Path == "" {
		return w.Message
	}
	return text.Escape(w.Path) + ": " + w.Message
}

// rendered is a rendered block. It has three parts so that the text of a file, the body, is
// stored once however often it is rendered. It is immutable except for its lazily computed
// counts.
type rendered struct {
	format           format.Format
	block            content.Block // for a replayed block only the parts that are needed
	head, body, tail string
	items            []int // first line, in the block, of each item
	stretches        []content.Stretch
	bodyKey          *tokens.Digest // key of body if it is stored text; else nil
	gutter           int            // width of the line numbers in the body, in bytes; 0 if there are none
	edited           bool           // text options have removed something from the body
	unnumbered       *unnumbered    // nil without line numbers
	newlines, chars  int

	tokens    [tokens.Vocabularies][3]atomic.Int64 // counted tokens plus 1, by separator; see [rendered.slot]
	estimated atomic.Pointer[Count]                // estimated tokens; nil until computed
	other     atomic.Pointer[rendered]             // the same block in another format; nil until rendered

	once   sync.Once
	starts []int32 // offsets of the lines of body

	hashing sync.Once
	hash    tokens.Key // see [rendered.codeKey]
}

// unnumbered is a body without its line numbers.
type unnumbered struct {
	once sync.Once
	body string
	key  *tokens.Digest // as bodyKey, of body
}

// renderBlock renders a block in a format.
func renderBlock(f format.Format, block content.Block) *rendered {
	r := newRendered(f, block, f.Block(block.WithNumbers()))
	if r.gutter = block.Gutter(); r.gutter > 0 {
		r.unnumbered = &unnumbered{}
	}
	if body, ok := block.Body.(content.Code); ok && body.From != nil {
		r.edited = true
		if strings.Count(r.body, "\n") == strings.Count(body.Text, "\n") { // the format has not encoded it differently
			r.stretches = content.Stretches(body.From, 0)
		}
	}
	return r
}

// plain returns the body without line numbers.
func (r *rendered) plain() string {
	if r.unnumbered == nil {
		return r.body
	}
	r.unnumbered.once.Do(func() {
		if r.block.Body != nil {
			r.unnumbered.body = r.format.Block(r.block).Body
		} else {
			r.unnumbered.body = content.WithoutNumbers(r.body, r.gutter)
		}
	})
	return r.unnumbered.body
}

// setKey sets the key of the body without line numbers.
func (r *rendered) setKey(key *tokens.Digest) {
	if r.unnumbered != nil {
		r.unnumbered.key = key
	} else {
		r.bodyKey = key
	}
}

// key returns the key of the body without line numbers; nil if it is not known.
func (r *rendered) key() *tokens.Digest {
	if r.unnumbered != nil {
		return r.unnumbered.key
	}
	return r.bodyKey
}

// codeKey returns the key of the body without line numbers, which is computed on first use if it is not known.
func (r *rendered) codeKey() tokens.Key {
	if key := r.key(); key != nil {
		return key.Key()
	}
	r.hashing.Do(func() { r.hash = tokens.KeyOf(r.plain()) })
	return r.hash
}

func newRendered(f format.Format, block content.Block, t content.Text) *rendered {
	r := &rendered{format: f, block: block, head: t.Head, body: t.Body, tail: t.Tail, items: t.Items, stretches: t.Stretches}
	for _, part := range []string{t.Head, t.Body, t.Tail} {
		r.newlines += strings.Count(part, "\n")
		r.chars += text.CountChars(part)
	}
	return r
}

// comparedBody returns the body for comparison, without line numbers; delimited bodies get a final newline.
func (r *rendered) comparedBody() string {
	switch {
	case strings.HasPrefix(r.tail, "\n"):
		return r.plain() + "\n"
	case r.body == "" && r.tail == "":
		return r.head // the body of this block is not known
	}
	return r.plain()
}

func (r *rendered) size() int { return len(r.head) + len(r.body) + len(r.tail) }

func (r *rendered) estimate() Count {
	if c := r.estimated.Load(); c != nil {
		return *c
	}
	c := tokens.Guess(r.head).Add(tokens.Guess(r.body)).Add(tokens.Guess(r.tail))
	r.estimated.Store(&c)
	return c
}

// inFormat returns the block in a format.
func (r *rendered) inFormat(f format.Format) *rendered {
	if r.format == f {
		return r
	}
	if o := r.other.Load(); o != nil && o.format == f {
		return o
	}
	o := renderBlock(f, r.block)
	if key := r.key(); key != nil && o.plain() == r.plain() {
		o.setKey(key)
	}
	r.other.Store(o)
	return o
}

// placedBlock is a block and its position in a document.
type placedBlock struct {
	*rendered
	sep     string
	ruled   bool // sep contains a visible rule
	row     int
	section int
	byteAt  int
	lineAt  int
	tokens  Count
}

func (p placedBlock) textLines() int { return p.newlines + 1 }

// compose joins sections into a document. Sections without blocks are omitted.
func compose(f format.Format, sections []composed, items []Item, warnings []Warning, count func(*rendered, string) Count) *Document {
	doc := &Document{Format: f.Name(), Items: items, Warnings: warnings, files: countFiles(sections, items)}
	total := 0
	for _, s := range sections {
		if len(s.Blocks) > 0 {
			total += len(s.Blocks) + 1
		}
	}
	doc.blocks = make([]placedBlock, 0, total)
	sep := f.Separators()
	for _, s := range sections {
		if len(s.Blocks) == 0 {
			continue
		}
		heading := f.Heading(string(s.kind), s.Title)
		if len(doc.Sections) == 0 {
			heading = sep.Begin + heading
		}
		head := newRendered(f, content.Block{Title: s.Title}, content.Text{Head: heading})
		at := len(doc.Sections)
		doc.blocks = append(doc.blocks, placedBlock{rendered: head, sep: sep.Heading, row: -1, section: at})
		for _, b := range s.Blocks {
			doc.blocks = append(doc.blocks, placedBlock{rendered: b.rendered, sep: sep.Blocks, ruled: true, row: b.row, section: at})
		}
		doc.blocks[len(doc.blocks)-1].sep = sep.Sections
		doc.Sections = append(doc.Sections, Section{
			Kind: s.kind, Title: s.Title, Bare: s.Bare, Numbered: s.Numbered, Blocks: Range{len(doc.blocks) - len(s.Blocks) - 1, len(doc.blocks)},
		})
	}
	if n := len(doc.blocks); n > 0 {
		doc.blocks[n-1].sep = sep.End
	}
	doc.place(count)
	return doc
}

// place computes all spans and totals from the blocks.
func (d *Document) place(count func(*rendered, string) Count) {
	d.Bytes, d.Lines, d.Chars, d.Tokens = 0, 0, 0, Count{Exact: true}
	shown := make([]int, len(d.Items)) // index of the section that shows an item, plus 1; blocks of other sections do not count towards the item
	for i := range d.blocks {
		b := &d.blocks[i]
		b.byteAt, b.lineAt = d.Bytes, d.Lines
		b.tokens = count(b.rendered, b.sep)
		d.Bytes += b.size() + len(b.sep)
		d.Lines += b.newlines + strings.Count(b.sep, "\n")
		d.Chars += b.chars + len(b.sep)
		d.Tokens = d.Tokens.Add(b.tokens)
		if b.row >= 0 {
			item := &d.Items[b.row]
			if shown[b.row] == 0 {
				item.Chars, item.Tokens, shown[b.row] = 0, Count{Exact: true}, b.section+1
			}
			if shown[b.row] == b.section+1 {
				item.Chars, item.Tokens = item.Chars+b.chars, item.Tokens.Add(b.tokens)
			}
		}
	}
	for i := range d.Sections {
		s := &d.Sections[i]
		first, last := d.blocks[s.Blocks.Start], d.blocks[s.Blocks.End-1]
		s.Bytes = Range{first.byteAt, last.byteAt + last.size()}
		s.Lines = Range{first.lineAt, last.lineAt + last.textLines()}
		s.Chars, s.Tokens = 0, Count{Exact: true}
		for j, b := range d.blocks[s.Blocks.Start:s.Blocks.End] {
			s.Chars += b.chars
			if j+1 < s.Blocks.Len() {
				s.Chars += len(b.sep)
			}
			s.Tokens = s.Tokens.Add(b.tokens)
		}
	}
}

// In reports whether the document is in the named format, or in the format that the name falls
// back to.
func (d *Document) In(name string) bool { return format.Of(name).Name() == d.Format }

// inFormat returns a built document in the named format, with the counts of the current one. A replayed
// document, of which only the text is known, or a document in an unknown format is returned
// unchanged.
func (d *Document) inFormat(name string) *Document {
	f, ok := format.Find(name)
	if d.replayed || !ok {
		return d
	}
	sections := make([]composed, len(d.Sections))
	for i, s := range d.Sections {
		sections[i] = composed{s.Kind, Content{Title: s.Title, Bare: s.Bare, Numbered: s.Numbered}}
		for _, b := range d.blocks[s.Blocks.Start+1 : s.Blocks.End] {
			sections[i].Blocks = append(sections[i].Blocks, SectionBlock{b.rendered.inFormat(f), b.row, nil})
		}
	}
	next := *d
	made := compose(f, sections, slices.Clone(d.Items), nil, uncounted)
	next.Format, next.Sections, next.blocks = made.Format, made.Sections, made.blocks
	next.Bytes, next.Lines, next.Chars = made.Bytes, made.Lines, made.Chars
	for i := range next.blocks {
		next.blocks[i].tokens = d.blocks[i].tokens
	}
	for i := range next.Sections {
		next.Sections[i].Tokens = d.Sections[i].Tokens
	}
	return &next
}

// recounted returns the document with the token counts that are known by now.
func (d *Document) recounted(count func(*rendered, string) Count) *Document {
	next := *d
	next.blocks = append([]placedBlock(nil), d.blocks...)
	next.Sections = append([]Section(nil), d.Sections...)
	next.Items = append([]Item(nil), d.Items...)
	next.place(count)
	return &next
}

// Files returns the number of files whose content the document contains. Each path counts once,
// whether it is a row, linked, or both. A row without content (the file is missing, unreadable,
// or withheld because of its name) does not count. All displayed file counts use it.
func (d *Document) Files() int { return d.files }

// countFiles implements [Document.Files] for sections.
func countFiles(sections []composed, items []Item) int {
	paths := map[string]bool{}
	for _, s := range sections {
		for _, b := range s.Blocks {
			switch {
			case s.kind == LinkedSection && b.block.Note == "":
				paths[b.block.Title] = true
			case b.row >= 0 && items[b.row].Err == nil && !items[b.row].Withheld:
				paths[items[b.row].Path] = true
			}
		}
	}
	return len(paths)
}

// Section returns the section of a kind and whether the document has one.
func (d *Document) Section(kind SectionKind) (Section, bool) {
	for _, s := range d.Sections {
		if s.Kind == kind {
			return s, true
		}
	}
	return Section{}, false
}

// Shown returns the number of things that the section of a kind shows: files, changes, notes, images or
// excerpts. A thing that cannot be shown does not count, nor does what surrounds them: a heading, a summary
// or the texts before and after a smart context.
func (d *Document) Shown(kind SectionKind) int {
	s, _ := d.Section(kind)
	n := 0
	for i := s.Blocks.Start + 1; i < s.Blocks.End; i++ {
		if d.shows(i) {
			n++
		}
	}
	return n
}

// shows implements [Document.Shown] for a block below a heading.
func (d *Document) shows(i int) bool {
	b := d.blocks[i]
	switch d.Sections[b.section].Kind {
	case FilesSection:
		if b.row >= 0 {
			item := d.Items[b.row]
			return item.Err == nil && !item.Withheld
		}
	case LinkedSection:
		return b.block.Note == ""
	case GitChangesSection:
		_, names := b.block.Body.(content.Names)
		return !names && i > d.Sections[b.section].Blocks.Start+1
	case ScreenshotsSection:
		image, ok := b.block.Body.(content.Image)
		return !ok || image.Problem == ""
	}
	return true
}

// InSection reports whether a block belongs to a section of a kind.
func (d *Document) InSection(block int, kind SectionKind) bool {
	s, ok := d.Section(kind)
	return ok && s.Blocks.Start <= block && block < s.Blocks.End
}

// Blocks returns the number of blocks.
func (d *Document) Blocks() int { return len(d.blocks) }

// Block returns the i-th block.
func (d *Document) Block(i int) Block {
	b := d.blocks[i]
	return Block{
		Title:  b.block.Title,
		Group:  b.block.Group,
		Row:    b.row,
		Bytes:  Range{b.byteAt, b.byteAt + b.size()},
		Lines:  Range{b.lineAt, b.lineAt + b.textLines()},
		Chars:  b.chars,
		Tokens: b.tokens,
	}
}

// BlockAt returns the index of the block that contains a line, or -1.
func (d *Document) BlockAt(line int) int {
	if line < 0 || line >= d.Lines {
		return -1
	}
	return sort.Search(len(d.blocks), func(i int) bool { return d.blocks[i].lineAt > line }) - 1
}

// BlockOfRow returns the index of the block that shows an item, or -1.
func (d *Document) BlockOfRow(row int) int {
	for i := range d.blocks {
		if d.blocks[i].row == row {
			return i
		}
	}
	return -1
}

// showsFile reports whether a block is the view of an item. A block of changes to a file belongs
// to the same row but is not a view.
func (d *Document) showsFile(block int) bool {
	b := d.blocks[block]
	return b.row >= 0 && d.Sections[b.section].Kind == FilesSection
}

// FileText returns the content of an item in the document, without line numbers; empty if it has none,
// or if text options have removed something from it.
func (d *Document) FileText(row int) string {
	for i, b := range d.blocks {
		if b.row == row && d.showsFile(i) && d.Items[row].Shown != models.None && !b.edited {
			return b.plain()
		}
	}
	return ""
}

// Stretches returns the ranges of a block's body that are lines of its file: the whole file, its slices, or the
// lines that remain after text options. It returns nil for a replayed file that lacks many of its lines.
func (d *Document) Stretches(block int) []content.Stretch {
	if !d.showsFile(block) {
		return nil
	}
	return d.blocks[block].sourceStretches(d.Items[d.blocks[block].row].Shown)
}

func (r *rendered) sourceStretches(shown models.ViewMode) []content.Stretch {
	switch {
	case r.edited:
		return r.stretches
	case shown == models.Full && r.body != "":
		return []content.Stretch{{Line: 0, Count: len(r.lineStarts()), Source: 1}}
	case shown == models.Custom:
		return r.stretches
	}
	return nil
}

// sourceLines returns, for each line of a block, its line number in the file, from 1; 0 for other
// lines.
func (r *rendered) sourceLines(shown models.ViewMode) []int {
	if r == nil || shown == "" {
		return nil
	}
	out := make([]int, r.newlines+1)
	head := strings.Count(r.head, "\n")
	for _, s := range r.sourceStretches(shown) {
		at := head + s.Line
		for i := range min(s.Count, len(out)-at) { // the record does not contain their positions
			out[at+i] = s.Source + i
		}
	}
	return out
}

// LineKind is the kind of a line of a document.
type LineKind int

// Kinds of lines.
const (
	PlainLine   LineKind = iota
	SectionLine          // the heading of a section
	BlockLine            // the first line of a block in a section whose blocks have headings
	FenceLine            // delimits the body of a block
	CodeLine             // a line of the body of a file, or of another delimited body
	RuleLine             // separates two blocks
	ItemLine             // the first line of a list item
)

// LineKind returns the kind of a line of a block, counted from the block's first
// line, including the separator lines after the block. For a [CodeLine] it also
// returns the line's index in the body, from 0.
func (d *Document) LineKind(block, line int) (kind LineKind, body int) {
	b := d.blocks[block]
	section := d.Sections[b.section]
	switch first := block == section.Blocks.Start; {
	case first && line == b.textLines()-1:
		return SectionLine, 0 // the lines above it are the document's title
	case first:
		return PlainLine, 0
	case line == 0 && !section.Bare:
		return BlockLine, 0
	case line >= b.textLines():
		if b.ruled && d.Line(b.lineAt+line) != "" {
			return RuleLine, 0
		}
		return PlainLine, 0
	case containsSorted(b.items, line):
		return ItemLine, 0
	case !d.showsFile(block) && b.tail == "":
		return PlainLine, 0
	}
	head, lines := strings.Count(b.head, "\n"), 0
	if b.body != "" {
		lines = len(b.lineStarts())
	}
	switch {
	case line >= head && line < head+lines:
		return CodeLine, line - head
	case b.tail != "" && line >= head-1:
		return FenceLine, 0
	}
	return PlainLine, 0
}

func containsSorted(sorted []int, n int) bool {
	_, ok := slices.BinarySearch(sorted, n)
	return ok
}

// ItemAt returns the id of the list item on a line of a block, counted from the block's first
// line; the first one if there are several. It returns false if there is none.
func (d *Document) ItemAt(block, line int) (id string, ok bool) {
	b := d.blocks[block]
	ids := itemIDs(b.block)
	if line < 0 || line >= b.textLines() || len(ids) != len(b.items) {
		return "", false
	}
	for i, first := range b.items {
		if first > line {
			break
		}
		if i == 0 || first > b.items[i-1] { // the first item on its line
			id, ok = ids[i], true
		}
	}
	return id, ok
}

// ItemLine returns the line of a block, counted from its first, on which the item with an id
// begins. It returns false if there is none.
func (d *Document) ItemLine(block int, id string) (int, bool) {
	b := d.blocks[block]
	at := slices.Index(itemIDs(b.block), id)
	if at < 0 || at >= len(b.items) {
		return 0, false
	}
	return b.items[at], true
}

// ItemCount returns the number of items in a block of lists; 0 for other blocks.
func (d *Document) ItemCount(block int) (n int) {
	lists, _ := d.blocks[block].block.Body.(content.Lists)
	for _, list := range lists {
		n += len(list.Items)
	}
	return n
}

// itemIDs returns the ids of the items in a block of lists, in order.
func itemIDs(block content.Block) []string {
	lists, _ := block.Body.(content.Lists)
	var ids []string
	for _, list := range lists {
		for _, item := range list.Items {
			ids = append(ids, item.ID)
		}
	}
	return ids
}

// Line returns a line without its newline. Its cost does not depend on the length of the
// document; the first access to a block also scans that block once.
func (d *Document) Line(i int) string {
	at := d.BlockAt(i)
	if at < 0 {
		return ""
	}
	b := d.blocks[at]
	return b.line(i-b.lineAt, b.sep)
}

// line returns the k-th line of the block followed by sep.
func (r *rendered) line(k int, sep string) string {
	if k < 0 {
		return ""
	}
	head := strings.Count(r.head, "\n")
	if r.body == "" || k < head {
		return text.NthLine(r.head+r.tail+sep, k)
	}
	k -= head
	starts := r.lineStarts()
	if k < len(starts) {
		end := len(r.body)
		if k+1 < len(starts) {
			end = int(starts[k+1])
		}
		line := strings.TrimSuffix(r.body[starts[k]:end], "\n")
		if k == 0 {
			line = r.head[strings.LastIndexByte(r.head, '\n')+1:] + line
		}
		if k+1 == len(starts) && !strings.HasSuffix(r.body, "\n") {
			line += text.NthLine(r.tail+sep, 0)
		}
		return line
	}
	k -= len(starts)
	if !strings.HasSuffix(r.body, "\n") {
		k++
	}
	return text.NthLine(r.tail+sep, k)
}

// BodyRange returns the lines of block i that contain its body, counted from the block's first
// line, and the body. The range is empty for blocks without a body.
func (d *Document) BodyRange(i int) (Range, string) {
	b := d.blocks[i]
	if b.body == "" {
		return Range{}, ""
	}
	head := strings.Count(b.head, "\n")
	return Range{head, head + len(b.lineStarts())}, b.body
}

// Unnumbered returns the body of block i without line numbers, and the width of the
// line numbers in bytes, or 0 if there are none.
func (d *Document) Unnumbered(i int) (body string, gutter int) {
	return d.blocks[i].plain(), d.blocks[i].gutter
}

// Gutter returns the width in bytes of the line number on a line of the body of block i, or 0 if it
// has none: the lines above a slice are not numbered.
func (d *Document) Gutter(i, line int) int {
	b := d.blocks[i]
	if b.gutter == 0 || !d.showsFile(i) || d.Items[b.row].Shown != models.Custom {
		return b.gutter
	}
	for _, s := range b.stretches {
		if s.Line <= line && line < s.Line+s.Count {
			return b.gutter
		}
	}
	return 0
}

// BodyKey returns a key for the code that block i shows, without line numbers, and its language: equal code has equal
// keys in all documents. It is empty for other blocks.
func (d *Document) BodyKey(i int) string {
	language := d.Language(i)
	if language == "" {
		return ""
	}
	sum := d.blocks[i].codeKey()
	return string(sum[:]) + language
}

// diffLanguage is the language of unified diffs, which is not one of files.
const diffLanguage = "diff"

// Language returns the language of the code in the body of block i: an id of [text.Language], or
// diff for unified diffs. It is empty for plain text, for other blocks, and in formats that encode a body on one line.
func (d *Document) Language(i int) string {
	b := d.blocks[i]
	if b.tail == "" || b.newlines == 0 || d.showsFile(i) && !isCode(d.Items[b.row]) {
		return ""
	}
	language := ""
	switch body := b.block.Body.(type) {
	case content.Code:
		language = body.Info
	case content.Snippet:
		language = body.Info
	case content.Slices:
		language = body.Info
	case nil:
		language = d.replayedLanguage(i)
	}
	if language == text.PlainText {
		return ""
	}
	return language
}

// replayedLanguage is [Document.Language] of a block of a snapshot: the record does not contain it.
func (d *Document) replayedLanguage(i int) string {
	b := d.blocks[i]
	switch d.Sections[b.section].Kind {
	case FilesSection:
	case GitChangesSection, ChangesSection:
		if strings.HasPrefix(b.body, "diff --git ") || strings.HasPrefix(b.body, "@@ -") {
			return diffLanguage
		}
	default:
		return ""
	}
	return text.FenceInfo(text.Language(b.block.Title, b.plain()))
}

// isCode reports whether an item is shown as code of its language.
func isCode(item Item) bool {
	switch item.Shown {
	case models.Full, models.Skeleton, models.Masked, models.Custom:
		return item.Err == nil
	}
	return false
}

func (r *rendered) lineStarts() []int32 {
	r.once.Do(func() {
		r.starts = append(make([]int32, 0, r.newlines+1), 0)
		for at := 0; ; {
			next := strings.IndexByte(r.body[at:], '\n')
			if next < 0 || at+next+1 == len(r.body) {
				return
			}
			at += next + 1
			r.starts = append(r.starts, int32(at))
		}
	})
	return r.starts
}

// Len returns the number of bytes that WriteTo writes.
func (d *Document) Len() int { return d.Bytes }

// WriteTo writes the text without building it as one string.
func (d *Document) WriteTo(w io.Writer) (int64, error) {
	var n int64
	for i := range d.blocks {
		b := &d.blocks[i]
		for _, part := range [...]string{b.head, b.body, b.tail, b.sep} {
			m, err := io.WriteString(w, part)
			n += int64(m)
			if err != nil {
				return n, err
			}
		}
	}
	return n, nil
}

// Text returns the whole text.
func (d *Document) Text() string { return d.join(Range{0, len(d.blocks)}, true) }

// SectionText returns one section without the separator after it, ending with one newline.
func (d *Document) SectionText(i int) string { return d.join(d.Sections[i].Blocks, false) }

// BlockText returns one block without the separator after it, ending with one newline.
func (d *Document) BlockText(i int) string { return d.join(Range{i, i + 1}, false) }

func (d *Document) join(blocks Range, whole bool) string {
	var b strings.Builder
	size := 1
	for _, p := range d.blocks[blocks.Start:blocks.End] {
		size += p.size() + len(p.sep)
	}
	b.Grow(size)
	for i, p := range d.blocks[blocks.Start:blocks.End] {
		b.WriteString(p.head)
		b.WriteString(p.body)
		b.WriteString(p.tail)
		if whole || i+1 < blocks.Len() {
			b.WriteString(p.sep)
		}
	}
	if !whole && blocks.Len() > 0 {
		b.WriteByte('\n')
	}
	return b.String()
}

// Item is one file of a document: the request and its result.
type Item struct {
	models.FileItem // the entry that decides how this file is shown; Path is relative to the project

	EntryPath string            // the path as written in the entry, if nothing else names the file
	Entry     int               // index of that entry in the composition
	Named     int               // index of the first entry that names the file
	Shown     models.ViewMode   // the mode in the document; differs from ViewMode if that is not supported
	Focus     bool              // focused, in the focused variant
	Withheld  bool              // listed without content, because its name is secret
	Err       error             // why there is no content; shown in its place
	Language  string            // language the file is parsed as
	Lines     int               // of the file
	Size      int64             // bytes on disk
	Mtime     float64           // Unix seconds; 0 if the file could not be read
	Chars     int               // code points of the block
	Tokens    Count             // of its blocks in the first section that shows it; zero if none does
	Health    []SliceHealth     // one per slice of a custom view
	Lost      []*code.LostError // symbols in the mask that the file does not contain
	Notes     []string          // notes for the user about this file

	harmless []string      // the subset of Notes that report no problem
	hash     func() string // see [Item.Hash]; nil if not known
}

// Name returns the item's display name: its path, or its position in the composition if the entry
// names no file.
func (it Item) Name() string {
	if it.Path == "" {
		return fmt.Sprintf("entry %d", it.Entry+1)
	}
	return it.Path
}

// Hash returns the hex SHA-256 of the file's bytes, computed on first use; empty if the file
// could not be read.
func (it Item) Hash() string {
	if it.hash == nil {
		return ""
	}
	return it.hash()
}

// Harmless reports whether one of the item's notes reports no problem: the file is shown in a
// different view mode because it does not support the requested one.
func (it Item) Harmless(note string) bool { return slices.Contains(it.harmless, note) }

// InDocument reports whether the item has a block.
func (it Item) InDocument() bool { return it.AutoAggregate }

// SliceHealth reports where a slice was found in the current text.
type SliceHealth struct {
	Health string `json:"health"` // exact, moved, changed, lost or unchecked
	Start  int    `json:"start_line"`
	End    int    `json:"end_line"`
}

// ChangedFiles counts the files whose content differs between two documents that both contain them.
func ChangedFiles(before, after *Document) int {
	hashes := make(map[string]string, len(before.Items))
	for _, item := range before.Items {
		hashes[item.Path] = item.Hash()
	}
	changed := 0
	for _, item := range after.Items {
		if hash, ok := hashes[item.Path]; ok && hash != item.Hash() {
			changed++
		}
	}
	return changed
}
