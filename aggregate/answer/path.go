package answer

import (
	"path"
	"strings"

	"dossier/aggregate/lazyregexp"
	"dossier/aggregate/request/mentions"
	"dossier/aggregate/text"
)

// cleanPath returns a path in an answer without the delimiters around it.
func cleanPath(s string) string {
	s = strings.TrimSpace(s)
	s = strings.ReplaceAll(strings.Trim(s, "`'\"*"), `\`, "/")
	s = strings.TrimPrefix(s, "file:")
	s = strings.TrimPrefix(s, "//") // file:///home/me: two of the three slashes belong to the scheme
	if s == "" || len(s) > 1000 {
		return ""
	}
	return s
}

var (
	leading       = lazyregexp.New(`^(?:#{1,6}[ \t]+|[-*+•][ \t]+|\d{1,3}[.)][ \t]+)+`)
	label         = lazyregexp.New(`(?i)^(?:(?:new |updated |modified |full |complete )?(?:file ?name|file ?path|filepath|file|path|in|update|updated|modified|create|created|edit|replace|add|new))(?: file)?[ \t]*:?[ \t]+`)
	trailing      = lazyregexp.New(`(?i)[ \t]*(?:\([^()]{1,60}\)|[-–—][ \t]*(?:new|updated|modified|changed|full|complete)\b[^/]{0,40})?[ \t]*:?[ \t]*$`)
	comment       = lazyregexp.New(`^[ \t]*(?://+|#+|--+|;+|/\*+|<!--+|%+)[ \t]*(?:(?i:file ?name|file ?path|file|path)[ \t]*:[ \t]*)?(\S+?)[ \t]*(?:\*+/|-->)?[ \t]*$`)
	marked        = lazyregexp.New("`([^`\n]{1,300})`|\\*\\*([^*\n]{1,300})\\*\\*")
	labelled      = lazyregexp.New(`^[ \t]*(?://+|#+|--+|;+|/\*+|<!--+|%+)[ \t]*(?i:file ?name|file ?path|file|path)[ \t]*:[ \t]*(\S+?)[ \t]*(?:\*+/|-->)?[ \t]*$`)
	creationWords = lazyregexp.New(`(?i)\b(?:create|new|add|save|write|put)\b`)
	drive         = lazyregexp.New(`^[A-Za-z]:[^:]*$`)
	citation      = lazyregexp.New(`^\d+:\d+:`)
	editWords     = lazyregexp.New(`(?i)\b(?:replace|update|updated|change|create|rewrite|write|save|put|modify|edit|add|new|full|complete|becomes?|should be|make it|here is|here's|this is)\b`)
	exampleWords  = lazyregexp.New(`(?i)\b(?:for example|example|e\.g\.|output|run|usage|currently|current|existing|before|original(?:ly)?|looks like|see|says?|prints?|instead of|old|was|had|excerpt|could|would|might|such as|like this|something like|snippet from|quote)\b`)
)

// fileName reports whether a path looks like that of a file.
func fileName(s string) bool {
	s = strings.ReplaceAll(s, `\`, "/")
	if s == "" || strings.ContainsAny(s, "<>|\"\x00*?$") || strings.Contains(s, ":") && !drive().MatchString(s) || strings.Contains(s, "://") || strings.HasSuffix(s, "/") || strings.HasPrefix(s, "-") {
		return false
	}
	base := path.Base(s)
	if mentions.FileName(base) {
		return base != s || !mentions.NoFile(base)
	}
	return strings.Contains(s, "/") && !strings.ContainsAny(s, " \t()=;,") && strings.Contains(base, ".") && !strings.HasSuffix(base, ".")
}

var nameWithExtension = lazyregexp.New(`^[\w@+~-][\w@+~.-]*\.[A-Za-z][A-Za-z0-9]{0,9}$`)

// fileWord reports whether a word in a code span or in bold, alone on its line, looks like a file name: it may have
// an unknown extension.
func fileWord(s string) bool {
	return fileName(s) || nameWithExtension().MatchString(s) && !mentions.NoFile(s)
}

// solePath returns the path that is the only content of a line, except for a label; empty if there is other content.
func solePath(s string) string {
	s = strings.TrimSpace(s)
	if len(s) > 400 {
		return ""
	}
	s = leading().ReplaceAllString(s, "")
	s = strings.TrimSpace(trailing().ReplaceAllString(s, ""))
	whole := trimMarkup(s)
	if fileName(whole) && !strings.ContainsAny(whole, " \t") {
		return whole
	}
	if m := marked().FindStringSubmatch(s); m != nil && len(m[0]) == len(s) && fileWord(trimMarkup(s)) {
		return trimMarkup(s)
	}
	if rest := label().ReplaceAllString(strings.Trim(s, "*"), ""); rest != s {
		rest = trimMarkup(strings.TrimSpace(strings.TrimLeft(rest, ":* ")))
		if fileName(rest) && !strings.ContainsAny(rest, " \t") {
			return rest
		}
	}
	if m := comment().FindStringSubmatch(s); m != nil && fileName(m[1]) {
		return m[1]
	}
	return ""
}

var token = lazyregexp.New(`^[\w@+~.()\[\]$-]+(?:[/\\][\w@+~.()\[\]$ -]+)*$`)

// soleWord returns the word that is the only content of a line: before a block that can only belong to a file, any
// word is its path.
func soleWord(s string) string {
	if path := solePath(s); path != "" {
		return path
	}
	s = leading().ReplaceAllString(strings.TrimSpace(s), "")
	s = trimMarkup(strings.TrimSpace(trailing().ReplaceAllString(s, "")))
	if len(s) > 300 || !token().MatchString(s) || strings.HasSuffix(s, ".") || strings.Trim(s, "-=+._~") == "" {
		return ""
	}
	return s
}

// soleBareName returns the name without an extension that is the only content of a line, in a code span or in bold,
// with or without folders. It refers to a file only if the project has it.
func soleBareName(s string) string {
	s = leading().ReplaceAllString(s, "")
	s = strings.TrimSpace(trailing().ReplaceAllString(s, ""))
	m := marked().FindStringSubmatch(s)
	if m == nil || len(m[0]) != len(s) {
		return ""
	}
	if name := trimMarkup(s); token().MatchString(name) && !strings.ContainsAny(name, " :()") && strings.Trim(name, ".-/") != "" {
		return name
	}
	return ""
}

// trimMarkup removes Markdown delimiters around a path.
func trimMarkup(s string) string {
	for {
		previous := s
		s = strings.TrimSuffix(strings.TrimSpace(s), ":")
		for _, mark := range []string{"**", "__", "`", "\"", "'", "*"} {
			if len(s) > 2*len(mark) && strings.HasPrefix(s, mark) && strings.HasSuffix(s, mark) {
				s = s[len(mark) : len(s)-len(mark)]
			}
		}
		if s == previous {
			return s
		}
	}
}

// pathInSentence returns the one path that a sentence asks to change; empty if it only shows one, or mentions several.
func pathInSentence(s string) string {
	if len(s) > 400 {
		return ""
	}
	if words := marked().ReplaceAllString(s, "``"); !editWords().MatchString(words) || exampleWords().MatchString(words) {
		return ""
	}
	found := ""
	for _, m := range marked().FindAllStringSubmatch(s, -1) {
		name := m[1] + m[2]
		if !fileName(name) || strings.ContainsAny(name, " \t") {
			continue
		}
		if found != "" && found != name {
			return ""
		}
		found = name
	}
	return found
}

// findPath finds the path of the file whose content a fence is: after its language, or on the line above.
func (f *fence) findPath(p *parser) {
	if citation().MatchString(f.info) { // quoted lines of a file
		return
	}
	if f.path = infoPath(f.info); f.path != "" {
		return
	}
	defer f.findCommentPath(p)
	for i, seen := f.open-1, 0; i >= 0 && i >= f.open-3 && seen == 0; i-- {
		s := strings.TrimSpace(p.lines[i])
		if s == "" {
			continue
		}
		seen++
		if strings.HasPrefix(s, ">") || fenceLine().MatchString(p.lines[i]) {
			return
		}
		if f.path = solePath(s); f.path == "" {
			f.path = pathInSentence(s)
			f.sentence = !creationWords().MatchString(s)
		}
		if f.path == "" {
			f.path, f.sentence = soleBareName(s), false
			f.bare = f.path != ""
		}
	}
}

// findCommentPath uses the path in a comment on the first line of a fence, if there is none above.
func (f *fence) findCommentPath(p *parser) {
	first := f.open + 1
	if f.path != "" || first >= len(p.lines) || languageOf(f.info) == "" && f.info != "" || languageOf(f.info) == "markdown" {
		return
	}
	if m := labelled().FindStringSubmatch(p.lines[first]); m != nil && fileName(m[1]) {
		f.path, f.pathInFirstLine = m[1], true
	} else if m := comment().FindStringSubmatch(p.lines[first]); m != nil && fileName(m[1]) && strings.ContainsAny(m[1], "/\\.") {
		f.path, f.pathInFirstLine, f.sentence = m[1], true, true
	}
}

// pathInside returns the path on a line inside a fence, above a marker.
func (f *fence) pathInside(p *parser, i int) string {
	if i+1 >= len(p.lines) || !blockStart().MatchString(p.lines[i+1]) {
		return ""
	}
	return soleWord(p.lines[i])
}

var infoKey = lazyregexp.New(`(?i)(?:^|[\s{])(?:title|file|filename|path|name)=["']?([^"'\s}]+)`)

// infoPath returns the path after the language of a fence: go:main.go, go main.go, go title="main.go", main.go.
func infoPath(info string) string {
	if m := infoKey().FindStringSubmatch(info); m != nil && fileName(m[1]) {
		return m[1]
	}
	if lang, rest, ok := strings.Cut(info, ":"); ok && !strings.ContainsAny(lang, " /.") {
		rest = strings.TrimSpace(rest)
		if fileName(rest) || text.FindLanguage(lang) != "" && token().MatchString(rest) && !strings.Contains(rest, ":") {
			return rest
		}
	}
	words := strings.Fields(info)
	if len(words) == 0 || len(words) > 2 {
		return ""
	}
	if word := words[len(words)-1]; fileName(word) && (len(words) == 2 || text.FindLanguage(word) == "") {
		return word
	}
	return ""
}

// languageOf returns the language of an info string, or of a path; empty if it is not known.
func languageOf(s string) string {
	word, _, _ := strings.Cut(strings.Trim(strings.TrimSpace(s), "{}."), " ")
	if strings.ContainsAny(word, "./") && fileName(word) {
		if lang := text.Language(path.Base(word), ""); lang != text.PlainText {
			return lang
		}
		return ""
	}
	word, _, _ = strings.Cut(word, ":")
	if lang := text.FindLanguage(word); lang != text.PlainText {
		return lang
	}
	return ""
}

// families are languages whose names are used interchangeably.
var families = [...][]string{
	{"javascript", "jsx", "typescript", "tsx"},
	{"c", "cpp", "objectivec", "objective-c", "cuda"},
	{"json", "jsonc", "json5", "jsonl"},
	{"html", "vue", "svelte", "xml", "php", "django", "jinja", "handlebars", "mdx", "markdown"},
	{"css", "scss", "less", "sass"},
	{"toml", "ini", "properties", "dotenv"},
	{"python", "cython", "starlark"},
	{"shell", "bash", "fish", "dockerfile", "makefile"},
	{"kotlin", "groovy", "java"},
	{"yaml", "dockercompose"},
}

// languagesMatch reports whether the language of an info string may be that of a path.
func languagesMatch(info, name string) bool {
	a, b := languageOf(info), languageOf(name)
	if a == "" || b == "" || a == b {
		return a != "shell" && a != "bash" && a != "diff" || a == b || info == ""
	}
	for _, family := range families {
		in := func(lang string) bool {
			for _, member := range family {
				if member == lang {
					return true
				}
			}
			return false
		}
		if in(a) && in(b) {
			return true
		}
	}
	return false
}
