package answer

import (
	"strings"

	"dossier/aggregate/lazyregexp"
)

// elision matches a line that marks omitted lines of the file, which are retained.
var elision = lazyregexp.New(`(?i)^\s*(?:` +
	`(?:/\*+|//+|#+|<!--+|--+|;+|%+|"|\{/\*|\(\*)\s*(?:\.{3,}|…|\[\.{3}\])\s*(?:[^.…]{0,80}?(?:\.{3,}|…)?)?\s*(?:\*+/\}?|-->|\*\))?` +
	`|(?:/\*+|//+|#+|<!--+|--+|;+|%+)\s*(?:the )?(?:rest|remainder) of (?:the |your |this )?[\w ]{1,30}?(?:(?:is |stays? |remains? )?(?:unchanged|the same|as before|here|below|omitted))?[.…]*\s*(?:\*+/|-->)?` +
	`|(?:/\*+|//+|#+|<!--+|--+|;+|%+)\s*(?:the )?(?:existing|remaining|unchanged|other|previous|same)\b[^.…]{0,60}?(?:unchanged|as before|stays?(?: the same)?|here|omitted|\.{3,}|…)\s*(?:\*+/|-->)?` +
	`|(?:\.{3,}|…)\s*(?:existing|rest|remaining|unchanged|other)\b.{0,60}(?:\.{3,}|…)?` +
	`|(?:/\*+|//+|#+|<!--+|--+|;+|%+|\{/\*)\s*[(\[<{]+\s*(?:keep |all )?(?:the |your )?(?:rest|remainder|remaining|existing|unchanged|other|previous|same)\b[^()\[\]<>{}]{0,50}[)\]>}]+[.…]*\s*(?:\*+/\}?|-->)?` +
	`|(?:/\*+|//+|#+|<!--+|--+|;+|%+|\{/\*)\s*(?:the |everything )?(?:rest|remainder|else) (?:is |stays |remains )?(?:unchanged|the same|as before|as is|omitted)[.…]*\s*(?:\*+/\}?|-->)?` +
	`|(?:/\*+|//+|#+|<!--+|--+|;+|%+|\{/\*)\s*(?:keep|leave) (?:the |your |all )?(?:rest|remainder|remaining|existing|other)\b.{0,50}?\s*(?:\*+/\}?|-->)?` +
	`)\s*$`)

// retentionWords matches words in the comment of an elision that is not only dots.
var retentionWords = lazyregexp.New(`(?i)existing|rest|remain|unchanged|previous|other|same|keep|omitted|snip|as before|code|before|above|below|continues|truncated`)

// isElision reports whether a line marks omitted lines of the file, which are retained.
func isElision(s string) bool {
	if !strings.Contains(s, "...") && !strings.Contains(s, "…") && !retentionWords().MatchString(s) || len(s) > 300 {
		return false
	}
	if !elision().MatchString(s) {
		return false
	}
	words := strings.Trim(s, " \t/*#<>!-;%\"{}().…[]")
	return words == "" || retentionWords().MatchString(words)
}

// content adds the edit of a fence that contains a file, or a part of one.
func (p *parser) content(f fence) {
	if f.path == "" || !languagesMatch(f.info, f.path) && infoPath(f.info) == "" {
		return
	}
	lines := p.body(f)
	if len(lines) == 0 {
		return
	}
	e := Edit{Path: f.path, Form: Whole, Action: Write, Part: true, Unclosed: !f.closed, Loose: f.sentence, Bare: f.bare, Readings: []Reading{{New: joinLines(lines)}}}
	if labelled().MatchString(lines[0]) {
		e.Readings = []Reading{{New: joinLines(trimHead(lines[1:]))}}
	} else if m := comment().FindStringSubmatch(lines[0]); m != nil && cleanPath(m[1]) == cleanPath(f.path) && len(lines) > 1 {
		// The path is in a comment on top, which may or may not be a line of the file.
		e.Readings = []Reading{{New: joinLines(lines)}, {New: joinLines(trimHead(lines[1:]))}}
	}
	if f.endsEarly(p) {
		e.Doubt = "a fence in it may have ended it too early: lines may be missing"
	}
	e.elide()
	first := f.open
	end := f.end
	if f.closed {
		end++
	}
	p.add(e, first, end)
}

// maxEarly is the maximum number of lines that are inspected after a fence.
const maxEarly = 500

// endsEarly reports whether the line that closes a fence may belong to a fence in its content: text follows immediately,
// and the next fence has no language, so that its line may be the one that closes.
func (f fence) endsEarly(p *parser) bool {
	next := f.end + 1
	if !f.closed || next >= len(p.lines) || strings.TrimSpace(p.lines[next]) == "" {
		return false
	}
	for last := min(len(p.lines), next+maxEarly); next < last; next++ {
		if s := strings.TrimSpace(p.lines[next]); strings.HasPrefix(s, f.mark[:3]) {
			return strings.Trim(s, f.mark[:1]) == ""
		}
	}
	return false
}

// elide turns an edit with a file's content into an Elided one if it omits lines.
func (e *Edit) elide() {
	for _, s := range splitLines(e.content()) {
		if isElision(s) {
			e.Form, e.Action = Elided, Modify
			return
		}
	}
}

// trimHead removes blank lines at the beginning.
func trimHead(lines []string) []string {
	for len(lines) > 0 && strings.TrimSpace(lines[0]) == "" {
		lines = lines[1:]
	}
	return lines
}

// trimBlank removes blank lines at both ends.
func trimBlank(lines []string) []string {
	for len(lines) > 0 && strings.TrimSpace(lines[0]) == "" {
		lines = lines[1:]
	}
	for len(lines) > 0 && strings.TrimSpace(lines[len(lines)-1]) == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}
