package mentions

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"dossier/aggregate/lazyregexp"
	"dossier/aggregate/text"
)

// maxMarked is the maximum length of text between two delimiters, in bytes: a code span, quotes, a link.
const maxMarked = 500

// line is one line of a text.
type line struct {
	text string
	at   int // offset in the text
}

// The forms of lines.
var (
	fenceLine   = lazyregexp.New("^[ \t>]*(`{3,}|~{3,})[ \t]*([^`]*)$")
	bulletStart = lazyregexp.New(`^[ \t>]*(?:(?:[-*+•▪◦‣·]|\d{1,3}[.)]|[a-z][.)])[ \t]+)*(?:\[[ xX✓~-]?\][ \t]+)?(?:#{1,6}[ \t]+)?`)
	diffHead    = lazyregexp.New(`^(?:diff --git |diff -\S+ |--- |\+\+\+ |Index: |rename (?:from|to) |copy (?:from|to) |(?:new|deleted) file |\*\*\* (?:Update|Add|Delete|Move|Create) (?:File|to): ?|Only in )`)
	diffBody    = lazyregexp.New(`^(?:@@ |@@$)`)
	fileTag     = lazyregexp.New(`(?i)<(file|document|source_file|code_file|file_content|new_file|edit|write_file|content)\b[^>]*\b(?:path|name|filename|src|file)=`)
	comment     = lazyregexp.New(`^[ \t]*(?://+!?|#+!?|--+|;+|/\*+|<!--+|%+|"""|'''|\*|\(\*)[ \t]*(?i:(?:file ?name|file ?path|filepath|path|file|in|@file|new file|modified|updated?|full path)[ \t]*[:=]?[ \t]+)?(.*?)[ \t]*(?:\*+/|-->|"""|'''|\*\))?[ \t]*$`)
	// stackFrame matches a line of a stack trace or of a log, which mixes files of libraries with the project's.
	stackFrame = lazyregexp.New(`^\s*(?:at\s+\S|\((?:stdlib|kernel|elixir|erts|mix|ex_unit|logger) [\d.]+\) )|^[IWEF]\d{4} \d\d:\d\d:\d\d`)
	installs   = lazyregexp.New(`(?:^|[\s$>` + "`" + `&;])(?:npm|pnpm|yarn|bun|npx|pip3?|pipx|uv|poetry|cargo|gem|brew|apt|apt-get|apk|dnf|yum|composer|conda|deno|choco|winget|go)[ ]+(?:-\S+ )*(?:install|i|add|get|require|remove|uninstall|update|upgrade|pip install|create|init|dlx)\b`)
)

// codeLanguage reports whether a fence's info string names a language of source code, in which words with dots are
// not files.
func codeLanguage(info string) bool {
	word, _, _ := strings.Cut(strings.Trim(strings.ToLower(info), "{} \t"), " ")
	word, _, _ = strings.Cut(word, ":")
	word, _, _ = strings.Cut(strings.TrimPrefix(word, "."), "{")
	switch text.FindLanguage(word) {
	case "", text.PlainText, "shell", "fish", "batch", "powershell", "json", "jsonl", "yaml", "toml", "xml", "markdown", "diff", "csv", "tsv", "ini", "properties", "dotenv", "requirements", "rst", "asciidoc", "org", "gitignore", "dockerfile", "makefile", "just", "cmake":
		return false
	}
	return true
}

// document parses a text line by line.
func (f *finder) document(text string) {
	lines := splitLines(text)
	o := outline{}
	for i := 0; i < len(lines); {
		if m := fenceLine().FindStringSubmatch(lines[i].text); m != nil && len(lines[i].text) < 1000 {
			i = f.fence(lines, i, m[1], m[2])
			o = outline{}
			continue
		}
		if n := f.block(lines[i:], &o); n > 0 {
			i += n
			continue
		}
		f.prose(lines[i], &o)
		i++
	}
}

// block parses a construct of several lines and returns their number, or 0 if none begins here.
func (f *finder) block(lines []line, o *outline) int {
	if n := f.addTree(lines); n > 0 {
		return n
	}
	switch head := lines[0].text; {
	case strings.HasPrefix(head, "<<<<<<<"):
		return f.sourceUntil(lines, func(s string) bool { return strings.HasPrefix(s, ">>>>>>>") })
	case diffBody().MatchString(head):
		return f.hunk(lines)
	case len(head) < 1000 && fileTag().MatchString(head):
		m := fileTag().FindStringSubmatch(head)
		end := "</" + strings.ToLower(m[1])
		f.inline(lines[0], wordContext{})
		if strings.Contains(strings.ToLower(head), end) {
			return 1
		}
		for n := 1; n < len(lines) && !f.unclosed[end]; n++ {
			if strings.Contains(strings.ToLower(lines[n].text), end) {
				f.source(lines[1:n], false)
				return n
			}
		}
		f.unclosed[end] = true
		return 1
	}
	return 0
}

// splitLines returns the lines of a text without line ends.
func splitLines(text string) []line {
	var lines []line
	at := 0
	for s := range strings.Lines(text) {
		lines = append(lines, line{strings.TrimRight(s, "\r\n"), at})
		at += len(s)
	}
	return lines
}

// fence parses the content of a fence and returns the index of the line after it.
func (f *finder) fence(lines []line, open int, mark, info string) int {
	f.info(lines[open], info)
	last := open + 1
	for last < len(lines) && !closes(lines[last].text, mark) {
		last++
	}
	body := lines[open+1 : last]
	if codeLanguage(info) {
		f.source(body, true)
	} else {
		f.data(body)
	}
	return last + 1
}

func closes(s, mark string) bool {
	s = strings.Trim(s, " \t>")
	return len(s) >= len(mark) && strings.Trim(s, mark[:1]) == ""
}

// info parses a fence's info string: a language, and perhaps a path.
func (f *finder) info(l line, info string) {
	start := l.at + len(l.text) - len(info)
	if m := headLines().FindStringSubmatch(strings.TrimSpace(info)); m != nil {
		n := len(f.list)
		f.addPath(m[3], start, wordContext{marked: true})
		if len(f.list) > n {
			f.list[n].Lines = newLines(m[1], m[2])
		}
		return
	}
	if word := strings.TrimSpace(info); text.FindLanguage(word) == "" && strings.ContainsAny(word, "./\\") {
		f.inline(line{info, start}, wordContext{alone: true})
	}
}

// data parses lines other than source code: a list, a command, a log, JSON, a diff.
func (f *finder) data(lines []line) {
	o := outline{}
	for i := 0; i < len(lines); {
		if n := f.block(lines[i:], &o); n > 0 {
			i += n
			continue
		}
		f.prose(lines[i], &o)
		i++
	}
}

// source parses source code. It recognizes a path in the first line or in a comment that contains nothing else, and
// files of the project. blocks says whether it may be a diff, or contain search-and-replace blocks.
func (f *finder) source(lines []line, blocks bool) {
	for i := 0; i < len(lines); {
		next := i + 1
		switch s := lines[i].text; {
		case blocks && (strings.HasPrefix(s, "<<<<<<<") || diffHead().MatchString(s) && i+1 < len(lines) && diffHead().MatchString(lines[i+1].text)):
			f.data(lines[i:])
			return
		case f.addPathLine(lines[i], i == 0 || next < len(lines) && strings.HasPrefix(lines[next].text, "<<<<<<<")):
		default:
			f.inline(lines[i], wordContext{code: true})
		}
		i = next
	}
}

// sourceUntil parses source code up to and including the line that ends it, and returns the number of lines.
func (f *finder) sourceUntil(lines []line, ends func(string) bool) int {
	n := 0
	for n < len(lines) && (n == 0 || !ends(lines[n].text)) {
		n++
	}
	f.source(lines[min(1, n):n], false)
	return min(n+1, len(lines))
}

// hunk parses the lines of a diff after its header.
func (f *finder) hunk(lines []line) int {
	n := 1
	for n < len(lines) && !diffHead().MatchString(lines[n].text) {
		if s := lines[n].text; s != "" && !strings.ContainsAny(s[:1], " +-\\@\t") {
			break
		}
		if s := lines[n].text; len(s) > 1 {
			f.inline(line{s[1:], lines[n].at + 1}, wordContext{code: true})
		}
		n++
	}
	return n
}

// addPathLine parses a line of source code that consists of the path of a file, as a comment or, if alone is set, as it
// is.
func (f *finder) addPathLine(l line, alone bool) bool {
	if len(l.text) > maxPath {
		return false
	}
	if m := comment().FindStringSubmatchIndex(l.text); m != nil {
		word := l.text[m[2]:m[3]]
		if cut := strings.IndexAny(word, " \t("); cut > 0 && (strings.ContainsAny(word[cut:], "(-:—") || lineList().MatchString(word[cut:])) {
			word = strings.TrimRight(word[:cut], ":,")
		}
		return word != "" && !strings.ContainsAny(word, " \t") && f.addPath(strings.Trim(word, "`\"'"), l.at+m[2], wordContext{alone: true, code: true, comment: true})
	}
	word := strings.TrimSpace(l.text)
	return alone && word != "" && !strings.ContainsAny(word, " \t({[<=;") && f.addPath(word, l.at+strings.Index(l.text, word), wordContext{alone: true, code: true})
}

// prose parses a line of text.
func (f *finder) prose(l line, o *outline) {
	in := wordContext{pkg: installs().MatchString(l.text), trace: stackFrame().MatchString(l.text)}
	if head := diffHead().FindString(l.text); head != "" {
		f.diffHeader(line{l.text[len(head):], l.at + len(head)}, head)
		return
	}
	if o.entry(f, l) {
		return
	}
	f.inline(l, in)
}

// diffHeader parses a header line of a diff, which contains file names.
func (f *finder) diffHeader(l line, head string) {
	in := wordContext{marked: true, diff: true}
	rest, _, _ := strings.Cut(l.text, "\t")
	if strings.HasPrefix(head, "diff ") {
		for _, word := range strings.Fields(rest) {
			f.addPath(strings.Trim(word, `"`), l.at+strings.Index(l.text, word), in)
		}
		return
	}
	if rest = strings.Trim(rest, `" `); rest == "/dev/null" || rest == "" {
		return
	}
	if !strings.Contains(rest, " ") && f.addPath(rest, l.at, in) {
		return
	}
	f.inline(l, wordContext{diff: true})
}

// inline parses the words of a line.
func (f *finder) inline(l line, in wordContext) {
	if f.addGitRename(l, in) {
		return
	}
	content := strings.TrimSpace(l.text[len(bulletStart().FindString(l.text)):])
	for i := 0; i < len(l.text); {
		i = f.nextToken(l, i, content, in)
	}
}

// addGitRename parses git's line for a file with its old and its new name: docs/{old => new}/api.md | 3 +-
func (f *finder) addGitRename(l line, in wordContext) bool {
	word, _, _ := strings.Cut(strings.TrimSpace(l.text[:min(len(l.text), maxPath)]), " | ")
	word = strings.TrimSpace(word)
	return strings.Contains(word, "{") && strings.Contains(word, " => ") && strings.Count(word, " ") <= 3 && f.addPath(word, l.at+strings.Index(l.text, word), in)
}

// nextToken parses what begins at a byte of a line, and returns the offset of the next piece.
func (f *finder) nextToken(l line, i int, content string, in wordContext) int {
	s := l.text[i:]
	switch r, size := utf8.DecodeRuneInString(s); {
	case r == '`':
		if end := f.span(l, i, in); end > i {
			return end
		}
		return i + run(s, '`')
	case closingQuote(r) != 0:
		if end := f.quoted(l, i, r, size, in); end > i {
			return end
		}
		return i + size
	case r == '[' && (i == 0 || l.text[i-1] != '/'):
		if end := f.link(l, i, content, in); end > i {
			return end
		}
		return i + size
	case isBreak(r):
		return i + size
	}
	return f.word(l, i, content, in)
}

// run returns the number of repetitions of a byte at the beginning of s.
func run(s string, c byte) int { return len(s) - len(strings.TrimLeft(s, string(c))) }

// span parses a code span and returns the offset of its end, or 0 if there is none.
func (f *finder) span(l line, i int, in wordContext) int {
	s := l.text[i:]
	n := run(s, '`')
	for from := n; from < len(s) && from < maxMarked; {
		at := strings.IndexByte(s[from:min(len(s), maxMarked+n)], '`')
		if at < 0 {
			return 0
		}
		if from += at; run(s[from:], '`') == n {
			f.delimited(line{s[n:from], l.at + i + n}, s[from+n:], in)
			return i + from + n
		}
		from += run(s[from:], '`')
	}
	return 0
}

// delimited parses the text between two delimiters: as one path, or as words.
func (f *finder) delimited(l line, rest string, in wordContext) bool {
	in.marked, in.after = true, rest
	word := strings.TrimSpace(l.text)
	if f.addPath(word, l.at+strings.Index(l.text, word), in) {
		return true
	}
	if strings.ContainsAny(l.text, " \t,=(:\"'") {
		in.marked = false
		f.inline(l, in)
	}
	return false
}

// closingQuote returns the closing quotation mark for an opening one, or 0.
func closingQuote(r rune) rune {
	switch r {
	case '"', '\'':
		return r
	case '“', '„':
		return '”'
	case '‘':
		return '’'
	case '«':
		return '»'
	case '「':
		return '」'
	case '《':
		return '》'
	}
	return 0
}

// quoted parses a quotation that is a path and returns the offset of its end, or 0 if it is not one.
func (f *finder) quoted(l line, i int, open rune, size int, in wordContext) int {
	if open == '\'' && i > 0 && letterOrDigit(l.text[i-1]) {
		return 0
	}
	s := l.text[i+size : min(len(l.text), i+size+maxMarked)]
	end := strings.IndexRune(s, closingQuote(open))
	if open == '„' && end < 0 {
		end = strings.IndexRune(s, '“')
	}
	if end <= 0 || strings.Contains(s[:end], "`") {
		return 0
	}
	in.marked, in.after = true, l.text[i+size+end:]
	word := strings.TrimSuffix(s[:end], `\`) // an escaped quotation mark
	if strings.ContainsFunc(word, unicode.IsSpace) && !f.names.has(word) || !f.addPath(word, l.at+i+size, in) {
		return 0
	}
	return i + size + end + utf8.RuneLen(closingQuote(open))
}

func letterOrDigit(c byte) bool { return c >= '0' && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z' }

// link parses a Markdown link and returns the offset of its end, or 0 if there is none.
func (f *finder) link(l line, i int, content string, in wordContext) int {
	s := l.text[i:min(len(l.text), i+maxMarked)]
	middle := strings.Index(s, "](")
	if middle < 0 || strings.IndexByte(s[1:middle], '[') >= 0 && !strings.Contains(s[:middle], "/[") {
		return 0
	}
	end, depth := middle+2, 1
	for end < len(s) && depth > 0 {
		switch s[end] {
		case '(':
			depth++
		case ')':
			depth--
		}
		end++
	}
	if depth > 0 {
		return 0
	}
	label := line{s[1:middle], l.at + i + 1}
	path, ok := target(s[middle+2 : end-1])
	in.marked, in.after = true, l.text[i+end:]
	if !ok || !f.addPath(path, l.at+i+middle+2, in) {
		in.marked, in.after = false, ""
		f.inline(label, in)
	}
	return i + end
}

// isBreak reports whether a character is never part of an unmarked path.
func isBreak(r rune) bool {
	switch r {
	case '`', '"', '\'', '<', '>', '|', ',', ';', '=', '(', ')', '[', ']', '—', '•', '→', '←', '│', '├', '└', '─', '✓', '✅', '❌':
		return true
	case '…', '–':
		return false
	}
	return unicode.IsSpace(r) || r > 0x7f && (unicode.IsPunct(r) || unicode.IsSymbol(r)) || r == utf8.RuneError
}

// word parses a word and returns the offset of its end.
func (f *finder) word(l line, i int, content string, in wordContext) int {
	s := l.text[i:]
	n, open := 0, rune(0)
	for n < len(s) {
		r, size := utf8.DecodeRuneInString(s[n:])
		switch before := byte(' '); {
		case open != 0 && r == open:
			open = 0
		case open != 0 && (unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("._-[]", r) || open == '}' && r == ','):
		default:
			if n > 0 {
				before = s[n-1]
			}
			if opens := bracket(r); opens != 0 && before == '/' && (r != '{' || beginsBraceList(s[n:])) {
				open = opens
			} else if isBreak(r) || r == '–' && !isLineRangeDash(s, n, size) {
				goto end
			}
		}
		n += size
	}
end:
	if n == 0 {
		_, size := utf8.DecodeRuneInString(s)
		return i + size
	}
	word := s[:n]
	if strings.Contains(word, "://") {
		end := i + address(s)
		if strings.HasPrefix(word, "file://") || strings.HasPrefix(word, "http") {
			f.addPath(l.text[i:end], l.at+i, in)
		}
		return end
	}
	in.after = s[n:]
	in.index = i > 1 && l.text[i-1] == '[' && letterOrDigit(l.text[i-2])
	in.alone = in.alone || word == content || strings.Trim(content, "*_:") == strings.Trim(word, "*_:")
	if isGlob(word) {
		f.addGroup(word, l.at+i, in)
		return i + n
	}
	if ascii(word) || f.names.has(word) {
		f.addPath(word, l.at+i, in)
	} else if !f.unspaced(line{word, l.at + i}, in) {
		f.addPath(word, l.at+i, in)
	}
	return i + n
}

// bracket returns the closing bracket for an opening one that a folder's name may contain.
func bracket(r rune) rune {
	switch r {
	case '(':
		return ')'
	case '[':
		return ']'
	case '{':
		return '}'
	}
	return 0
}

// beginsBraceList reports whether a text begins with alternatives in shell syntax: {a,b}.
func beginsBraceList(s string) bool {
	end := strings.IndexByte(s[:min(len(s), maxPath)], '}')
	return end > 0 && strings.Contains(s[:end], ",") && !strings.ContainsAny(s[:end], " \t\n")
}

// isLineRangeDash reports whether a dash separates two line numbers.
func isLineRangeDash(s string, n, size int) bool {
	return n > 0 && s[n-1] >= '0' && s[n-1] <= '9' && n+size < len(s) && (s[n+size] >= '0' && s[n+size] <= '9' || s[n+size] == 'L')
}

// address returns the length of a web address.
func address(s string) int {
	if end := strings.IndexFunc(s, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("<>\"`|", r) }); end >= 0 {
		return end
	}
	return len(s)
}

// isGlob reports whether a word is a pattern of names.
func isGlob(word string) bool {
	word = strings.TrimRight(word, "*_:.,")
	inner := strings.TrimLeft(word, "*_")
	return strings.Contains(inner, "*") || strings.HasPrefix(word, "*") && (strings.HasPrefix(inner, ".") || strings.HasPrefix(inner, "/"))
}

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// unspaced finds paths in a text without spaces between words, such as Chinese: files of the project, and ASCII text.
func (f *finder) unspaced(l line, in wordContext) bool {
	any := false
	for i := 0; i < len(l.text) && f.unspacedLeft > 0; {
		n := 0
		for i+n < len(l.text) && l.text[i+n] < utf8.RuneSelf {
			n++
		}
		if end := i + n; n > 2 {
			from := i
			if strings.HasPrefix(l.text[i:], ".") { // the extension of a name that is not in ASCII
				from = f.pathStart(l.text, end)
				f.unspacedLeft--
			}
			any = from >= 0 && f.addPath(l.text[from:end], l.at+from, in) || any
		}
		i += max(n, 1)
	}
	return any
}

// pathStart returns the start of a project path that ends at a byte, or -1.
func (f *finder) pathStart(s string, end int) int {
	for from := max(0, end-maxUnspaced); from < end; from++ {
		if utf8.RuneStart(s[from]) && f.names.has(s[from:end]) {
			return from
		}
	}
	return -1
}

// Limits for text without spaces: the length of a path in bytes, and the number of searches.
const (
	maxUnspaced         = 120
	maxUnspacedSearches = 5000
)
