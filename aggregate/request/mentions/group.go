package mentions

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/bmatcuk/doublestar/v4"

	"dossier/aggregate/lazyregexp"
)

// MaxGroup is the maximum number of files listed for a folder or a pattern.
const MaxGroup = 1000

// maxGroups is the maximum number of patterns in one text that are matched against all files.
const maxGroups = 100

// addGroup adds the mention of a folder or a pattern. It returns false for a word that does not refer to files of the
// project that way.
func (f *finder) addGroup(word string, at int, in wordContext) bool {
	if word == "" || len(word) > maxPath || len(f.list) >= MaxMentions || in.pkg || in.leaf || in.diff || strings.Contains(word, "://") {
		return false
	}
	if end := at + len(word); end < len(f.text) && f.text[end] >= 0x80 && strings.HasPrefix(f.text[end:], "…") {
		return false // its end is elided
	}
	s, shift := trimGroup(word)
	s = strings.TrimPrefix(collapse(strings.ReplaceAll(s, `\`, "/")), "./")
	pattern := strings.ContainsAny(s, "*?")
	if strings.ContainsAny(s, " \t") || !pattern && !strings.HasSuffix(s, "/") || in.code && !pattern || strings.Contains(word, "/...") || f.nameFollows(s, at+shift) {
		return false
	}
	before, after := f.around(at, min(at+len(word), len(f.text)))
	if filterKey().MatchString(before) {
		return false
	}
	requested := in.alone || strings.Trim(before+after, "`*_\"'-+• \t0123456789.)") == "" || f.requested(at)
	switch {
	case !pattern:
		return f.addFolder(s, at+shift, requested, before)
	case !strings.Contains(s, "/"):
		if !requested || !namePattern().MatchString(s) {
			return false
		}
		if m := patternIn().FindStringSubmatchIndex(after); m != nil && f.names.isFolder(strings.Trim(after[m[2]:m[3]], "./")) {
			s = strings.Trim(after[m[2]:m[3]], "./") + "/" + s
			f.patternFolderAt = at + len(word) + m[2]
		}
	case strings.HasPrefix(s, "**/") && !requested, exampleWords().MatchString(before[strings.LastIndex(before, ". ")+1:]):
		return false
	}
	return f.addPattern(s, at+shift, requested && in.marked && !in.code)
}

// namePattern matches a pattern of names that is specific enough: *.go, test_*.py, *_test.go.
var namePattern = lazyregexp.New(`^[\w.-]*\*[\w-]*\.[\w.*-]*[A-Za-z]\w*$`)

// filterKey matches a key before a pattern that limits a search.
var filterKey = lazyregexp.New(`(?i)\b(?:glob|include|exclude)["']?[:=] ?["']?$`)

// patternIn matches the folder to which a pattern of names applies.
var patternIn = lazyregexp.New("^[`\"'*_]{0,4} ?(?i:files? |sources? )?(?i:of|in|from|under|inside|below|within) (?i:the )?(?i:folder |directory )?[`\"'*_]{0,4}([\\w./-]+)")

// addFolder adds the mention of a folder. A folder that the project does not have is a mention only if the text asks
// for it, and not if it belongs to a pattern before it.
func (f *finder) addFolder(s string, at int, requested bool, before string) bool {
	if at == f.patternFolderAt && at > 0 {
		return true
	}
	if !strings.Contains(strings.TrimSuffix(s, "/"), "/") && !requested && f.names.under(strings.TrimSuffix(s, "/")) == nil || searchCommand().MatchString(before) {
		return false
	}
	for _, path := range []string{f.names.nearFolder(s), s, strings.TrimPrefix(s, f.names.folder+"/"), f.withoutProject(s)} {
		if path == "" || path == "/" {
			continue
		}
		if files := f.names.under(strings.TrimSuffix(path, "/")); files != nil {
			f.add(Mention{Path: path, Group: files, At: at}, at+len(path), false)
			return true
		}
	}
	if !requested || !folderPath().MatchString(s) || libraryPath().MatchString(s) || isPlaceholderPath(s+"x") {
		return false
	}
	f.add(Mention{Path: s, At: at}, at+len(s), false)
	return true
}

// folderWord precedes a folder whose path has no trailing slash.
var folderWord = lazyregexp.New("(?i)(?:folder|directory|dir|ordner|verzeichnis|dossier|carpeta|cartella|pasta|map|katalog|under|everything in|all of|files in) [`\"'*(]{0,3}$")

// afterFolder follows such a folder.
var afterFolder = lazyregexp.New("^[`\"'*)]{0,3},? \\(?(?i:the )?(?i:folder|directory|dir|all of (?:it|them)|(?:whole|entire|complete) (?:folder|directory|package|thing)|everything|ordner|verzeichnis)\\b")

// addNamedFolder adds the mention of a folder without a trailing slash, if the text asks for it and marks it as code or
// says that it is a folder.
func (f *finder) addNamedFolder(path string, at, end int, in wordContext) bool {
	if in.code || in.leaf || in.diff || in.pkg || at >= len(f.text) || !f.names.isFolder(path) {
		return false
	}
	before, after := f.around(at, min(end, len(f.text)))
	begins := strings.Trim(before, "`*_\"'-+• \t0123456789.)>") == "" // it begins its line or item
	if !((in.marked || in.alone || begins) && strings.Contains(path, "/") || folderWord().MatchString(before) || afterFolder().MatchString(after)) || !f.requested(at) || pathKey().MatchString(before) {
		return false
	}
	return f.addFolder(path+"/", at, true, before)
}

// folderPath matches the path of a folder below the project's own.
var folderPath = lazyregexp.New(`^(?:[\w.@()\[\]-]*[A-Za-z_][\w.@()\[\]-]*/){2,}$`)

// addPattern adds the mention of a pattern. One that matches nothing is a mention only if the text asks for it, without
// a folder or in one that can be a project's.
func (f *finder) addPattern(s string, at int, requested bool) bool {
	for _, path := range []string{f.names.nearFolder(s), s, strings.TrimPrefix(s, f.names.folder+"/")} {
		if path == "" || f.groupsLeft == 0 {
			continue
		}
		f.groupsLeft--
		if files := f.names.matching(path); files != nil {
			f.add(Mention{Path: path, Group: files, At: at}, at+len(path), false)
			return true
		}
	}
	if !requested || strings.Contains(s, "/") && !f.names.isFolder(patternFolder(s)) && !folderPath().MatchString(patternFolder(s)+"/") {
		return false
	}
	f.add(Mention{Path: s, At: at}, at+len(s), false)
	return true
}

// nameFollows reports whether the name of a file follows a folder in non-ASCII letters, in a text without spaces.
func (f *finder) nameFollows(s string, at int) bool {
	r, size := utf8.DecodeRuneInString(f.text[min(at+len(s), len(f.text)):])
	if !strings.HasSuffix(s, "/") || size < 2 {
		return false
	}
	name := s + string(r)
	i, _ := slices.BinarySearch(f.names.files, name)
	return i < len(f.names.files) && strings.HasPrefix(f.names.files[i], name)
}

// trimGroup removes the punctuation around a folder or a pattern, and returns the number of bytes removed at the
// start.
func trimGroup(s string) (string, int) {
	trimmed := strings.TrimLeft(s, "(<'\"!:;,=&>_")
	shift := len(s) - len(trimmed)
	for strings.HasPrefix(trimmed, "**") && strings.HasSuffix(trimmed, "**") && len(trimmed) > 4 { // bold
		trimmed, shift = trimmed[2:len(trimmed)-2], shift+2
	}
	return strings.TrimRight(trimmed, ".,;:!)'\"|"), shift
}

// nearFolder returns a path relative to the text's folder; empty if that is the project's.
func (n *Names) nearFolder(path string) string {
	if n.near == "" {
		return ""
	}
	return n.near + "/" + path
}

// under returns the files in a folder and its subfolders, in byte order and at most [MaxGroup]; nil if there are
// none.
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

// patternFolder returns the folder of a pattern before its first wildcard.
func patternFolder(pattern string) string {
	literal := pattern[:strings.IndexAny(pattern, "*?")]
	return literal[:max(0, strings.LastIndexByte(literal, '/'))]
}

// matching returns the files that a pattern matches, in byte order and at most [MaxGroup]; nil if there are none. A
// pattern without a folder matches names in any folder.
func (n *Names) matching(pattern string) []string {
	if !strings.Contains(pattern, "/") {
		pattern = "**/" + pattern
	}
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
