package ignore

import (
	_ "embed" // for the default list
	"strconv"
	"strings"
)

// DefaultSource is what verdicts of the default list name as their source.
const DefaultSource = "default list"

//go:embed default.gitignore
var defaultText string

// DefaultText returns the list of what is left out of every tree unless an ignore file
// says otherwise. Its first line is a comment with its version, so that a person's own
// copy can be told to be older.
func DefaultText() string { return defaultText }

// VersionOf returns the version in the first line of a default list; 0 when it has
// none.
func VersionOf(text string) int {
	line, _, _ := strings.Cut(text, "\n")
	number, _ := strings.CutPrefix(line, "# version ")
	n, err := strconv.ParseUint(strings.TrimSpace(number), 10, 31)
	if err != nil {
		return 0
	}
	return int(n)
}
