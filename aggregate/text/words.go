package text

import (
	"fmt"
	"strings"
)

// Counted returns a number of things in English: 1 file, 2 files. The plural of what ends in s.
func Counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// IndexWord returns the offset of the first occurrence of a word in s that is not part of a longer
// one, or -1. isPart reports whether a byte can be part of a word. The empty word does not occur.
func IndexWord(s, word string, isPart func(byte) bool) int {
	for at := 0; ; {
		i := strings.Index(s[at:], word)
		if i < 0 || word == "" {
			return -1
		}
		start, end := at+i, at+i+len(word)
		if (start == 0 || !isPart(s[start-1])) && (end == len(s) || !isPart(s[end])) {
			return start
		}
		at = start + 1
	}
}
