// Package guide reads the manual, which is Markdown that is also published on the web: pages with
// headings that links lead to, and a search over all of it. It opens only files of the given file
// system, and is not safe for concurrent use.
package guide

import (
	"fmt"
	"image"
	_ "image/png" // the pictures of pages
	"io/fs"
	"net/url"
	"path"
	"slices"
	"strings"
	"unicode"

	"dossier/ui/kit/article"
)

// Contents is the path of the page that lists the other pages in order.
const Contents = "docs/guide/README.md"

// Changes is the path of the page about new versions.
const Changes = "CHANGELOG.md"

// Book is a manual.
type Book struct {
	files fs.FS
	// Keys converts the keys that a page names ("Ctrl+S") to the notation of this system.
	keys  func(string) string
	pages []*Page // those that Contents lists, including itself; then others that were opened
	own   int     // number of pages that Contents lists
}

// Page is a page of a book.
type Page struct {
	Path     string // path of its file
	Title    string
	Blocks   []article.Block // their links are absolute: see [Book.Resolve]
	Headings []Heading
	// Marked are the texts that the page shows in italics, and Keyed those in code spans: names of
	// things in the window, and keys.
	Marked, Keyed []string
}

// Heading is a heading of a page.
type Heading struct {
	Text   string
	Anchor string // as on GitHub
	Level  int
	Block  int // its index in Blocks
}

// Open reads the pages that [Contents] lists. files contains the files of the manual, by their
// paths in the repository. keys, which may be nil, converts keys to the notation of this system.
func Open(files fs.FS, keys func(string) string) (*Book, error) {
	b := &Book{files: files, keys: keys}
	contents, err := b.read(Contents)
	if err != nil {
		return nil, fmt.Errorf("read the guide: %w", err)
	}
	b.pages = []*Page{contents}
	for _, to := range contents.Links() {
		name, _, _ := strings.Cut(to, "#")
		if path.Dir(name) != path.Dir(Contents) || b.find(name) != nil {
			continue
		}
		page, err := b.read(name)
		if err != nil {
			return nil, fmt.Errorf("read the guide: %w", err)
		}
		b.pages = append(b.pages, page)
	}
	b.own = len(b.pages)
	return b, nil
}

// Pages returns the pages in the order of the contents, which come first.
func (b *Book) Pages() []*Page { return b.pages[:b.own] }

// Page returns the page of a file, which need not be listed in the contents.
func (b *Book) Page(name string) (*Page, error) {
	if p := b.find(name); p != nil {
		return p, nil
	}
	p, err := b.read(name)
	if err != nil {
		return nil, err
	}
	b.pages = append(b.pages, p)
	return p, nil
}

func (b *Book) find(name string) *Page {
	for _, p := range b.pages {
		if p.Path == name {
			return p
		}
	}
	return nil
}

// Go returns the page and the block of a place: a path, optionally with a heading's anchor after
// "#". For an unknown anchor it returns the start of the page and an error.
func (b *Book) Go(place string) (p *Page, block int, err error) {
	name, anchor, _ := strings.Cut(place, "#")
	if p, err = b.Page(name); err != nil || anchor == "" {
		return p, 0, err
	}
	for _, h := range p.Headings {
		if h.Anchor == anchor {
			return p, h.Block, nil
		}
	}
	return p, 0, fmt.Errorf("%s has no heading %q", name, anchor)
}

// resolve returns the target of a link on a page: a place in the book, an address on the web, or ""
// if the book has no such file.
func (b *Book) resolve(from, to string) string {
	u, err := url.Parse(to)
	switch {
	case err != nil:
		return ""
	case u.Scheme != "":
		if u.Scheme == "https" {
			return to
		}
		return ""
	}
	name := from
	if u.Path != "" {
		name = path.Join(path.Dir(from), u.Path)
	}
	if _, err := fs.Stat(b.files, name); err != nil || path.Ext(name) != ".md" {
		return ""
	}
	if u.Fragment != "" {
		name += "#" + u.Fragment
	}
	return name
}

// picture reads an image that a page names; nil if the book does not contain it.
func (b *Book) picture(from, to string) image.Image {
	f, err := b.files.Open(path.Join(path.Dir(from), to))
	if err != nil {
		return nil
	}
	defer f.Close()
	img, _, err := image.Decode(f)
	if err != nil {
		return nil
	}
	return img
}

// Links returns the targets of the page's links, in order.
func (p *Page) Links() []string {
	var all []string
	visit := func(spans []article.Span) {
		for _, s := range spans {
			if s.Link != "" {
				all = append(all, s.Link)
			}
		}
	}
	for _, block := range p.Blocks {
		visit(block.Spans)
		for _, row := range block.Rows {
			for _, cell := range row {
				visit(cell)
			}
		}
	}
	return all
}

// anchorOf returns the anchor that GitHub gives a heading. taken counts the headings with the same anchor above.
func anchorOf(text string, taken map[string]int) string {
	var out strings.Builder
	for _, r := range strings.ToLower(text) {
		switch {
		case unicode.IsLetter(r), unicode.IsDigit(r), r == '-', r == '_':
			out.WriteRune(r)
		case r == ' ':
			out.WriteByte('-')
		}
	}
	name := out.String()
	n := taken[name]
	taken[name]++
	if n > 0 {
		name = fmt.Sprintf("%s-%d", name, n)
	}
	return name
}

// Found is a section of a page that contains the words of a search.
type Found struct {
	Page    *Page
	Heading Heading // heading of the section; that of the page if the section has none
	Block   int     // the first one that contains a word
	Text    string  // an excerpt: a line of the section
	inName  bool
}

// Find returns the sections that contain each word of a query in their text or heading, ignoring case and order: those
// with all words in their heading first, and otherwise in the order of the book. It returns nil for an empty query.
func (b *Book) Find(query string) []Found {
	words := strings.Fields(strings.ToLower(query))
	if len(words) == 0 {
		return nil
	}
	var found []Found
	for _, p := range b.Pages()[1:] {
		for i, h := range p.Headings {
			end := len(p.Blocks)
			if i+1 < len(p.Headings) {
				end = p.Headings[i+1].Block
			}
			if one, ok := p.findIn(h, end, words); ok {
				found = append(found, one)
			}
		}
	}
	slices.SortStableFunc(found, func(a, b Found) int {
		switch {
		case a.inName == b.inName:
			return 0
		case a.inName:
			return -1
		}
		return 1
	})
	return found
}

// findIn searches for words in the section below a heading, up to a block.
func (p *Page) findIn(h Heading, end int, words []string) (Found, bool) {
	name := strings.ToLower(p.Title + " " + h.Text)
	missing := func(text string) (n int) {
		for _, w := range words {
			if !strings.Contains(text, w) {
				n++
			}
		}
		return n
	}
	one := Found{Page: p, Heading: h, Block: h.Block, inName: missing(strings.ToLower(h.Text)) == 0}
	all, best := name, len(words)
	for i := h.Block + 1; i < end; i++ {
		text := plain(p.Blocks[i])
		all += " " + strings.ToLower(text)
		if n := missing(strings.ToLower(text)); n < best || one.Text == "" {
			if n < best {
				one.Block = i
			}
			best, one.Text = min(n, best), text
		}
	}
	one.Text = about(one.Text, words)
	return one, missing(all) == 0
}

// plain returns the text of a block on one line.
func plain(block article.Block) string {
	text := article.PlainText(block.Spans) + block.Text + block.About
	for _, row := range block.Rows {
		for _, cell := range row {
			text += " " + article.PlainText(cell)
		}
	}
	return strings.Join(strings.Fields(text), " ")
}

// about returns the part of a text that begins shortly before the first of the words.
func about(text string, words []string) string {
	const before, most = 24, 160
	lower := strings.ToLower(text)
	at := len(text)
	for _, w := range words {
		if i := strings.Index(lower, w); i >= 0 {
			at = min(at, i)
		}
	}
	if at == len(text) || len(lower) != len(text) {
		at = 0
	}
	if at > before {
		if cut := strings.IndexByte(text[at-before:], ' '); cut >= 0 && cut < before {
			text = "… " + text[at-before+cut+1:]
		}
	}
	if runes := []rune(text); len(runes) > most {
		text = string(runes[:most]) + "…"
	}
	return text
}
