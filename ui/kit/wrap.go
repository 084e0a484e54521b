package kit

import (
	"strings"
	"unicode"
)

// BreaksAnywhere reports whether lines may break next to a character, such as an ideograph: these
// are written without spaces.
func BreaksAnywhere(r rune) bool {
	return r >= 0x2E80 && r <= 0x9FFF || r >= 0xAC00 && r <= 0xD7FF || r >= 0xF900 && r <= 0xFAFF ||
		r >= 0xFF00 && r <= 0xFFEF || r >= 0x20000 && r <= 0x3FFFF
}

// Characters that no line of Chinese or Japanese begins with, and that no line ends with.
const (
	neverFirst = "、。，．・：；？！」』）】〕〉》”’…ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ,.:;?!)]}%"
	neverLast  = "「『（【〔〈《“‘([{"
)

// wrapLines splits text at \n, and at spaces and between ideographs so that only single words are longer than
// columns. An ideograph takes two columns.
func wrapLines(text string, columns int) []string {
	var lines []string
	for para := range strings.SplitSeq(text, "\n") {
		for line, rest := "", units(para); ; {
			line, rest = firstLine(rest, func(line string) bool { return columnsOf(line) <= columns })
			if lines = append(lines, line); len(rest) == 0 {
				break
			}
		}
	}
	return lines
}

// fitLines splits text like [wrapLines], but into at most n lines of a width. A word that is wider
// is divided, and text that does not fit ends with an ellipsis.
func fitLines(text string, width float32, n int) []string {
	var lines []string
	fits := func(line string) bool { return Face{}.Width(line) <= width }
	line, rest := "", units(text)
	for len(lines) < n-1 && len(rest) > 0 {
		line, rest = firstLine(rest, fits)
		if whole := line; !fits(whole) {
			line = fit(whole, width, Face{}.Width, func(runes []rune, n int) string { return string(runes[:n]) })
			rest = append([]unit{{text: whole[len(line):]}}, rest...)
		}
		lines = append(lines, line)
	}
	if len(rest) > 0 || len(lines) == 0 {
		line, _ = firstLine(rest, func(string) bool { return true })
		lines = append(lines, FitEnd(line, width, Face{}))
	}
	return lines
}

// firstLine returns as many units as fit, but at least one, and the remaining ones.
func firstLine(all []unit, fits func(line string) bool) (line string, rest []unit) {
	for i, u := range all {
		longer := line + u.text
		if u.blank && i > 0 {
			longer = line + " " + u.text
		}
		if i > 0 && !fits(longer) {
			return line, all[i:]
		}
		line = longer
	}
	return line, nil
}

// columnsOf returns the number of columns of a line.
func columnsOf(line string) int {
	n := 0
	for _, r := range line {
		if n++; BreaksAnywhere(r) {
			n++
		}
	}
	return n
}

// unit is a part of a text that is never divided by a line break.
type unit struct {
	text  string
	blank bool // whether spaces precede it
}

// units splits a paragraph into units.
func units(para string) []unit {
	var all []unit
	last := rune(' ')
	for _, r := range para {
		if unicode.IsSpace(r) {
			last = ' '
			continue
		}
		anywhere := BreaksAnywhere(r) || BreaksAnywhere(last)
		if last == ' ' || anywhere && !strings.ContainsRune(neverFirst, r) && !strings.ContainsRune(neverLast, last) {
			all = append(all, unit{blank: last == ' '})
		}
		all[len(all)-1].text += string(r)
		last = r
	}
	return all
}
