package rank

import (
	"path"
	"slices"
	"strings"
	"unicode"
)

// maxNamed is the maximum number of paths in a question.
const maxNamed = 200

// pathsIn returns the possible paths of files in a text, or ends of such paths: slash-separated, in lower case,
// without line and column numbers. A stack trace has one in each line, and separates its packages and classes by
// dots.
func pathsIn(s string) []string {
	var out []string
	fields := strings.FieldsFunc(s, func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune("\"'`()[]{}<>,;|=*", r)
	})
	for _, f := range fields {
		if p := pathOf(f); p != "" && !slices.Contains(out, p) && len(out) < maxNamed {
			out = append(out, p)
		}
	}
	return out
}

// pathOf returns the path that a word may be; empty if it cannot be one.
func pathOf(word string) string {
	word = strings.ToLower(strings.ReplaceAll(word, "\\", "/"))
	if scheme, rest, ok := strings.Cut(word, "://"); ok {
		if word = rest; strings.HasPrefix(scheme, "http") {
			return ""
		}
	}
	word = strings.TrimLeft(word, "./")
	if i := strings.IndexByte(word, '#'); i > 0 {
		word = word[:i] // line numbers, as in links
	}
	if i := strings.LastIndexByte(word[:min(2, len(word))], ':') + 1; i < len(word) { // after a drive letter
		before, _, _ := strings.Cut(word[i:], ":")
		word = word[:i] + before
	}
	word = strings.Trim(word, "./!?")
	if len(word) < 3 || len(word) > 300 {
		return ""
	}
	ext := path.Ext(word)
	if strings.Contains(word, "/") || 1 < len(ext) && len(ext) < 12 && !isNumber(ext[1:]) {
		return word
	}
	return ""
}

// matchPath returns how well a path in a question matches a file: the number of its parts that are the file's last
// parts, or 0 for another file.
func matchPath(path, file string) int {
	file = strings.ToLower(file)
	if path == file || strings.HasSuffix(file, "/"+path) {
		return 1 + strings.Count(path, "/")
	}
	if strings.HasSuffix(path, "/"+file) { // an absolute path, or one that starts above the project
		return 1 + strings.Count(file, "/")
	}
	return 0
}
