package mentions

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What a path means in a project: how short, how long and in which case it may be written.
func TestMeaning(t *testing.T) {
	names := NewNames("acme", []string{"a/main.go", "b/main.go", "docs/README.md", "main.go", "src/App.tsx", "src/app.go", "src/deep/down/x.go"}, func(path string) bool { return path == "build/out.txt" })
	tests := []struct {
		name, text string
		want       []string
	}{
		{"a path in full comes before others that end so", "`main.go`", []string{"main.go"}},
		{"a short path of one file is that file", "`app.go` `README.md`", []string{"src/app.go", "docs/README.md"}},
		{"in its own case, then in any", "src/app.tsx and readme.md", []string{"src/App.tsx", "docs/README.md"}},
		{"the project's own folder may stand before", "acme/main.go", []string{"main.go"}},
		{"so may where it lies", "/home/ada/work/src/app.go", []string{"src/app.go"}},
		{"one name is not enough there", "/home/ada/work/app.go", []string{"? /home/ada/work/app.go"}},
		{"a folder of another name is another file", "c/main.go", []string{"? c/main.go"}},
		{"what is not listed counts in full alone", "`build/out.txt` `out.txt`", []string{"build/out.txt"}},
		{"what was left out in the middle", "src/…/x.go", []string{"src/deep/down/x.go"}},
		{"a name that the text gives in full means that file", "`x.tsx` is new: `src/new/x.tsx`", []string{"? src/new/x.tsx"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, m := range Find(tt.text, names) {
				got = append(got, format(m))
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestCandidates(t *testing.T) {
	names := NewNames("", []string{"a/index.ts", "b/index.ts", "c/main.go"}, nil)
	want := []Mention{
		{Path: "index.ts", Candidates: []string{"a/index.ts", "b/index.ts"}, Several: true, At: 4},
		{Path: "x/main.go", Candidates: []string{"c/main.go"}, Lines: Lines{3, 3}, At: 18},
	}
	if diff := cmp.Diff(want, Find("See index.ts, or (x/main.go:3).", names)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestSymbols(t *testing.T) {
	text := "In `Server.Login`, `(*Server).Logout`, `ns::Class::method()` and `User#name` the `token` is read by\n" +
		"`validateToken`, `parse_all`, `run()`, not `auth.go`, `a b`, `main`, `true`, `x.y.z.py` or `if`.\n```\n`In.Fence`\n```\n`Server.Login` again."
	var got []string
	for _, s := range Symbols(text) {
		got = append(got, s.Path)
		if s.Qualified != strings.Contains(s.Path, ".") || !strings.HasPrefix(text[s.At-1:], "`") {
			t.Errorf("%+v", s)
		}
	}
	want := []string{"Server.Login", "Server.Logout", "ns.Class.method", "User.name", "validateToken", "parse_all", "run"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// For any text, each mention occurs in it at its offset and is consistent, and none is repeated.
func FuzzFind(f *testing.F) {
	for _, half := range batches {
		for _, a := range answers(f, half) {
			f.Add(a.text)
		}
	}
	f.Add("+-00000000.tsx\n +-0.cs") // a folder that is called like a file
	f.Add("`a.go\n```\n├── x/\n│   └── y.go:1-2\n[a](b.go) {a,b}.go docs/{a => b}/c.md \"x.go\" 日本.md")
	names := project(f)
	f.Fuzz(func(t *testing.T, text string) {
		type key struct {
			path   string
			lines  Lines
			symbol string
		}
		seen := map[key]bool{}
		for _, m := range Find(text, names) {
			k := key{m.Path, m.Lines, m.Symbol}
			switch {
			case seen[k]:
				t.Errorf("%+v stands there twice", m)
			case m.At < 0 || m.At >= len(text):
				t.Errorf("%+v stands outside of a text of %d bytes", m, len(text))
			case m.Known != names.has(m.Path):
				t.Errorf("%+v is known: %t", m, names.has(m.Path))
			case m.Known && m.Candidates != nil, m.Several && len(m.Candidates) < 2, !slices.IsSorted(m.Candidates):
				t.Errorf("%+v has the wrong candidates", m)
			case m.Lines != Lines{} && (m.Lines.Start < 1 || m.Lines.End < m.Lines.Start):
				t.Errorf("%+v has no range", m)
			case m.Path == "" || strings.ContainsAny(m.Path, "\n\r\x00"):
				t.Errorf("%+v is no path", m)
			}
			seen[k] = true
		}
		Symbols(text)
	})
}

// Texts of a megabyte: answers, and what is made to take long. Each should take about as long
// as a megabyte of answers.
func BenchmarkFind(b *testing.B) {
	names := project(b)
	var all strings.Builder
	for _, a := range answers(b, "tuned") {
		all.WriteString(a.text)
	}
	for _, one := range []struct{ name, part string }{
		{"answers", all.String()},
		{"words", "a.go "},
		{"backticks", "`a ``b ```c "},
		{"brackets", "[a](b[c]("},
		{"quotes", "\"'“"},
		{"folders", "a/b/c/d/e/f/g/h/i/j/k/l/m/n/o/p/q/r/s/t.go "},
		{"one word", "a/"},
		{"tags", "<file path=\"a\">\n<document path=b>\n"},
		{"conflicts", "<<<<<<< a\n"},
		{"fences", "```go\n````\n"},
		{"tree", "│   └── a\n"},
		{"outline", "   a/\n     b.go\n"},
		{"no spaces", "字.c"},
		{"short names", "index.ts x/index.ts y/index.ts "},
		{"braces", "`a/{b,c,d}.go` "},
	} {
		b.Run(one.name, func(b *testing.B) {
			text := strings.Repeat(one.part, 1<<20/len(one.part)+1)
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				Find(text, names)
			}
		})
	}
}
