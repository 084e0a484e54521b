package code

import (
	"fmt"
	"maps"
	"slices"
	"sort"
	"strings"

	"dossier/models"
)

// Skeleton returns src without the bodies that its structure cuts.
//
// A skeleton of more than 20 lines is never longer than its source: where bodies are so
// short that it would be, the shortest stay.
func (s *Structure) Skeleton(src string) string {
	cuts := s.Cuts
	if grows(cuts) > 0 && strings.Count(src, "\n") >= 20 {
		cuts = slices.DeleteFunc(slices.Clone(cuts), func(c Cut) bool { return len(c.Text) > c.Len() })
	}
	return edited(src, Span{0, len(src)}, cuts)
}

// grows returns by how many bytes cuts make a source longer.
func grows(cuts []Cut) int {
	n := 0
	for _, c := range cuts {
		n += len(c.Text) - c.Len()
	}
	return n
}

// edited returns the part of src in span with the cuts made that lie in it. Of cuts that
// overlap, the one that begins first is made.
func edited(src string, span Span, cuts []Cut) string {
	var b strings.Builder
	b.Grow(span.Len())
	at := span.Start
	for _, c := range cuts {
		if c.Start < at || c.End > span.End {
			continue
		}
		b.WriteString(src[at:c.Start])
		b.WriteString(c.Text)
		at = c.End
	}
	b.WriteString(src[at:span.End])
	return b.String()
}

// cutsIn returns the cuts that lie wholly in span.
func cutsIn(cuts []Cut, span Span) []Cut {
	from := sort.Search(len(cuts), func(i int) bool { return cuts[i].Start >= span.Start })
	to := sort.Search(len(cuts), func(i int) bool { return cuts[i].End > span.End })
	if from >= to {
		return nil
	}
	return cuts[from:to]
}

// Outline returns one line a symbol, nested by two spaces:
//
//	[Class] Server (Lines 10-84)
//	  [Method] Login (Lines 20-41)
//
// The last line has no newline.
func (s *Structure) Outline(src string) string {
	lines := NewLines(src)
	var b strings.Builder
	for i := range s.Symbols {
		sym := &s.Symbols[i]
		if i > 0 {
			b.WriteByte('\n')
		}
		first, last := lines.Of(sym.Node)
		fmt.Fprintf(&b, "%s[%s] %s (Lines %d-%d)", strings.Repeat("  ", sym.Depth), sym.Kind, s.Title(i), first, last)
	}
	return b.String()
}

// Title returns the name of symbol i as the outline shows it: what is outside its type is
// named with it.
func (s *Structure) Title(i int) string {
	sym := &s.Symbols[i]
	path := sym.Path
	if sym.Parent >= 0 {
		path = strings.TrimPrefix(path, s.Symbols[sym.Parent].Path+".")
	}
	if path == Normal(sym.Name) {
		return sym.Name // as it is written: a::before
	}
	// The number of an overload tells masks apart, not readers.
	if at := strings.LastIndexByte(path, '#'); at > 0 && !strings.HasSuffix(Normal(sym.Name), path[at:]) {
		path = path[:at]
	}
	return path
}

// LostError says that a mask names a symbol which the source does not have.
type LostError struct {
	Path    string
	Nearest []string // the names that are most like it, best first
}

func (e *LostError) Error() string {
	msg := "the symbol " + e.Path + " is not in the file"
	if len(e.Nearest) > 0 {
		msg += "; nearest: " + strings.Join(e.Nearest, ", ")
	}
	return msg
}

// Masked returns the symbols that mask names, in the order of the source, joined by a
// blank line. A definition is the source's own bytes with its doc comment; a signature
// has the body or the members elided; what is hidden is left out. An entry inside a
// definition refines it, and nothing is printed twice. A name that the source does not
// have stands at the end as a line that says so and is returned, in the order of names.
func (s *Structure) Masked(src string, mask map[string]models.MaskMode) (string, []*LostError) {
	modes := make([]models.MaskMode, len(s.Symbols)) // "" is not named
	var lost []*LostError
	for _, path := range slices.Sorted(maps.Keys(mask)) {
		if i := s.Find(path); i >= 0 {
			modes[i] = mask[path]
		} else {
			lost = append(lost, &LostError{path, s.Nearest(path, 3)})
		}
	}
	parts := s.parts(src, modes)
	for _, l := range lost {
		parts = append(parts, "ERROR: symbol not found: "+l.Path)
	}
	return strings.Join(parts, "\n\n"), lost
}

// Definitions returns every top-level definition, and nothing else.
func (s *Structure) Definitions(src string) string {
	modes := make([]models.MaskMode, len(s.Symbols))
	for i := range s.Symbols {
		if s.Symbols[i].Parent < 0 {
			modes[i] = models.MaskDef
		}
	}
	return strings.Join(s.parts(src, modes), "\n\n")
}

// parts prints the symbols that modes names. done is the end of what is printed.
func (s *Structure) parts(src string, modes []models.MaskMode) []string {
	whole := s.wholeGroups(modes)
	var parts []string
	done := 0
	for i := range s.Symbols {
		sym := &s.Symbols[i]
		span := sym.extent(src)
		switch {
		case modes[i] == "" || modes[i] == models.MaskHide || span.End <= done:
			continue
		case whole[sym.Group]:
			span = fromMargin(src, sym.Group)
		}
		if modes[i] == models.MaskDef {
			parts = append(parts, trimEnd(edited(src, span, s.refinements(src, span, modes))))
			done = span.End
			continue
		}
		parts = append(parts, trimEnd(edited(src, span, s.elisions(sym))))
		if sym.Fold.Empty() {
			done = span.End
		}
	}
	return parts
}

// wholeGroups returns the groups of which every symbol is shown as its definition.
func (s *Structure) wholeGroups(modes []models.MaskMode) map[Span]bool {
	whole := map[Span]bool{}
	for i := range s.Symbols {
		if g := s.Symbols[i].Group; !g.Empty() {
			all, seen := whole[g]
			whole[g] = (all || !seen) && modes[i] == models.MaskDef
		}
	}
	return whole
}

// extent is a symbol with its doc comment and the white space before it on its line.
func (sym *Symbol) extent(src string) Span {
	span := sym.Whole
	if !sym.Doc.Empty() {
		span.Start = min(span.Start, sym.Doc.Start)
	}
	return fromMargin(src, span)
}

// fromMargin extends a span to the left as long as there is only white space.
func fromMargin(src string, span Span) Span {
	for at := span.Start; ; at-- {
		if at == 0 || src[at-1] == '\n' {
			return Span{at, span.End}
		}
		if c := src[at-1]; c != ' ' && c != '\t' {
			return span
		}
	}
}

// elisions are the cuts that make a signature of a symbol's definition.
func (s *Structure) elisions(sym *Symbol) []Cut {
	if !sym.Fold.Empty() {
		return []Cut{sym.Fold}
	}
	return cutsIn(s.Cuts, sym.Whole)
}

// refinements are the cuts that entries inside a definition ask for.
func (s *Structure) refinements(src string, span Span, modes []models.MaskMode) []Cut {
	var cuts []Cut
	for i := range s.Symbols {
		sym := &s.Symbols[i]
		if !span.Contains(sym.Node) {
			continue
		}
		switch modes[i] {
		case models.MaskSig:
			cuts = append(cuts, s.elisions(sym)...)
		case models.MaskHide:
			cuts = append(cuts, Cut{Span: wholeLines(src, sym.extent(src))})
		}
	}
	sort.SliceStable(cuts, func(a, b int) bool { return cuts[a].Start < cuts[b].Start })
	return cuts
}

// wholeLines extends a span that fills its lines by the end of the last one.
func wholeLines(src string, span Span) Span {
	end := span.End
	for end < len(src) && (src[end] == ' ' || src[end] == '\t' || src[end] == '\r') {
		end++
	}
	if (span.Start == 0 || src[span.Start-1] == '\n') && end < len(src) && src[end] == '\n' {
		return Span{span.Start, end + 1}
	}
	return span
}

// trimEnd drops white space at the end: parts are joined by a blank line.
func trimEnd(part string) string { return strings.TrimRight(part, " \t\r\n") }

// Signature returns the header of a symbol on one line, without its body and what
// leads to it.
func (s *Structure) Signature(src string, i int) string {
	head := strings.Join(strings.Fields(s.Symbols[i].Head.Of(src)), " ")
	for _, tail := range []string{"{", "=>", "=", ":", " do", ","} {
		if cut, ok := strings.CutSuffix(head, tail); ok {
			head = strings.TrimRight(cut, " ")
		}
	}
	return head
}

// Definition returns the source of a symbol with its doc comment: what a mask shows of
// it as def.
func (s *Structure) Definition(src string, i int) string {
	return s.Symbols[i].extent(src).Of(src)
}
