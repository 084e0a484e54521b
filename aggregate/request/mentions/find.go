package mentions

import (
	"cmp"
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"dossier/aggregate/lazyregexp"
)

// Mention is a file that a text names.
type Mention struct {
	// Path is the path in the project if Known is set. Otherwise it is the path in the text, with slashes as
	// separators.
	Path  string
	Known bool
	Lines Lines // the referenced lines of the file
	// Candidates are the files that Path may refer to if Known is not set, in byte order.
	Candidates []string
	Several    bool   // whether Path as written is a suffix of all candidates
	At         int    // byte offset of the first mention in the text
	Symbol     string // the requested symbol of the file, its parts separated by dots; empty for the whole file
	// Group are the files of a folder or a pattern, in byte order and at most [MaxGroup]. It is set if Path ends in a
	// slash or has wildcards.
	Group []string
	// Elsewhere is set for a file of another repository. Path is its address without the scheme.
	Elsewhere bool
}

// MaxMentions is the maximum number of mentions in one text.
const MaxMentions = 5000

// maxPath is the maximum length of a path, in bytes.
const maxPath = 400

// maxFolders is the maximum number of folders in a path.
const maxFolders = 24

// wordContext is the context of a word in its text.
type wordContext struct {
	marked    bool   // as code, in quotes, or as the target of a link
	alone     bool   // it is the only content of a line, a heading or a comment
	code      bool   // in source code
	comment   bool   // the whole content of a comment in source code
	diff      bool   // in the header of a diff, where a/ and b/ precede paths
	pkg       bool   // in a command that installs packages
	index     bool   // inside the brackets of another word: all[users.csv]
	unset     bool   // it begins with a variable: only a file of the project is recognized after it
	trace     bool   // in a line of a stack trace
	leaf      bool   // in a drawn tree
	requested bool   // the text before it asks for it: show me, cat
	after     string // the text after it
}

// Find returns the files that a text mentions, in the order of the text. Repeated mentions in the same way count
// once. A short name refers to the file whose full path the text contains, if there is one. Find returns at most
// [MaxMentions], and then stops.
func Find(text string, names *Names) []Mention {
	f := finder{names: names, resolutions: map[string]resolution{}, unclosed: map[string]bool{}, unspacedLeft: maxUnspacedSearches, groupsLeft: maxGroups, nearLeft: maxNear, text: text}
	f.document(text)
	f.parts()
	return f.merged()
}

// finder collects the mentions of one text.
type finder struct {
	names       *Names
	list        []placedMention
	resolutions map[string]resolution // by path as written

	unclosed        map[string]bool // unclosed tags
	text            string          // the whole text
	patternFolderAt int             // where the folder of a pattern is mentioned
	groupsLeft      int             // number of patterns that may still be matched
	nearLeft        int             // number of misspelled paths that may still be compared with all files
	unspacedLeft    int             // remaining searches for paths in text without spaces
}

// merged merges equivalent mentions.
func (f *finder) merged() []Mention {
	var full []string // unambiguous paths
	for _, m := range f.list {
		if m.Known || !m.grouped() && !m.Elsewhere && strings.Contains(m.Path, "/") {
			full = append(full, m.Path)
		}
	}
	slices.Sort(full)
	full = slices.Compact(full)
	ends := NewNames("", full, nil)
	type key struct {
		path   string
		lines  Lines
		symbol string
	}
	seen := map[key]bool{}
	var out []Mention
	for _, m := range f.list {
		if !m.Known && !m.grouped() && !m.Elsewhere {
			if one := resolveShortName(m.Mention, ends, full); one != "" {
				m.Path, m.Known, m.Candidates, m.Several = one, f.names.has(one), nil, false
			}
			if !m.Known && m.Candidates == nil {
				m.Candidates = f.similarNames(m.Path)
			}
		}
		for _, m := range m.expand() {
			if k := (key{m.Path, m.Lines, m.Symbol}); !seen[k] && len(out) < MaxMentions {
				seen[k] = true
				out = append(out, m)
			}
		}
	}
	return out
}

// grouped reports whether a mention is a folder or a pattern.
func (m Mention) grouped() bool {
	return m.Group != nil || strings.HasSuffix(m.Path, "/") || strings.Contains(m.Path, "*")
}

// resolveShortName returns the one file that a short name refers to in this text; empty if there is none.
func resolveShortName(m Mention, ends *Names, full []string) string {
	if m.Several {
		var one []string
		for _, c := range m.Candidates {
			if _, ok := slices.BinarySearch(full, c); ok {
				one = append(one, c)
			}
		}
		if len(one) == 1 {
			return one[0]
		}
		return ""
	}
	if found := ends.withSuffix(m.Path); len(found) == 1 && m.Path != found[0] && strings.HasSuffix(found[0], m.Path) {
		return found[0]
	}
	return ""
}

// addPath adds a word as the path of a file, if it is one.
func (f *finder) addPath(word string, at int, in wordContext) bool {
	if word == "" || len(word) > maxPath || len(f.list) >= MaxMentions || !utf8.ValidString(word) {
		return false
	}
	if first, last, ok := braces(word); ok && !in.code && (in.marked || strings.Contains(word[:first], "/")) {
		any, n := false, len(f.list)
		for _, middle := range strings.Split(word[first+1:last], ",") {
			any = f.addPath(word[:first]+strings.TrimSpace(middle)+word[last+1:], at, in) || any
		}
		for i := n; i < len(f.list); i++ {
			f.list[i].end = min(at+len(word), len(f.text))
		}
		return any
	}
	if strings.Contains(word, "://") && f.addForgeURL(word, at) {
		return true
	}
	if !in.code && f.addGroup(word, at, in) {
		return true
	}
	s, shift := trim(word)
	var symbol string
	if m := functionOfFile().FindStringSubmatch(s); m != nil && strings.HasPrefix(word, ":") {
		symbol, s, shift = m[1], m[2], shift+len(s)-len(m[2])
	}
	path, more := cutLines(s)
	path, ok := f.clean(path, &in)
	if !ok {
		return false
	}
	if m := grepContext().FindStringSubmatch(path); m != nil && more == nil && f.resolve(m[1]).file != "" {
		path, more = m[1], listOf(newLines(m[2], ""))
	}
	var lines Lines
	if len(more) > 0 {
		lines = more[0]
	}
	if (strings.HasPrefix(path, "/") || strings.HasPrefix(path, "~/")) && at <= len(f.text) {
		before, _ := f.around(at, at)
		in.requested = requestBeforePath().MatchString(before) || f.requested(at)
	}
	found, ok := f.classify(path, in)
	if !ok {
		return f.addNamedFolder(path, at+shift, at+shift+len(s), in) || f.alternatives(path, at+shift, in)
	}
	m := Mention{Path: path, Lines: lines, At: at + shift}
	open := lines == (Lines{}) && (!in.code || in.comment) && !in.leaf && !in.diff
	if open {
		m.Symbol = cmp.Or(symbol, labelled(s, path))
		open = m.Symbol == ""
	}
	switch {
	case found.file != "":
		m.Path, m.Known = found.file, true
	default:
		m.Path, m.Candidates, m.Several = f.withoutProject(path), found.candidates, found.several
	}
	end := at + shift + len(s)
	if n := strings.Index(s, path); open && n >= 0 {
		end = at + shift + n + len(path) // the text after a colon adds details
	}
	f.add(m, end, open)
	if len(more) > 1 {
		f.list[len(f.list)-1].lines = more
	}
	return true
}

// functionOfFile matches a function and its file in the syntax of git log -L.
var functionOfFile = lazyregexp.New(`^([A-Za-z_]\w*):([^:]+)$`)

// grepContext matches a context line of grep's output.
var grepContext = lazyregexp.New(`^(.+\.[A-Za-z]{1,8})-(\d{1,8})$`)

// withoutProject returns the part of an absolute path after the project's own folder, or path unchanged.
func (f *finder) withoutProject(path string) string {
	folder := "/" + f.names.folder + "/"
	if at := strings.LastIndex(path, folder); at >= 0 && folder != "//" && (path[0] == '/' || path[1] == ':') {
		return path[at+len(folder):]
	}
	return path
}

// alternatives adds names separated by slashes as the files that they refer to: handler.go/service.go.
func (f *finder) alternatives(path string, at int, in wordContext) bool {
	parts := strings.Split(path, "/")
	if len(parts) < 2 || len(parts) > 8 || in.code || in.leaf {
		return false
	}
	for _, part := range parts {
		if !sourceLike(part) {
			return false
		}
	}
	any := false
	for _, part := range parts {
		any = f.addPath(part, at, in) || any
		at += len(part) + 1
	}
	return any
}

// braces finds alternatives in shell syntax: src/{a,b}.go.
func braces(s string) (first, last int, ok bool) {
	first, last = strings.IndexByte(s, '{'), strings.IndexByte(s, '}')
	ok = first >= 0 && last > first && strings.IndexByte(s[first:last], ',') > 0 && strings.Count(s, "{") == 1 && strings.Count(s, ",") < 16 &&
		strings.ContainsAny(s, "./")
	return first, last, ok
}

// trim removes the punctuation around a path in a sentence, and returns the number of bytes removed at the start.
func trim(s string) (string, int) {
	all := len(s)
	s = strings.TrimLeft(s, "{<'\"*!:;,=&>")
	s = strings.TrimPrefix(s, "~~")
	for _, pair := range []string{"()", "[]"} {
		for strings.HasPrefix(s, pair[:1]) && !strings.Contains(s, pair[1:]) {
			s = s[1:]
		}
	}
	shift := all - len(s)
	for {
		old := s
		s = strings.TrimRight(s, ".,;:!?'\"*~>|\\-&=$^")
		for _, pair := range []string{"()", "[]", "{}"} {
			if strings.HasSuffix(s, pair[1:]) && strings.Count(s, pair[1:]) > strings.Count(s, pair[:1]) {
				s = s[:len(s)-1]
			}
		}
		if len(s) > 1 && s[0] == '_' && s[len(s)-1] == '_' {
			s, shift = s[1:len(s)-1], shift+1
		}
		if s == old {
			return s, shift
		}
	}
}

// clean converts a path to the form of the project: slashes, without surrounding characters. It returns false for
// something that cannot be a path.
func (f *finder) clean(s string, in *wordContext) (string, bool) {
	s = strings.TrimPrefix(s, "file://")
	if strings.Contains(s, "://") || strings.HasPrefix(s, "www.") || strings.HasPrefix(s, "mailto:") || strings.HasPrefix(s, "data:") {
		return "", false
	}
	if strings.Contains(s, `\`) {
		s = strings.NewReplacer(`\/`, "/", `\\`, "/", `\`, "/").Replace(s)
	}
	s = strings.ReplaceAll(s, "…", "...")
	if cut := strings.IndexAny(s, "#?"); cut > 0 && nameLike(s[strings.LastIndexByte(s[:cut], '/')+1:cut]) {
		s = s[:cut]
	}
	if before, after, ok := strings.Cut(s, "=> "); ok && strings.Contains(before, "{") { // git's form of a renamed file
		s = s[:strings.IndexByte(s, '{')] + strings.Replace(after, "}", "", 1)
	}
	if template().MatchString(s) {
		return "", false
	}
	s = withoutLabels(s)
	if in.diff {
		s = f.withoutDiffPrefix(s)
	}
	for {
		rest, ok := strings.CutPrefix(s, "./")
		if !ok {
			break
		}
		s = rest
	}
	for _, alias := range []string{"@/", "~/", "@"} {
		if rest, ok := strings.CutPrefix(s, alias); ok && (alias == "@" && f.isAtReference(s, rest) || alias != "@" && f.names.resolve(rest).file != "") {
			s = rest
		}
	}
	if first, rest, ok := strings.Cut(s, "/"); ok && (strings.HasPrefix(first, "$") || strings.HasPrefix(first, "%") && strings.HasSuffix(first, "%") || strings.HasPrefix(first, "${") && strings.HasSuffix(first, "}")) && !f.names.has(s) {
		s = rest
		in.unset = true
	}
	s = strings.TrimPrefix(s, "./")
	s = collapse(s)
	if s == "" || strings.HasSuffix(s, "/") {
		return "", false
	}
	return s, true
}

// withoutLabels removes parts of a path that are separated by colons: a test or a symbol in the file after it, a
// label, a language or a commit before it.
func withoutLabels(s string) string {
	for from := 2; from < len(s); {
		colon := strings.IndexByte(s[from:], ':')
		if colon < 0 {
			break
		}
		if from += colon; nameLike(s[strings.LastIndexByte(s[:from], '/')+1 : from]) {
			return s[:from]
		}
		from++
	}
	if colon := strings.LastIndexByte(s, ':'); colon > 1 {
		return s[colon+1:]
	}
	return s
}

// collapse replaces repeated slashes by one.
func collapse(s string) string {
	for strings.Contains(s, "//") {
		s = strings.ReplaceAll(s, "//", "/")
	}
	return s
}

// withoutDiffPrefix removes a/ or b/, the prefixes of the two sides of a diff.
func (f *finder) withoutDiffPrefix(s string) string {
	if rest, ok := strings.CutPrefix(s, "a/"); ok && !f.names.has(s) {
		return rest
	}
	if rest, ok := strings.CutPrefix(s, "b/"); ok && !f.names.has(s) {
		return rest
	}
	return s
}

// isAtReference reports whether @ before a path marks it as one and is not part of it.
func (f *finder) isAtReference(s, rest string) bool {
	return !f.names.has(s) && rest != "" && (f.names.resolve(rest).file != "" || nameLike(rest[strings.LastIndexByte(rest, '/')+1:]))
}

// classify returns the meaning of a path, and whether it is one at all.
func (f *finder) classify(path string, in wordContext) (resolution, bool) {
	path = f.names.relativeToNear(path)
	base := path[strings.LastIndexByte(path, '/')+1:]
	first, _, folders := strings.Cut(path, "/")
	switch {
	case strings.Count(path, "/") > maxFolders:
		return resolution{}, false
	case base == "" || strings.Trim(path, "./") == "" || strings.Contains(path, "@") && !folders && !f.names.has(path):
		return resolution{}, false
	case strings.Contains("/"+path, "/.../"):
		head, tail, _ := strings.Cut("/"+path, "/.../")
		found := f.names.between(strings.TrimPrefix(head, "/"), tail)
		if len(found) == 1 {
			return resolution{file: found[0]}, true
		}
		return resolution{candidates: found, several: true}, len(found) > 1
	case strings.Contains(path, "...") && !strings.Contains(path, "[..."):
		return resolution{}, false
	case f.names.has(path):
		return resolution{file: path}, f.refersToFile(path, base, folders, in)
	case libraryPath().MatchString(path), in.pkg:
		return resolution{}, false
	case domain().MatchString(first) && folders:
		file := f.ofModule(path)
		return resolution{file: file}, file != "" && f.refersToFile(path, base, folders, in)
	}
	found := f.resolve(strings.TrimLeft(strings.ReplaceAll(path, "../", ""), "/"))
	if found.file != "" {
		// A name with the same ending may be a coincidence.
		return found, f.refersToFile(path, base, folders, in) && (folders || !products[strings.ToLower(path)] || strings.HasSuffix(found.file, path))
	}
	if found.several {
		return found, !in.code && f.refersToFile(path, base, folders, in)
	}
	return found, f.looksLikePath(f.withoutProject(path), base, folders, in)
}

// ofModule returns the project file at a path with a module prefix, as in stack traces:
// k8s.io/kubernetes/pkg/kubelet/pod_workers.go. Without the name of the project's own folder in the prefix, the
// file's path needs two folders. It returns "" if there is no such file.
func (f *finder) ofModule(path string) string {
	if found := f.names.withSuffix(path); len(found) == 1 {
		return found[0]
	}
	own := false
	for _, rest, ok := strings.Cut(path, "/"); ok; {
		if (own || strings.Count(rest, "/") >= 2) && f.names.has(rest) {
			return rest
		}
		var first string
		first, rest, ok = strings.Cut(rest, "/")
		name, _, _ := strings.Cut(first, "@")
		own = own || name == f.names.folder && name != ""
	}
	return ""
}

// resolve caches the results of [Names.resolve] by path.
func (f *finder) resolve(path string) resolution {
	m, ok := f.resolutions[path]
	if !ok {
		m = f.names.resolve(path)
		f.resolutions[path] = m
	}
	return m
}

// refersToFile reports whether a word that could be a file of the project refers to it here.
func (f *finder) refersToFile(path, base string, folders bool, in wordContext) bool {
	switch {
	case in.code && strings.LastIndexByte(path, '/') == 0:
		return false // a path on a server
	case in.code:
		return (in.marked || in.alone || folders) && (extension(base) != "" || in.alone || folders && nameLike(base)) && !in.call()
	case folders:
		return extension(base) != "" || bareNames[base] || in.marked || in.alone || f.names.has(path)
	case in.marked, in.alone, in.leaf:
		return !in.call()
	case unambiguousNames[base], dotfile().MatchString(base), weakExtensionNames[base]:
		return true
	}
	return extension(base) != "" && !in.call() && (!isFalseFileName(base) || sourceLike(base) && len(extension(base)) > 1 || weakExtensions[extension(base)] && !receivers[strings.TrimSuffix(base, "."+extension(base))])
}

// call reports whether the word is called: os.path(…).
func (m wordContext) call() bool {
	return strings.HasPrefix(m.after, "(") && !parenLines().MatchString(m.after)
}

// looksLikePath reports whether a word that is not a file of the project looks like the path of a missing or external
// file.
func (f *finder) looksLikePath(path, base string, folders bool, in wordContext) bool {
	switch {
	case in.code && !in.alone, in.call(), in.trace, in.index, in.unset:
		return false
	case strings.HasPrefix(path, "~"):
		return in.requested && plainSystem().MatchString(path) && !in.code
	case strings.HasPrefix(base, ".") && !dotfile().MatchString(base) && (!hasKnownExtension(base[1:]) || innerExtensions[base[1:strings.LastIndexByte(base, '.')]]):
		return false // only an extension
	case isPlaceholderPath(path), strings.Contains(path, "@"):
		return false
	case strings.HasPrefix(path, "/") && in.requested && plainSystem().MatchString(path):
		return true
	case strings.HasPrefix(path, "/"), len(path) > 1 && path[1] == ':':
		return systemPath().MatchString(path) && hasKnownExtension(base)
	case !folders && bareNames[base], !folders && dotfile().MatchString(base):
		return (in.marked || in.leaf) && !in.code
	case !nameLike(base), strings.ContainsFunc(path, func(r rune) bool { return unicode.IsSpace(r) }) && !in.leaf:
		return false
	case !folders:
		return !isFalseFileName(base)
	}
	return !strings.Contains(path, ":") && !version().MatchString(base) && (in.marked || !products[strings.ToLower(base)]) && plausible(path)
}

// plausible reports whether the folders of a path can exist.
func plausible(path string) bool {
	parts := strings.Split(path, "/")
	for i, part := range parts[:len(parts)-1] {
		if part == "" || i > 0 && part == ".." && parts[i-1] != ".." || sourceLike(part) {
			return false
		}
	}
	return true
}

// sourceLike reports whether a folder's name looks like a source file: then the path is a list of alternatives,
// a.go/b.go, or something else.
func sourceLike(part string) bool {
	switch extension(part) {
	case "go", "py", "ts", "tsx", "js", "jsx", "rs", "java", "rb", "cs", "cpp", "c", "h", "php", "md", "json", "yml", "yaml", "html", "css", "scss", "toml", "sql":
		return true
	}
	return false
}

// target parses the target of a Markdown link.
func target(s string) (path string, ok bool) {
	s = strings.TrimSpace(s)
	if strings.HasPrefix(s, "<") {
		if end := strings.IndexByte(s, '>'); end > 0 {
			s = s[1:end]
		}
	} else if cut := strings.IndexAny(s, " \t"); cut > 0 {
		s = s[:cut]
	}
	if strings.HasPrefix(s, "#") || strings.Contains(s, "://") && !strings.HasPrefix(s, "file://") && !forgeURL().MatchString(s) {
		return "", false
	}
	if plain, err := url.PathUnescape(s); err == nil {
		s = plain
	}
	return s, s != ""
}
