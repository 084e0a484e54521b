package markdown

import (
	"strconv"
	"strings"

	"dossier/aggregate/content"
)

// What is read back here is what nobody can know otherwise: the text of snapshots whose
// record says less than today's, and of conversations that a person pastes.

// Read takes a block of a document apart, of which nothing is known but whether it has a
// heading: what stands around its body, as [Format.Block] tells it. The parts are always
// the text.
func Read(block string, headed bool) content.Text {
	at := 0 // where the body begins
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

// ItemLines returns the lines of a block of lists on which an item begins, or an inline
// list, counted from 0.
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

// Stretches finds the slices in what [Slices] spells.
func Stretches(body string) []content.Stretch {
	lines := strings.Split(strings.TrimSuffix(body, "\n"), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, "\r")
	}
	var out []content.Stretch
	for i := 0; i < len(lines); {
		if lines[i] != rule {
			i++ // a blank line, or what stands in the place of a slice that was not found
			continue
		}
		head := i + 1
		if head < len(lines) && (strings.HasPrefix(lines[head], "[") || strings.HasPrefix(lines[head], "(")) {
			head++ // its tag and its comment
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

// sliceLines reads the lines of a slice from what stands above it: "Lines 3-9:".
func sliceLines(head string) (first, last int, ok bool) {
	ends, marked := strings.CutPrefix(head, linesMark)
	ends, colon := strings.CutSuffix(ends, ":")
	a, b, dash := strings.Cut(ends, "-")
	first, err := strconv.Atoi(a)
	last, err2 := strconv.Atoi(b)
	return first, last, marked && colon && dash && err == nil && err2 == nil && first >= 1 && last >= first
}

// Title is what the first line of some text says, without the marks of a heading.
func Title(line string) string { return strings.TrimSpace(strings.TrimLeft(line, "#")) }

// Excerpts parses the discussion in a document, or in a part of one: what is above its first
// excerpt, and the excerpts, with the instruction below them as the last one. Excerpts are
// recognized by their numbers, which count on: another number is text. ok is false where there is
// none.
func Excerpts(text string) (before string, excerpts []string, ok bool) {
	before, rest, ok := cutHeading(text, content.ExcerptTitle(1))
	if !ok {
		return "", nil, false
	}
	before = strings.TrimSuffix(strings.TrimSpace(before), sectionMark+content.DiscussionTitle)
	before = strings.TrimSuffix(strings.TrimSpace(before), rule)
	instruction := ""
	for more := true; more; {
		var said string
		said, rest, more = cutHeading(rest, content.ExcerptTitle(len(excerpts)+2))
		said = strings.TrimSpace(said)
		if more {
			said = strings.TrimSpace(strings.TrimSuffix(said, rule))
		}
		if !more {
			said, instruction = cutInstruction(said)
		}
		excerpts = append(excerpts, said)
	}
	if instruction != "" {
		excerpts = append(excerpts, "User: "+instruction)
	}
	return before, excerpts, true
}

// cutInstruction cuts the section of the instruction off the last excerpt.
func cutInstruction(said string) (excerpt, instruction string) {
	heading := "\n" + rule + "\n\n" + sectionMark + content.InstructionTitle + "\n"
	at := strings.LastIndex(said, heading)
	if at < 0 {
		return said, ""
	}
	return strings.TrimSpace(said[:at]), strings.TrimSpace(said[at+len(heading):])
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
