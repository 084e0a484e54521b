package kit

import (
	"strings"
	"unicode"
)

// BreaksAnywhere reports whether lines may break next to a character, as with ideographs, which
// are written without blanks.
func BreaksAnywhere(r rune) bool {
	return r >= 0x2E80 && r <= 0x9FFF || r >= 0xAC00 && r <= 0xD7FF || r >= 0xF900 && r <= 0xFAFF ||
		r >= 0xFF00 && r <= 0xFFEF || r >= 0x20000 && r <= 0x3FFFF
}

// Characters that no line of Chinese or Japanese begins with, and that none ends with.
const (
	neverFirst = "、。，．・：；？！」』）】〕〉》”’…ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ,.:;?!)]}%"
	neverLast  = "「『（【〔〈《“‘([{"
)

// wrapLines splits text at \n, and at blanks and between ideographs so that no line is longer than columns unless a word is. An
// ideograph takes two columns.
func wrapLines(text string, columns int) []string {
	var lines []string
	for para := range strings.SplitSeq(text, "\n") {
		line, width := "", 0
		for _, u := range units(para) {
			before := ""
			if u.blank && line != "" {
				before = " "
			}
			if line != "" && width+len(before)+u.width > columns {
				lines = append(lines, line)
				line, width, before = "", 0, ""
			}
			line += before + u.text
			width += len(before) + u.width
		}
		lines = append(lines, line)
	}
	return lines
}

// unit is a part of a text that no line break divides.
type unit struct {
	text  string
	width int  // in columns
	blank bool // whether blanks precede it
}

// units splits a paragraph into its units.
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
		u := &all[len(all)-1]
		u.text += string(r)
		if u.width++; BreaksAnywhere(r) {
			u.width++
		}
		last = r
	}
	return all
}
