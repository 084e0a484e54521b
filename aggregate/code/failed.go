package code

import (
	"fmt"
	"strings"
)

// maxFailed is the max number of line ranges in a message.
const maxFailed = 5

// FailedLines describes where a source could not be parsed: "Lines 3-9, 12-12"; "" if that is
// unknown. Of many ranges it lists the first and counts the others.
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
	message := "Lines " + strings.Join(parts, ", ")
	if more := len(s.Failed) - maxFailed; more > 0 {
		message += fmt.Sprintf(" and %d more", more)
	}
	return message
}
