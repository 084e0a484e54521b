package code

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"dossier/models"
)

// pairs is a source with names that share declarations.
const pairs = `type T {
  x, y, z = 1, 2, 3
  p, q = f()
  key = "k" // the key
  last() {}
}
`

// within returns the span of the first occurrence of text in src.
func within(src, text string) Span {
	from := strings.Index(src, text)
	return Span{from, from + len(text)}
}

func pairsStructure() *Structure {
	s := &Structure{}
	add := func(name, text string, own ...string) {
		sym := Symbol{Kind: Variable, Name: name, Node: within(pairs, text), Whole: within(pairs, text)}
		sym.Head = sym.Whole
		for _, o := range own {
			sym.Own = append(sym.Own, within(pairs, o))
		}
		s.Symbols = append(s.Symbols, sym)
	}
	whole := within(pairs, strings.TrimSpace(pairs))
	s.Symbols = append(s.Symbols, Symbol{
		Kind: Struct, Name: "T", Node: whole, Whole: whole, Head: within(pairs, "type T "),
		Fold: Cut{Span{within(pairs, "{").Start, whole.End}, "{ ... }"},
	})
	add("x", "x, y, z = 1, 2, 3", "x", "1")
	add("y", "x, y, z = 1, 2, 3", "y,"[:1], "2")
	add("z", "x, y, z = 1, 2, 3", "z", "3")
	add("p", "p, q = f()")
	add("q", "p, q = f()")
	add("key", `key = "k"`)
	add("last", "last() {}")
	// The first y and z of the source are those of type and z = 1: they are after x.
	line := within(pairs, "x, y, z").Start
	s.Symbols[2].Own[0] = Span{line + 3, line + 4}
	s.Symbols[3].Own[0] = Span{line + 6, line + 7}
	s.Finish(nil)
	return s
}

func TestHidden(t *testing.T) {
	const (
		list  = "  x, y, z = 1, 2, 3\n"
		call  = "  p, q = f()\n"
		key   = "  key = \"k\" // the key\n"
		last  = "  last() {}\n"
		error = "  ERROR: symbol cannot be hidden: T."
	)
	tests := []struct {
		name string
		mask Mask
		want string
		lost string // symbols that cannot be hidden
	}{
		{"the last member", Mask{"T": "def", "T.last": "hide"}, "type T {\n" + list + call + key + "}", ""},
		{"a comment behind a member goes with it", Mask{"T": "def", "T.key": "hide"}, "type T {\n" + list + call + last + "}", ""},
		{"the first of a list", Mask{"T": "def", "T.x": "hide"}, "type T {\n  y, z = 2, 3\n" + call + key + last + "}", ""},
		{"one in a list", Mask{"T": "def", "T.y": "hide"}, "type T {\n  x, z = 1, 3\n" + call + key + last + "}", ""},
		{"the last ones of a list", Mask{"T": "def", "T.y": "hide", "T.z": "hide"}, "type T {\n  x = 1\n" + call + key + last + "}", ""},
		{"the first ones of a list", Mask{"T": "def", "T.x": "hide", "T.y": "hide"}, "type T {\n  z = 3\n" + call + key + last + "}", ""},
		{"all of a list", Mask{"T": "def", "T.x": "hide", "T.y": "hide", "T.z": "hide"}, "type T {\n" + call + key + last + "}", ""},
		{"beside one that is chosen alone", Mask{"T.x": "def", "T.z": "hide"}, "type T {\n  x, y = 1, 2\n}", ""},
		{"one that cannot be removed", Mask{"T": "def", "T.q": "hide"}, "type T {\n" + list + error + "q\n" + key + last + "}", "T.q"},
		{"one that cannot be, beside one that is chosen alone", Mask{"T.p": "sig", "T.q": "hide"}, "type T {\n" + error + "q\n}", "T.q"},
		{"all that share a declaration", Mask{"T": "def", "T.p": "hide", "T.q": "hide"}, "type T {\n" + list + key + last + "}", ""},
		{"every member", Mask{"T": "def", "T.x": "hide", "T.y": "hide", "T.z": "hide", "T.p": "hide", "T.q": "hide", "T.key": "hide", "T.last": "hide"}, "type T { ... }", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, problems := pairsStructure().Masked(pairs, tt.mask)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("wrong text (-want +got):\n%s", diff)
			}
			lost := ""
			for _, p := range problems {
				if hidden := (*HiddenError)(nil); errors.As(p, &hidden) {
					lost += hidden.Path
				}
			}
			if lost != tt.lost {
				t.Errorf("%q cannot be hidden, want %q", lost, tt.lost)
			}
		})
	}
}

// The text after a member on its line is not its comment if another member or an enclosing end
// begins there, regardless of a language's comment markers.
func TestHiddenBesideOthersOnItsLine(t *testing.T) {
	const src = "class A {\n  a() {} #b() {} }"
	s := &Structure{}
	for _, text := range []string{src, "a() {}", "#b() {}"} {
		name, _, _ := strings.Cut(strings.TrimPrefix(text, "class "), " ")
		s.Symbols = append(s.Symbols, Symbol{Kind: Method, Name: strings.TrimSuffix(name, "()"), Node: within(src, text), Whole: within(src, text), Head: within(src, text)})
	}
	s.Symbols[0].Kind, s.Symbols[0].Head = Class, within(src, "class A")
	s.Symbols[0].Fold = Cut{Span{len("class A "), len(src)}, "{ ... }"}
	s.Finish(nil)
	for mask, want := range map[string]string{"A.a": "class A {\n   #b() {} }", "A.#b": "class A {\n  a() {}  }"} {
		got, problems := s.Masked(src, Mask{"A": "def", mask: "hide"})
		if got != want || problems != nil {
			t.Errorf("without %s: %q, want %q; %v", mask, got, want, problems)
		}
	}
}

func TestSharedDeclarationsAreShownTogether(t *testing.T) {
	s := pairsStructure()
	shown := func(mask Mask) string {
		var names []string
		for i, mode := range s.Shown(mask) {
			if mode != models.MaskHide {
				names = append(names, s.Symbols[i].Path)
			}
		}
		return strings.Join(names, " ")
	}
	if got := shown(Mask{"T.p": "def"}); got != "T.p T.q" {
		t.Errorf("with T.p are shown %s", got)
	}
	mask := s.Choose(Mask{"T.p": "def"}, s.Find("T.q")[0], models.MaskHide)
	if diff := cmp.Diff(Mask{"T.p": "def", "T.q": "hide"}, mask); diff != "" {
		t.Errorf("hiding one that is shown by another leaves no word of it (-want +got):\n%s", diff)
	}
}

// TestNothingHiddenIsPrinted checks that no byte of a hidden symbol is printed, for any
// structure, including invalid ones.
func TestNothingHiddenIsPrinted(t *testing.T) {
	var b strings.Builder // every letter occurs once, and none in generated text
	for c := 0x80; c <= 0xff; c++ {
		b.WriteByte(byte(c))
		b.WriteString([]string{"", "", "\n", " ", "\n  ", ",\n"}[c%6])
	}
	src := b.String()
	rapid.Check(t, func(t *rapid.T) {
		spanIn := func(in Span, label string) Span {
			start := rapid.IntRange(in.Start, in.End).Draw(t, label)
			return Span{start, rapid.IntRange(start, in.End).Draw(t, label+" end")}
		}
		s := &Structure{}
		all := Span{0, len(src)}
		for range rapid.IntRange(1, 8).Draw(t, "symbols") {
			sym := Symbol{Kind: Class, Name: rapid.SampledFrom([]string{"a", "b", "c", "d"}).Draw(t, "name"), Whole: spanIn(all, "whole")}
			if sym.Node = spanIn(sym.Whole, "node"); sym.Node.Empty() {
				continue
			}
			sym.Head = Span{sym.Node.Start, sym.Node.Start}
			if rapid.Bool().Draw(t, "type") {
				sym.Fold = Cut{spanIn(sym.Node, "fold"), rapid.SampledFrom([]string{"...", "{ ... }", "\n  ..."}).Draw(t, "text")}
			}
			if rapid.Bool().Draw(t, "commented") {
				sym.Doc = spanIn(Span{max(0, sym.Whole.Start-9), sym.Whole.Start}, "doc")
			}
			if rapid.Bool().Draw(t, "grouped") {
				sym.Group.Span = Span{rapid.IntRange(0, sym.Whole.Start).Draw(t, "group"), rapid.IntRange(sym.Whole.End, len(src)).Draw(t, "group end")}
				sym.Group.Members = spanIn(sym.Group.Span, "members")
			}
			if rapid.Bool().Draw(t, "owns") && sym.Node.Len() > 0 {
				sym.Own = append(sym.Own, spanIn(sym.Node, "own"))
			}
			s.Symbols = append(s.Symbols, sym)
		}
		for range rapid.IntRange(0, 4).Draw(t, "cuts") {
			s.Cuts = append(s.Cuts, Cut{spanIn(all, "cut"), "..."})
		}
		s.Finish(nil)
		mask := Mask{}
		for i := range s.Symbols {
			if mode := rapid.SampledFrom([]models.MaskMode{"", "def", "sig", "hide"}).Draw(t, "mode"); mode != "" {
				mask[s.Symbols[i].Path] = mode
			}
		}
		got, _ := s.Masked(src, mask)
		shown := s.Shown(mask)
		first := s.firstOfDeclaration()
		for i := range s.Symbols {
			sym := &s.Symbols[i]
			if mask[sym.Path] != models.MaskHide {
				continue
			}
			hidden := []Span{sym.Whole}
			for j := range s.Symbols {
				if s.Within(j, i) && shown[j] != models.MaskHide {
					hidden = nil // it may be printed in part
				} else if first[i] == first[j] && shown[j] != models.MaskHide && len(sym.Own) > 0 && hidden != nil {
					hidden = sym.Own // shared bytes may be printed
				}
			}
			for _, span := range hidden {
				for _, c := range []byte(span.Of(src)) {
					if c >= 0x80 && strings.IndexByte(got, c) >= 0 {
						t.Fatalf("%s is hidden, and byte %x of it is printed:\n%q", sym.Path, c, got)
					}
				}
			}
		}
	})
}
