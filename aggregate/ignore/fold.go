package ignore

import "strings"

// folded returns the list with its patterns in lower case, for lower-case texts.
// Verdicts quote the original patterns.
func (l *List) folded() *List {
	if l == nil {
		return nil
	}
	out := &List{source: l.source}
	for _, old := range l.patterns {
		// The class of upper-case letters must match the letters that are now in lower case.
		p, _ := parsePattern(strings.ReplaceAll(lower(old.source), "[[:upper:]", "[[:lower:]"))
		p.source, p.line = old.source, old.line
		out.patterns = append(out.patterns, p)
	}
	out.sort()
	return out
}

func folded(lists []*List) []*List {
	out := make([]*List, len(lists))
	for i, l := range lists {
		out[i] = l.folded()
	}
	return out
}

// lower returns a text with its ASCII letters in lower case; git folds no other letters.
func lower(text string) string {
	for i := range len(text) {
		if c := text[i]; 'A' <= c && c <= 'Z' {
			b := []byte(text)
			for ; i < len(b); i++ {
				if 'A' <= b[i] && b[i] <= 'Z' {
					b[i] += 'a' - 'A'
				}
			}
			return string(b)
		}
	}
	return text
}
