// Package html parses HTML by its headings. A heading represents its section: everything up to
// the next heading of its level or a higher one, independent of the enclosing elements.
package html

import (
	"bytes"
	_ "embed"
	"html"
	"strings"

	sitter "github.com/smacker/go-tree-sitter/html"

	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
)

//go:embed symbols.scm
var query string

// Language returns the definition of HTML.
func Language() *grammar.Language {
	headings := grammar.New(grammar.Language{
		IDs: []string{"html"}, Support: code.OutlineOnly, Grammar: sitter.GetLanguage, Query: query,
		Elision: grammar.Dots, Comments: grammar.Comments{Block: [][2]string{{"<!--", "-->"}}},
		Refine: func(d *grammar.Definition) bool {
			d.Name = heading(d.Src[d.Span.Start:d.Span.End])
			return d.Name != ""
		},
	})
	return grammar.New(grammar.Language{
		IDs: []string{"html"}, Support: code.OutlineOnly,
		Read: func(src []byte) (*code.Structure, error) {
			s, err := headings.Parse(src)
			if err != nil {
				return nil, err
			}
			return sections(src, s), nil
		},
		CommentSpans: func(src []byte) []code.Span {
			list, err := headings.ReadComments(src)
			if err != nil {
				return nil
			}
			return code.Spans(list)
		},
	})
}

// heading returns the text of an element, without tags and comments and with entities resolved.
func heading(element []byte) string {
	var b strings.Builder
	for len(element) > 0 {
		if element[0] != '<' {
			n := bytes.IndexByte(element, '<')
			if n < 0 {
				n = len(element)
			}
			b.Write(element[:n])
			element = element[n:]
			continue
		}
		mark := ">"
		if bytes.HasPrefix(element, []byte("<!--")) {
			mark = "-->"
		} else if isBreak(element) {
			b.WriteByte(' ')
		}
		n := bytes.Index(element, []byte(mark))
		if n < 0 {
			break
		}
		element = element[n+len(mark):]
	}
	name := strings.Join(strings.Fields(html.UnescapeString(b.String())), " ")
	return grammar.OneLine(strings.ToValidUTF8(name, "\uFFFD"))
}

// isBreak reports whether a tag separates words.
func isBreak(tag []byte) bool {
	return len(tag) > 4 && (bytes.EqualFold(tag[:3], []byte("<br")) || bytes.EqualFold(tag[:4], []byte("<div")))
}

// sections extends each heading to the next one that is not below it.
func sections(src []byte, flat *code.Structure) *code.Structure {
	s := &code.Structure{Broken: flat.Broken, Failed: flat.Failed}
	end := len(src)
	if body := bytes.LastIndex(src, []byte("</body")); body >= 0 {
		end = body
	}
	var open []int // the sections that enclose the next heading
	closeAt := func(sym *code.Symbol, at int) {
		at = max(at, sym.Head.End)
		sym.Node.End = sym.Head.End + len(bytes.TrimRight(src[sym.Head.End:at], " \t\r\n"))
		sym.Whole.End = sym.Node.End
		if rest := (code.Span{Start: sym.Head.End, End: sym.Node.End}); !rest.Empty() {
			sym.Fold = code.Cut{Span: rest, Text: "\n..."}
		}
	}
	for _, h := range flat.Symbols {
		if len(s.Symbols) > 0 && s.Symbols[len(s.Symbols)-1].Head.Contains(h.Node) {
			continue // nested in another heading
		}
		start := h.Node.Start
		for n := len(open); n > 0 && level(src, &s.Symbols[open[n-1]]) >= level(src, &h); n = len(open) {
			closeAt(&s.Symbols[open[n-1]], start)
			open = open[:n-1]
		}
		open = append(open, len(s.Symbols))
		s.Symbols = append(s.Symbols, code.Symbol{
			Kind: h.Kind, Name: h.Name, Node: h.Node, Whole: h.Node, Head: h.Node, Doc: h.Doc,
		})
	}
	for _, i := range open {
		closeAt(&s.Symbols[i], end)
	}
	s.Finish(nil)
	return s
}

// level returns the digit of a heading's tag.
func level(src []byte, h *code.Symbol) byte { return src[h.Node.Start+len("<h")] }
