package rank

import (
	"path"
	"slices"
	"strings"
	"unicode"
)

// maxNamed bounds the paths that a question names.
const maxNamed = 200

// pathsIn returns what in a text may be the path of a file, or its end: with slashes, in
// lower case, without lines and columns. A stack trace has one in each line, and its packages
// and classes are written with dots.
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

// pathOf returns the path that a word may stand for; empty when it is none.
func pathOf(word string) string {
	word = strings.ToLower(strings.ReplaceAll(word, "\\", "/"))
	if scheme, rest, ok := strings.Cut(word, "://"); ok {
		if word = rest; strings.HasPrefix(scheme, "http") {
			return ""
		}
	}
	word = strings.TrimLeft(word, "./")
	if i := strings.IndexByte(word, '#'); i > 0 {
		word = word[:i] // lines, as links have them
	}
	if i := strings.LastIndexByte(word[:min(2, len(word))], ':') + 1; i < len(word) { // behind a drive
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

// names reports how well a path that a question names fits a file: the number of its parts
// that are the file's last ones; 0 when it is another file.
func names(named, file string) int {
	file = strings.ToLower(file)
	if named == file || strings.HasSuffix(file, "/"+named) {
		return 1 + strings.Count(named, "/")
	}
	if strings.HasSuffix(named, "/"+file) { // an absolute path, or one from above the project
		return 1 + strings.Count(file, "/")
	}
	return 0
}
