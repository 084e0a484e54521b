package answer

import (
	"strings"

	"dossier/aggregate/lazyregexp"
)

// parser parses the lines of an answer.
type parser struct {
	text  string
	lines []string // without line ends
	at    []int    // the offset of each line, and the length of the text
	edits []Edit
	last  string // the path of the last edit
	// fenced says that the current lines are in a fence, and end with it.
	fenced bool
	// decoded counts the bytes parsed as JSON; see maxDecoded.
	decoded int
	// patchFrom and patchTo are a range of lines of one patch, and patchClosed says whether it has its last line; see
	// closedPatch.
	patchFrom, patchTo int
	patchClosed        bool
	// scanned counts the lines inspected for closing tags; see maxScanned.
	scanned int
	// unclosed are the tags without a closing tag after the line inspected.
	unclosed map[string]bool
}

// Parse returns the edits of an answer, in order, and at most [MaxEdits].
func Parse(text string) []Edit { return parse(text).edits }

// parse returns the parser of an answer after it has parsed it.
func parse(text string) *parser {
	p := &parser{text: text, unclosed: map[string]bool{}}
	offset := 0
	for s := range strings.Lines(text) {
		p.lines = append(p.lines, strings.TrimSuffix(strings.TrimSuffix(s, "\n"), "\r"))
		p.at = append(p.at, offset)
		offset += len(s)
	}
	p.at = append(p.at, offset)
	p.scan(0, len(p.lines), "")
	return p
}

// add adds an edit that was parsed from the lines from first to end, with end excluded.
func (p *parser) add(e Edit, first, end int) {
	if e.Path = cleanPath(e.Path); e.Path == "" && e.Form != Search || len(p.edits) == MaxEdits {
		return
	}
	e.To = cleanPath(e.To)
	e.At, e.End = p.at[first], p.at[min(end, len(p.lines))]
	p.last = e.Path
	p.edits = append(p.edits, e)
}

// scan parses the lines from i to end, which may be those of a fence; path is the one mentioned above.
func (p *parser) scan(i, end int, path string) {
	for i < end {
		next := p.thoughts(i, end)
		if next == i {
			next = p.marked(i, end, path)
		}
		if next == i {
			next = p.fence(i, end)
		}
		i = max(next, i+1)
	}
}

// thoughts returns the line after the thoughts of a model that begin with line i, or i if none do. What they contain is
// a draft.
func (p *parser) thoughts(i, end int) int {
	s := strings.TrimSpace(p.lines[i])
	switch s {
	case "<think>", "<thinking>", "<reasoning>":
		if p.unclosed[s[1:len(s)-1]] {
			return i
		}
		for j := i + 1; j < end; j++ {
			if strings.TrimSpace(p.lines[j]) == "</"+s[1:] {
				return j + 1
			}
		}
		p.unclosed[s[1:len(s)-1]] = true
	}
	return i
}

// marked parses an edit that begins with a marker on line i, and returns the line after it, or i if there is none.
func (p *parser) marked(i, end int, path string) int {
	s := p.lines[i]
	switch trimmed := strings.TrimSpace(s); {
	case trimmed == "":
		return i
	case strings.HasPrefix(trimmed, "*** "):
		return p.patch(i, end)
	case blockStart().MatchString(s):
		return p.block(i, end, path)
	case strings.HasPrefix(s, "diff --git "), p.atHeader(i, end), p.loneName(i, end):
		return p.unified(i, end)
	case strings.HasPrefix(s, "@@") && path != "":
		return p.hunksOf(i, end, path)
	case strings.HasPrefix(trimmed, "<"):
		return p.xml(i, end)
	case trimmed[0] == '{' || trimmed[0] == '[':
		return p.tool(i, end)
	}
	return i
}

var (
	fenceLine  = lazyregexp.New("^([ \t]*)(`{3,}|~{3,})[ \t]*([^`]*)$")
	blockStart = lazyregexp.New(`^[ \t]*(?:<{5,9}|-{5,9})[ \t]*(?:SEARCH|ORIGINAL)\b`)
)

// fence parses a fence that begins with line i, and returns the line after it, or i if none begins there.
func (p *parser) fence(i, end int) int {
	if len(p.lines[i]) > 1000 {
		return i
	}
	m := fenceLine().FindStringSubmatch(p.lines[i])
	if m == nil {
		return i
	}
	f := fence{open: i, indent: m[1], mark: m[2], info: strings.TrimSpace(m[3])}
	f.findPath(p)
	first := i + 1
	for first < end && strings.TrimSpace(p.lines[first]) == "" {
		first++
	}
	if first+1 < end && heredoc().MatchString(p.lines[first]) {
		first++
	}
	if first < end {
		if path := f.pathInside(p, first); path != "" { // a path inside, above a marker
			f.path = path
			first++
		}
		p.fenced = true
		defer func() { p.fenced = false }()
		next := first
		if !f.holds(p.lines[first]) {
			next = p.marked(first, end, f.path)
		}
		if next > first {
			// A marker determines where an edit ends, whatever fences it contains.
			for next < end && !f.closes(p.lines[next]) {
				after := p.marked(next, end, f.path)
				if after == next && fenceLine().MatchString(p.lines[next]) && f.mark[0] == strings.TrimSpace(p.lines[next])[0] {
					break // another fence opens, so this one is unclosed
				}
				next = max(after, next+1)
			}
			if next < end && f.closes(p.lines[next]) {
				next++
			}
			return next
		}
	}
	f.end, f.closed = p.fenceEnd(f, end)
	if f.path != "" && languageOf(f.info) == "diff" && languageOf(f.path) != "diff" && p.hasChanges(f.open+1, f.end) {
		p.hunksOf(f.open+1, f.end, f.path)
	} else {
		p.content(f)
	}
	if f.closed {
		return f.end + 1
	}
	return f.end
}

// holds reports whether the content of the fence, which begins with a line, is that of a file whose format is also one of
// edits.
func (f fence) holds(line string) bool {
	s := strings.TrimSpace(line)
	switch languageOf(f.path) {
	case "diff":
		return !blockStart().MatchString(line) && !strings.HasPrefix(s, "@@")
	case "json", "jsonl":
		return s[0] == '{' || s[0] == '['
	case "xml", "html":
		return s[0] == '<' && !blockStart().MatchString(line)
	}
	return false
}

// heredoc matches a shell command that reads a patch from a here-document.
var heredoc = lazyregexp.New(`^[ \t]*(?:\$[ \t]+)?(?:apply_?patch|git[ \t]+apply|patch)\b[^|;&]*<<-?[ \t]*['"]?[^\s'"]+['"]?[ \t]*$`)

// hasChanges reports whether some lines begin with plus or minus.
func (p *parser) hasChanges(i, end int) bool {
	return anyBegins(p.lines[i:end], "+") || anyBegins(p.lines[i:end], "-")
}

// fence is a fence of an answer.
type fence struct {
	open, end       int // its first line, and its closing line or the end
	indent, mark    string
	info            string
	path            string // of the file whose content it is; empty if there is none
	sentence        bool   // whether the path is part of a sentence that creates no file, or of a plain comment
	pathInFirstLine bool   // whether the path is in its first line
	bare            bool   // whether the path has no extension, so that it may not be a file
	closed          bool
}

// closes reports whether a line closes the fence. A line indented deeper than the opening one does not: it is part of
// the content.
func (f fence) closes(s string) bool {
	rest, ok := strings.CutPrefix(s, f.indent)
	if !ok {
		rest = strings.TrimLeft(s, " \t")
	}
	rest = strings.TrimRight(rest, " \t")
	return len(rest) >= len(f.mark) && strings.Trim(rest, f.mark[:1]) == ""
}

// fenceEnd returns the line that closes a fence. In Markdown, which may contain fences, those with a language are
// matched with their closing lines.
func (p *parser) fenceEnd(f fence, end int) (line int, closed bool) {
	nested := languageOf(f.info) == "markdown" || languageOf(f.path) == "markdown"
	var inner *fence
	for i := f.open + 1; i < end; i++ {
		s := p.lines[i]
		if inner != nil {
			if inner.closes(s) {
				inner = nil
			}
			continue
		}
		if f.closes(s) {
			return i, true
		}
		if m := fenceLine().FindStringSubmatch(s); nested && m != nil && m[3] != "" && len(m[2]) >= len(f.mark) {
			in := fence{open: i, indent: m[1], mark: m[2]}
			if p.closedLater(in, i, end) {
				inner = &in
			}
		}
	}
	return end, false
}

// closedLater reports whether both a fence and the fence inside it are closed.
func (p *parser) closedLater(f fence, i, end int) bool {
	found := 0
	for i++; i < end && found < 2 && i < f.open+500; i++ {
		if f.closes(p.lines[i]) {
			found++
		}
	}
	return found == 2
}

// body returns the lines of a fence without the fence's indentation.
func (p *parser) body(f fence) []string {
	lines := p.lines[f.open+1 : f.end]
	if f.indent == "" {
		return lines
	}
	out := make([]string, len(lines))
	for i, s := range lines {
		rest, ok := strings.CutPrefix(s, f.indent)
		if !ok && strings.TrimSpace(s) != "" {
			return lines
		}
		out[i] = rest
	}
	return out
}

// joinLines joins lines into a text in which each ends with a newline.
func joinLines(lines []string) string {
	if len(lines) == 0 {
		return ""
	}
	return strings.Join(lines, "\n") + "\n"
}
