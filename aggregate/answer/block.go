package answer

import (
	"strings"

	"dossier/aggregate/lazyregexp"
)

var (
	blockMiddle = lazyregexp.New(`^[ \t]*={5,9}[ \t]*$`)
	blockEnd    = lazyregexp.New(`^[ \t]*(?:(?:>{5,9}|\+{5,9})[ \t]*(?:REPLACE|UPDATED)\b|>{7}[ \t]*$)`)
	blockNote   = lazyregexp.New(`^:(?:start|end)_line:`)
)

// block parses a search-and-replace block that begins with line i, and returns the line after it. path is that of its
// fence.
func (p *parser) block(i, end int, path string) int {
	j := i + 1
	var middles []int
	for ; j < end && !blockEnd().MatchString(p.lines[j]); j++ {
		if blockStart().MatchString(p.lines[j]) {
			break // another one begins, so this one is unclosed
		}
		if blockMiddle().MatchString(p.lines[j]) {
			middles = append(middles, j)
		}
	}
	closed := j < end && blockEnd().MatchString(p.lines[j])
	if len(middles) == 0 {
		return i + 1
	}
	stop := j
	if !closed {
		for k := middles[0] + 1; k < j; k++ {
			if m := fenceLine().FindStringSubmatch(p.lines[k]); m != nil && p.fenced {
				stop = k
				break
			}
		}
	}
	if path == "" {
		path = p.pathAbove(i)
	}
	from := i + 1
	if from < middles[0] && blockNote().MatchString(p.lines[from]) {
		for from < middles[0] && (blockNote().MatchString(p.lines[from]) || strings.Trim(p.lines[from], "-") == "") {
			from++
		}
	}
	indent := p.lines[i][:len(p.lines[i])-len(strings.TrimLeft(p.lines[i], " \t"))]
	e := Edit{Path: path, Form: Search, Action: Modify}
	if !closed {
		e.Doubt = "the end of the block is missing: its last lines may be lost, or not belong to it"
	}
	for _, m := range middles {
		if m < from || m >= stop {
			continue
		}
		e.Readings = append(e.Readings, Reading{joinLines(unindent(p.lines[from:m], indent)), joinLines(unindent(p.lines[m+1:stop], indent))})
	}
	next := stop
	if closed {
		next = j + 1
	}
	p.add(e, i, next)
	return max(next, i+1)
}

// unindent removes the indentation of a marker from lines if all of them have it.
func unindent(lines []string, indent string) []string {
	if indent == "" {
		return lines
	}
	out := make([]string, len(lines))
	for i, s := range lines {
		rest, ok := strings.CutPrefix(s, indent)
		if !ok && strings.TrimSpace(s) != "" {
			return lines
		}
		out[i] = rest
	}
	return out
}

// pathAbove returns the path on the nearest line above a block, or that of the last edit if there is none.
func (p *parser) pathAbove(i int) string {
	for j, seen := i-1, 0; j >= 0 && j >= i-5 && seen < 2; j-- {
		s := strings.TrimSpace(p.lines[j])
		if s == "" {
			continue
		}
		if m := fenceLine().FindStringSubmatch(p.lines[j]); m != nil {
			if path := infoPath(m[3]); path != "" {
				return path
			}
			continue
		}
		if blockEnd().MatchString(s) {
			break
		}
		seen++
		if path := solePath(s); path != "" {
			return path
		}
		if path := soleWord(s); path != "" && seen == 1 && i-j <= 3 {
			return path
		}
		if path := pathInSentence(s); path != "" {
			return path
		}
	}
	return p.last
}
