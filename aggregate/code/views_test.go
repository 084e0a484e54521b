package code

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/models"
)

// source is a class with two methods, the second of which is overloaded, followed by a group of
// constants.
const source = `import os

// Server serves.
@route
class Server(Base):
    // Login logs in.
    def login(user): { check(user) }
    def stop(): { a }
    def stop(now): { b }

const (
    A = 1
    B = [
        2,
    ]
)
`

// at returns the span of the n-th occurrence of text in the source, from 1.
func at(text string, n int) Span {
	from := -1
	for range n {
		from += 1 + strings.Index(source[from+1:], text)
	}
	return Span{from, from + len(text)}
}

// between returns the span from the beginning of one text to the end of another.
func between(first, last string) Span { return Span{at(first, 1).Start, at(last, 1).End} }

func sample() *Structure {
	class := between("class Server", "stop(now): { b }")
	decorated := Span{at("@route", 1).Start, class.End}
	group := between("const (", "]\n)")
	inner := between("\n    A = 1", "    ]\n")
	members := between("// Login", "stop(now): { b }")
	method := func(text, body string) Symbol {
		node := at(text, 1)
		return Symbol{Kind: Method, Name: node.Of(source)[4:strings.Index(text, "(")], Node: node, Whole: node, Head: Span{node.Start, at(body, 1).Start}}
	}
	login := method("def login(user): { check(user) }", "{ check")
	login.Doc = at("// Login logs in.", 1)
	s := &Structure{
		Packages: []string{"main"}, Imports: []Import{{Name: "os", Written: Span{1, 3}}},
		Symbols: []Symbol{
			{Kind: Variable, Name: "B", Node: between("B = [", "]"), Whole: between("B = [", "]"), Group: Group{group, inner}, Head: at("B = ", 1)},
			{
				Kind: Class, Name: "Server", Node: class, Whole: decorated, Doc: at("// Server serves.", 1),
				Head: at("class Server(Base):", 1), Fold: Cut{members, "..."},
			},
			login,
			method("def stop(): { a }", "{ a }"),
			method("def stop(now): { b }", "{ b }"),
			{Kind: Constant, Name: "A", Node: at("A = 1", 1), Whole: at("A = 1", 1), Group: Group{group, inner}, Head: at("A = 1", 1)},
		},
		Cuts: []Cut{
			{at("{ check(user) }", 1), "{ ... }"},
			{at("{ b }", 1), "{}"},
			{at("check(user)", 1), "inside another cut"},
			{at("{ a }", 1), "{}"},
			{between("[\n", "]"), "..."},
		},
	}
	s.Finish(nil)
	return s
}

func TestFinishPutsInOrder(t *testing.T) {
	s := sample()
	var got []string
	for _, sym := range s.Symbols {
		parent := "-"
		if sym.Parent >= 0 {
			parent = s.Symbols[sym.Parent].Path
		}
		got = append(got, strings.Repeat(" ", sym.Depth)+sym.Path+" in "+parent)
	}
	want := []string{"Server in -", " Server.login in Server", " Server.stop#1 in Server", " Server.stop#2 in Server", "A in -", "B in -"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("wrong symbols (-want +got):\n%s", diff)
	}
	if len(s.Cuts) != 4 {
		t.Errorf("%d cuts; the one inside another must go", len(s.Cuts))
	}
}

func TestFinishNamesSymbolsOutside(t *testing.T) {
	src := "func A::B::f\nfunc g\nfunc g\n"
	s := &Structure{Symbols: []Symbol{
		{Kind: Method, Name: "f", Node: Span{0, 12}},
		{Kind: Function, Name: "g", Node: Span{13, 19}},
		{Kind: Function, Name: "g", Node: Span{20, 26}},
	}}
	s.Finish([]string{"A::B"})
	want := "[Method] A.B.f (Lines 1-1)\n[Function] g (Lines 2-2)\n[Function] g (Lines 3-3)"
	if got := s.Outline(src); got != want {
		t.Errorf("outline:\n%s\nwant:\n%s", got, want)
	}
	for path, want := range map[string][]int{"A.B.f": {0}, "A::B::f": {0}, "g": {1, 2}, "g#1": {1}, "g#2": {2}, "g#3": nil, "f": nil} {
		if got := s.Find(path); !slices.Equal(got, want) {
			t.Errorf("%s means the symbols %d, want %d", path, got, want)
		}
	}
}

func TestAPathIsOfOneSymbol(t *testing.T) {
	tests := []struct {
		name    string
		symbols []string
		paths   []string
	}{
		{"overloads", []string{"g", "g"}, []string{"g#1", "g#2"}},
		{"a name like the path of an overload", []string{"g", "g", "g#2", "g", "g"}, []string{"g#1", "g#2", "g#2#1", "g#3", "g#4"}},
		{"it comes first", []string{"g#2", "g", "g"}, []string{"g#2#1", "g#1", "g#2"}},
		{"two of them", []string{"g#2", "g#2", "g", "g"}, []string{"g#2#1", "g#2#2", "g#1", "g#2"}},
		{"it is like the path of the other one", []string{"g", "g", "g#2#1", "g#2"}, []string{"g#1", "g#2", "g#2#1", "g#2#2"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := &Structure{}
			for i, name := range tt.symbols {
				s.Symbols = append(s.Symbols, Symbol{Kind: Function, Name: name, Node: Span{10 * i, 10*i + 5}})
			}
			s.Finish(nil)
			for i, want := range tt.paths {
				if got := s.Symbols[i].Path; got != want {
					t.Errorf("symbol %d has the path %s, want %s", i, got, want)
				}
				if got := s.Find(want); !slices.Equal(got, []int{i}) {
					t.Errorf("%s means the symbols %d, want only %d", want, got, i)
				}
			}
		})
	}
}

func TestFinishNumbersOverloads(t *testing.T) {
	s := &Structure{}
	for i, name := range []string{"g", "h", "g", "g", "g"} {
		s.Symbols = append(s.Symbols, Symbol{Kind: Function, Name: name, Node: Span{10 * i, 10*i + 5}})
	}
	s.Finish(nil)
	seen := map[string]bool{}
	for i := range s.Symbols {
		path := s.Symbols[i].Path
		if at := s.Find(path); len(at) != 1 || at[0] != i || seen[path] {
			t.Errorf("symbol %d is called %s, which means %d", i, path, at)
		}
		seen[path] = true
	}
}

// Of cuts with the same start the longest is retained, and of nested ones the outer; one may
// begin where another ends.
func TestFinishKeepsCutsApart(t *testing.T) {
	cut := func(start, end int) Cut { return Cut{Span{start, end}, "…"} }
	for _, tt := range []struct {
		name      string
		cuts, all []Cut
	}{
		{"in order", []Cut{cut(5, 7), cut(1, 3)}, []Cut{cut(1, 3), cut(5, 7)}},
		{"one in another", []Cut{cut(2, 3), cut(1, 5)}, []Cut{cut(1, 5)}},
		{"both begin together", []Cut{cut(1, 3), cut(1, 5)}, []Cut{cut(1, 5)}},
		{"one behind another", []Cut{cut(3, 5), cut(1, 3)}, []Cut{cut(1, 3), cut(3, 5)}},
		{"nothing is no cut", []Cut{cut(1, 1), cut(1, 3)}, []Cut{cut(1, 3)}},
	} {
		s := &Structure{Cuts: slices.Clone(tt.cuts)}
		s.Finish(nil)
		if diff := cmp.Diff(tt.all, s.Cuts); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

// The cuts in a span begin and end with it, or within.
func TestCutsIn(t *testing.T) {
	cuts := []Cut{{Span{0, 2}, "a"}, {Span{2, 4}, "b"}, {Span{5, 6}, "c"}, {Span{6, 8}, "d"}, {Span{8, 9}, "e"}}
	for _, tt := range []struct {
		span Span
		want []Cut
	}{{Span{2, 8}, cuts[1:4]}, {Span{1, 7}, cuts[1:3]}, {Span{0, 9}, cuts}, {Span{2, 3}, nil}, {Span{9, 12}, nil}} {
		if diff := cmp.Diff(tt.want, cutsIn(cuts, tt.span)); diff != "" {
			t.Errorf("in %v (-want +got):\n%s", tt.span, diff)
		}
	}
}

// The skeleton of a long source is no longer than the source: bodies that are shorter than their
// placeholders are retained where necessary.
func TestSkeletonIsNoLongerThanALongSource(t *testing.T) {
	const short, long = "{a}", "{ a long body, longer than what stands for it }"
	line := "func f() " + short + "\n"
	skeleton := func(src string) string {
		s := &Structure{}
		for at := 0; ; {
			i := strings.Index(src[at:], "{")
			if i < 0 {
				break
			}
			end := at + i + strings.Index(src[at+i:], "}") + 1
			s.Cuts = append(s.Cuts, Cut{Span{at + i, end}, "{ ... }"})
			at = end
		}
		return s.Skeleton(src)
	}
	few, many := strings.Repeat(line, 19), strings.Repeat(line, 20)
	for _, tt := range []struct{ name, src, want string }{
		{"of a short source it may be", few, strings.ReplaceAll(few, short, "{ ... }")},
		{"of a long one it is the source", many, many},
		{"a body that is long enough goes", many + long, many + "{ ... }"},
		{"a body as long as its placeholder is elided", many + "{ body}", many + "{ ... }"},
		{"bodies that are short go where others just make up for them", many + "{" + strings.Repeat("x", 85) + "}", strings.ReplaceAll(many, short, "{ ... }") + "{ ... }"},
		{"bodies that are short go where others make up for them", many + strings.Repeat(long, 9), strings.ReplaceAll(many, short, "{ ... }") + strings.Repeat("{ ... }", 9)},
	} {
		if got := skeleton(tt.src); got != tt.want {
			t.Errorf("%s:\n%s", tt.name, got)
		}
	}
}

func TestViews(t *testing.T) {
	s := sample()
	if diff := cmp.Diff(strings.NewReplacer(
		"{ check(user) }", "{ ... }", "{ a }", "{}", "{ b }", "{}", "[\n        2,\n    ]", "...",
	).Replace(source), s.Skeleton(source)); diff != "" {
		t.Errorf("wrong skeleton (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(`[Class] Server (Lines 5-9)
  [Method] login (Lines 7-7)
  [Method] stop (Lines 8-8)
  [Method] stop (Lines 9-9)
[Constant] A (Lines 12-12)
[Variable] B (Lines 13-15)`, s.Outline(source)); diff != "" {
		t.Errorf("wrong outline (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(source[strings.Index(source, "// Server"):strings.Index(source, "\n\nconst")]+"\n\n"+source[strings.Index(source, "const"):len(source)-1],
		s.Definitions(source)); diff != "" {
		t.Errorf("wrong definitions (-want +got):\n%s", diff)
	}
}

func TestMasked(t *testing.T) {
	const (
		header = "// Server serves.\n@route\nclass Server(Base):\n"
		login  = "    // Login logs in.\n    def login(user): "
		stops  = "    def stop(): { a }\n    def stop(now): { b }"
		wholeB = "    B = [\n        2,\n    ]"
	)
	tests := []struct {
		name string
		mask Mask
		want string
	}{
		{"a definition has its doc comment and its margin, and stands in the header of its type", Mask{"Server.login": "def"}, header + login + "{ check(user) }"},
		{"a signature has the body elided", Mask{"Server::login": "sig"}, header + login + "{ ... }"},
		{"the signature of a type has no members", Mask{"Server": "sig"}, header + "    ..."},
		{"members share the header of their type", Mask{"Server.login": "sig", "Server.stop#2": "def"}, header + login + "{ ... }\n    def stop(now): { b }"},
		{"the bare name of an overloaded symbol means every overload", Mask{"Server.stop": "def"}, header + stops},
		{"the name of one counts before it", Mask{"Server.stop": "def", "Server.stop#1": "sig"}, header + "    def stop(): {}\n    def stop(now): { b }"},
		{"parts are in source order", Mask{"B": "def", "Server.stop#2": "def"}, header + "    def stop(now): { b }\n\nconst (\n" + wholeB + "\n)"},
		{"a long value is elided", Mask{"B": "sig"}, "const (\n    B = ...\n)"},
		{"sig refines a definition", Mask{"Server": "def", "Server.login": "sig"}, header + login + "{ ... }\n" + stops},
		{"hide takes lines and comment out of one", Mask{"Server": "def", "Server.login": "hide"}, header + stops},
		{"hide takes the last member", Mask{"Server": "def", "Server.stop#2": "hide"}, header + login + "{ check(user) }\n    def stop(): { a }"},
		{"hide takes all that a bare name means", Mask{"Server": "def", "Server.stop": "hide"}, header + login + "{ check(user) }"},
		{"a type of which every member is hidden is its header", Mask{"Server": "def", "Server.login": "hide", "Server.stop": "hide"}, header + "    ..."},
		{"nothing is printed twice", Mask{"Server": "def", "Server.stop#1": "def"}, header + login + "{ check(user) }\n" + stops},
		{"a member is inside the signature of its type", Mask{"Server": "sig", "Server.stop#1": "def"}, header + "    def stop(): { a }"},
		{"a member of a symbol hidden by name is shown alone", Mask{"Server": "hide", "Server.stop#1": "def"}, "    def stop(): { a }"},
		{"a group of which all is wanted is whole", Mask{"A": "def", "B": "def"}, "const (\n    A = 1\n" + wholeB + "\n)"},
		{"a group of which a part is wanted has that part", Mask{"A": "def", "B": "sig"}, "const (\n    A = 1\n    B = ...\n)"},
		{"hide alone shows nothing", Mask{"A": "hide"}, ""},
		{"what is gone is named", Mask{"A": "def", "Gone": "sig"}, "const (\n    A = 1\n)\n\nERROR: symbol not found: Gone"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, _ := sample().Masked(source, tt.mask)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("wrong text (-want +got):\n%s", diff)
			}
		})
	}
}

func TestSignature(t *testing.T) {
	s := sample()
	var got []string
	for i := range s.Symbols {
		got = append(got, s.Signature(source, i))
	}
	want := []string{"class Server(Base)", "def login(user)", "def stop()", "def stop(now)", "A = 1", "B"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("wrong signatures (-want +got):\n%s", diff)
	}
}

func TestNearest(t *testing.T) {
	tests := []struct {
		name string
		want []string
	}{
		{"Server.logn", []string{"Server.login"}},
		{"Client.login", []string{"Server.login"}},
		{"login", []string{"Server.login"}},
		{"Server.stop#3", []string{"Server.stop#1", "Server.stop#2"}},
		{"entirely different", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, sample().Nearest(tt.name, 3)); diff != "" {
				t.Errorf("wrong names (-want +got):\n%s", diff)
			}
		})
	}
	named := &Structure{Symbols: []Symbol{{Path: "long.container.abce"}, {Path: "abcf"}, {Path: "xycd"}, {Path: "xyzd"}}}
	for _, tt := range []struct {
		name, path string
		want       []string
	}{
		{"half of the letters may differ", "abcd", []string{"abcf", "long.container.abce", "xycd"}},
		{"another place is one more difference", "abxy", []string{"abcf"}},
		{"a name that is no longer than its differences", "ab", nil},
	} {
		if diff := cmp.Diff(tt.want, named.Nearest(tt.path, 9)); diff != "" {
			t.Errorf("%s: wrong names (-want +got):\n%s", tt.name, diff)
		}
	}
}

func TestStructureReadsBack(t *testing.T) {
	s := sample()
	s.Broken = true
	back, err := Read(s.Append(nil), len(source))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(s, back); diff != "" {
		t.Errorf("it is not read back (-written +read):\n%s", diff)
	}
	data := s.Append(nil)
	for n := range data {
		if _, err := Read(data[:n], len(source)); err == nil {
			t.Errorf("%d of %d bytes are read as a structure", n, len(data))
		}
	}
	if _, err := Read(append(data, 0), len(source)); err == nil {
		t.Error("more bytes than a structure are read as one")
	}
}

// FuzzRead checks that the views of any parsed source do not fail.
func FuzzRead(f *testing.F) {
	f.Add(sample().Append(nil))
	f.Add((&Structure{}).Append(nil))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := Read(data, len(source))
		if err != nil {
			return
		}
		s.Skeleton(source)
		s.Outline(source)
		s.Definitions(source)
		mask := map[string]models.MaskMode{}
		for i, sym := range s.Symbols {
			s.Signature(source, i)
			mask[sym.Path] = []models.MaskMode{"def", "sig", "hide"}[i%3]
		}
		s.Masked(source, mask)
	})
}
