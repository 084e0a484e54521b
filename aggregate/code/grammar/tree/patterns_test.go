package tree_test

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
	sitter "github.com/smacker/go-tree-sitter"
	"github.com/smacker/go-tree-sitter/javascript"

	"dossier/aggregate/code/grammar/tree"
	"dossier/aggregate/code/languages"
	"dossier/aggregate/text"
)

// parse returns the tree of a source, from the library and converted.
func parse(t *testing.T, g *sitter.Language, src string) (*sitter.Tree, *tree.Tree) {
	t.Helper()
	p := sitter.NewParser()
	defer p.Close()
	p.SetLanguage(g)
	parsed, err := p.ParseCtx(context.Background(), nil, []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	read, err := tree.Parse(tree.ReadGrammar(g), []byte(src), nil, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(read.Close)
	return parsed, read
}

// compiled returns compiled patterns for JavaScript.
func compiled(t *testing.T, patterns string) *tree.Set {
	t.Helper()
	set, err := tree.Compile(patterns, tree.ReadGrammar(javascript.GetLanguage()))
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// described formats the captures of a match.
func described(m tree.Match, names []string, src string) string {
	text := fmt.Sprint(m.Pattern)
	for _, c := range m.Captures {
		text += fmt.Sprintf(" %s=%q", names[c.Name], src[c.Start:c.End])
	}
	return text
}

func found(w *tree.Walk, names []string, src string) (list []string) {
	for m, ok := w.Next(); ok; m, ok = w.Next() {
		list = append(list, described(m, names, src))
	}
	return list
}

func TestMatches(t *testing.T) {
	tests := []struct {
		name, patterns, src string
		want                []string
	}{
		{"a node", "(number) @n", "f(1, 2)", []string{`0 n="1"`, `0 n="2"`}},
		{"a text", `"return" @r`, "function f() { return 1 }", []string{`0 r="return"`}},
		{"any node with a name", "(arguments (_) @a)", "f(1, a)", []string{`0 a="1"`, `0 a="a"`}},
		{"any node", "(arguments _ @a)", "f(1)", []string{`0 a="("`, `0 a="1"`, `0 a=")"`}},
		{"a field", "(binary_expression right: (_) @r)", "a + b", []string{`0 r="b"`}},
		{"a field that is not there", "(variable_declarator !value) @v", "let a, b = 1", []string{`0 v="a"`}},
		{"one of several", "[(number) (string)] @v", "f(1, 'a', b)", []string{`0 v="1"`, `0 v="'a'"`}},
		{"one of several in a field", "(binary_expression left: [(number) (string)] @l)", "1 + a; a + 1", []string{`0 l="1"`}},
		{"children in their order", "(array (number) @a (string) @b)", "[1, 'a']; ['a', 1]", []string{`0 a="1" b="'a'"`}},
		{"every pair", "(array (number) @a (string) @b)", "[1, 2, 'a']", []string{`0 a="1" b="'a'"`, `0 a="2" b="'a'"`}},
		{"an optional child is taken where there is one", "(return_statement (_)? @v) @r", "function f() { return; return 1 }", []string{`0 r="return;"`, `0 r="return 1" v="1"`}},
		{"several, as many as there are", "(array (number)+ @n)", "[1, 2]", []string{`0 n="1"`, `0 n="2"`}}, // a comma is between them
		{"several behind each other", "(program (comment)+ @c . (class_declaration))", "// a\n// b\nclass A {}", []string{`0 c="// a" c="// b"`}},
		{"none or several", "(program (comment)* @c . (class_declaration) @d)", "class A {}", []string{`0 d="class A {}"`}},
		{"the first child", "(arguments . (_) @a)", "f(1, 2)", []string{`0 a="1"`}},
		{"the last child", "(arguments (_) @a .)", "f(1, 2)", []string{`0 a="2"`}},
		{"directly behind", `(array (number) . (string) @s)`, "[1, 'a', 'b']", []string{`0 s="'a'"`}},
		{"a text and what is behind it", `(assignment_expression "=" . (_) @v)`, "a = 1", []string{`0 v="1"`}},
		{"siblings", "((comment) @c . (class_declaration) @d)", "// a\nclass A {}", []string{`0 c="// a" d="class A {}"`}},
		{"a group that is optional", `(variable_declarator name: (_) @n ("=" . (_) @v)?)`, "let a, b = 1", []string{`0 n="a"`, `0 n="b" v="1"`}},
		{"two captures of a node", "(number) @a @b", "1", []string{`0 a="1" b="1"`}},
		{"what is equal", `((identifier) @i (#eq? @i "a"))`, "a; b", []string{`0 i="a"`}},
		{"what is one of several words", `((identifier) @i (#any-of? @i "a" "b"))`, "a; b; c", []string{`0 i="a"`, `0 i="b"`}},
		{"what matches", `((identifier) @i (#match? @i "^[ab]$"))`, "a; b; c", []string{`0 i="a"`, `0 i="b"`}},
		{"what does not", `((identifier) @i (#not-match? @i "^[ab]$") (#not-eq? @i "c"))`, "a; b; c; d", []string{`0 i="d"`}},
		{"an error", "(ERROR) @e", "class {{", []string{`0 e="class {{"`}},
		{"comments among patterns", "; numbers\n(number) @n ; and\n(string) @s", "1; 'a'", []string{`0 n="1"`, `1 s="'a'"`}},
		{"any node at the beginning", "(_ right: (number) @n)", "a + 1; a = 2", []string{`0 n="1"`, `0 n="2"`}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			set := compiled(t, tt.patterns)
			_, read := parse(t, javascript.GetLanguage(), tt.src)
			got := found(set.Walk(read, []byte(tt.src)), set.Names(), tt.src)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("wrong matches (-want +got):\n%s", diff)
			}
		})
	}
}

func TestErrors(t *testing.T) {
	tests := []struct{ patterns, want string }{
		{"(number) @n\n(nothing) @a", `line 2: the grammar has no node "nothing"`},
		{`"nothing"`, `line 1: the grammar has no node "nothing"`},
		{"(number nothing: (_))", "line 1: the grammar has no field nothing"},
		{"(number) (array", "line 1: the end comes too early"},
		{"(array) \"[", "line 1: a text without an end"},
		{"(array)) ", "line 1: a name was expected"},
		{"number", "line 1: number is neither a node nor a field"},
		{`((number) @n (#is? @n "a"))`, "line 1: the predicate #is? is not known"},
		{`((number) @n (#eq? @n @n))`, "line 1: a predicate compares a capture with words"},
		{`((number) @n (#match? @n "("))`, "line 1: error parsing regexp: missing closing ): `(`"},
		{"(number)? @n", "line 1: a pattern begins with one node"},
	}
	for _, tt := range tests {
		if _, err := tree.Compile(tt.patterns, tree.ReadGrammar(javascript.GetLanguage())); err == nil || err.Error() != tt.want {
			t.Errorf("%s: error %v, want %s", tt.patterns, err, tt.want)
		}
	}
}

// A skipped node is not searched, but the node that fills it is.
func TestSkip(t *testing.T) {
	const src = "function a() { b(1) }\nc(2)"
	set := compiled(t, "(function_declaration body: (_) @body)\n(statement_block) @block\n(number) @n")
	_, read := parse(t, javascript.GetLanguage(), src)
	w := set.Walk(read, []byte(src))
	var got []string
	for m, ok := w.Next(); ok; m, ok = w.Next() {
		if got = append(got, described(m, set.Names(), src)); m.Pattern == 0 {
			w.Skip(m.Captures[0].Start, m.Captures[0].End)
		}
	}
	want := []string{`0 body="{ b(1) }"`, `1 block="{ b(1) }"`, `2 n="2"`}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("wrong matches (-want +got):\n%s", diff)
	}
	w = set.Walk(read, []byte(src))
	w.Within(len("function"), len("function a() { b(1) }"))
	want = []string{`0 body="{ b(1) }"`, `1 block="{ b(1) }"`, `2 n="1"`}
	if diff := cmp.Diff(want, found(w, set.Names(), src)); diff != "" {
		t.Errorf("wrong matches in a part (-want +got):\n%s", diff)
	}
}

// The library's own queries, without predicates, find the same in all golden files of all
// languages.
func TestFindsWhatTheLibraryFinds(t *testing.T) {
	inputs := golden(t)
	for _, language := range slices.Sorted(maps.Keys(inputs)) {
		t.Run(language, func(t *testing.T) {
			l := languages.Find(language)
			query := withoutPredicates(l.Query)
			set, err := tree.Compile(query, tree.ReadGrammar(l.Grammar()))
			if err != nil {
				t.Fatal(err)
			}
			q, err := sitter.NewQuery([]byte(query), l.Grammar())
			if err != nil {
				t.Fatal(err)
			}
			defer q.Close()
			for _, src := range inputs[language] {
				parsed, read := parse(t, l.Grammar(), src)
				got, want := found(set.Walk(read, []byte(src)), set.Names(), src), libraryFinds(q, parsed.RootNode(), src)
				if language == "lua" { // for a field that a hidden node repeats, the library reports only the first
					got = slices.DeleteFunc(got, func(m string) bool { return !slices.Contains(want, m) })
				}
				slices.Sort(got)
				slices.Sort(want)
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("other matches than the library's (-want +got) in\n%.300s\n%s", src, diff)
				}
			}
		})
	}
}

// golden returns the sources of the golden files of all languages that have a grammar.
func golden(t *testing.T) map[string][]string {
	t.Helper()
	archives, err := filepath.Glob("../../languages/*/testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("no golden files: %v", err)
	}
	inputs := map[string][]string{}
	for _, name := range archives {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range archive.Files {
			language := text.Language(f.Name, string(f.Data))
			if l := languages.Find(language); strings.HasPrefix(f.Name, "in.") && l != nil && l.Grammar != nil {
				inputs[language] = append(inputs[language], string(f.Data))
			}
		}
	}
	return inputs
}

// libraryFinds formats the results of a library query.
func libraryFinds(q *sitter.Query, root *sitter.Node, src string) (list []string) {
	cursor := sitter.NewQueryCursor()
	defer cursor.Close()
	cursor.Exec(q, root)
	for m, ok := cursor.NextMatch(); ok; m, ok = cursor.NextMatch() {
		text := fmt.Sprint(m.PatternIndex)
		for _, c := range m.Captures {
			text += fmt.Sprintf(" %s=%q", q.CaptureNameForId(c.Index), c.Node.Content([]byte(src)))
		}
		list = append(list, text)
	}
	return list
}

// withoutPredicates removes the predicates from patterns.
func withoutPredicates(query string) string {
	var b strings.Builder
	quoted, depth := false, 0 // bracket depth since the beginning of a predicate
	for i := 0; i < len(query); i++ {
		c := query[i]
		switch {
		case quoted:
			if c == '\\' {
				i++
			}
			quoted = query[i] != '"' || c == '\\'
			if depth == 0 {
				b.WriteString(query[i-map[bool]int{true: 1}[c == '\\'] : i+1])
			}
			continue
		case c == ';':
			for i < len(query) && query[i] != '\n' {
				i++
			}
			b.WriteByte('\n')
			continue
		case c == '"':
			quoted = true
		case c == '(' && (depth > 0 || strings.HasPrefix(query[i:], "(#")):
			depth++
		case c == ')' && depth > 0:
			depth--
			continue
		}
		if depth == 0 {
			b.WriteByte(c)
		}
	}
	return b.String()
}
