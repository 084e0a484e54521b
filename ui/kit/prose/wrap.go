package prose

import "strings"

// Wrap returns text as lines of at most the given width in the interface's font. Lines break at
// white space, between ideographs, and within a word only if it alone is too wide. Empty lines
// are kept; tabs are four spaces, and control characters are shown as symbols. It takes linear
// time.
func Wrap(text string, width float32) []string {
	p := Layout{Text: strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)}
	r := NewRulers()
	start := 0
	for line := range strings.SplitSeq(p.Text, "\n") {
		p.paragraph(start, start+len(line), false, width, r)
		start += len(line) + 1
	}
	lines := make([]string, len(p.Lines))
	for i := range p.Lines {
		lines[i] = strings.TrimRight(p.Shown(i), " ")
	}
	return lines
}
