// Package markdown parses Markdown by its headings. A heading represents its section: everything
// up to the next heading of its level or a higher one.
//
// It finds the top-level headings of the document (CommonMark 0.31), ATX and setext, and HTML
// headings between blocks, as at the top of many READMEs, but none in front matter, code, quotes
// and lists.
package markdown

import (
	"bytes"
	"errors"
	"html"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
	"dossier/aggregate/lazyregexp"
)

// Language returns the definition of Markdown.
func Language() *grammar.Language {
	return Dialect{ID: "markdown"}.Language()
}

// Dialect is a kind of Markdown.
type Dialect struct {
	ID string
	// Components is set if elements can contain Markdown, as in MDX: HTML does not begin a block.
	Components bool
}

// Language returns the definition of the dialect.
func (d Dialect) Language() *grammar.Language {
	return grammar.New(grammar.Language{IDs: []string{d.ID}, Support: code.OutlineOnly, Read: d.read})
}

func (d Dialect) blocks() []util.PrioritizedValue {
	blocks := []util.PrioritizedValue{
		util.Prioritized(parser.NewSetextHeadingParser(), 100),
		util.Prioritized(parser.NewThematicBreakParser(), 200),
		util.Prioritized(parser.NewListParser(), 300),
		util.Prioritized(parser.NewListItemParser(), 400),
		util.Prioritized(parser.NewCodeBlockParser(), 500),
		util.Prioritized(parser.NewATXHeadingParser(), 600),
		util.Prioritized(parser.NewFencedCodeBlockParser(), 700),
		util.Prioritized(parser.NewBlockquoteParser(), 800),
		util.Prioritized(parser.NewParagraphParser(), 1000),
	}
	if d.Components {
		return blocks
	}
	return append(blocks, util.Prioritized(parser.NewHTMLBlockParser(), 900))
}

// errNested is returned for a source that would take goldmark quadratic time.
var errNested = errors.New("its quotations and lists nest deeper than fifty")

func (d Dialect) read(src []byte) (*code.Structure, error) {
	if nested(src) {
		return nil, errNested
	}
	start := bodyStart(src)
	body := src[start:]
	// Only the block structure is needed, not the inline content.
	doc := parser.NewParser(parser.WithBlockParsers(d.blocks()...)).Parse(text.NewReader(body))
	s := sections{src: src, structure: &code.Structure{}}
	for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
		switch n := n.(type) {
		case *ast.Heading:
			if n.Lines().Len() > 0 {
				s.heading(n.Level, string(n.Lines().Value(body)), lines(src, n, start), underline(src, n, start))
			}
		case *ast.HTMLBlock:
			s.elements(lines(src, n, start))
		}
	}
	s.close(0, len(src))
	s.structure.Finish(nil)
	return s.structure, nil
}

// lines returns the trimmed lines of a block of the text that begins at start, without the
// underline of a heading.
func lines(src []byte, n ast.Node, start int) code.Span {
	last := n.Pos()
	if list := n.Lines(); list.Len() > 0 {
		last = list.At(list.Len() - 1).Stop
	}
	if html, ok := n.(*ast.HTMLBlock); ok && html.HasClosure() {
		last = html.ClosureLine.Stop
	}
	from := grammar.LineStart(src, start+n.Pos())
	text := grammar.Trimmed(src, code.Span{Start: from, End: start + last})
	text.End += endOfLine(src[text.End:])
	return grammar.Trimmed(src, text)
}

// underline returns the end of the underline of a setext heading, or 0 for an ATX heading.
func underline(src []byte, n *ast.Heading, start int) int {
	if n.Lines().At(0).Start != n.Pos() {
		return 0
	}
	at := lines(src, n, start).End
	at += endOfLine(src[at:])
	at = min(at+1, len(src))
	return at + endOfLine(src[at:])
}

// sections collects headings.
type sections struct {
	src       []byte
	structure *code.Structure
	open      []section // enclosing the next heading
}

// section is an open section.
type section struct{ level, symbol int }

// heading adds a heading. The text below it begins at below, or after head.
func (s *sections) heading(level int, title string, head code.Span, below int) {
	name := grammar.OneLine(strings.Join(strings.Fields(title), " "))
	if name == "" {
		return
	}
	s.close(level, head.Start)
	node := code.Span{Start: head.Start, End: max(head.End, below)}
	s.open = append(s.open, section{level, len(s.structure.Symbols)})
	s.structure.Symbols = append(s.structure.Symbols, code.Symbol{Kind: code.Heading, Name: name, Node: node, Head: head})
}

// endOfLine returns the distance to the end of a line.
func endOfLine(rest []byte) int {
	if n := bytes.IndexByte(rest, '\n'); n >= 0 {
		return n
	}
	return len(rest)
}

// close ends the sections of the given level or below it.
func (s *sections) close(level, at int) {
	for n := len(s.open); n > 0 && s.open[n-1].level >= level; n = len(s.open) {
		sym := &s.structure.Symbols[s.open[n-1].symbol]
		s.open = s.open[:n-1]
		rest := grammar.Trimmed(s.src, code.Span{Start: sym.Node.End, End: at})
		if !rest.Empty() {
			sym.Node.End = rest.End
			sym.Fold = code.Cut{Span: rest, Text: grammar.Dots.Members}
		}
		sym.Whole = sym.Node
	}
}

var (
	headingElement = lazyregexp.New(`(?is)<h([1-6])(?:\s[^>]*)?>(.*?)</h[1-6]\s*>`)
	element        = lazyregexp.New(`<[^>]*>`)
	comment        = lazyregexp.New(`(?s)<!--.*?-->`)
)

// elements adds the headings in an HTML block.
func (s *sections) elements(block code.Span) {
	blank := func(text []byte) []byte { return bytes.Repeat([]byte(" "), len(text)) }
	markup := comment().ReplaceAllFunc(s.src[block.Start:block.End], blank)
	for _, m := range headingElement().FindAllSubmatchIndex(markup, -1) {
		title := html.UnescapeString(element().ReplaceAllString(string(markup[m[4]:m[5]]), ""))
		s.heading(int(markup[m[2]]-'0'), title, code.Span{Start: block.Start + m[0], End: block.Start + m[1]}, 0)
	}
}

// bodyStart returns the start of the text after front matter: lines between two of --- or +++ at
// the beginning.
func bodyStart(src []byte) int {
	at := 0
	for number := 0; at < len(src); number++ {
		line := src[at : at+endOfLine(src[at:])]
		at = min(at+len(line)+1, len(src))
		line = bytes.TrimRight(line, " \t\r")
		mark := bytes.TrimRight(src[:endOfLine(src)], " \t\r")
		switch {
		case string(mark) != "---" && string(mark) != "+++":
			return 0
		case number > 0 && bytes.Equal(line, mark):
			return at
		}
	}
	return 0
}

var container = lazyregexp.New(`^[ \t]*(?:>|[-+*](?:[ \t]|$)|\d{1,9}[.)](?:[ \t]|$))`)

// nested reports whether a line opens more than fifty quotes and lists.
func nested(src []byte) bool {
	for line := range bytes.Lines(src) {
		depth := 0
		for n := len(container().Find(line)); n > 0; n = len(container().Find(line)) {
			line = line[n:]
			if depth++; depth > 50 {
				return true
			}
		}
	}
	return false
}
