package imports

import (
	"slices"
	"strings"

	"dossier/aggregate/code"
)

// Source is what a file imports and declares. It is immutable.
type Source struct {
	Language string
	// Packages are the packages or namespaces that the file belongs to; for Go, one package name.
	Packages []string
	Imports  []Import
	// Defines are the names that the file declares in its package, sorted.
	Defines []string
	// Mentions are the names that the file uses and does not declare, sorted.
	Mentions []string
}

// Import is an import of a file.
type Import struct {
	// Path is the import path, in the language's notation. File paths begin with a dot; header
	// names include quotes or brackets.
	Path string
	// Names are the imported names; empty if not known. "*" means all names.
	Names []string
}

// maxImports is the max number of imports of a file, maxNames that of its other lists.
const (
	maxImports = 10_000
	maxNames   = 20_000
)

// Reads reports whether imports of a language are supported.
func Reads(language string) bool {
	_, ok := families[language]
	return ok
}

// family is a group of languages whose files can import each other.
type family struct {
	name string
	// read extracts the source from a structure.
	read func(src string, s *code.Structure) Source
	// resolve returns the files that an import refers to.
	resolve func(p *project, from string, in Import) resolution
}

var (
	scripts = &family{"script", readJavaScript, resolveJavaScript}
	headers = &family{"c", readC, resolveC}
)

// families are the supported languages.
var families = map[string]*family{
	"go":         {"go", readGo, resolveGo},
	"python":     {"python", readPython, resolvePython},
	"javascript": scripts,
	"jsx":        scripts,
	"typescript": scripts,
	"tsx":        scripts,
	"vue":        scripts,
	"svelte":     scripts,
	"java":       {"jvm", readJava, resolveJVM},
	"kotlin":     {"jvm", readKotlin, resolveJVM},
	"rust":       {"rust", readRust, resolveRust},
	"c":          headers,
	"cpp":        headers,
	"cuda":       headers,
	"csharp":     {"csharp", readCSharp, resolveCSharp},
	"ruby":       {"ruby", readRuby, resolveRuby},
	"php":        {"php", readPHP, resolvePHP},
}

// readsWithoutStructure reports whether the imports of a language can be read without its structure.
func readsWithoutStructure(language string) bool { return language == "go" }

// Read extracts the source of a file from its text and its structure, which Go does not need.
func Read(language, src string, s *code.Structure) Source {
	f := families[language]
	if f == nil {
		return Source{Language: language}
	}
	if s == nil {
		s = &code.Structure{}
	}
	out := f.read(src, s)
	out.Language = language
	out.Imports = out.Imports[:min(len(out.Imports), maxImports)]
	out.Defines, out.Mentions = sortedNames(out.Defines), sortedNames(out.Mentions)
	return out
}

// sortedNames returns a sorted list without duplicates.
func sortedNames(list []string) []string {
	slices.Sort(list)
	list = slices.Compact(list)
	return slices.Clip(list[:min(len(list), maxNames)])
}

// statementText returns the text of an import statement on one line, without comments that begin with comment.
func statementText(src string, in code.Import, comment string) string {
	var b strings.Builder
	for line := range strings.Lines(in.Written.Of(src)) {
		if comment != "" {
			line, _, _ = strings.Cut(line, comment)
		}
		b.WriteString(strings.TrimSpace(line) + " ")
	}
	return strings.TrimSpace(b.String())
}

// declaredNames returns the names that a structure declares at top level or directly in namespaces.
func declaredNames(s *code.Structure) []string {
	var out []string
	top := make([]bool, len(s.Symbols))
	for i, sym := range s.Symbols {
		top[i] = sym.Parent < 0 || sym.Parent < i && top[sym.Parent] && s.Symbols[sym.Parent].Kind == code.Namespace
		if top[i] && sym.Kind != code.Namespace {
			out = append(out, sym.Name)
		}
	}
	return out
}

// packages returns the packages of a structure: its own, and namespaces in it.
func packages(s *code.Structure) []string {
	out := slices.Clone(s.Packages)
	for _, sym := range s.Symbols {
		if sym.Kind == code.Namespace {
			out = append(out, sym.Path)
		}
	}
	return out
}

// mentions returns the words of a source that can be names of its package: unqualified words that
// begin with a capital or, if calls is set, are called.
func mentions(src string, calls bool) []string {
	seen := map[string]bool{}
	var out []string
	last := byte(0)
	for i := 0; i < len(src); {
		switch c := src[i]; {
		case strings.HasPrefix(src[i:], "//"):
			i += lineEnd(src[i:])
		case strings.HasPrefix(src[i:], "/*"):
			if end := strings.Index(src[i:], "*/"); end >= 0 {
				i += end + 2
			} else {
				i = len(src)
			}
		case c == '"':
			i += stringEnd(src[i:])
			last = c
		case isWord(c):
			end := i + 1
			for end < len(src) && isWord(src[end]) {
				end++
			}
			word := src[i:end]
			capital := c >= 'A' && c <= 'Z'
			called := calls && end < len(src) && src[end] == '('
			if (capital || called) && last != '.' && last != '\\' && last != '$' && last != '>' && !seen[word] {
				seen[word] = true
				out = append(out, word)
			}
			i, last = end, 'a'
		default:
			if c > ' ' {
				last = c
			}
			i++
		}
	}
	return out
}

func lineEnd(s string) int {
	if at := strings.IndexByte(s, '\n'); at >= 0 {
		return at
	}
	return len(s)
}

// stringEnd returns the length of the string literal that s begins with; it ends with its line at
// the latest.
func stringEnd(s string) int {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '"', '\n':
			return i + 1
		}
	}
	return len(s)
}

func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

// exclude returns the names of a list that are not in excluded.
func exclude(list []string, excluded ...string) []string {
	return slices.DeleteFunc(list, func(name string) bool { return slices.Contains(excluded, name) })
}
