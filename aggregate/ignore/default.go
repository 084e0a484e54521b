package ignore

import (
	_ "embed" // for default.ignore
	"strconv"
	"strings"
)

// DefaultSource is the source in verdicts of the default list.
const DefaultSource = "default list"

//go:embed default.gitignore
var defaultText string

// DefaultText returns the list of paths that are excluded from every tree unless an ignore file
// includes them. Its first line is a comment with its version, so that outdated copies can be
// detected.
func DefaultText() string { return defaultText }

// VersionOf returns the version in the first line of a default list; 0 if it has none.
func VersionOf(text string) int {
	line, _, _ := strings.Cut(text, "\n")
	number, _ := strings.CutPrefix(line, "# version ")
	n, err := strconv.ParseUint(strings.TrimSpace(number), 10, 31)
	if err != nil {
		return 0
	}
	return int(n)
}
