package markdown_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// spellings are patterns of document text in Go strings.
var spellings = []struct {
	what string
	is   *regexp.Regexp
}{
	{"a heading", regexp.MustCompile(`(?m)^#{2,6}( |$)`)},
	{"a fence", regexp.MustCompile("```|~~~")},
	{"a code span", regexp.MustCompile("^`+$|^` | `$")},
	{"a separator", regexp.MustCompile(`(?m)^---$`)},
	{"an item", regexp.MustCompile(`(?m)^- \*\*|\*\* \(`)},
	{"a label", regexp.MustCompile(`\*\*[^*]*:\*\*|:\*\*`)},
	{"a link or an image", regexp.MustCompile(`!\[|^\]\(|\]\(%`)},
	{"the lines of a slice", regexp.MustCompile(`^Lines (%|$)|\[Slice: `)},
}

// allowed are places with a string that looks like Markdown but is not part of the document, and
// why. One that ends in a slash names all files below it.
var allowed = []struct{ place, what, why string }{
	{"aggregate/answer/path.go", "a code span", "quotes around paths in what models answer"},
	{"aggregate/answer/xml.go", "a link or an image", "the marks of a CDATA section in what models answer"},
	{"aggregate/chat/chat.go", "a separator", "conversations of other programs end their entries with a rule too"},
	{"aggregate/chat/chat.go", "a code span", "the marks of fences in what people and models wrote"},
	{"aggregate/code/failed.go", "the lines of a slice", "a sentence on what could not be parsed"},
	{"aggregate/code/languages/dockerfile/", "a code span", "a quote of the language"},
	{"aggregate/code/languages/kotlin/", "a code span", "a quote of the language"},
	{"aggregate/code/languages/scala/", "a code span", "a quote of the language"},
	{"aggregate/code/languages/markdown/", "a separator", "the front matter of Markdown files"},
	{"aggregate/code/languages/notebook/", "a link or an image", "a pattern of commands of the shell in cells"},
	{"aggregate/code/languages/yaml/", "a separator", "a mark of the language"},
	{"aggregate/extract/notebook/", "a heading", "the text of a file, in which a cell has a heading"},
	{"aggregate/extract/notebook/", "a code span", "the marks of fences in the text of a file"},
	{"aggregate/format/xml/", "a link or an image", "the marks of a CDATA section"},
	{"aggregate/highlight/data.go", "a separator", "a mark of YAML"},
	{"aggregate/highlight/languages.go", "a code span", "a quote of several languages"},
	{"aggregate/highlight/languages.go", "a heading", "the marks of a comment in CoffeeScript"},
	{"aggregate/highlight/prose.go", "a code span", "the marks of code in Markdown files"},
	{"aggregate/highlight/prose.go", "a fence", "the marks of fences in Markdown files"},
	{"aggregate/highlight/prose.go", "a link or an image", "the marks of a CDATA section"},
	{"aggregate/highlight/prose.go", "a separator", "the front matter of Markdown files"},
	{"aggregate/rank/classic/context.go", "a heading", "the formula of the recorded cases, which counts what it spells"},
	{"aggregate/rank/classic/context.go", "a fence", "the same formula"},
	{"aggregate/rank/lex.go", "a code span", "a quote of several languages"},
	{"aggregate/request/mentions/", "a code span", "quotes around names in what models answer"},
	{"aggregate/request/mentions/", "a link or an image", "links in what models answer"},
	{"aggregate/summary/data.go", "a separator", "a mark of YAML"},
	{"aggregate/summary/data.go", "a code span", "quotes of YAML and SQL"},
	{"aggregate/summary/lines.go", "a code span", "a quote of several languages"},
	{"aggregate/summary/prose.go", "a separator", "the front matter of Markdown files"},
}

// TestOnlyThisPackageFormatsTheDocument checks that only this package contains the layout of the
// document.
func TestOnlyThisPackageFormatsTheDocument(t *testing.T) {
	const root = "../../.."
	used := map[int]bool{} // of allowed
	files := 0
	err := filepath.WalkDir(root, func(full string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, _ := filepath.Rel(root, full)
		name = filepath.ToSlash(name)
		switch {
		case d.IsDir() && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), "_") || strings.HasPrefix(d.Name(), ".") && name != "."):
			return fs.SkipDir
		case d.IsDir() || path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		files++
		found, err := layoutsIn(full)
		if err != nil || strings.HasPrefix(name, "aggregate/format/markdown/") {
			return err
		}
		for _, f := range found {
			at := slices.IndexFunc(allowed, func(a struct{ place, what, why string }) bool {
				return f.what == a.what && (name == a.place || strings.HasSuffix(a.place, "/") && strings.HasPrefix(name, a.place))
			})
			if at < 0 {
				t.Errorf("%s:%d: %s looks like %s, which only aggregate/format/markdown spells", name, f.line, f.literal, f.what)
				continue
			}
			used[at] = true
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 300 {
		t.Errorf("only %d files were looked at", files)
	}
	for i, a := range allowed {
		if !used[i] {
			t.Errorf("%s has nothing that looks like %s any more", a.place, a.what)
		}
	}
}

// formatted is a string of a Go file that looks like Markdown.
type formatted struct {
	line          int
	literal, what string
}

// layoutsIn returns the strings of a Go file that look like Markdown.
func layoutsIn(file string) ([]formatted, error) {
	fset := token.NewFileSet()
	parsed, err := parser.ParseFile(fset, file, nil, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	var out []formatted
	ast.Inspect(parsed, func(n ast.Node) bool {
		lit, ok := n.(*ast.BasicLit)
		if !ok || lit.Kind != token.STRING {
			return true
		}
		if text, err := strconv.Unquote(lit.Value); err == nil {
			if what := looksLike(text); what != "" {
				out = append(out, formatted{fset.Position(lit.Pos()).Line, lit.Value, what})
			}
		}
		return true
	})
	return out, nil
}

func looksLike(text string) string {
	for _, s := range spellings {
		if s.is.MatchString(text) {
			return s.what
		}
	}
	return ""
}

// Strings that used to be in other packages are found, and unrelated ones are not.
func TestWhatLooksLikeTheDocument(t *testing.T) {
	for _, text := range []string{
		"\n\n---\n\n", "---", "---\n", "\n\n```", "```", "## ", "## %s\n\n%s\n", "## Discussion History", "### Discussion Excerpt 1\n\n", "### Discussion Excerpt ",
		"- **", "** (", "**Completed:** ", "**Active:**", "![", "](", "Lines %d-%d:\n", "Lines ", "[Slice: ", "`",
	} {
		if looksLike(text) == "" {
			t.Errorf("%q passes", text)
		}
	}
	for _, text := range []string{"--- ", "-", "**/*.go", "#", "# a comment", "a `b` c", "#!", "Lines of a file", "- "} {
		if what := looksLike(text); what != "" {
			t.Errorf("%q is taken for %s", text, what)
		}
	}
}
