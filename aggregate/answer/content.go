package answer

import (
	"strings"

	"dossier/aggregate/lazyregexp"
)

// elision is a line that stands for lines of the file that stay.
var elision = lazyregexp.New(`(?i)^\s*(?:` +
	`(?:/\*+|//+|#+|<!--+|--+|;+|%+|"|\{/\*|\(\*)\s*(?:\.{3,}|…|\[\.{3}\])\s*(?:[^.…]{0,80}?(?:\.{3,}|…)?)?\s*(?:\*+/\}?|-->|\*\))?` +
	`|(?:/\*+|//+|#+|<!--+|--+|;+|%+)\s*(?:the )?(?:rest|remainder|remaining|existing|unchanged|other|previous|same)\b[^.…]{0,80}(?:unchanged|as before|stays?|here|code|same|omitted|\.{3,}|…)[^.…]{0,30}(?:\.{3,}|…)?\s*(?:\*+/|-->)?` +
	`|(?:\.{3,}|…)\s*(?:existing|rest|remaining|unchanged|other)\b.{0,60}(?:\.{3,}|…)?` +
	`)\s*$`)

// words that an elision in a comment has, unless it is dots alone.
var keeps = lazyregexp.New(`(?i)existing|rest|remain|unchanged|previous|other|same|keep|omitted|snip|as before|code|before|above|below|continues|truncated`)

// elided reports whether a line stands for lines of the file that stay.
func elided(s string) bool {
	if !strings.Contains(s, "...") && !strings.Contains(s, "…") && !keeps().MatchString(s) || len(s) > 300 {
		return false
	}
	if !elision().MatchString(s) {
		return false
	}
	words := strings.Trim(s, " \t/*#<>!-;%\"{}().…[]")
	return words == "" || keeps().MatchString(words)
}

// content adds the edit of a fence that holds a file, or a part of one.
func (p *parser) content(f fence) {
	if f.path == "" || !fits(f.info, f.path) && infoPath(f.info) == "" {
		return
	}
	lines := p.body(f)
	if len(lines) == 0 {
		return
	}
	e := Edit{Path: f.path, Form: Whole, Action: Write, Unclosed: !f.closed}
	if len(lines) > 0 {
		if m := comment().FindStringSubmatch(lines[0]); m != nil && strings.HasSuffix(m[1], f.path) && m[1] == f.path && len(lines) > 1 {
			// The path is in a comment on top as well: the file may not have that line.
			e.Readings = []Reading{{New: joined(lines)}, {New: joined(trimBlank(lines[1:]))}}
		}
	}
	if e.Readings == nil {
		e.Readings = []Reading{{New: joined(lines)}}
	}
	for _, s := range lines {
		if elided(s) {
			e.Form, e.Action = Elided, Modify
			break
		}
	}
	first := f.open
	end := f.end
	if f.closed {
		end++
	}
	p.add(e, first, end)
}

// trimBlank takes away blank lines at both ends.
func trimBlank(lines []string) []string {
	for len(lines) > 0 && strings.TrimSpace(lines[0]) == "" {
		lines = lines[1:]
	}
	for len(lines) > 0 && strings.TrimSpace(lines[len(lines)-1]) == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}
