package ignore

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestGlob(t *testing.T) {
	tests := []struct {
		name      string
		pattern   string
		match, no []string
	}{
		{"a literal is itself", "abc", []string{"abc"}, []string{"", "ab", "abcd", "xabc", "ABC"}},
		{"nothing matches nothing", "", []string{""}, []string{"a"}},
		{"a question mark is one byte, not a slash", "a?c", []string{"abc", "a?c"}, []string{"ac", "a/c", "abbc", "aäc"}},
		{"a star is any run without a slash", "a*c", []string{"ac", "abc", "abcc"}, []string{"a/c", "ab", "abcd"}},
		{"stars go back as often as needed", "*ab*ab", []string{"abab", "aabab", "xabyabzab"}, []string{"ab", "aba", "ab/ab"}},
		{"a star ends before a slash", "*/b", []string{"a/b", "/b"}, []string{"b", "a/a/b"}},
		{"a star does not go back over a slash", "*a/b", []string{"a/b", "xaa/b"}, []string{"xa/c/a/b", "x/a/b"}},
		{"two stars before a slash are folders, or none", "**/b", []string{"b", "a/b", "a/a/b"}, []string{"ab", "b/a", "a/ab"}},
		{"two stars between slashes are folders, or none", "a/**/b", []string{"a/b", "a/x/b", "a/x/y/b"}, []string{"ab", "a/xb", "x/a/b"}},
		{"two stars behind a slash are all that lies below", "a/**", []string{"a/b", "a/b/c"}, []string{"a", "ab"}},
		{"folders of folders are folders", "**/**/**/b", []string{"b", "a/b", "a/a/a/a/b"}, []string{"ab", "a/a"}},
		{"two stars beside a letter are one", "a**/b", []string{"a/b", "axx/b"}, []string{"a/x/b", "ax/x/b"}},
		{"two stars before a letter are one", "**b/c", []string{"b/c", "xb/c"}, []string{"x/b/c"}},
		{"three stars are two", "***/b", []string{"b", "a/a/b"}, []string{"ab"}},
		{"an escaped slash closes two stars, but then there is a slash", `**\/b`, []string{"a/b", "a/a/b", "/b"}, []string{"b"}},
		{"a folder is found again behind one that fails", "**/a*b/c", []string{"ax/ab/c", "ab/ab/ab/c"}, []string{"ab/x/c", "ab/ab"}},
		{"stars in folders", "**/*.go/**/x", []string{"a.go/x", "b/a.go/c/d/x"}, []string{"a.go", "a.g/x"}},
		{"a set", "[abc]", []string{"a", "b"}, []string{"d", "ab", ""}},
		{"a range", "[a-c]", []string{"a", "b", "c"}, []string{"-", "d"}},
		{"a negated set", "[!a-c]", []string{"d", "!"}, []string{"a", "/", ""}},
		{"a caret negates", "[^a]", []string{"b", "^"}, []string{"a", "/"}},
		{"a second mark is a member", "[!!]", []string{"a"}, []string{"!"}},
		{"a bracket that comes first is a member", "[]a]", []string{"]", "a"}, []string{"b"}},
		{"so behind a negation", "[!]a]", []string{"b"}, []string{"]", "a"}},
		{"a minus at the end is a member", "[a-]", []string{"a", "-"}, []string{"b"}},
		{"a minus in front is a member", "[-a]", []string{"a", "-"}, []string{"b"}},
		{"a range from a minus", "[--0]", []string{"-", ".", "0"}, []string{"/", "1"}},
		{"the end of a range begins none", "[a-c-e]", []string{"b", "-", "e"}, []string{"d"}},
		{"a range backwards is its beginning alone", "[z-a]", []string{"z"}, []string{"a", "m"}},
		{"an escape in a set", `[\]\\]`, []string{"]", `\`}, []string{"a"}},
		{"escapes in a range", `[\a-\c]`, []string{"b"}, []string{`\`, "d"}},
		{"a class", "[[:digit:]x]", []string{"0", "x"}, []string{"a", ":", "["}},
		{"a negated class", "[![:digit:]]", []string{"a"}, []string{"0", "/"}},
		{"a class without its end is a set", "[[:a]", []string{"[", ":", "a"}, []string{"b"}},
		{"a set never has a slash", "a[/]b", nil, []string{"a/b", "ab"}},
		{"an unknown class matches nothing", "[[:nope:]a]", nil, []string{"a", "n", "["}},
		{"a set without its end matches nothing", "[ab", nil, []string{"a", "[ab", "["}},
		{"a star does not help it", "*[ab", nil, []string{"a", "[ab", "x[ab"}},
		{"a backslash at the end matches nothing", `a\`, nil, []string{"a", `a\`}},
		{"a backslash takes any byte as it is", `\a\*\?\[`, []string{"a*?["}, []string{"axx["}},
		{"bytes that are no text", "\xff?[\x80-\x9f]", []string{"\xffx\x80"}, []string{"\xffx\xa0"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := compile(tt.pattern, false)
			for _, text := range tt.match {
				if !g.match(text) {
					t.Errorf("%q does not match %q", tt.pattern, text)
				}
			}
			for _, text := range tt.no {
				if g.match(text) {
					t.Errorf("%q matches %q", tt.pattern, text)
				}
			}
		})
	}
}

// hostileMatches are patterns for which a backtracking matcher takes practically forever, with
// texts that they do not match. A path has at most 4096 bytes, and a name in it 255.
func hostileMatches() map[string][2]string {
	return map[string][2]string{
		"a long tail":      {"**/*" + strings.Repeat("a", 127) + "b", strings.Repeat(strings.Repeat("a", 255)+"/", 16)},
		"stars":            {strings.Repeat("*a", 500) + "b", strings.Repeat("a", 4000)},
		"stars and marks":  {strings.Repeat("*?", 500) + "b", strings.Repeat("a", 4000)},
		"folders":          {strings.Repeat("**/a/", 200) + "b", strings.Repeat("a/", 2000) + "c"},
		"folders in a row": {strings.Repeat("**/", 300) + "x", strings.Repeat("a/", 2000) + "y"},
		"stars in folders": {strings.Repeat("**/*a*a/", 100) + "b", strings.Repeat("aaaaaaaaa/", 400) + "c"},
		"slashes":          {strings.Repeat(`**\/`, 200) + "b", strings.Repeat("/", 4000) + "c"},
		"classes":          {strings.Repeat("*[!b]", 400) + "b", strings.Repeat("a", 4000)},
		"long segments":    {"**/" + strings.Repeat("*a", 500) + "b/**/c", strings.Repeat(strings.Repeat("a", 200)+"/", 20)},
	}
}

// With a backtracking matcher, this test does not end.
func TestHostileGlobsEnd(t *testing.T) {
	for name, h := range hostileMatches() {
		g := compile(h[0], false)
		if g.match(h[1]) {
			t.Errorf("%s: %q matches %q", name, h[0], h[1])
		}
	}
}

// table matches tokens with a text by definition: for every suffix of the tokens and every suffix
// of the text, in a table.
func (g *glob) table(text string) bool {
	if g.broken {
		return false
	}
	n := len(text)
	below := make([]bool, n+1) // the suffix of the tokens after this one
	below[n] = true
	for _, tok := range slices.Backward(g.tokens) {
		row := make([]bool, n+1)
		for i := n; i >= 0; i-- {
			switch tok.kind {
			case star:
				row[i] = below[i] || i < n && text[i] != '/' && row[i+1]
			case anything:
				row[i] = below[i] || i < n && row[i+1]
			case folders:
				row[i] = below[i]
				for j := i; j < n; j++ {
					row[i] = row[i] || text[j] == '/' && below[j+1]
				}
			default:
				row[i] = i < n && g.accepts(tok, text[i]) && below[i+1]
			}
		}
		below = row
	}
	return below[0]
}

// FuzzGlob compares the matcher, which backtracks only to the last stars, with the exhaustive
// one; and checks that every escaped name matches only itself.
func FuzzGlob(f *testing.F) {
	for _, h := range hostileMatches() {
		f.Add(h[0][:40], h[1][:60])
	}
	f.Add("**/a*b/**/[!x]?", "a/ab/aab/ab/yz")
	f.Add(`*\/**\/b*`, "a/c/d/bb")
	f.Fuzz(func(t *testing.T, pattern, text string) {
		if len(pattern) > 200 || len(text) > 200 || strings.Contains(pattern+text, "\x00") {
			return
		}
		g := compile(pattern, false)
		if got, want := g.match(text), g.table(text); got != want {
			t.Errorf("%q with %q: %t, want %t", pattern, text, got, want)
		}
		var escaped strings.Builder
		for i := range len(text) {
			escaped.WriteByte('\\')
			escaped.WriteByte(text[i])
		}
		g = compile(escaped.String(), false)
		if !g.match(text) || g.match(text+"x") || g.match("x"+text) {
			t.Errorf("%q, escaped, is not itself alone", text)
		}
	})
}

// BenchmarkHostile prints the time of the worst patterns; none may take 10 ms.
func BenchmarkHostile(b *testing.B) {
	for name, h := range hostileMatches() {
		b.Run(strings.ReplaceAll(name, " ", "-"), func(b *testing.B) {
			g := compile(h[0], false)
			b.ReportAllocs()
			for b.Loop() {
				g.match(h[1])
			}
		})
	}
}

func ExampleDir_Match() {
	root := NewRoot(Lists{}, "", Parse(".gitignore", []byte("*.log\n!keep.log\n")))
	src := root.Enter("src", Parse("src/.gitignore", []byte("/gen/\n")))
	fmt.Println(src.Match("a.log", false))
	fmt.Println(src.Match("keep.log", false))
	fmt.Println(src.Match("gen", true))
	fmt.Println(src.Enter("gen").Match("x.go", false))
	// Output:
	// {true .gitignore 1 *.log false }
	// {false .gitignore 2 !keep.log false }
	// {true src/.gitignore 1 /gen/ false }
	// {true src/.gitignore 1 /gen/ false src/gen}
}
