package answer

import (
	"cmp"
	"fmt"

	"dossier/aggregate/lazyregexp"
)

var (
	commentLine = lazyregexp.New(`^(?://|#|/\*|\*|<!--|--|;|%|\{/\*|"""|''')`)
	// dottedComment matches a comment that begins with dots, after code or alone.
	dottedComment = lazyregexp.New(`(?:#|//|/\*|<!--|--|"""|''')\s*(?:\.{3}|…)`)
	// omissionWords are those of a comment that may represent lines of the file, although it is not an elision, and
	// weakWords are more common in comments.
	omissionWords = lazyregexp.New(`(?i)\b(?:existing|rest|remain(?:s|ing|der)?|unchanged|everything|omitted|snip|truncated|etc|so on|brevity|no changes?|as is)\b|>8|^\W*(?:\.{3}|…)\W*$`)
	weakWords     = lazyregexp.New(`(?i)\b(?:previous|others?|same|keep|before|above|below|continue[sd]?|original|here)\b`)
)

// minDropped is the minimum number of lines that a comment with one of omissionWords replaces for a warning.
const minDropped = 2

// omission returns why changes may lose lines: one of them replaces lines of code by fewer ones and by a comment, which
// the file does not have, that may represent the other lines. It is empty if there is no such change. The changes are
// quoted.
func (f *File) omission(changes []Change) string {
	for i := 0; i < len(changes); {
		mark, weak, strict, added, dropped, last := "", "", false, 0, 0, changes[i].Start
		for ; i < len(changes) && f.nonBlankBefore[last] == f.nonBlankBefore[changes[i].Start]; i++ {
			last = changes[i].End
			n := countCode(changes[i].New)
			added += n
			dropped += countCode(changes[i].Old) - n
			for _, s := range changes[i].New {
				c := trimSpace(s)
				if len(f.byTrimmed[c]) > 0 {
					continue
				}
				switch elides := isElision(s); {
				case elides || c == "..." || dottedComment().MatchString(c) || commentLine().MatchString(c) && omissionWords().MatchString(c):
					if mark == "" || elides && !strict {
						mark, strict = c, elides
					}
				case weak == "" && commentLine().MatchString(c) && weakWords().MatchString(c):
					weak = c
				}
			}
		}
		if added == 0 { // nothing else takes the place of the lines
			mark = cmp.Or(mark, weak)
		}
		if mark != "" && (dropped >= minDropped || strict && dropped > 0) {
			return fmt.Sprintf("“%s” may represent lines of the file, of which it would drop %d", shorten(mark), dropped)
		}
	}
	return ""
}

// countCode returns the number of lines that are neither blank nor a comment.
func countCode(lines []string) int {
	n := 0
	for _, s := range lines {
		if c := trimSpace(s); c != "" && c != "..." && !commentLine().MatchString(c) {
			n++
		}
	}
	return n
}
