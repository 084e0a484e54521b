package mentions

import (
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// MaxGroup is how many files of a folder or a pattern are listed.
const MaxGroup = 1000

// maxGroups bounds how many patterns are matched against all files for one text.
const maxGroups = 100

// group adds the mention of a folder or a pattern. It reports false for a word that names no
// file of the project that way.
func (f *finder) group(word string, at int, in manner) bool {
	if word == "" || len(word) > maxPath || len(f.list) >= MaxMentions || in.pkg || in.leaf || in.diff || strings.Contains(word, "://") {
		return false
	}
	if end := at + len(word); end < len(f.text) && f.text[end] >= 0x80 && strings.HasPrefix(f.text[end:], "…") {
		return false // its end was left out
	}
	s, shift := trimGroup(word)
	s = strings.TrimPrefix(collapse(strings.ReplaceAll(s, `\`, "/")), "./")
	if strings.ContainsAny(s, " \t") || !strings.Contains(s, "/") {
		return false
	}
	pattern := strings.ContainsAny(s, "*?")
	if !pattern && !strings.HasSuffix(s, "/") || in.code && !pattern {
		return false
	}
	for _, path := range []string{f.names.nearFolder(s), s, strings.TrimPrefix(s, f.names.folder+"/")} {
		if path == "" || path == "/" {
			continue
		}
		var files []string
		if !pattern {
			files = f.names.under(strings.TrimSuffix(path, "/"))
		} else if f.groupsLeft > 0 {
			f.groupsLeft--
			files = f.names.matching(path)
		}
		if files != nil {
			f.list = append(f.list, Mention{Path: path, Group: files, At: at + shift})
			return true
		}
	}
	if pattern && in.marked && !in.code && f.names.folderOf(patternFolder(s)) { // a folder of the project in which nothing is named so
		f.list = append(f.list, Mention{Path: s, At: at + shift})
		return true
	}
	return false
}

// trimGroup removes the punctuation around a folder or a pattern, and returns how much was
// before it.
func trimGroup(s string) (string, int) {
	trimmed := strings.TrimLeft(s, "(<'\"!:;,=&>_")
	shift := len(s) - len(trimmed)
	for strings.HasPrefix(trimmed, "**") && strings.HasSuffix(trimmed, "**") && len(trimmed) > 4 { // bold
		trimmed, shift = trimmed[2:len(trimmed)-2], shift+2
	}
	return strings.TrimRight(trimmed, ".,;:!)'\"|"), shift
}

// nearFolder returns a path as seen from the folder of the text; empty when that is the project's.
func (n *Names) nearFolder(path string) string {
	if n.near == "" {
		return ""
	}
	return n.near + "/" + path
}

// under returns the files in a folder and below it, in byte order and at most [MaxGroup]; nil
// when there are none.
func (n *Names) under(dir string) []string {
	at, _ := slices.BinarySearch(n.files, dir+"/")
	end := at
	for end < len(n.files) && end-at < MaxGroup && strings.HasPrefix(n.files[end], dir+"/") {
		end++
	}
	if end == at {
		return nil
	}
	return n.files[at:end:end]
}

// patternFolder returns the folder that a pattern names before its first wildcard.
func patternFolder(pattern string) string {
	literal := pattern[:strings.IndexAny(pattern, "*?")]
	return literal[:max(0, strings.LastIndexByte(literal, '/'))]
}

// matching returns the files that a pattern with a folder matches, in byte order and at most
// [MaxGroup]; nil when there are none.
func (n *Names) matching(pattern string) []string {
	dir := patternFolder(pattern)
	if dir == "" && !strings.HasPrefix(pattern, "**/") || !doublestar.ValidatePattern(pattern) {
		return nil
	}
	at := 0
	if dir != "" {
		at, _ = slices.BinarySearch(n.files, dir+"/")
	}
	var out []string
	for _, file := range n.files[at:] {
		if dir != "" && !strings.HasPrefix(file, dir+"/") || len(out) >= MaxGroup {
			break
		}
		if doublestar.MatchUnvalidated(pattern, file) {
			out = append(out, file)
		}
	}
	return out
}
