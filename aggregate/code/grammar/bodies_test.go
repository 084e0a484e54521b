package grammar

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate/code"
)

// In the expected result, «…» is a part that is cut from the source.
func TestBodies(t *testing.T) {
	braces := New(Language{
		Heads: Heads{Lines: []Head{
			{Kind: code.Class, Expr: `class\s+` + Name},
			{Kind: code.Function, Expr: `fn\s+` + Name},
		}},
		Bodies:   Bodies{End: AtBrace, Lambda: "=>", Texts: [][2]string{{"`", "`"}}},
		Comments: SlashComments,
	})
	dedent := New(Language{
		Heads:    Heads{Lines: []Head{{Kind: code.Function, Expr: `def\s+` + Name}}},
		Bodies:   Bodies{End: AtDedent, Opening: ":"},
		Comments: HashComments,
	})
	words := New(Language{
		Heads: Heads{Lines: []Head{{Kind: code.Function, Expr: `def\s+` + Name}}},
		Bodies: Bodies{End: AtWord, Blocks: func(line []byte) int {
			switch {
			case strings.HasSuffix(string(line), " do"):
				return 1
			case string(line) == "end":
				return -1
			}
			return 0
		}},
		Comments: HashComments,
	})
	const long = "a_statement_of_some_length()"
	tests := []struct {
		name string
		l    *Language
		src  string
		want string // "" for the source
	}{
		{"a function", braces, "fn f() {\n  LONG\n}\nfn g() {\n  LONG\n}\n", "fn f() {«\n  LONG\n»}\nfn g() {«\n  LONG\n»}\n"},
		{"its brace on a line of its own", braces, "fn f()\n{\n\tLONG\n}\n", "fn f()\n{«\n\tLONG\n»}\n"},
		{"a header of several lines", braces, "fn f(\n  a,\n  b)\n{\n  LONG\n}", "fn f(\n  a,\n  b)\n{«\n  LONG\n»}"},
		{"in a type", braces, "class A {\n  fn f() {\n    LONG\n  }\n}\n", "class A {\n  fn f() {«\n    LONG\n»  }\n}\n"},
		{"without a name", braces, "test('a', () => {\n  LONG\n})\n", "test('a', () => {«\n  LONG\n»})\n"},
		{"its content is ignored", braces, "fn f() {\n  fn g() {\n    LONG\n  }\n}\n", "fn f() {«\n  fn g() {\n    LONG\n  }\n»}\n"},
		{"directives and comments stand where they like", braces, "fn f() {\n#if A\n  LONG\n// no\n#endif\n}\n", "fn f() {«\n#if A\n  LONG\n// no\n#endif\n»}\n"},
		{"so do the lines of a text", braces, "fn f() {\n  a = `\nb `\n  LONG\n}\n", "fn f() {«\n  a = `\nb `\n  LONG\n»}\n"},
		{"a brace in it that may be the end", braces, "fn f() {\n  a = `\n}\n`\n  LONG\n}\n", ""},
		{"a line with too little indentation", braces, "fn f() {\n  LONG\nb()\n}\n", ""},
		{"an end with too much indentation", braces, "class A {\nfn f() {\n  LONG\n  }\n  fn g() {\n  LONG\n}\n}\n", ""},
		{"an end that is missing", braces, "fn f() {\n  LONG\n", ""},
		{"a brace too many", braces, "fn f() {\n  LONG {\n}\n", ""},
		{"a short body", braces, "fn f() {\n  g()\n}\n", ""},
		{"a body on one line", braces, "fn f() { LONG; LONG }\n", ""},
		{"a value is no function", braces, "a = {\n  b: LONG,\n}\n", ""},
		{"nor is it with a function above it", braces, "fn f() { return LONG }\na = {\n  b: LONG,\n}\n", ""},
		{"cases are a function without a name", braces, "fn f() {\n  case a => LONG\n  case b => LONG\n}\n", ""},

		{"until a line is not deeper", dedent, "def f(a):\n    b = 1\n    LONG\n\n# c\nd = 2\n", "def f(a):\n    «b = 1\n    LONG»\n\n# c\nd = 2\n"},
		{"until the end", dedent, "def f(a,\n      b):\n    LONG\n", "def f(a,\n      b):\n    «LONG»\n"},
		{"behind what it says of itself", dedent, "def f():\n    \"\"\"A\n    text.\"\"\"\n    # b\n    LONG\n", "def f():\n    \"\"\"A\n    text.\"\"\"\n    # b\n    «LONG»\n"},
		{"nothing else in it", dedent, "def f():\n    'A text of one line, and of some length.'\n", ""},
		{"a text that continues after it", dedent, "def f():\n    a = LONG, \"\"\"\nb\n\"\"\"\n", ""},
		{"a line that continues after it", dedent, "def f():\n    a = LONG + \\\nb\n", ""},
		{"a comment at its end", dedent, "def f():\n    LONG\n    LONG # b\n", ""},
		{"a line between the two", dedent, "def f():\n    LONG\n  b()\n    LONG\n", ""},
		{"on the line of its header", dedent, "def f(): LONG\nb = 1\n", ""},

		{"until its end", words, "def f(a)\n  # b\n  b do\n    LONG\n  end\nend\n", "def f(a)\n  # b\n  «b do\n    LONG\n  end»\nend\n"},
		{"a clause of its own", words, "def f\n  LONG\nrescue\n  b\nend\n", ""},
		{"an end of something else", words, "def f\n  LONG\n  b do\nend\nend\n", ""},
		{"an end too many", words, "def f\n  LONG\n  end\n  b do\n  LONG\nend\n", ""},
		{"a header that continues", words, "def f a,\n  b\n  LONG\nend\n", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			src := strings.ReplaceAll(tt.src, "LONG", long)
			r := bodyReader{l: tt.l, src: []byte(src)}
			r.read()
			var got strings.Builder
			past := 0
			for _, gap := range r.gaps {
				got.WriteString(src[past:gap.Start] + "«" + src[gap.Start:gap.End] + "»")
				past = gap.End
			}
			got.WriteString(src[past:])
			want := strings.ReplaceAll(tt.want, "LONG", long)
			if want == "" {
				want = src
			}
			if diff := cmp.Diff(want, got.String()); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// A body with imports is parsed.
func TestBodiesThatAreKept(t *testing.T) {
	l := New(Language{
		Heads: Heads{Lines: []Head{{Kind: code.Function, Expr: `fn\s+` + Name}}}, Bodies: Bodies{End: AtBrace},
	})
	const src = "fn f() {\n  use(what.is.far.away)\n}\n"
	for _, keeps := range []bool{true, false} {
		r := bodyReader{l: l, src: []byte(src), mustParse: func(body []byte) bool { return keeps && strings.Contains(string(body), "use") }}
		if r.read(); (len(r.gaps) == 0) != keeps {
			t.Errorf("keeps %v: %v", keeps, r.gaps)
		}
	}
}
