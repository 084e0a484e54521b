package ignore

// folded returns the list with its patterns for texts in lower case.
func (l *List) folded() *List {
	if l == nil {
		return nil
	}
	out := &List{source: l.source}
	for _, old := range l.patterns {
		p, _ := parsePattern(old.source, true)
		p.line = old.line
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
		if lowerByte(text[i]) != text[i] {
			b := []byte(text)
			for ; i < len(b); i++ {
				b[i] = lowerByte(b[i])
			}
			return string(b)
		}
	}
	return text
}

func lowerByte(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		c += 'a' - 'A'
	}
	return c
}
