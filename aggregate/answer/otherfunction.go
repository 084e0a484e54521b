package answer

import (
	"fmt"
	"slices"
	"strings"

	"dossier/aggregate/code"
	"dossier/aggregate/lazyregexp"
	"dossier/aggregate/text"
)

var (
	receiver    = lazyregexp.New(`^func[ \t]*\([ \t]*(?:\w+[ \t]+)?\*?[ \t]*(\w+)`)
	ownInstance = lazyregexp.New(`\(\s*(?:&?\s*(?:mut\s+)?self|cls)\b`)
	freeKeyword = lazyregexp.New(`\b(?:function|const|let|var)\b`)
	// noOverload matches the first lines of functions in languages without overloading.
	noOverload = lazyregexp.New(`\b(?:func|fn|def|function|sub|proc|class|struct|interface|trait|enum|type|impl)\b|=>`)
)

// isOther reports whether the line that begins a definition is that of another one than the file's symbol of the same
// name: of another type, or of none.
func isOther(head, is string, symbol code.Symbol) bool {
	if strings.HasPrefix(head, "func") && receiverOf(head) != receiverOf(is) {
		return true
	}
	if qualifier(head, symbol.Name) != qualifier(is, symbol.Name) {
		return true
	}
	return symbol.Parent >= 0 && freeKeyword().MatchString(head) && !freeKeyword().MatchString(is)
}

// receiverOf returns the type of a method's receiver; empty if there is none.
func receiverOf(head string) string {
	if m := receiver().FindStringSubmatch(head); m != nil {
		return m[1]
	}
	return ""
}

// qualifier returns the text before a name that ends with ::; empty if there is none.
func qualifier(line, name string) string {
	at := text.IndexWord(line, name, wordByte)
	if at < 0 || !strings.HasSuffix(line[:at], "::") {
		return ""
	}
	words := strings.FieldsFunc(line[:at], func(r rune) bool { return strings.ContainsRune(" \t*&()", r) })
	return words[len(words)-1]
}

// maybeOther returns why a definition may be another one than the file's of the same name; empty if it is the same.
func maybeOther(head, is string) string {
	switch {
	case head == is:
	case ownInstance().MatchString(head) != ownInstance().MatchString(is):
		return "only one of it and the function of its name is a method"
	case !noOverload().MatchString(head) && parameters(head) != parameters(is):
		return "its parameters differ from those of the function of its name: it may be another one"
	}
	return ""
}

// parameters returns the text in the first parentheses of a line, without white space.
func parameters(line string) string {
	_, rest, _ := strings.Cut(line, "(")
	if end := strings.LastIndexByte(rest, ')'); end >= 0 {
		rest = rest[:end]
	}
	return strings.Join(strings.Fields(rest), "")
}

// missing returns the names of symbols between two lines of the file, the second excluded, of which a text with some
// words lacks one. The symbol in those lines that is excluded is of index except.
func missing(s *code.Structure, numbers code.Lines, first, end, except int, words map[string]bool) []string {
	var out []string
	seen := map[string]bool{}
	for i, symbol := range s.Symbols {
		from, to := numbers.Of(symbol.Node)
		if i == except || from-1 < first || to > end || symbol.Name == "" || seen[symbol.Name] || !isCode(symbol) {
			continue
		}
		seen[symbol.Name] = true
		for _, word := range splitWords(symbol.Name) {
			if !words[word] {
				out = append(out, symbol.Name)
				break
			}
		}
	}
	return out
}

// splitWords returns the words of a text.
func splitWords(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return r < 0x80 && !wordByte(byte(r)) })
}

// wordsOf returns the words of lines.
func wordsOf(lines []string) map[string]bool {
	words := map[string]bool{}
	for _, s := range lines {
		for _, word := range splitWords(s) {
			words[word] = true
		}
	}
	return words
}

// wouldDrop is the reason of a placement that drops definitions.
func wouldDrop(names []string) string {
	const most = 3
	list := strings.Join(names[:min(len(names), most)], ", ")
	if more := len(names) - most; more > 0 {
		list += fmt.Sprintf(" and %d more", more)
	}
	return "it would drop " + list
}

// placeMembers places a definition that has only some members of the file's: each of them replaces the one of its name.
// ok is false if it has anything else.
func (f *File) placeMembers(s *code.Structure, numbers code.Lines, container int, b codeBlock) (c Choice, ok bool) {
	inner := trimBlank(b.lines[b.head+1:])
	if n := len(inner); n > 0 && columns(indentOf(inner[n-1]), 4) <= columns(indentOf(b.lines[b.head]), 4) && closer(trimSpace(inner[n-1])) {
		inner = trimBlank(inner[:n-1])
	}
	blocks := codeBlocks(inner)
	for _, member := range blocks {
		found := slices.DeleteFunc(f.symbols(s, numbers, member), func(i int) bool { return !s.Within(i, container) || i == container })
		if len(found) != 1 {
			return Choice{}, false
		}
		one := f.replaceSymbol(s.Symbols[found[0]], numbers, member)
		if c.Lines.Start == 0 || one.Lines.Start < c.Lines.Start {
			c.Lines.Start = one.Lines.Start
		}
		c.Lines.End = max(c.Lines.End, one.Lines.End)
		c.Changes = append(c.Changes, one.Changes...)
	}
	slices.SortStableFunc(c.Changes, compareChanges)
	return c, len(blocks) > 0 && !overlapping(c.Changes)
}
