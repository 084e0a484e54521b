package kit

import (
	"strings"
	"unicode/utf8"
)

// Wrap returns text as lines of at most the given width in the interface's font. Lines
// break at spaces, and within a word only where it alone is too wide. Empty lines stay;
// tabs are four spaces. Its work grows with the text alone: each letter is measured once.
func Wrap(text string, width float32) []string {
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\t", "    ").Replace(text)
	widths := map[rune]float32{}
	measure := func(r rune) float32 {
		w, known := widths[r]
		if !known {
			w = face{}.width(string(r))
			widths[r] = w
		}
		return w
	}
	var lines []string
	for paragraph := range strings.SplitSeq(text, "\n") {
		start, space := 0, -1 // of the line, and its last space
		x, afterSpace := float32(0), float32(0)
		for at, r := range paragraph {
			w := measure(r)
			if x+w > width && at > start {
				end := at
				if space > start {
					end = space
				}
				lines = append(lines, strings.TrimRight(paragraph[start:end], " "))
				switch {
				case space > start:
					start, x = space+1, x-afterSpace
				case r == ' ':
					start, x, w = at+utf8.RuneLen(r), 0, 0
				default:
					start, x = at, 0
				}
				space = -1
			}
			x += w
			if r == ' ' && at >= start {
				space, afterSpace = at, x
			}
		}
		lines = append(lines, paragraph[start:])
	}
	return lines
}
