package answer

import (
	"strings"

	"dossier/aggregate/lazyregexp"
)

// parser reads the lines of an answer.
type parser struct {
	text  string
	lines []string // without their ends
	at    []int    // the first byte of each line, and the length of the text
	edits []Edit
	last  string // the path that the last edit names
	// fenced says that the current lines are in a fence, which ends them.
	fenced bool
	// decoded counts the bytes that were read as JSON; see maxDecoded.
	decoded int
	// unclosed are the tags that no line behind the one that was looked at closes.
	unclosed map[string]bool
}

// Parse returns the edits of an answer, in its order. At most [MaxEdits] are read.
func Parse(text string) []Edit {
	p := &parser{text: text, unclosed: map[string]bool{}}
	offset := 0
	for s := range strings.Lines(text) {
		p.lines = append(p.lines, strings.TrimSuffix(strings.TrimSuffix(s, "\n"), "\r"))
		p.at = append(p.at, offset)
		offset += len(s)
	}
	p.at = append(p.at, offset)
	p.scan(0, len(p.lines), "")
	return p.edits
}

// add takes an edit that the lines from first to end, end excluded, were read to.
func (p *parser) add(e Edit, first, end int) {
	if e.Path = cleanPath(e.Path); e.Path == "" && e.Form != Search || len(p.edits) == MaxEdits {
		return
	}
	e.To = cleanPath(e.To)
	e.At, e.End = p.at[first], p.at[min(end, len(p.lines))]
	p.last = e.Path
	p.edits = append(p.edits, e)
}

// scan reads the lines from i to end, which may be those of a fence; path is the one that is
// named above.
func (p *parser) scan(i, end int, path string) {
	for i < end {
		next := p.marked(i, end, path)
		if next == i {
			next = p.fence(i, end)
		}
		i = max(next, i+1)
	}
}

// marked reads an edit that begins with line i by a marker of its own, and returns the line
// behind it; i where there is none.
func (p *parser) marked(i, end int, path string) int {
	s := p.lines[i]
	switch trimmed := strings.TrimSpace(s); {
	case trimmed == "":
		return i
	case strings.HasPrefix(trimmed, "*** "):
		return p.patch(i, end)
	case blockStart().MatchString(s):
		return p.block(i, end, path)
	case strings.HasPrefix(s, "diff --git "), strings.HasPrefix(s, "--- ") && i+1 < end && strings.HasPrefix(p.lines[i+1], "+++ "):
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

// fence reads a fence that begins with line i, and returns the line behind it; i where none
// begins there.
func (p *parser) fence(i, end int) int {
	if len(p.lines[i]) > 1000 {
		return i
	}
	m := fenceLine().FindStringSubmatch(p.lines[i])
	if m == nil {
		return i
	}
	f := fence{open: i, indent: m[1], mark: m[2], info: strings.TrimSpace(m[3])}
	f.named(p)
	first := i + 1
	for first < end && strings.TrimSpace(p.lines[first]) == "" {
		first++
	}
	if first+1 < end && heredoc().MatchString(p.lines[first]) {
		first++
	}
	if first < end {
		if path := f.within(p, first); path != "" { // a path inside, above a marker
			f.path = path
			first++
		}
		p.fenced = true
		defer func() { p.fenced = false }()
		if next := p.marked(first, end, f.path); next > first {
			// A marker says where an edit ends, whatever fences it holds.
			for next < end && !f.closes(p.lines[next]) {
				after := p.marked(next, end, f.path)
				if after == next && fenceLine().MatchString(p.lines[next]) && f.mark[0] == strings.TrimSpace(p.lines[next])[0] {
					break // another fence opens: this one was never closed
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
	if f.path != "" && languageOf(f.info) == "diff" && p.changesOnly(f.open+1, f.end) {
		p.hunksOf(f.open+1, f.end, f.path)
	} else {
		p.content(f)
	}
	if f.closed {
		return f.end + 1
	}
	return f.end
}

// heredoc matches the command that is given a patch in a shell.
var heredoc = lazyregexp.New(`^[ \t]*(?:\$[ \t]+)?(?:apply_?patch|git[ \t]+apply|patch)\b[^|;&]*<<-?[ \t]*['"]?[^\s'"]+['"]?[ \t]*$`)

// changesOnly reports whether lines are those of a hunk without a header: each begins with a sign, and some with
// plus or minus.
func (p *parser) changesOnly(i, end int) bool {
	changes := false
	for ; i < end; i++ {
		s := p.lines[i]
		if s != "" && !strings.Contains(" +-", s[:1]) {
			return false
		}
		changes = changes || s != "" && s[0] != ' '
	}
	return changes
}

// fence is a fence of an answer.
type fence struct {
	open, end    int // its first line, and the one that closes it, or the end
	indent, mark string
	info         string
	path         string // that it is the content of; empty: none is named
	sentence     bool   // whether the path is part of a sentence that makes no file, or of a plain comment
	headed       bool   // whether the path is in its first line
	bare         bool   // whether the path has no ending: it may be no file
	closed       bool
}

// closes reports whether a line closes the fence. One that is indented deeper than the line that
// opens it does not: it is a line of what the fence holds.
func (f fence) closes(s string) bool {
	rest, ok := strings.CutPrefix(s, f.indent)
	if !ok {
		rest = strings.TrimLeft(s, " \t")
	}
	rest = strings.TrimRight(rest, " \t")
	return len(rest) >= len(f.mark) && strings.Trim(rest, f.mark[:1]) == ""
}

// fenceEnd returns the line that closes a fence. In Markdown, which holds fences of its own, those
// that open with a language are followed to where they close.
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

// closedLater reports whether a fence inside another one and the other one are both closed.
func (p *parser) closedLater(f fence, i, end int) bool {
	found := 0
	for i++; i < end && found < 2 && i < f.open+500; i++ {
		if f.closes(p.lines[i]) {
			found++
		}
	}
	return found == 2
}

// body returns the lines of a fence without their common indentation that the fence has.
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

// joined returns lines as a text in which each ends with a newline.
func joined(lines []string) string {
	if len(lines) == 0 {
		return ""
	}
	return strings.Join(lines, "\n") + "\n"
}
