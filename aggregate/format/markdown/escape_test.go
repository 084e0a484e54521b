package markdown

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	gmtext "github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
	"pgregory.net/rapid"

	"dossier/aggregate/content"
	"dossier/aggregate/text"
)

func TestCodeSpan(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"a plain name", "a.go", "`a.go`"},
		{"nothing", "", "` `"},
		{"a backtick inside", "a`b", "``a`b``"},
		{"a run inside", "a``b", "```a``b```"},
		{"a backtick at the start", "`a", "`` `a ``"},
		{"a backtick at the end", "a`", "`` a` ``"},
		{"only backticks", "``", "``` `` ```"},
		{"spaces at both ends", " a ", "`  a  `"},
		{"a space at one end", " a", "` a`"},
		{"only spaces", "  ", "`  `"},
		{"a newline", "a\n# b", "`a\\n# b`"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, CodeSpan(tt.in)); diff != "" {
				t.Errorf("wrong span (-want +got):\n%s", diff)
			}
		})
	}
}

func TestName(t *testing.T) {
	for in, want := range map[string]string{
		"math.lisp": "math.lisp", "a/b_c.go": "a/b_c.go", "a b.go": "a b.go", "日本/ü.txt": "日本/ü.txt",
		"__init__.py": "`__init__.py`", "_a.go": "`_a.go`", "a*b": "`a*b`", "[id].tsx": "`[id].tsx`", "a  b": "`a  b`", "a ": "`a `", "": "` `", "a`b": "``a`b``",
		"c#.cs": "`c#.cs`", "a\nb": "`a\\nb`", "a:b": "`a:b`", "\xff": "`\\xff`",
	} {
		if got := Name(in); got != want {
			t.Errorf("%q is shown as %s, want %s", in, got, want)
		}
	}
}

// A name in a heading is parsed as the name, regardless of its characters, and a text below it as
// the text.
func TestSnippetsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := hostile().Filter(func(s string) bool { return s != "" }).Draw(t, "name")
		code := hostile().Draw(t, "text")
		block := Format{}.Block(content.Block{Title: "Code", Headed: true, Body: content.Snippet{
			Kind: "Code", From: content.Place{Path: name, Start: 3, End: 4}, Code: content.Code{Text: code},
		}})
		src := []byte(block.Head + block.Body + block.Tail + "\n")
		nodes := children(parse(src))
		if len(nodes) != 3 {
			t.Fatalf("%q reads as %d blocks", src, len(nodes))
		}
		heading, ok := nodes[1].(*ast.Heading)
		if !ok || heading.Level != 4 {
			t.Fatalf("%q has no heading of the place", src)
		}
		var got string
		for _, n := range children(heading) {
			if span, ok := n.(*ast.CodeSpan); ok {
				got += spanText(span, src)
			} else if plain, ok := n.(*ast.Text); ok {
				got += string(plain.Segment.Value(src))
			} else {
				t.Fatalf("%q has a %s in its heading", src, n.Kind())
			}
		}
		if want := text.Escape(name) + ":3-4"; got != want {
			t.Fatalf("%q is shown as %q, want %q", name, got, want)
		}
		fence, ok := nodes[2].(*ast.FencedCodeBlock)
		if want := code; !ok || strings.TrimSuffix(string(fence.Lines().Value(src)), "\n") != strings.TrimSuffix(want, "\n") {
			t.Fatalf("%q has another text", src)
		}
	})
}

func TestFence(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"nothing", "", "```"},
		{"no backticks", "x := 1\n", "```"},
		{"short runs", "a `b` ``c``", "```"},
		{"a fence of three", "```go\n```\n", "````"},
		{"the longest run counts", "``` ````` ````", "``````"},
		{"at the very end", "a ```", "````"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, Fence(tt.in)); diff != "" {
				t.Errorf("wrong fence (-want +got):\n%s", diff)
			}
		})
	}
}

func TestLinkDestination(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"a plain path", "shots/a-1_b.png", "shots/a-1_b.png"},
		{"letters beyond ASCII", "shots/日本語 é.png", "<shots/日本語 é.png>"},
		{"a space", "Screenshot 2026-01-02.png", "<Screenshot 2026-01-02.png>"},
		{"parentheses that match", "a(1).png", "a(1).png"},
		{"parentheses that do not", "a(1.png", "<a(1.png>"},
		{"a closing one", "a).png", "<a).png>"},
		{"deep parentheses", "((((a)))).png", "<((((a)))).png>"},
		{"angle brackets", "<a>.png", "%3Ca%3E.png"},
		{"a backslash", `a\*b.png`, "a%5C*b.png"},
		{"a newline", "a\nb.png", "a%0Ab.png"},
		{"a percent sign that would be decoded", "100%25.png", "100%2525.png"},
		{"a percent sign that would not", "100%.png", "100%.png"},
		{"one with the first and the last digit behind it", "%09", "%2509"},
		{"one with the first and the last letter", "%aF", "%25aF"},
		{"one with signs beside the digits", "%/0%0:", "%/0%0:"},
		{"one with letters beside the digits", "%`0%0g%G0", "%`0%0g%G0"},
		{"one whose second digit is none", "%1x.png", "%1x.png"},
		{"a character that cannot be read", "a\xff\ufffd", "a%FF\ufffd"},
		{"three pairs of parentheses", "((()))", "((()))"},
		{"the colon of a scheme with all that may be in one", "aZ09+-.:b", "aZ09+-.%3Ab"},
		{"a colon behind what begins no scheme", "0a:b", "0a:b"},
		{"a colon behind signs beside the digits", "a/:b", "a/:b"},
		{"a colon behind signs beside the letters", "a{:b", "a{:b"},
		{"a colon at the beginning", ":b", ":b"},
		{"an ampersand that would be decoded", "a&amp;b.png", "a%26amp;b.png"},
		{"an ampersand that would not", "a&b;c.png", "a&b;c.png"},
		{"a scheme", "javascript:alert(1).png", "javascript%3Aalert(1).png"},
		{"a scheme and a host", "https:/evil.example/x.png", "https%3A/evil.example/x.png"},
		{"a colon in a folder", "a/b:c.png", "a/b:c.png"},
		{"a text-direction control", "\u202egpj.png", "%E2%80%AEgpj.png"},
		{"invalid UTF-8", "caf\xe9.png", "caf%E9.png"},
		{"hash and question mark are no matter of Markdown", "a#b?c.png", "a#b?c.png"},
		{"nothing", "", "<>"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, LinkDestination(tt.in)); diff != "" {
				t.Errorf("wrong destination (-want +got):\n%s", diff)
			}
		})
	}
}

// hostile draws strings made of characters that break Markdown.
func hostile() *rapid.Generator[string] {
	part := rapid.OneOf(
		rapid.SampledFrom([]string{
			"`", "```", "````", "~~~", "\n", "\r\n", "\r", "# ", "## Discussion History\n", "---\n", "> ", "- ", "    ", " ", "\t",
			"<!--", "-->", "<script>", "](", ")", "(", "[", "]", "![", "<", ">", "\\", "&amp;", "&", "%41", "%", ":", "http://", "javascript:", "*", "_",
			"\u202e", "\u200b", "\xff", "\x1b", "é", "漢", "🎉", "a", "b.png", "/", "=", "$", "{{", "|", "\"", "'", "#", "?",
		}),
		rapid.String(),
	)
	return rapid.Map(rapid.SliceOf(part), func(parts []string) string { return strings.Join(parts, "") })
}

func parse(src []byte) ast.Node { return goldmark.New().Parser().Parse(gmtext.NewReader(src)) }

// children returns the nodes directly below n.
func children(n ast.Node) []ast.Node {
	var out []ast.Node
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		out = append(out, c)
	}
	return out
}

// checkBlocks puts contents into fences under headings, as a document does, and compares the
// result of an independent parser.
func checkBlocks(contents []string) error {
	var doc strings.Builder
	for i, content := range contents {
		fence := Fence(content)
		fmt.Fprintf(&doc, "### %s\n\n%stext\n%s", CodeSpan(content), fence, content)
		if content != "" && !strings.HasSuffix(content, "\n") {
			doc.WriteByte('\n')
		}
		doc.WriteString(fence)
		if i < len(contents)-1 {
			doc.WriteString("\n\n---\n\n")
		}
	}
	src := []byte(doc.String() + "\n")
	var blocks, headings, rules int
	for _, n := range children(parse(src)) {
		switch n := n.(type) {
		case *ast.FencedCodeBlock:
			want := contents[blocks]
			if want != "" && !strings.HasSuffix(want, "\n") {
				want += "\n"
			}
			if got := string(n.Lines().Value(src)); got != want {
				return fmt.Errorf("block %d is %q, want %q", blocks, got, want)
			}
			blocks++
		case *ast.Heading:
			span, ok := n.FirstChild().(*ast.CodeSpan)
			if !ok || n.ChildCount() != 1 {
				return fmt.Errorf("heading %d is no single code span", headings)
			}
			want := text.Escape(contents[headings])
			if want == "" {
				want = " "
			}
			if got := spanText(span, src); got != want {
				return fmt.Errorf("code span %d is %q, want %q", headings, got, want)
			}
			headings++
		case *ast.ThematicBreak:
			rules++
		default:
			return fmt.Errorf("a %s is outside the blocks", n.Kind())
		}
	}
	if n := len(contents); blocks != n || headings != n || rules != n-1 {
		return fmt.Errorf("%d blocks, %d headings and %d rules for %d files", blocks, headings, rules, n)
	}
	return nil
}

func spanText(span *ast.CodeSpan, src []byte) string {
	var b strings.Builder
	for _, n := range children(span) {
		b.Write(n.(*ast.Text).Value(src))
	}
	return b.String()
}

func TestBlocksHoldTheirContent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var contents []string
		for _, s := range rapid.SliceOfN(hostile(), 1, 5).Draw(t, "contents") {
			d, err := text.Decode([]byte(s))
			if err == nil { // without NUL
				contents = append(contents, d.Text)
			}
		}
		if len(contents) == 0 {
			return
		}
		if err := checkBlocks(contents); err != nil {
			t.Fatal(err)
		}
	})
}

func FuzzFence(f *testing.F) {
	f.Add("a ```` b ``")
	f.Add("```\n# x")
	f.Add("a\n~~~\n\t```")
	f.Fuzz(func(t *testing.T, content string) {
		d, err := text.Decode([]byte(content))
		if err != nil {
			t.Skip()
		}
		if err := checkBlocks([]string{d.Text, "second"}); err != nil {
			t.Fatal(err)
		}
	})
}

// checkDestination formats an image with a path and parses it.
func checkDestination(path string) error {
	src := []byte("![shot](" + LinkDestination(path) + ")\n")
	blocks := children(parse(src))
	if len(blocks) != 1 || blocks[0].ChildCount() != 1 {
		return fmt.Errorf("%q is not one paragraph with one image", src)
	}
	image, ok := blocks[0].FirstChild().(*ast.Image)
	if !ok {
		return fmt.Errorf("%q is a %s", src, blocks[0].FirstChild().Kind())
	}
	destination := string(util.ResolveEntityNames(util.ResolveNumericReferences(image.Destination)))
	got := percentDecode(destination)
	if got != path {
		return fmt.Errorf("%q leads to %q, want %q", src, got, path)
	}
	if u, err := url.Parse(destination); err == nil && u.Scheme != "" {
		return fmt.Errorf("%q has the scheme %q", src, u.Scheme)
	}
	return nil
}

// percentDecode decodes escapes and leaves other percent signs unchanged.
func percentDecode(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) {
			if c, err := url.PathUnescape(s[i : i+3]); err == nil {
				b.WriteString(c)
				i += 2
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

func TestLinkDestinationParsesBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		path := hostile().Draw(t, "path")
		if strings.ContainsRune(path, 0) {
			return // no name contains a NUL
		}
		if err := checkDestination(path); err != nil {
			t.Fatal(err)
		}
	})
}

func FuzzLinkDestination(f *testing.F) {
	for _, seed := range []string{"a b(.png", "<>", "&#x41;", `\(`, "%4", "x:y", "a)\n"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, path string) {
		if strings.ContainsRune(path, 0) {
			t.Skip()
		}
		if err := checkDestination(path); err != nil {
			t.Fatal(err)
		}
	})
}

func TestParagraph(t *testing.T) {
	tests := []struct{ in, want string }{
		{"what it shows", "what it shows"},
		{" over\n\tlines ", "over lines"},
		{"# no heading", `\# no heading`},
		{"- no item", `\- no item`},
		{"1. no item", `1\. no item`},
		{"12) no item", `12\) no item`},
		{"404 is what it says", "404 is what it says"},
		{"404", "404"},
		{".5 of it", ".5 of it"},
		{"[x]: no definition", `\[x]: no definition`},
		{"<b> no HTML", `\<b> no HTML`},
		{"---", `\---`},
		{"\u202ehidden", "⟦U+202E⟧hidden"},
		{"\n", ""},
	}
	for _, tt := range tests {
		if got := Paragraph(tt.in); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.in, got, tt.want)
		}
	}
}

// FuzzParagraph checks that any text becomes one paragraph of one line between others, for a
// Markdown parser.
func FuzzParagraph(f *testing.F) {
	for _, seed := range []string{"# a", "***", "1)", "```", "<!--", "[a]: b", "| a |", ": a", "\\", "&#35; a", "    code"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		p := Paragraph(s)
		if p == "" {
			return
		}
		doc := goldmark.DefaultParser().Parse(gmtext.NewReader([]byte("before\n\n" + p + "\n\n## After\n")))
		var kinds []ast.NodeKind
		for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
			kinds = append(kinds, n.Kind())
		}
		if want := []ast.NodeKind{ast.KindParagraph, ast.KindParagraph, ast.KindHeading}; !slices.Equal(kinds, want) {
			t.Fatalf("%q is shown as %q, which reads as %v", s, p, kinds)
		}
	})
}
