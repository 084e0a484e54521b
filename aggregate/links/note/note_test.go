package note

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	mdtext "github.com/yuin/goldmark/text"
)

// The targets of links, and which of them are followed.
func TestFollowed(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string // paths, names of wikilinks with a prefix
	}{
		{name: "a wikilink is a name", text: "see [[Some Note]]", want: []string{"=Some Note"}},
		{name: "section and title are no part of it", text: "[[a/b#Section|Title]]", want: []string{"=a/b"}},
		{name: "a block of a note", text: "[[a^12]] [[b#^12]]", want: []string{"=a^12", "=b"}},
		{name: "an embed is a link", text: "![[a]] ![x](b.md)", want: []string{"=a", "b.md"}},
		{name: "a bar is escaped in a table", text: `| [[a\|b]] |`, want: []string{"=a"}},
		{name: "a heading of the note itself leads nowhere", text: "[[#Section]] [x](#section)"},
		{name: "URLs are not followed", text: "[a](https://e.org/x.md) [b](mailto:x@e.org) [c](//e.org/x) [d](obsidian://open) [[https://e.org]]"},
		{name: "percent-encoding is undone behind the section", text: "[a](Some%20File.md#A%20b) [b](a%23b.md?raw=1)", want: []string{"Some File.md", "a#b.md"}},
		{name: "what is not well encoded keeps its signs", text: "[a](100%%20x.md)", want: []string{"100% x.md"}},
		{name: "angle brackets", text: "[a](<b c (1).md> \"title\")", want: []string{"b c (1).md"}},
		{name: "parentheses in pairs", text: "[a](b_(c).md) [d](e(f(g)).md)", want: []string{"b_(c).md", "e(f(g)).md"}},
		{name: "titles are no part of the path", text: "[a](b.md \"title\") [c](d.md 'title')", want: []string{"b.md", "d.md"}},
		{name: "once each, in their order", text: "[[b]] [[a]] [[b]]", want: []string{"=b", "=a"}},
		{name: "the content of a fence is text", text: "```sh\n[[ -f x ]]\n```\n[[a]]\n~~~\n[b](b.md)", want: []string{"=a"}},
		{name: "and between backticks", text: "`[[a]]` ``[b](c.md) ` [[d]]`` [[e]] ` [[f]]", want: []string{"=e", "=f"}},
		{name: "a span of code ends with its paragraph", text: "`a\n\n[[b]]`", want: []string{"=b"}},
		{name: "an escaped backtick opens nothing", text: "\\`[[a]]`", want: []string{"=a"}},
		{name: "front matter holds none", text: "---\nup: \"[[a]]\"\n---\n[[b]]", want: []string{"=b"}},
		{name: "in a list and a quotation", text: "> [[a]]\n\n- [ ] [[b]]\n\n      [[code]]\n", want: []string{"=a", "=b"}},
		{name: "over several lines is nothing", text: "[[a\nb]] [x](c\nd)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, l := range Followed(tt.text) {
				if l.Wiki {
					l.Path = "=" + l.Path
				}
				got = append(got, l.Path)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestNoMoreLinksAreFollowed(t *testing.T) {
	var text strings.Builder
	for n := range 2 * MaxLinks {
		text.WriteString("[[" + strconv.Itoa(n) + "]]")
	}
	if got := len(Followed(text.String())); got != MaxLinks {
		t.Errorf("%d links", got)
	}
}

func TestLinks(t *testing.T) {
	text := "[Doc](Some%20File.md)\n!![x](img.png) [[a#b#c|t]]\n```\n[[code]]\n```\n[e](https://e.org/a%20b)"
	want := []Link{
		{Title: "Doc", Target: "Some File.md", Line: 1, Path: "Some File.md"},
		{Title: "x", Target: "img.png", Line: 2, Embedded: true, Path: "img.png"},
		{Title: "t", Target: "a#b#c", Section: "b#c", Line: 2, Path: "a", Wiki: true},
		{Title: "code", Target: "code", Line: 4, Path: "code", Wiki: true, Code: true},
		{Title: "e", Target: "https://e.org/a%20b", Line: 6},
	}
	got := Links(text)
	for i := range got {
		got[i].at = 0
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(Link{})); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestReferences(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string
	}{
		{name: "lines are trimmed, empty ones removed", text: "```smart-context\n a.md \n\n\tb c/\r\n```\nd.md", want: []string{"a.md", "b c/"}},
		{name: "tildes", text: "~~~ smart-context\na.md\n~~~", want: []string{"a.md"}},
		{name: "it closes with as many", text: "````smart-context\na.md\n```\nb.md\n````\nc.md", want: []string{"a.md", "```", "b.md"}},
		{name: "and not with the others", text: "```smart-context\na.md\n~~~\n```", want: []string{"a.md", "~~~"}},
		{name: "unclosed, it extends to the end", text: "x\n```smart-context\na.md\n# b", want: []string{"a.md", "# b"}},
		{name: "several", text: "```smart-context\na.md\n```\n\n```smart-context\nb.md\n```", want: []string{"a.md", "b.md"}},
		{name: "in another fence it is text", text: "````md\n```smart-context\na.md\n```\n````"},
		{name: "in a list, however it is indented", text: "- x\n\n      ```smart-context\n      a.md\n      ```\n", want: []string{"a.md"}},
		{name: "its end may be indented too", text: "```smart-context\na.md\n    ```\nb.md", want: []string{"a.md"}},
		{name: "of another language", text: "```smart-contexts\na.md\n```\n```js smart-context\nb.md\n```"},
		{name: "in a span of code", text: "```smart-context``` a.md"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, References(tt.text)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestWithout(t *testing.T) {
	tests := []struct {
		name, text, pattern, want string
		exclusions                int
	}{
		{name: "blank lines elsewhere stay", text: "# A\n\na\n\n\n# B\n\nb\n\n# C\n", pattern: "B", want: "# A\n\na\n\n\n# C\n", exclusions: 1},
		{name: "line ends stay", text: "# A\r\na\r\n# B\r\nb\r\n# C\r\nc\r\n", pattern: "B", want: "# A\r\na\r\n# C\r\nc\r\n", exclusions: 1},
		{name: "closing hashes are no part of a heading", text: "## B ##\nb\n## C#\nc", pattern: "B", want: "## C#\nc", exclusions: 1},
		{name: "up to three blanks in front", text: "   # B\nb\n# C", pattern: "B", want: "# C", exclusions: 1},
		{name: "a line below makes a heading", text: "A\n===\na\nB\nb\n---\nc\n\nD\n=", pattern: "B b", want: "A\n===\na\nB\nb\n---\nc\n\nD\n=", exclusions: 0},
		{name: "the whole paragraph above it", text: "A\n===\na\n\nB\nb\n---\nc\n\nD\n=", pattern: "B b", want: "A\n===\na\n\nD\n=", exclusions: 1},
		{name: "two levels below each other", text: "B\n===\nb\n\nC\n---\nc\n\n# D", pattern: "b", want: "# D", exclusions: 1},
		{name: "a heading with a line below ends a section", text: "# B\nb\n\nC\n===\nc", pattern: "B", want: "C\n===\nc", exclusions: 1},
		{name: "a rule below a list is no heading", text: "- B\n---\nb", pattern: "*B*", want: "- B\n---\nb"},
		{name: "fences of any length hide headings", text: "# B\n`````\n```\n# C\n````\n# D\n`````\n# E", pattern: "B", want: "# E", exclusions: 1},
		{name: "of tildes too", text: "~~~md\n# B\n```\n~~~\n# B\n", pattern: "B", want: "~~~md\n# B\n```\n~~~", exclusions: 1},
		{name: "in an item of a list too", text: "- ```\n  # B\n  ```\n\n# B\nb\n# C", pattern: "B", want: "- ```\n  # B\n  ```\n\n# C", exclusions: 1},
		{name: "an unclosed fence hides the rest", text: "# A\n```\n# B\nb", pattern: "B", want: "# A\n```\n# B\nb"},
		{name: "an unclosed fence ends with its list", text: "- ```\n  a\n# B\nb\n# C", pattern: "B", want: "- ```\n  a\n# C", exclusions: 1},
		{name: "indented code hides a heading", text: "    # B\n\nb", pattern: "B", want: "    # B\n\nb"},
		{name: "a comment hides a heading", text: "<!--\n# B\n-->\nb", pattern: "B", want: "<!--\n# B\n-->\nb"},
		{name: "in a quotation is no heading of the note", text: "> # B\n> b", pattern: "B", want: "> # B\n> b"},
		{name: "a tag is no heading", text: "#B\n# B\nb", pattern: "B", want: "#B", exclusions: 1},
		{name: "seven hashes are no heading", text: "####### B\nb", pattern: "*B*", want: "####### B\nb"},
		{name: "front matter stays at the top", text: "---\n# B\n---\n# B\nb", pattern: "B", want: "---\n# B\n---", exclusions: 1},
		{name: "lower down there is none", text: "a\n\n---\n# B\n---\nb", pattern: "B", want: "a\n\n---", exclusions: 1},
		{name: "children that fit are reported too", text: "# B\n## B\nb\n# C", pattern: "B", want: "# C", exclusions: 2},
		{name: "all headings", text: "a\n# B\n## C\nd", pattern: "*", want: "a", exclusions: 2},
		{name: "a pattern that is blank is none", text: "# \na", pattern: " ", want: "# \na"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := Without(tt.text, []string{tt.pattern})
			if got.Text != tt.want || len(got.Exclusions) != tt.exclusions {
				t.Errorf("%d exclusions leave %q, want %d and %q", len(got.Exclusions), got.Text, tt.exclusions, tt.want)
			}
		})
	}
}

// oracle returns the headings that goldmark finds at the top level of a document, and the lines
// in its fences.
func oracle(src string) (headings []string, codeLines []int) {
	p := parser.NewParser(parser.WithBlockParsers(parser.DefaultBlockParsers()...))
	source := []byte(src)
	doc := p.Parse(mdtext.NewReader(source))
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Heading:
			if n.Parent() == ast.Node(doc) {
				var parts []string
				for i := range n.Lines().Len() {
					at := n.Lines().At(i)
					parts = append(parts, strings.TrimSpace(string(at.Value(source))))
				}
				headings = append(headings, strconv.Itoa(n.Level)+" "+strings.Join(parts, " "))
			}
		case *ast.FencedCodeBlock:
			for i := range n.Lines().Len() {
				codeLines = append(codeLines, strings.Count(src[:n.Lines().At(i).Start], "\n"))
			}
		}
		return ast.WalkContinue, nil
	})
	return headings, codeLines
}

// blockTexts are notes in which headings and code are hard to distinguish.
var blockTexts = []string{
	"# a\n\nb\n===\n", "- ```\n  # x\n  ```\n# y", "> ~~~\n> # x\n# y\n~~~\nz", "1. a\n   - b\n\n     # c\n# d", "a\n# b #\n- c\n---\nd\n---\n",
	"```a`\n# b\n````\n# c\n```\n", "    # a\n\n\tb\n# c", "<div>\n# a\n\n# b\n<!-- \n# c -->\n# d", "-\n\n  # a\n- - b\n\n    # c", "> a\nb\n===\n",
	// headings
	"#", "##\n#a\n# \n####### b", "# a #b\n## c ## \n### d \\#", "   # a\n    # b\n\n    # c", "a\n    # b\n# c", "a\n   ===\nb\n    ===\nc\n= =", "a\n--- -\nb\n---\n", "a\nb\nc\n-----   \nd",
	"===\na\n\n---\nb", "# a\n---\nb\n===", "```\na\n```\n---\nb\n---",
	// rules
	"***\n# a", "a\n***\nb\n===", "* * *\n- - -\n_ _ _\n# a", "**\n__\n--a\n===", "- a\n***\n# b", "- * * *\n# a",
	// fences
	"~~~~\n~~~\n# a\n~~~~~  \n# b", "``` a\n# b\n``` c\n# d\n   ```\n# e", "```\n    ```\n# a\n```\n# b", "   ```\n# a\n   ```\n# b", "    ```\n# a", "a\n```\n# b\n```\nc\n===", "~~~ a`b ~~~\n# c\n~~~", "``\n# a\n``",
	"> ```\n# a\n> ```\n# b", "> ```\n> # a\n> ```\n> b\n\n# c",
	// quotations and lists
	"> # a\n>> # b\n# c", ">a\n>===\n# b", "> a\n# b", "> - a\n>   # b\n> # c\n# d", "- a\nb\n# c", "- a\n\n  b\n  ===\n\nc\n===", "- a\n\n b\n ===", "+ a\n  # b\n + c\n# d", "-a\n===", "-\ta\n\n\t# b\n# c", "-     # a\n# b", "- # a\n# b",
	"1. a\n\n   # b\n# c", "1) # a\n10) # b\n# c", "a\n1. # b\n===", "a\n2. # b\n===", "a\n- # b\n# c", "1234567890. # a\n===\n", "123456789. # a\n# b", "1.a\n===", "1\n===", "1.\ta\n\n   # b\n# c", "- a\n  - b\n    - c\n\n      # d\n    # e\n  # f\n# g",
	"- a\n\n\n  # b\n# c", "- ```\n\n\n  # a\n  ```\n# b", "10. a\n\n    # b\n   # c\n", "> 1. a\n>\n>    # b\n>\n> # c\n\n# d",
	// indented code
	"a\n\n    b\n\n    # c\n# d", "    a\n# b", "\t# a\n# b", "  \t# a\n# b", "# a\n    # b\n\n# c", "    a\n\n\n  # b",
	// HTML
	"<!-- a\n# b\n\n# c\n-->\n# d", "<!-- a -->\n# b", "<?a\n# b\n\n# c ?>\n# d", "<!A\n# b\n>\n# c", "<pre>\n# a\n\n# b\n</pre>\n# c", "<script x>\n# a\n</style>\n# b", "</pre>\n# a\n\n# b", "<table>\n# a\n\n# b", "</p>\n# a\n\n# b", "<p/>\n# a\n\n# b", "a\n<p>\n# b\n\n# c",
	"<x>\n# a\n\n# b", "a\n<x>\n# b", "</x >\n# a\n\n# b", "<x y=1 z='2' _a:b=\"3\" c>\n# a\n\n# b", "<x y=>\n# a", "<x y='1>\n# a", "<x>y\n# a", "<1>\n# a", "<x-1/>\n# a\n\n# b", "<\n# a", "< x>\n# a", "<x y = 1>\n# a\n\n# b", "<x 1>\n# a", "<px>y\n# a", "<h1>a\n# b\n\n# c", "- <p>\n  # a\n\n# b", "<x y='1'z>\n# a",
}

// Headings and fenced lines are those that another CommonMark parser finds.
func TestBlocksOfAnotherParser(t *testing.T) {
	for _, text := range blockTexts {
		sameBlocks(t, text)
	}
}

func FuzzBlocks(f *testing.F) {
	for _, seed := range blockTexts {
		f.Add(seed)
	}
	// Front matter, references and smart-context blocks are not part of CommonMark, and the other
	// parser differs for an item that begins with a blank line, tabs, <!a and </ a>.
	odd := regexp.MustCompile(`[^\n -~]|smart-context|<![a-z]|</ |\[|\A(---|\+\+\+) *(\n|\z)|(?m)(^|[ >])([-+*]|[0-9]+[.)]) *$`)
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 400 || text == "" || odd.MatchString(text) {
			t.Skip()
		}
		sameBlocks(t, text)
	})
}

func sameBlocks(t *testing.T, text string) {
	t.Helper()
	want, wantCode := oracle(text)
	var got []string
	var gotCode []int
	for i, l := range linesOf(text) {
		switch l.kind {
		case heading, underline:
			got = append(got, strconv.Itoa(l.level)+" "+l.title)
		case code:
			gotCode = append(gotCode, i)
		}
	}
	if !slices.Equal(want, got) {
		t.Errorf("headings of %q: %q, want %q", text, got, want)
	}
	for _, n := range wantCode {
		if !slices.Contains(gotCode, n) {
			t.Errorf("line %d of %q is no code", n, text)
		}
	}
}

// For any note, the remaining text consists of some of its lines, and counts add up. The retained
// line numbers refer to the remaining text.
func TestKeptLinesAreTheText(t *testing.T) {
	tests := []struct {
		text, pattern string
		want          []Lines
	}{
		{"# A\na\n# B\nb\n# C\nc\n", "B", []Lines{{1, 2}, {5, 7}}},
		{"# B\nb\n# C\nc", "B", []Lines{{3, 4}}},
		{"# B\nb", "B", nil},
		{"# A\na", "B", nil},
	}
	for _, tt := range tests {
		left := Without(tt.text, []string{tt.pattern})
		if diff := cmp.Diff(tt.want, left.Remaining); diff != "" {
			t.Errorf("%q without %s (-want +got):\n%s", tt.text, tt.pattern, diff)
		}
		lines, kept := strings.Split(tt.text, "\n"), []string{}
		for _, l := range left.Remaining {
			kept = append(kept, lines[l.First-1:l.Last]...)
		}
		if got := strings.Join(kept, "\n"); left.Remaining != nil && got != left.Text {
			t.Errorf("the lines kept are %q, want %q", got, left.Text)
		}
	}
}

func FuzzWithout(f *testing.F) {
	f.Add("# a\nb\n## c\n```\n# d\n", "a")
	f.Add("---\na\n---\n# b\n\n", "*")
	f.Fuzz(func(t *testing.T, text, pattern string) {
		if len(pattern) > 40 || len(text) > 4096 || !strings.Contains(text, "\n") {
			t.Skip()
		}
		got := Without(text, []string{pattern})
		left := strings.Split(text, "\n")
		for line := range strings.SplitSeq(got.Text, "\n") {
			at := slices.Index(left, line)
			if at < 0 && got.Text != "" {
				t.Fatalf("%q is not in what is left of %q", line, text)
			}
			left = left[at+1:]
		}
		if again := Without(got.Text, []string{pattern}); len(got.Exclusions) == 0 && (got.Text != text || again.Text != text) {
			t.Fatalf("%q changes to %q without an exclusion", text, got.Text)
		}
	})
}

var (
	markdownLink = regexp.MustCompile(`\[([^\]]+?)\]\(([^)]+?)\)`)
	wikilink     = regexp.MustCompile(`\[\[([^|\]]+?)(?:\|([^\]]+?))?\]\]`)
)

// The links of a text are those of two regular expressions, in text order.
func FuzzLinks(f *testing.F) {
	for _, seed := range []string{"[a](b) [[c|d]]", "[[[a]]](b)", "[[a|]] [[b]](c)", "[][x](y)[z]()", "![[a#b]]\n[[|]]"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		type found struct {
			at     int
			target string
		}
		var want, got []found
		for _, m := range markdownLink.FindAllStringSubmatchIndex(text, -1) {
			want = append(want, found{m[0], decodeTarget(text[m[4]:m[5]])})
		}
		for _, m := range wikilink.FindAllStringSubmatchIndex(text, -1) {
			want = append(want, found{m[0], decodeTarget(text[m[2]:m[3]])})
		}
		for _, l := range Links(text) {
			got = append(got, found{l.at, l.Target})
		}
		slices.SortStableFunc(want, func(a, b found) int { return a.at - b.at })
		if !slices.Equal(want, got) {
			t.Errorf("links of %q: %v, want %v", text, got, want)
		}
	})
}

// An invalid pattern matches itself.
func TestMatch(t *testing.T) {
	tests := []struct {
		pattern, text string
		want          bool
	}{
		{"[z-a]", "[Z-A]", true},
		{"\x80", "\x80", true},
		{"[a-c]x", "bx", true},
		{"[!a-c]x", "bx", false},
		{"a[", "a[", true},
		{"a{b", "a{b", true},
		{"{a,{b,c}d}", "cd", true},
		{"{a,b}", "{a,b}", false},
		{`\*`, "*", true},
		{`\*`, "a", false},
		{`[\]]`, "]", true},
		{"?", "é", true},
		{"?", "/", false},
		{strings.Repeat("*", 2000), "a", false},
		{"RÉSUMÉ", "résumé", true},
		{"a.b|c", "axb", false},
	}
	for _, tt := range tests {
		if got := Match(tt.pattern, false)(tt.text); got != tt.want {
			t.Errorf("%.20q matches %q: %t", tt.pattern, tt.text, got)
		}
	}
}

// hostile are notes that take long in superlinear algorithms.
var hostile = map[string]string{
	"brackets":    "[",
	"pairs":       "[[",
	"bars":        "[[a|",
	"links":       "[a](",
	"parentheses": "[a](((",
	"titles":      "[a](b \"",
	"angles":      "[a](<b)",
	"backticks":   "`[[a]]``[[b]]```",
	"quotations":  ">",
	"items":       "- ",
	"fences":      "```\n~~~\n",
	"underlines":  "a\n",
	"percent":     "[a](%",
}

func BenchmarkHostile(b *testing.B) {
	for name, part := range hostile {
		text := strings.Repeat(part, 1<<20/len(part))
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				Followed(text)
				Without(text, []string{"a*"})
			}
		})
	}
}
