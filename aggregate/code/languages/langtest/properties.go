package langtest

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
	"dossier/models"
)

// Check checks the properties that hold for every source. A source that exceeds the limits of
// parsing passes.
func Check(t *testing.T, l *grammar.Language, src string) {
	t.Helper()
	check(t, l, src, true)
}

// check is [Check]. Unless strict is set, or where something was rescued, the skeleton of a
// source with errors may have more errors: the result for invalid code can depend on a single
// byte.
func check(t *testing.T, l *grammar.Language, src string, strict bool) {
	t.Helper()
	s, err := l.Parse([]byte(src))
	if err != nil {
		return
	}
	checkStored(t, s, src)
	checkSymbols(t, s, src)
	checkMasks(t, s, src)
	checkMembers(t, s, src)
	checkContainers(t, l, s, src)
	checkRemoval(t, l, s, src)
	if l.Support == code.FullSupport {
		checkSkeleton(t, s, src)
		checkComments(t, l, s, src, strict)
		if l.Grammar != nil {
			checkRoundTrip(t, l, s, src, strict)
		}
		if l.Bodies.End != 0 && strict {
			checkBodies(t, l, s, src)
		}
	}
}

// wholes are the variants of languages that also parse bodies, by language.
var wholes sync.Map

func parsedWhole(l *grammar.Language) *grammar.Language {
	if whole, ok := wholes.Load(l); ok {
		return whole.(*grammar.Language)
	}
	other := *l
	other.Bodies.End = 0
	whole, _ := wholes.LoadOrStore(l, grammar.New(other))
	return whole.(*grammar.Language)
}

// checkBodies checks that skipping bodies does not affect any view of a valid source.
func checkBodies(t *testing.T, l *grammar.Language, s *code.Structure, src string) {
	t.Helper()
	whole, err := parsedWhole(l).Parse([]byte(src))
	if err != nil || whole.Broken {
		return
	}
	if diff := cmp.Diff(whole.Skeleton(src), s.Skeleton(src)); diff != "" {
		t.Errorf("the skeleton is another without bodies (-whole +without):\n%s", diff)
	}
	if diff := cmp.Diff(whole.Outline(src), s.Outline(src)); diff != "" {
		t.Errorf("the outline is another without bodies (-whole +without):\n%s", diff)
	}
	if diff := cmp.Diff(whole.Imports, s.Imports); diff != "" {
		t.Errorf("the imports are others without bodies (-whole +without):\n%s", diff)
	}
}

// checkStored checks that a structure survives encoding.
func checkStored(t *testing.T, s *code.Structure, src string) {
	t.Helper()
	back, err := code.Read(s.Append(nil), len(src))
	if err != nil {
		t.Fatalf("the stored form cannot be read: %v", err)
	}
	if a, b := s.Append(nil), back.Append(nil); !slices.Equal(a, b) {
		t.Error("the stored form is not read back as it was written")
	}
}

// checkSymbols checks that paths are unique, and that spans are nested and contain the names.
// Rescued symbols must be where the source could not be parsed.
func checkSymbols(t *testing.T, s *code.Structure, src string) {
	t.Helper()
	seen := map[string]bool{}
	for i, sym := range s.Symbols {
		if seen[sym.Path] {
			t.Errorf("two symbols are called %s", sym.Path)
		}
		seen[sym.Path] = true
		if sym.Name == "" || sym.Kind == "" {
			t.Errorf("a %q is called %q", sym.Kind, sym.Name)
		}
		if !sym.Whole.Contains(sym.Node) || !sym.Whole.Contains(sym.Head) || sym.Node.Empty() {
			t.Errorf("%s: head %v, node %v and whole %v do not lie in each other", sym.Path, sym.Head, sym.Node, sym.Whole)
		}
		if sym.Parent >= i || sym.Parent >= 0 && !s.Symbols[sym.Parent].Node.Contains(sym.Node) {
			t.Errorf("%s is not inside the symbol that is reported as its parent", sym.Path)
		}
		if !sym.Doc.Empty() && sym.Doc.End > sym.Whole.Start {
			t.Errorf("%s: the doc comment %v reaches into the definition %v", sym.Path, sym.Doc, sym.Whole)
		}
		if sym.Rescued && !slices.ContainsFunc(s.Failed, func(f code.Span) bool { return f.Start <= sym.Node.Start && sym.Node.Start < f.End }) {
			t.Errorf("%s is rescued, but parsing did not fail there", sym.Path)
		}
		if got := s.Find(sym.Path); !slices.Equal(got, []int{i}) {
			t.Errorf("%s is found as the symbols %d, not as %d", sym.Path, got, i)
		}
	}
}

// checkMasks checks that a definition is an unchanged part of the source, and that the
// definitions of all top-level symbols are complete.
func checkMasks(t *testing.T, s *code.Structure, src string) {
	t.Helper()
	all := map[string]models.MaskMode{}
	for i, sym := range s.Symbols {
		if sym.Parent >= 0 {
			continue
		}
		all[sym.Path] = models.MaskDef
		got, lost := s.Masked(src, map[string]models.MaskMode{sym.Path: models.MaskDef})
		within, whole := src, got
		if !sym.Group.Empty() {
			within, whole = got, sym.Whole.Of(src) // in the header of its group
		}
		if len(lost) > 0 || !strings.Contains(within, strings.TrimRight(whole, " \t\r\n")) {
			t.Errorf("the definition of %s is not the source's own bytes:\n%s", sym.Path, got)
		}
		if i > 200 {
			break // each takes time proportional to the file
		}
	}
	if len(s.Symbols) > 200 {
		return
	}
	got, _ := s.Masked(src, all)
	for _, sym := range s.Symbols {
		if !strings.Contains(got, strings.TrimRight(sym.Node.Of(src), " \t\r\n")) {
			t.Errorf("masking every top-level symbol as def loses %s", sym.Path)
		}
	}
}

// separators are what can be between members and may be removed with one.
const separators = ", \t\r\n"

// checkMembers checks that a member hidden in the definition of its parent is not printed, or
// that there is an error, which is only allowed if its declaration is shared; and that its
// neighbours are printed. A chosen member must be printed within the header of its parent.
func checkMembers(t *testing.T, s *code.Structure, src string) {
	t.Helper()
	const most = 200_000 // bytes: each member takes time proportional to the file
	step := max(1, len(s.Symbols)*len(src)/most)
	for i := 0; i < len(s.Symbols); i += step {
		sym := s.Symbols[i]
		text := strings.TrimSpace(sym.Node.Of(src))
		mask := s.Whole()
		all, _ := s.Masked(src, mask)
		mask[sym.Path] = models.MaskHide
		got, problems := s.Masked(src, mask)
		shared := sharesDeclaration(s, i)
		for j, other := range s.Symbols {
			overlaps := other.Whole.Start < sym.Whole.End && sym.Whole.Start < other.Whole.End
			if !s.Within(j, i) && !s.Within(i, j) {
				// Invalid code may begin with the comma of the preceding text.
				if beside := strings.Trim(other.Node.Of(src), separators); !overlaps && len(problems) == 0 && !strings.Contains(got, beside) {
					t.Errorf("without %s, %s is lost too:\n%s", sym.Path, other.Path, got)
				}
			}
		}
		switch failed := strings.Contains(got, "ERROR: symbol cannot be hidden: "+sym.Path); {
		case failed != (len(problems) > 0):
			t.Errorf("of hiding %s the problems are %v, and it gives\n%s", sym.Path, problems, got)
		case failed && !shared && !sym.Rescued: // its end is a guess
			t.Errorf("%s cannot be hidden, though it has its own declaration", sym.Path)
		case places(src[:sym.Node.Start]+src[sym.Node.End:], text) >= places(src, text),
			places(strings.TrimRight(src[:sym.Node.Start], separators)+strings.TrimLeft(src[sym.Node.End:], separators), text) >= places(src, text):
			// Its surroundings contain the same text after removal, possibly with a comma.
		case !failed && places(got, text) >= places(all, text) && !(len(sym.Own) > 0 && shared):
			t.Errorf("%s is hidden and printed:\n%s", sym.Path, got)
		}
		got, problems = s.Masked(src, map[string]models.MaskMode{sym.Path: models.MaskDef})
		if len(problems) > 0 || !strings.Contains(got, text) {
			t.Errorf("%s is chosen (%v) and not printed:\n%s", sym.Path, problems, got)
		}
		for p := sym.Parent; p >= 0; p = s.Symbols[p].Parent {
			outer := s.Symbols[p]
			if slices.ContainsFunc(s.Symbols, func(o code.Symbol) bool { return o.Parent == p && o.Whole.Start < outer.Head.End }) {
				continue // a YAML document begins with its first key
			}
			if sharesDeclaration(s, p) {
				continue // it is unknown which of them it is a member of
			}
			if first, _, _ := strings.Cut(strings.TrimSpace(outer.Head.Of(src)), "\n"); !strings.Contains(got, strings.TrimSpace(first)) {
				t.Errorf("%s is printed without the header of %s:\n%s", sym.Path, outer.Path, got)
			}
		}
	}
}

// places returns the number of possibly overlapping occurrences of part in text.
func places(text, part string) int {
	n := 0
	for at := 0; ; n++ {
		next := strings.Index(text[at:], part)
		if next < 0 || part == "" {
			return n
		}
		at += next + 1
	}
}

// sharesDeclaration reports whether a symbol partially overlaps another, as names in one
// declaration do, and guessed symbols after syntax errors.
func sharesDeclaration(s *code.Structure, i int) bool {
	sym := s.Symbols[i]
	for j, other := range s.Symbols {
		if !s.Within(j, i) && !s.Within(i, j) && other.Whole.Start < sym.Whole.End && sym.Whole.Start < other.Whole.End {
			return true
		}
	}
	return false
}

// checkContainers checks that nothing with the header of a type or a named block is cut as a
// whole.
func checkContainers(t *testing.T, l *grammar.Language, s *code.Structure, src string) {
	t.Helper()
	for _, c := range s.Cuts {
		if c.Text == "" {
			continue // comments
		}
		if kind, name, ok := l.Container([]byte(src), c.Start); ok {
			t.Errorf("all of the %s %s is cut from the skeleton", kind, name)
		}
	}
}

// checkSkeleton checks that every symbol is in the skeleton, and that the skeleton of a source of
// more than 20 lines is not longer than the source.
func checkSkeleton(t *testing.T, s *code.Structure, src string) {
	t.Helper()
	for _, sym := range s.Symbols {
		for _, c := range s.Cuts {
			if c.Contains(sym.Node) {
				t.Errorf("%s is in the outline but cut from the skeleton", sym.Path)
			}
		}
	}
	skeleton := s.Skeleton(src)
	lines := len(slices.Collect(strings.Lines(src)))
	if lines > 20 && (len(skeleton) > len(src) || strings.Count(skeleton, "\n") > strings.Count(src, "\n")) {
		t.Errorf("a skeleton of %d bytes of a source of %d bytes", len(skeleton), len(src))
	}
}

// checkComments checks that cuts without replacement are comments, and that without these the
// source has the same symbols and other cuts.
func checkComments(t *testing.T, l *grammar.Language, s *code.Structure, src string, strict bool) {
	t.Helper()
	out := []byte(src)
	for _, c := range s.Cuts {
		if c.Text != "" {
			continue
		}
		if !areComments(l.Comments, src, c.Span) {
			t.Errorf("the skeleton omits more than comments:\n%s", c.Of(src))
		}
		for i := c.Start; i < c.End; i++ {
			if out[i] != '\n' {
				out[i] = ' '
			}
		}
	}
	if !strict || s.Broken || string(out) == src {
		return
	}
	without, err := l.Parse(out)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(symbols(s), symbols(without)); diff != "" {
		t.Errorf("without its comments the source has other symbols (-with +without):\n%s", diff)
	}
	shown := func(s *code.Structure) (cuts []code.Cut) {
		for _, c := range s.Cuts {
			if c.Text != "" {
				cuts = append(cuts, c)
			}
		}
		return cuts
	}
	if diff := cmp.Diff(shown(s), shown(without)); diff != "" {
		t.Errorf("without its comments, other parts of the source are omitted (-with +without):\n%s", diff)
	}
}

// areComments reports whether a span contains only comments, or lines of one.
func areComments(c grammar.Comments, src string, span code.Span) bool {
	rest := strings.TrimSpace(span.Of(src))
	for _, marks := range c.Block {
		if before := src[:span.Start]; strings.LastIndex(before, marks[0]) > strings.LastIndex(before, marks[1]) {
			return !strings.Contains(rest, marks[1])
		}
	}
next:
	for rest != "" {
		for _, marks := range c.Block {
			if inner, ok := strings.CutPrefix(rest, marks[0]); ok {
				_, rest, _ = strings.Cut(inner, marks[1])
				rest = strings.TrimSpace(rest)
				continue next
			}
		}
		if !slices.ContainsFunc(c.Line, func(mark string) bool { return strings.HasPrefix(rest, mark) }) {
			return false
		}
		_, rest, _ = strings.Cut(rest, "\n")
		rest = strings.TrimSpace(rest)
	}
	return true
}

// checkRoundTrip checks that a skeleton, with elisions replaced by empty bodies, parses without
// more errors than its source.
func checkRoundTrip(t *testing.T, l *grammar.Language, s *code.Structure, src string, strict bool) {
	t.Helper()
	before, err := l.Errors([]byte(src))
	if errors.Is(err, grammar.ErrTooSlow) {
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	after, err := l.Errors([]byte(roundTrip(l, s, src)))
	if errors.Is(err, grammar.ErrTooSlow) {
		return // a grammar may take seconds to give up on a few bytes of invalid code
	}
	if err != nil {
		t.Fatal(err)
	}
	if !strict && after > before && before == 0 {
		// The grammar may need the elided text to parse the rest, whatever replaces it.
		if blank, err := l.Errors([]byte(blanked(s, src))); err != nil || blank > 0 {
			return
		}
	}
	rescued := slices.ContainsFunc(s.Symbols, func(sym code.Symbol) bool { return sym.Rescued })
	if after > before && (strict && !rescued || before == 0) {
		t.Errorf("%d errors in the skeleton, %d in the source", after, before)
	}
}

// blanked returns a source with the elided parts blanked between their brackets.
func blanked(s *code.Structure, src string) string {
	out := []byte(src)
	for _, c := range s.Cuts {
		for i := c.Start + 1; i < c.End-1; i++ {
			if out[i] != '\n' {
				out[i] = ' '
			}
		}
	}
	return string(out)
}

// isValue reports whether a value rather than a statement follows a text.
func isValue(before string) bool {
	before = strings.TrimRight(before, " \t\r\n")
	return strings.HasSuffix(before, "=") || strings.HasSuffix(before, ":")
}

// isInBrackets reports whether a cut is everything between two brackets.
func isInBrackets(src string, c code.Cut) bool {
	return c.Start > 0 && c.End < len(src) &&
		slices.Contains([]string{"[]", "()", "{}"}, src[c.Start-1:c.Start]+src[c.End:c.End+1])
}

// roundTrip returns the skeleton with {} for an elided body, 0 for an elided value, and nothing
// between the brackets of a literal.
func roundTrip(l *grammar.Language, s *code.Structure, src string) string {
	return replaced(s, src, func(c code.Cut) string {
		elision := strings.TrimSpace(c.Text)
		back := elision
		switch {
		case elision == l.Elision.Value && isInBrackets(src, c):
			back = ""
		case elision == l.Elision.Body || elision == l.Elision.Short:
			back = l.Elision.Empty
			if l.Elision.Body == l.Elision.Value && isValue(src[:c.Start]) {
				back = "0"
			}
		case elision == l.Elision.Value:
			back = "0"
		}
		return strings.Replace(c.Text, elision, back, 1)
	})
}
