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

// heading is a heading of a text: its level, from 1, and what it says.
type heading struct {
	level int
	text  string
}

// headingList returns headings as a list that is indented by their order in it: a
// heading is inside the nearest one above it of a lower level.
func headingList(headings []heading) []string {
	var lines []string
	var open []int // levels of the headings that the next one may be inside
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

// maxProse bounds what is parsed of Markdown and HTML, in bytes.
const maxProse = 512 << 10

// markdown returns the headings at the top of the document's structure: what stands in
// a fence, an indented block or a quotation is not one of the document's own.
func markdown(src string) []string {
	if len(src) > maxProse {
		src = src[:maxProse]
		src = src[:strings.LastIndexByte(src, '\n')+1]
	}
	src = afterFrontMatter(src)
	if nested(src) {
		return nil
	}
	// Block structure alone: what is in a line decides nothing here.
	p := parser.NewParser(parser.WithBlockParsers(parser.DefaultBlockParsers()...))
	source := []byte(src)
	doc := p.Parse(mdtext.NewReader(source))
	var headings []heading
	for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
		h, ok := n.(*ast.Heading)
		if !ok {
			continue
		}
		if s := flat(string(h.Lines().Value(source))); s != "" {
			headings = append(headings, heading{h.Level, s})
		}
	}
	return headingList(headings)
}

// nested reports whether a line opens so many quotations and lists in one another that
// parsing it would take time by their square.
func nested(src string) bool {
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

// afterFrontMatter returns what follows the front matter between two lines of --- or
// +++ at the very beginning.
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
	htmlHidden  = lazyregexp.New(`(?is)<!--.*?-->|<script\b.*?</script\s*>|<style\b.*?</style\s*>`)
	htmlTitle   = lazyregexp.New(`(?is)<title\b[^>]*>(.*?)</title\s*>`)
	htmlHeading = lazyregexp.New(`(?is)<h([1-6])\b[^>]*>(.*?)</h[1-6]\s*>`)
	htmlTag     = lazyregexp.New(`(?s)<[^>]*>`)
)

// ruby is what Ruby says in a template: a value behind <%=, a statement otherwise.
var ruby = lazyregexp.New(`(?s)<%(=?)(.*?)-?%>`)

// withoutRuby returns the HTML of a template, in which values stand in braces.
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
	src = htmlHidden().ReplaceAllString(src[:min(len(src), maxProse)], "")
	plain := func(s string) string { return flat(gohtml.UnescapeString(htmlTag().ReplaceAllString(s, ""))) }
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
