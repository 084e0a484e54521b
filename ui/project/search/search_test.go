package search

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate/grep"
	"dossier/ui/project/projecttest"
)

func TestMain(m *testing.M) { projecttest.Main(m) }

// short renders a report: path:line for a match, path-line for context.
func short(r Report) []string {
	out := []string{}
	for _, f := range r.Files {
		for _, l := range f.Lines {
			mark := "-"
			if l.Match {
				mark = ":"
			}
			out = append(out, fmt.Sprintf("%s%s%d %s", f.Path, mark, l.Line, l.Text))
		}
	}
	return out
}

func TestLines(t *testing.T) {
	p := projecttest.Open(t, map[string]string{
		".gitignore": "out/\n", "a.go": "one\ntwo\nthree\nTwo\nfive", "b/c.go": "two\r\n\r\nend\r\n", "b/d.md": "x two",
		"out/e.go": "two", "bin.dat": "two\x00\x01two", "utf16.txt": "\xff\xfet\x00w\x00o\x00\n\x00", "long.txt": strings.Repeat("é", 300) + "two" + strings.Repeat("y", 300),
	})
	two := grep.Query{Pattern: "two"}
	tests := []struct {
		name string
		r    Request
		want []string
		next int
	}{
		{"everything that is listed, in the order of paths", Request{Query: two}, []string{
			"a.go:2 two", "a.go:4 Two", "b/c.go:1 two", "b/d.md:1 x two",
			"long.txt:1 " + strings.Repeat("é", 30) + "two" + strings.Repeat("y", 177), "utf16.txt:1 two",
		}, 0},
		{"below a folder", Request{Query: two, Under: []string{"b"}}, []string{"b/c.go:1 two", "b/d.md:1 x two"}, 0},
		{"of a pattern", Request{Query: two, Glob: "*.go"}, []string{"a.go:2 two", "a.go:4 Two", "b/c.go:1 two"}, 0},
		{"of a pattern below a folder", Request{Query: two, Glob: "*.go", Under: []string{"b/", "a.go"}}, []string{"a.go:2 two", "a.go:4 Two", "b/c.go:1 two"}, 0},
		{"with lines around, each once", Request{Query: two, Context: 1, Glob: "*.go"}, []string{
			"a.go-1 one", "a.go:2 two", "a.go-3 three", "a.go:4 Two", "a.go-5 five", "b/c.go:1 two", "b/c.go-2 ",
		}, 0},
		{"the first page", Request{Query: two, Limit: 3}, []string{"a.go:2 two", "a.go:4 Two", "b/c.go:1 two"}, 3},
		{"a page in the middle of a file", Request{Query: two, Offset: 1, Limit: 1}, []string{"a.go:4 Two"}, 2},
		{"the last page", Request{Query: two, Offset: 3, Limit: 3, Under: []string{"a.go", "b"}}, []string{"b/d.md:1 x two"}, 0},
		{"beyond the last", Request{Query: two, Offset: 30, Limit: 3}, []string{}, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Lines(t.Context(), p, tt.r, nil)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, short(got)); diff != "" || got.Next != tt.next {
				t.Errorf("next %d, want %d (-want +got):\n%s", got.Next, tt.next, diff)
			}
		})
	}
	got, err := Lines(t.Context(), p, Request{Query: two, Limit: 1}, nil)
	if err != nil || got.Matches != 6 || got.InFiles != 5 || got.Searched != 6 { // a.go, b/c.go, b/d.md, long.txt, utf16.txt, .gitignore
		t.Errorf("%+v, %v", got, err)
	}
	for r, want := range map[string]Request{
		"is outside": {Query: two, Under: []string{"../x"}}, "not among the files": {Query: two, Under: []string{"out"}},
		"not a valid regular expression": {Query: grep.Query{Pattern: "(", Regexp: true}},
	} {
		if _, err := Lines(t.Context(), p, want, nil); err == nil || !strings.Contains(err.Error(), r) {
			t.Errorf("%v, want %q", err, r)
		}
	}
}

// TestNoSecretIsFound says that a search neither shows a secret nor reveals that it exists.
func TestNoSecretIsFound(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	token := "gh" + "p_"
	for range 36 {
		token += string("abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ0123456789"[rng.IntN(58)])
	}
	p := projecttest.Open(t, map[string]string{"a.go": "package a\n\nconst Key = \"" + token + "\"\n", ".env": "KEY=" + token + "\n"})
	for _, q := range []grep.Query{{Pattern: token}, {Pattern: token[:8], Case: grep.Insensitive}, {Pattern: "ghp_[a-z0-9]+", Regexp: true}} {
		got, err := Lines(t.Context(), p, Request{Query: q}, nil)
		if err != nil || got.Matches != 0 || len(got.Files) != 0 {
			t.Errorf("%q finds %+v, %v", q.Pattern, got, err)
		}
	}
	none, err := Lines(t.Context(), p, Request{Query: grep.Query{Pattern: "nothing"}, Under: []string{".env"}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, guess := range []string{"^KEY=g", "^KEY=h"} {
		got, err := Lines(t.Context(), p, Request{Query: grep.Query{Pattern: guess, Regexp: true}, Under: []string{".env"}}, nil)
		if diff := cmp.Diff(none, got); diff != "" || err != nil {
			t.Errorf("%s says something of a withheld file: %v (-want +got):\n%s", guess, err, diff)
		}
	}
	got, err := Lines(t.Context(), p, Request{Query: grep.Query{Pattern: "key", Case: grep.Insensitive}, Context: 3}, nil)
	if err != nil || got.InFiles != 1 || got.Withheld != 1 || strings.Contains(fmt.Sprint(got), token) {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestNames(t *testing.T) {
	p := projecttest.Open(t, map[string]string{"server/auth.go": "", "server/auth_test.go": "", "web/x.go": ""})
	got, err := Names(t.Context(), p, "auth", nil, 0, 1)
	if diff := cmp.Diff(NamesReport{Files: []string{"server/auth.go"}, Found: 2, Next: 1}, got); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	got, err = Names(t.Context(), p, "auth", []string{"web"}, 0, 0)
	if len(got.Files) != 0 || err != nil {
		t.Errorf("%+v, %v", got, err)
	}
}

// Files are searched in another order than that of their paths, and pages follow it.
func TestOrder(t *testing.T) {
	p := projecttest.Open(t, map[string]string{"a.go": "two", "b.go": "two", "c.go": "two"})
	backwards := func(files []string) { slices.Reverse(files) }
	for offset, want := range []string{"c.go:1 two", "b.go:1 two", "a.go:1 two"} {
		got, err := Lines(t.Context(), p, Request{Query: grep.Query{Pattern: "two"}, Order: backwards, Offset: offset, Limit: 1}, nil)
		if err != nil || strings.Join(short(got), ",") != want {
			t.Errorf("%d: %v, %v", offset, short(got), err)
		}
	}
	if tree, _ := p.Tree(t.Context()); tree.Files()[0] != "a.go" {
		t.Error("the order of the tree has changed")
	}
}
