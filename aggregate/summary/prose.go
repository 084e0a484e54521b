package summary

import (
	"fmt"
	gohtml "html"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	mdtext "github.com/yuin/goldmark/text"

	"dossier/aggregate/lazyregexp"
)

// heading is a heading: its level, from 1, and its text.
type heading struct {
	level int
	text  string
}

// headingList returns headings as an indented list: a heading is nested in the nearest one above
// it with a lower level.
func headingList(headings []heading) []string {
	var lines []string
	var open []int // levels of the enclosing headings
	for _, h := range headings {
		for len(open) > 0 && open[len(open)-1] >= h.level {
			open = open[:len(open)-1]
		}
		if len(lines) < maxNames {
			lines = append(lines, strings.Repeat("  ", len(open))+"- "+h.text)
		}
		open = append(open, h.level)
	}
	if left := len(headings) - len(lines); left > 0 {
		lines = append(lines, fmt.Sprintf("… %d more", left))
	}
	return lines
}

// maxProse is the max number of bytes parsed of Markdown and HTML.
const maxProse = 512 << 10

// markdown returns the top-level headings of a document, not those in a fence, an indented block
// or a quote.
func markdown(src string) []string {
	if len(src) > maxProse {
		src = src[:maxProse]
		src = src[:strings.LastIndexByte(src, '\n')+1]
	}
	src = afterFrontMatter(src)
	if tooNested(src) {
		return nil
	}
	// Only the block structure is needed, not the inline content.
	p := parser.NewParser(parser.WithBlockParsers(parser.DefaultBlockParsers()...))
	source := []byte(src)
	doc := p.Parse(mdtext.NewReader(source))
	var headings []heading
	for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
		h, ok := n.(*ast.Heading)
		if !ok {
			continue
		}
		if s := oneLine(string(h.Lines().Value(source))); s != "" {
			headings = append(headings, heading{h.Level, s})
		}
	}
	return headingList(headings)
}

// tooNested reports whether a line opens too many nested quotes and lists that parsing would take
// quadratic time.
func tooNested(src string) bool {
	const most = 50
	for line := range strings.Lines(src) {
		for depth := 0; ; depth++ {
			if depth > most {
				return true
			}
			n := len(container().FindString(line))
			if n == 0 {
				break
			}
			line = line[n:]
		}
	}
	return false
}

var container = lazyregexp.New(`^[ \t]*(?:>|[-+*](?:[ \t]|$)|\d{1,9}[.)](?:[ \t]|$))`)

// afterFrontMatter returns the text after front matter between two lines of --- or +++ at the
// beginning.
func afterFrontMatter(src string) string {
	first, rest, _ := strings.Cut(src, "\n")
	mark := strings.TrimRight(first, " \t\r")
	if mark != "---" && mark != "+++" {
		return src
	}
	for at := 0; at < len(rest); {
		line, _, found := strings.Cut(rest[at:], "\n")
		at += len(line)
		if found {
			at++
		}
		if strings.TrimRight(line, " \t\r") == mark {
			return rest[at:]
		}
	}
	return src
}

var (
	htmlIgnored = lazyregexp.New(`(?is)<!--.*?-->|<script\b.*?</script\s*>|<style\b.*?</style\s*>`)
	htmlTitle   = lazyregexp.New(`(?is)<title\b[^>]*>(.*?)</title\s*>`)
	htmlHeading = lazyregexp.New(`(?is)<h([1-6])\b[^>]*>(.*?)</h[1-6]\s*>`)
	htmlTag     = lazyregexp.New(`(?s)<[^>]*>`)
)

// ruby matches Ruby code in a template: an expression after <%=, a statement otherwise.
var ruby = lazyregexp.New(`(?s)<%(=?)(.*?)-?%>`)

// withoutRuby returns the HTML of a template; expressions are replaced by braces.
func withoutRuby(src string) string {
	return ruby().ReplaceAllStringFunc(src[:min(len(src), maxProse)], func(tag string) string {
		m := ruby().FindStringSubmatch(tag)
		if m[1] == "" {
			return ""
		}
		return "{" + gohtml.EscapeString(strings.TrimSpace(m[2])) + "}"
	})
}

// html returns the title and the headings.
func html(src string) []string {
	src = htmlIgnored().ReplaceAllString(src[:min(len(src), maxProse)], "")
	plain := func(s string) string { return oneLine(gohtml.UnescapeString(htmlTag().ReplaceAllString(s, ""))) }
	var lines []string
	if m := htmlTitle().FindStringSubmatch(src); m != nil {
		if s := plain(m[1]); s != "" {
			lines = append(lines, "title: "+s)
		}
	}
	var headings []heading
	for _, m := range htmlHeading().FindAllStringSubmatch(src, -1) {
		if s := plain(m[2]); s != "" {
			headings = append(headings, heading{int(m[1][0] - '0'), s})
		}
	}
	return append(lines, headingList(headings)...)
}
