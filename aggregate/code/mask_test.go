package code

import (
	"maps"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"dossier/models"
)

func TestShown(t *testing.T) {
	s := sample()
	want := map[string]models.MaskMode{
		"Server": "def", "Server.login": "sig", "Server.stop#1": "def", "Server.stop#2": "hide", "A": "hide", "B": "sig",
	}
	got := Mask{}
	for i, mode := range s.Shown(Mask{"Server": "def", "Server.login": "sig", "Server.stop#2": "hide", "B": "sig", "gone": "def"}) {
		got[s.Symbols[i].Path] = mode
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("wrong modes (-want +got):\n%s", diff)
	}
}

func TestChoose(t *testing.T) {
	tests := []struct {
		name string
		mask Mask
		path string
		mode models.MaskMode
		want Mask
	}{
		{"a definition", nil, "Server", "def", Mask{"Server": "def"}},
		{"nothing of what is hidden needs no entry", Mask{"Server": "def"}, "A", "hide", Mask{"Server": "def"}},
		{"nothing of a member of a definition does", Mask{"Server": "def"}, "Server.login", "hide", Mask{"Server": "def", "Server.login": "hide"}},
		{"the definition of one does not", Mask{"Server": "def", "Server.login": "hide"}, "Server.login", "def", Mask{"Server": "def"}},
		{"a definition forgets what was said of members", Mask{"Server.login": "sig", "A": "def"}, "Server", "def", Mask{"Server": "def", "A": "def"}},
		{"so does hiding", Mask{"Server": "def", "Server.login": "sig"}, "Server", "hide", Mask{}},
		{"beside a signature members stay", Mask{"Server": "def", "Server.login": "sig", "Server.stop": "hide"}, "Server", "sig", Mask{"Server": "sig", "Server.login": "sig"}},
		{"a member beside a hidden type", Mask{}, "Server.login", "def", Mask{"Server.login": "def"}},
		{"what is gone stays in the mask", Mask{"gone": "def"}, "A", "def", Mask{"gone": "def", "A": "def"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s, before := sample(), maps.Clone(tt.mask)
			if diff := cmp.Diff(tt.want, s.Choose(tt.mask, s.Find(tt.path)[0], tt.mode)); diff != "" {
				t.Errorf("wrong mask (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(before, tt.mask); diff != "" {
				t.Errorf("the mask before has changed:\n%s", diff)
			}
		})
	}
}

// TestChosenIsShown checks that a symbol is shown as it is chosen, regardless of earlier choices,
// and that everything outside it is unchanged.
func TestChosenIsShown(t *testing.T) {
	s := sample()
	rapid.Check(t, func(t *rapid.T) {
		mask := Mask{}
		for range rapid.IntRange(1, 20).Draw(t, "choices") {
			i := rapid.IntRange(0, len(s.Symbols)-1).Draw(t, "symbol")
			mode := rapid.SampledFrom([]models.MaskMode{"def", "sig", "hide"}).Draw(t, "mode")
			before := s.Shown(mask)
			mask = s.Choose(mask, i, mode)
			for j, now := range s.Shown(mask) {
				switch {
				case j == i && now != mode:
					t.Fatalf("%s was chosen as %s and is shown as %s", s.Symbols[i].Path, mode, now)
				case !s.Within(j, i) && now != before[j]:
					t.Fatalf("choosing %s as %s made %s of %s, which was %s", s.Symbols[i].Path, mode, now, s.Symbols[j].Path, before[j])
				}
			}
		}
		if text, lost := s.Masked(source, mask); len(lost) > 0 || strings.Contains(text, "ERROR") {
			t.Fatalf("lost %v:\n%s", lost, text)
		}
	})
}

func TestWholeAndSignatures(t *testing.T) {
	s := sample()
	whole, _ := s.Masked(source, s.Whole())
	if diff := cmp.Diff(s.Definitions(source), whole); diff != "" {
		t.Errorf("whole is not every definition (-definitions +whole):\n%s", diff)
	}
	if diff := cmp.Diff(Mask{"Server": "def", "A": "def", "B": "def"}, s.Whole()); diff != "" {
		t.Errorf("whole names more than what stands in nothing (-want +got):\n%s", diff)
	}
	want := Mask{"Server": "def", "Server.login": "sig", "Server.stop#1": "sig", "Server.stop#2": "sig", "A": "def", "B": "sig"}
	if diff := cmp.Diff(want, s.Signatures()); diff != "" {
		t.Errorf("wrong signatures (-want +got):\n%s", diff)
	}
}

// An exact name takes precedence over all symbols of that name, regardless of how the two are
// written.
func TestOneCountsBeforeAllOfItsName(t *testing.T) {
	s := &Structure{Symbols: []Symbol{
		{Kind: Method, Name: "f", Node: Span{0, 4}, Whole: Span{0, 4}},
		{Kind: Method, Name: "f", Node: Span{5, 9}, Whole: Span{5, 9}},
	}}
	s.Finish([]string{"A", "A"})
	for _, mask := range []Mask{{"A.f#1": "def", "A::f": "hide"}, {"A::f#1": "def", "A.f": "hide"}} {
		if diff := cmp.Diff([]models.MaskMode{"def", "hide"}, s.Shown(mask)); diff != "" {
			t.Errorf("%v (-want +got):\n%s", mask, diff)
		}
	}
}

// Names of one declaration are shown together; a declaration that begins where another ends is
// separate.
func TestNamesOfOneDeclaration(t *testing.T) {
	name := func(name string, at int, whole Span) Symbol {
		return Symbol{Kind: Variable, Name: name, Node: Span{at, at + 1}, Whole: whole}
	}
	s := &Structure{Symbols: []Symbol{name("a", 0, Span{0, 10}), name("b", 3, Span{0, 10}), name("c", 10, Span{10, 12})}}
	s.Finish(nil)
	for _, tt := range []struct {
		mask Mask
		want []models.MaskMode
	}{
		{Mask{}, []models.MaskMode{"hide", "hide", "hide"}},
		{Mask{"a": "def"}, []models.MaskMode{"def", "def", "hide"}},
		{Mask{"b": "def"}, []models.MaskMode{"def", "def", "hide"}},
		{Mask{"a": "sig"}, []models.MaskMode{"sig", "sig", "hide"}},
		{Mask{"a": "sig", "b": "def"}, []models.MaskMode{"sig", "def", "hide"}},
		{Mask{"a": "def", "b": "hide"}, []models.MaskMode{"def", "hide", "hide"}},
		{Mask{"c": "def"}, []models.MaskMode{"hide", "hide", "def"}},
	} {
		if diff := cmp.Diff(tt.want, s.Shown(tt.mask)); diff != "" {
			t.Errorf("%v (-want +got):\n%s", tt.mask, diff)
		}
	}
}

// TestMaskOfMany masks every symbol of a large source. It would take minutes if each name was compared with all
// symbols.
func TestMaskOfMany(t *testing.T) {
	const n = 100_000
	src := strings.Repeat("a\n", n)
	s := &Structure{}
	for i := range n {
		at := Span{2 * i, 2*i + 1}
		s.Symbols = append(s.Symbols, Symbol{Kind: Function, Name: "a", Node: at, Whole: at, Head: at})
	}
	s.Finish(nil)
	if got, problems := s.Masked(src, s.Whole()); strings.Count(got, "a") != n || len(problems) > 0 {
		t.Errorf("%d symbols and %d problems, want %d and none", strings.Count(got, "a"), len(problems), n)
	}
	if mask := s.Choose(s.Whole(), n-1, models.MaskHide); len(mask) != n-1 {
		t.Errorf("%d entries, want %d", len(mask), n-1)
	}
}
