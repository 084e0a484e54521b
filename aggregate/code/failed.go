package code

import (
	"fmt"
	"strings"
)

// maxFailed bounds the stretches of lines that are told one by one.
const maxFailed = 5

// FailedLines tells where a source could not be parsed: "Lines 3-9, 12-12", or "" where
// that is not known. Of many stretches the first are told, and how many more there are.
func (s *Structure) FailedLines(src string) string {
	if len(s.Failed) == 0 {
		return ""
	}
	lines := NewLines(src)
	var parts []string
	for _, span := range s.Failed[:min(len(s.Failed), maxFailed)] {
		first, last := lines.Of(span)
		parts = append(parts, fmt.Sprintf("%d-%d", first, last))
	}
	told := "Lines " + strings.Join(parts, ", ")
	if more := len(s.Failed) - maxFailed; more > 0 {
		told += fmt.Sprintf(" and %d more", more)
	}
	return told
}
