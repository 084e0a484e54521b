package answer

import (
	"strconv"
	"strings"

	"dossier/aggregate/lazyregexp"
)

var numberedLine = lazyregexp.New(`^[ \t]*(\d{1,7})(?:[ \t]?[|│:→][ \t]?|\t)(.*)$`)

// stripLineNumbers returns quoted lines without line numbers at their beginning, which must increase by one, on each
// line that is not blank.
func stripLineNumbers(lines []string) ([]string, bool) {
	out := make([]string, len(lines))
	last, seen := 0, 0
	for i, s := range lines {
		m := numberedLine().FindStringSubmatch(s)
		if m == nil {
			if strings.TrimSpace(s) != "" {
				return nil, false
			}
			last++
			continue
		}
		n, err := strconv.Atoi(m[1])
		if err != nil || seen > 0 && n != last+1 {
			return nil, false
		}
		last, out[i] = n, m[2]
		seen++
	}
	return out, seen > 0
}
