package markdown

import (
	"strconv"
	"strings"

	"dossier/aggregate/content"
)

// This file parses what no record describes: snapshots whose record has less
// information than today's, and conversations that the user pastes.

// Read splits a block into the parts that [Format.Block] makes around its body, given only
// whether it has a heading. The concatenation of the parts is always the block.
func Read(block string, headed bool) content.Text {
	at := 0 // offset of the body
	if headed {
		end := strings.IndexByte(block, '\n')
		if end < 0 || !strings.HasPrefix(block[end:], "\n\n") {
			return content.Text{Head: block}
		}
		at = end + len("\n\n")
	}
	first := strings.IndexByte(block[at:], '\n')
	end := strings.LastIndexByte(block, '\n') + 1
	if !strings.HasPrefix(block[at:], "```") || first < 0 || end < at+first+1 || strings.Trim(block[end:], "`") != "" {
		return content.Text{Head: block[:at], Body: block[at:]}
	}
	start := at + first + 1
	return content.Text{Head: block[:start], Body: block[start:end], Tail: block[end:]}
}

// ItemLines returns the lines, from 0, on which the items or the inline list in a block of lists
// begin.
func ItemLines(block string, inline string) []int {
	var out []int
	line := 0
	for s := range strings.Lines(block) {
		if strings.HasPrefix(s, itemMark) || strings.HasPrefix(s, inlineLabel(inline)) {
			out = append(out, line)
		}
		line++
	}
	return out
}

// Stretches finds the slices in the output of [Slices].
func Stretches(body string) []content.Stretch {
	lines := strings.Split(strings.TrimSuffix(body, "\n"), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, "\r")
	}
	var out []content.Stretch
	for i := 0; i < len(lines); {
		if lines[i] != rule {
			i++ // a blank line, or the message in place of a lost slice
			continue
		}
		head := i + 1
		if head < len(lines) && (strings.HasPrefix(lines[head], "[") || strings.HasPrefix(lines[head], "(")) {
			head++ // its tag and comment
		}
		i++
		if head >= len(lines) {
			break
		}
		if first, last, ok := sliceLines(lines[head]); ok {
			i = min(head+1+last-first+1, len(lines))
			out = append(out, content.Stretch{Line: head + 1, Count: i - head - 1, Source: first})
		}
	}
	return out
}

// sliceLines parses the line numbers above a slice: "Lines 3-9:".
func sliceLines(head string) (first, last int, ok bool) {
	ends, marked := strings.CutPrefix(head, linesMark)
	ends, colon := strings.CutSuffix(ends, ":")
	a, b, dash := strings.Cut(ends, "-")
	first, err := strconv.Atoi(a)
	last, err2 := strconv.Atoi(b)
	return first, last, marked && colon && dash && err == nil && err2 == nil && first >= 1 && last >= first
}

// Title returns the text of a heading line without its markup.
func Title(line string) string { return strings.TrimSpace(strings.TrimLeft(line, "#")) }

// Excerpts parses the discussion in a document, or in a part of one. It returns the
// text above the first excerpt, and the excerpts, with the instruction below them as
// the last one. Excerpts are recognized by consecutive numbers: a heading with any
// other number is text. ok is false if there are none.
func Excerpts(text string) (before string, excerpts []string, ok bool) {
	before, rest, ok := cutHeading(text, content.ExcerptTitle(1))
	if !ok {
		return "", nil, false
	}
	before = strings.TrimSuffix(strings.TrimSpace(before), sectionMark+content.DiscussionTitle)
	before = strings.TrimSuffix(strings.TrimSpace(before), rule)
	instruction := ""
	for more := true; more; {
		var body string
		body, rest, more = cutHeading(rest, content.ExcerptTitle(len(excerpts)+2))
		body = strings.TrimSpace(body)
		if more {
			body = strings.TrimSpace(strings.TrimSuffix(body, rule))
		}
		if !more {
			body, instruction = cutInstruction(body)
		}
		excerpts = append(excerpts, body)
	}
	if instruction != "" {
		excerpts = append(excerpts, "User: "+instruction)
	}
	return before, excerpts, true
}

// cutInstruction splits the instruction's section off the last excerpt.
func cutInstruction(text string) (excerpt, instruction string) {
	heading := "\n" + rule + "\n\n" + sectionMark + content.InstructionTitle + "\n"
	at := strings.LastIndex(text, heading)
	if at < 0 {
		return text, ""
	}
	return strings.TrimSpace(text[:at]), strings.TrimSpace(text[at+len(heading):])
}

// cutHeading cuts text at the first line that is the heading of a block.
func cutHeading(text, title string) (before, after string, found bool) {
	heading := blockMark + title
	for from := 0; ; {
		i := strings.Index(text[from:], heading)
		if i < 0 {
			return text, "", false
		}
		i += from
		end := i + len(heading)
		line, rest, _ := strings.Cut(text[end:], "\n")
		if (i == 0 || text[i-1] == '\n') && strings.TrimSpace(line) == "" {
			return text[:i], rest, true
		}
		from = end
	}
}
