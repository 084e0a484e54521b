package summary

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"dossier/aggregate/text"
	"dossier/aggregate/tokens"
)

// Limits of a summary.
const (
	maxNames = 60  // of each kind, and of headings and keys
	maxWidth = 160 // max characters of a line from the file, and of a name
	maxFirst = 10  // max lines shown of a file without other information
	// maxList is the max number of characters of the names on one line.
	maxList = 1200
)

// Of returns the summary of a file: a line "<Language>, N lines, ~T tokens", followed by an outline: imports and
// declared names with their kinds for code, the headings of Markdown, the title and headings of HTML, the keys of JSON,
// YAML and TOML with their types, the columns with their types, the number of rows and the first rows of CSV and TSV,
// the tables of SQL; otherwise, or if nothing of that is found, the first ten non-empty lines. Omitted elements are
// counted.
//
// language is a name as returned by [text.Language], src the decoded text. The summary ends
// without a newline.
func Of(path, language, src string) string { return Summarizer{}.Of(path, language, src) }

// Summarizer creates summaries. The zero Summarizer is ready to use.
type Summarizer struct {
	// Code returns the declarations in code. Nil means [Lines].
	Code Source
}

// Source returns the declarations in a file of code. It returns false for an unknown language or
// unreadable text.
type Source interface {
	Declarations(path, language, src string) (Declarations, bool)
}

// Declarations are the imports and declarations of a file, in text order.
type Declarations struct {
	Imports []string
	Names   []Name
}

// Name is a declared name. Kind is in lower case: function, class, struct, …
type Name struct{ Kind, Name string }

// Of returns the summary of a file; see the function [Of].
func (s Summarizer) Of(path, language, src string) string {
	lines := []string{fmt.Sprintf("%s, %d lines, ~%d tokens", text.LanguageName(language), text.CountLines(src), tokens.Estimate(src))}
	details := s.details(path, language, src)
	if len(details) == 0 {
		details = firstLines(src)
	}
	return strings.Join(append(lines, details...), "\n")
}

func (s Summarizer) details(path, language, src string) []string {
	switch language {
	case "markdown", "mdx":
		return markdown(src)
	case "html", "vue", "svelte":
		if lines := html(src); language == "html" || len(lines) > 0 {
			return lines
		}
	case "erb":
		if lines := html(withoutRuby(src)); len(lines) > 0 {
			return lines
		}
	case "json":
		return jsonKeys(src)
	case "jsonl":
		return jsonLines(src)
	case "yaml":
		return yamlKeys(src)
	case "toml":
		return tomlKeys(src)
	case "csv":
		return table(src, ",;\t|")
	case "tsv":
		return table(src, "\t")
	case "sql":
		return sqlTables(src)
	}
	code := s.Code
	if code == nil {
		code = Lines{}
	}
	d, ok := code.Declarations(path, language, src)
	if !ok {
		return nil
	}
	return declarations(d)
}

// declarations returns one line for the imports and one for each kind of name, in order of first
// occurrence.
func declarations(d Declarations) []string {
	var lines []string
	if len(d.Imports) > 0 {
		lines = append(lines, joinNames("imports", d.Imports))
	}
	var kinds []string
	byKind := map[string][]string{}
	for _, n := range d.Names {
		if _, ok := byKind[n.Kind]; !ok {
			kinds = append(kinds, n.Kind)
		}
		byKind[n.Kind] = append(byKind[n.Kind], n.Name)
	}
	for _, kind := range kinds {
		lines = append(lines, joinNames(kind, byKind[kind]))
	}
	return lines
}

// joinNames returns "label: a, b, c", each name once, with the number of omitted ones.
func joinNames(label string, names []string) string {
	var b strings.Builder
	b.WriteString(label + ": ")
	seen := map[string]bool{}
	shown, width, left := 0, 0, 0
	for _, name := range names {
		if seen[name] {
			continue
		}
		seen[name] = true
		name = oneLine(name)
		if shown == maxNames || shown > 0 && width+len(name) > maxList {
			left++
			continue
		}
		if shown > 0 {
			b.WriteString(", ")
		}
		b.WriteString(name)
		shown++
		width += len(name)
	}
	if left > 0 {
		fmt.Fprintf(&b, ", … %d more", left)
	}
	return b.String()
}

// oneLine returns s on one line of at most maxWidth characters.
func oneLine(s string) string {
	// No more than this can be shown, however much of it is white space.
	const most = 16 * maxWidth
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "") + " …"
	}
	return cut(strings.Join(strings.Fields(s), " "))
}

// cut truncates a line to maxWidth characters, with … at the end.
func cut(line string) string {
	if len(line) <= maxWidth || utf8.RuneCountInString(line) <= maxWidth {
		return line
	}
	n := 0
	for i := range line {
		if n++; n == maxWidth {
			return strings.TrimRight(line[:i], " \t") + "…"
		}
	}
	return line
}

// firstLines returns the first non-empty lines.
func firstLines(src string) []string {
	var lines []string
	for line := range strings.Lines(src) {
		line = strings.TrimRight(line, " \t\r\n\f\v")
		if line == "" {
			continue
		}
		if lines = append(lines, cut(line)); len(lines) == maxFirst {
			break
		}
	}
	return lines
}
