package guide

import (
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"dossier/ui/kit/article"
)

// read parses the page of a file.
func (b *Book) read(name string) (*Page, error) {
	source, err := fs.ReadFile(b.files, name)
	if err != nil {
		return nil, err
	}
	source = []byte(strings.ReplaceAll(string(source), "\r\n", "\n"))
	w := &writer{book: b, page: &Page{Path: name}, source: source, used: map[string]int{}}
	w.blocks(goldmark.DefaultParser().Parse(text.NewReader(source)), 0)
	if w.page.Title == "" {
		w.page.Title = name
	}
	if name == Changes {
		w.page.released()
	}
	return w.page, nil
}

// released removes the section of unreleased changes from the page about new versions, if a version is released.
func (p *Page) released() {
	for i, h := range p.Headings {
		next := i + 1
		for next < len(p.Headings) && p.Headings[next].Level > h.Level {
			next++
		}
		if h.Level != 2 || h.Text != "[Unreleased]" || next == len(p.Headings) {
			continue
		}
		from, to := h.Block, p.Headings[next].Block
		p.Blocks = slices.Delete(p.Blocks, from, to)
		p.Headings = slices.Delete(p.Headings, i, next)
		for k := i; k < len(p.Headings); k++ {
			p.Headings[k].Block -= to - from
		}
		return
	}
}

// writer converts the Markdown of a page to blocks.
type writer struct {
	book   *Book
	page   *Page
	source []byte
	used   map[string]int // anchors
}

func (w *writer) add(b article.Block) { w.page.Blocks = append(w.page.Blocks, b) }

// blocks adds the blocks below a node.
func (w *writer) blocks(parent ast.Node, indent int) {
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		w.block(n, indent)
	}
}

func (w *writer) block(n ast.Node, indent int) {
	switch n := n.(type) {
	case *ast.Heading:
		spans := w.spans(n)
		name := article.PlainText(spans)
		if w.page.Title == "" && n.Level == 1 {
			w.page.Title = name
		}
		w.page.Headings = append(w.page.Headings, Heading{name, anchorOf(name, w.used), n.Level, len(w.page.Blocks)})
		w.add(article.Block{Kind: article.Heading, Level: n.Level, Spans: spans})
	case *ast.Paragraph, *ast.TextBlock:
		if img, ok := n.FirstChild().(*ast.Image); ok && n.ChildCount() == 1 {
			w.picture(img, indent)
			return
		}
		if rows := w.table(n); rows != nil {
			w.add(article.Block{Kind: article.Table, Rows: rows, Indent: indent})
			return
		}
		if spans := w.spans(n); len(spans) > 0 {
			w.add(article.Block{Spans: spans, Indent: indent})
		}
	case *ast.FencedCodeBlock, *ast.CodeBlock:
		w.add(article.Block{Kind: article.Code, Text: w.lines(n), Indent: indent})
	case *ast.List:
		number := n.Start
		for item := n.FirstChild(); item != nil; item = item.NextSibling() {
			at := len(w.page.Blocks)
			w.blocks(item, indent+1)
			if at == len(w.page.Blocks) {
				continue
			}
			w.page.Blocks[at].Marker = "•"
			if n.IsOrdered() {
				w.page.Blocks[at].Marker = strconv.Itoa(number) + "."
				number++
			}
		}
	case *ast.Blockquote:
		w.blocks(n, indent+1)
	}
}

// table returns the rows of a table, whose lines are those of a paragraph; nil if the paragraph is none. The package
// of goldmark that reads tables compiles expressions before main, which takes 0.7 of the 9 ms in which a command starts.
func (w *writer) table(n ast.Node) [][]article.Cell {
	lines := strings.Split(strings.TrimSpace(w.lines(n)), "\n")
	if len(lines) < 2 || !strings.HasPrefix(lines[1], "|-") && !strings.HasPrefix(lines[1], "| -") || strings.Trim(lines[1], "|-: ") != "" {
		return nil
	}
	var rows [][]article.Cell
	for _, line := range slices.Delete(lines, 1, 2) {
		var row []article.Cell
		for _, cell := range cellsOf(line) {
			in := writer{book: w.book, page: w.page, source: []byte(cell), used: w.used}
			var spans article.Cell
			if p := goldmark.DefaultParser().Parse(text.NewReader(in.source)).FirstChild(); p != nil {
				spans = in.spans(p)
			}
			row = append(row, spans)
		}
		rows = append(rows, row)
	}
	return rows
}

// cellsOf returns the texts of the cells in a row of a table, between bars that are not escaped.
func cellsOf(row string) []string {
	row = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(row), "|"), "|")
	var cells []string
	start := 0
	for i := range len(row) {
		if row[i] == '|' && (i == 0 || row[i-1] != '\\') {
			cells = append(cells, strings.TrimSpace(row[start:i]))
			start = i + 1
		}
	}
	return append(cells, strings.TrimSpace(row[start:]))
}

func (w *writer) picture(img *ast.Image, indent int) {
	about := article.PlainText(w.spans(img))
	if picture := w.book.picture(w.page.Path, string(img.Destination)); picture != nil {
		w.add(article.Block{Kind: article.Picture, Image: picture, About: about, Indent: indent})
	}
}

func (w *writer) lines(n ast.Node) string {
	var out strings.Builder
	for i := range n.Lines().Len() {
		line := n.Lines().At(i)
		out.Write(line.Value(w.source))
	}
	return out.String()
}

// spans returns the inline content of a node.
func (w *writer) spans(parent ast.Node) []article.Span {
	var out []article.Span
	w.inline(parent, article.Span{}, &out)
	return out
}

func (w *writer) inline(parent ast.Node, style article.Span, out *[]article.Span) {
	say := func(s article.Span, text string) {
		if s.Text = text; text != "" {
			*out = append(*out, s)
		}
	}
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		inner := style
		switch n := n.(type) {
		case *ast.Text:
			say(style, string(util.ResolveEntityNames(util.ResolveNumericReferences(util.UnescapePunctuations(n.Value(w.source))))))
			if n.SoftLineBreak() || n.HardLineBreak() {
				say(style, " ")
			}
			continue
		case *ast.String:
			say(style, string(n.Value))
			continue
		case *ast.CodeSpan:
			inner.Mono = true
			text := w.code(n)
			w.page.Keyed = append(w.page.Keyed, text)
			if w.book.keys != nil {
				text = w.book.keys(text)
			}
			say(inner, text)
			continue
		case *ast.Emphasis:
			if n.Level == 1 {
				inner.Italic = true
				var marked []article.Span
				w.inline(n, inner, &marked)
				w.page.Marked = append(w.page.Marked, article.PlainText(marked))
				*out = append(*out, marked...)
				continue
			}
			inner.Bold = true
		case *ast.Link:
			inner.Link = w.book.resolve(w.page.Path, string(n.Destination))
		case *ast.AutoLink:
			inner.Link = w.book.resolve(w.page.Path, string(n.URL(w.source)))
			say(inner, string(n.Label(w.source)))
			continue
		}
		w.inline(n, inner, out)
	}
}

func (w *writer) code(n *ast.CodeSpan) string {
	var out strings.Builder
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if t, ok := c.(*ast.Text); ok {
			out.Write(t.Value(w.source))
		}
	}
	return strings.NewReplacer("\n", " ", `\|`, "|").Replace(out.String()) // a bar is escaped in tables
}
