package mentions

import (
	"strings"

	"dossier/aggregate/lazyregexp"
)

// Symbol is a code span of a text that looks like the name of a symbol.
type Symbol struct {
	Path      string // its parts separated by dots: Server.Login
	Qualified bool   // whether it has more than one part
	At        int    // byte offset of its first occurrence in the text
	Requested bool   // whether the text asks for it: the line before it does, or contains nothing else
}

// MaxSymbols is the maximum number of symbols of one text.
const MaxSymbols = 400

var (
	codeSpan            = lazyregexp.New("(?:^|[^`])`([^`\n]{2,120})`")
	symbolName          = lazyregexp.New(`^(?:\(\*?([A-Za-z_]\w*)\)\.)?[*&]?([A-Za-z_$][\w$]*(?:(?:\.|::|#|->)~?[A-Za-z_$][\w$]*)*)(\([^)]*\))?$`)
	requestBeforeSymbol = lazyregexp.New(`(?i)(?:^|[^a-z])(?:definitions?|implementations?|declarations?|bod(?:y|ies)|source|code) of|(?:^|[^a-z])(?:show|send|give|paste|provide|share|need|want|where is|how is)(?:[^a-z]|$)`)
	separators          = strings.NewReplacer("::", ".", "#", ".", "->", ".")
	compound            = lazyregexp.New(`[a-z0-9][A-Z]|[a-z0-9]_[a-z0-9]|[A-Z]{2,}[a-z]`)
)

// Symbols returns the code spans of a text that look like names of symbols, each once, in the order of the text:
// names of several parts, called names, and names of several words. Fences contain code, and are ignored.
func Symbols(text string) []Symbol {
	var out []Symbol
	seen := map[string]bool{}
	lines := splitLines(text)
	for i := 0; i < len(lines) && len(out) < MaxSymbols; i++ {
		l := lines[i]
		if m := fenceLine().FindStringSubmatch(l.text); m != nil && len(l.text) < 1000 {
			for i++; i < len(lines) && !closes(lines[i].text, m[1]); i++ {
			}
			continue
		}
		for _, at := range codeSpan().FindAllStringSubmatchIndex(l.text, -1) {
			name, ok := symbolOf(l.text[at[2]:at[3]])
			if ok && !seen[name] && len(out) < MaxSymbols {
				seen[name] = true
				requested := requestBeforeSymbol().MatchString(l.text[:at[2]]) || strings.Trim(l.text[:at[2]]+l.text[at[3]:], "`*_-+• \t0123456789.)") == "" || listItem().MatchString(l.text) && introduced(text, l.at)
				out = append(out, Symbol{Path: name, Qualified: strings.Contains(name, "."), At: l.at + at[2], Requested: requested})
			}
		}
	}
	return out
}

// introduced reports whether the line before the list that contains a byte asks for its items.
func introduced(text string, at int) bool {
	intro, _, ok := strings.Cut(strings.TrimLeft(paragraph(text, at+1), "\n"), "\n")
	return ok && strings.HasSuffix(strings.TrimRight(intro, " \t\r*_"), ":") && requestWords().MatchString(intro) && !exampleWords().MatchString(intro)
}

// symbolOf returns the name of a symbol as its parts; false if it is not one.
func symbolOf(span string) (string, bool) {
	m := symbolName().FindStringSubmatch(strings.TrimSpace(span))
	if m == nil {
		return "", false
	}
	name := separators.Replace(m[2])
	if m[1] != "" {
		name = m[1] + "." + name
	}
	if strings.Contains(name, ".") {
		if dot := strings.LastIndexByte(name, '.'); nameLike(name[dot+1:]) || nameLike(name) && !strings.Contains(span, "(") && !isFalseFileName(name) {
			return "", false
		}
		return strings.ReplaceAll(name, "~", ""), true
	}
	return name, m[3] != "" && len(name) > 2 || len(name) > 5 && compound().MatchString(name)
}
