package note

import (
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"
)

// Link is a link in a note.
type Link struct {
	Title    string `json:"title"`
	Target   string `json:"target"` // percent-decoded, except a URL
	Line     int    `json:"line"`   // from 1
	Embedded bool   `json:"embedded,omitempty"`
	Section  string `json:"section,omitempty"` // of a wikilink: the text after #

	// Path is the path or name that the link refers to. It is empty if the link is a URL or
	// refers to a heading in the same note.
	Path string `json:"-"`
	Wiki bool   `json:"-"` // a wikilink, whose Path may be a name in any folder
	Code bool   `json:"-"` // in code, where it is plain text

	at int // byte offset
}

// MaxLinks is the max number of links that are followed in one note.
const MaxLinks = 4096

// Links returns all links of a note in order: wikilinks, embeds and Markdown links.
func Links(text string) []Link {
	links := slices.Concat(markdownLinks(text), wikilinks(text))
	slices.SortFunc(links, func(a, b Link) int { return a.at - b.at })
	number, from := 1, 0
	for i := range links {
		number += strings.Count(text[from:links[i].at], "\n")
		from = links[i].at
		links[i].Line = number
		links[i].Embedded = from > 0 && text[from-1] == '!'
	}
	if len(links) > 0 {
		markCode(text, links)
	}
	return links
}

// Followed returns the distinct links that a reader can follow, at most [MaxLinks]: no URLs, and
// none in code. The strings do not retain the text.
func Followed(text string) []Link {
	type place struct {
		path string
		wiki bool
	}
	seen := map[place]bool{}
	var out []Link
	for _, l := range Links(text) {
		if p := (place{l.Path, l.Wiki}); l.Path != "" && !l.Code && !seen[p] && len(out) < MaxLinks {
			seen[p] = true
			out = append(out, Link{Path: strings.Clone(l.Path), Wiki: l.Wiki, Line: l.Line, Embedded: l.Embedded})
		}
	}
	return out
}

// finder finds the next occurrence of a character in a text, scanning each part once.
type finder struct {
	text, chars string
	found       int // the first occurrence at or after the last from; len(text) if there is none
}

func newFinder(text, chars string) *finder { return &finder{text, chars, -1} }

// next returns the first occurrence at or after from, or the length of the text. Successive calls
// should have increasing arguments.
func (f *finder) next(from int) int {
	if f.found >= from {
		return f.found
	}
	if at := strings.IndexAny(f.text[min(from, len(f.text)):], f.chars); at >= 0 {
		f.found = from + at
	} else {
		f.found = len(f.text)
	}
	return f.found
}

// at returns the byte at i, 0 beyond the end.
func at(text string, i int) byte {
	if i < len(text) {
		return text[i]
	}
	return 0
}

// markdownLinks returns the links of the form [title](target). A title contains no closing
// bracket, and a target no closing parenthesis.
func markdownLinks(text string) []Link {
	var out []Link
	for from := 0; ; {
		start := strings.IndexByte(text[from:], '[')
		if start < 0 {
			return out
		}
		start += from
		end := strings.IndexByte(text[start:], ']')
		if end < 0 {
			return out
		}
		end += start
		from = end + 1
		if end == start+1 || at(text, end+1) != '(' {
			continue
		}
		size := strings.IndexByte(text[end+2:], ')')
		if size < 0 {
			return out
		}
		if size == 0 {
			continue
		}
		raw := text[end+2 : end+2+size]
		from = end + 2 + size + 1
		out = append(out, Link{Title: text[start+1 : end], Target: decodeTarget(raw), Path: destination(text[end+2:], raw), at: start})
	}
}

// wikilinks returns the links of the form [[target]] and [[target|title]].
func wikilinks(text string) []Link {
	var out []Link
	stops, brackets := newFinder(text, "|]"), newFinder(text, "]")
	for from := 0; ; {
		start := strings.Index(text[from:], "[[")
		if start < 0 {
			return out
		}
		start += from
		stop := stops.next(start + 2)
		end := stop
		if at(text, stop) == '|' {
			end = brackets.next(stop + 1)
		}
		if stop == start+2 || end == stop+1 && at(text, stop) == '|' || !strings.HasPrefix(text[end:], "]]") {
			from = start + 1
			continue
		}
		from = end + 2
		target := text[start+2 : stop]
		link := Link{Title: target, Target: decodeTarget(target), Wiki: true, at: start}
		if stop < end {
			link.Title = text[stop+1 : end]
		}
		var name string
		name, link.Section, _ = strings.Cut(link.Target, "#")
		name = strings.TrimSpace(strings.TrimSuffix(name, `\`)) // as in a table, where a bar must be escaped
		if !isURL(link.Target) && !strings.Contains(name, "\n") {
			link.Path = name
		}
		out = append(out, link)
	}
}

// decodeTarget returns a target without percent-encoding; if that is malformed, only blanks are
// decoded. A URL is unchanged.
func decodeTarget(raw string) string {
	raw = strings.TrimSpace(raw)
	if scheme, _, ok := strings.Cut(raw, "://"); ok && isScheme(scheme, "_") {
		return raw
	}
	return unescape(raw)
}

func unescape(s string) string {
	if plain, err := url.PathUnescape(s); err == nil && utf8.ValidString(plain) {
		return plain
	}
	return strings.ReplaceAll(s, "%20", " ")
}

// isScheme reports whether a word is a URL scheme that may also contain the characters in more.
func isScheme(s, more string) bool {
	for i := range len(s) {
		if c := s[i]; !isLetter(c) && (i == 0 || !('0' <= c && c <= '9') && strings.IndexByte("+-."+more, c) < 0) {
			return false
		}
	}
	return s != ""
}

// isURL reports whether a target is a URL of any scheme.
func isURL(target string) bool {
	scheme, _, ok := strings.Cut(target, ":")
	return ok && len(scheme) > 1 && isScheme(scheme, "") || strings.HasPrefix(target, "//")
}

// destination returns the path of a Markdown link. rest is the text from the target on, and raw
// the target up to the first closing parenthesis: a path may contain balanced parentheses, be
// enclosed in angle brackets, and be followed by a title.
func destination(rest, raw string) string {
	if end := strings.IndexByte(raw, '\n'); end >= 0 {
		return ""
	}
	target := strings.TrimSpace(raw)
	if inner, ok := strings.CutPrefix(target, "<"); ok {
		// On one line, a parenthesis between angle brackets is part of the path.
		whole := strings.TrimLeft(rest, " \t")[1:]
		whole = whole[:min(len(whole), maxPath)]
		end := strings.IndexAny(whole, ">\n")
		if end < 0 || whole[end] != '>' {
			end = min(len(inner), len(whole))
		}
		target = whole[:end]
	} else {
		target = strings.TrimSpace(withoutTitle(extendBalanced(rest, raw)))
	}
	if isURL(target) {
		return ""
	}
	if end := strings.IndexAny(target, "#?"); end >= 0 {
		target = target[:end]
	}
	return unescape(target)
}

// extendBalanced extends a target to its balancing closing parentheses.
func extendBalanced(rest, raw string) string {
	depth := strings.Count(raw, "(")
	end := len(raw)
	for ; depth > 0; depth-- {
		more := strings.IndexAny(rest[end+1:min(len(rest), end+1+maxPath)], "()\n")
		if more < 0 || rest[end+1+more] != ')' {
			return raw
		}
		end += 1 + more
	}
	return rest[:end]
}

// maxPath is the max length in which the end of a path is searched, in bytes.
const maxPath = 4096

// withoutTitle removes the quoted title at the end of a target.
func withoutTitle(target string) string {
	target = strings.TrimSpace(target)
	if n := len(target); n > 2 && (target[n-1] == '"' || target[n-1] == '\'') {
		if open := strings.LastIndexByte(target[:n-1], target[n-1]); open > 0 && (target[open-1] == ' ' || target[open-1] == '\t') {
			return target[:open]
		}
	}
	return target
}

// markCode marks the links in code blocks and code spans. Links are in text order.
func markCode(text string, links []Link) {
	next := 0
	lines := linesOf(text)
	for i := 0; i < len(lines); {
		end := i + 1 // of lines that form one paragraph
		for lines[i].kind == prose && end < len(lines) && lines[end].kind == prose && lines[end].paragraph == lines[i].paragraph {
			end++
		}
		last := lines[end-1].end
		first := next
		for next < len(links) && links[next].at <= last {
			next++
		}
		switch here := links[first:next]; lines[i].kind {
		case code, fence, front:
			for j := range here {
				here[j].Code = true
			}
		default:
			if len(here) > 0 {
				markSpans(text[lines[i].start:last], lines[i].start, here)
			}
		}
		i = end
	}
}

// markSpans marks the links in code spans of a paragraph at an offset: a run of backticks is
// closed by the next one of its length.
func markSpans(paragraph string, offset int, links []Link) {
	type span struct{ start, end, closes int }
	var runs []span
	for from := 0; ; {
		start := strings.IndexByte(paragraph[from:], '`')
		if start < 0 {
			break
		}
		start += from
		from = start + runOf(paragraph[start:], '`')
		runs = append(runs, span{start, from, -1})
	}
	last := map[int]int{}
	for i := len(runs) - 1; i >= 0; i-- {
		size := runs[i].end - runs[i].start
		if j, ok := last[size]; ok {
			runs[i].closes = j
		}
		last[size] = i
	}
	next := 0
	for i := 0; i < len(runs); i++ {
		if runs[i].closes < 0 || runs[i].start > 0 && paragraph[runs[i].start-1] == '\\' {
			continue
		}
		start, end := offset+runs[i].start, offset+runs[runs[i].closes].end
		for ; next < len(links) && links[next].at < end; next++ {
			links[next].Code = links[next].at > start
		}
		i = runs[i].closes
	}
}
