package code

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"dossier/aggregate/text"
)

// Skeleton returns src without the bodies cut by its structure.
//
// A skeleton of more than 20 lines is never longer than its source: if bodies are so short that
// it would be, the shortest are kept.
func (s *Structure) Skeleton(src string) string {
	return applyCuts(src, Span{0, len(src)}, s.skeletonCuts(src))
}

// SkeletonWithout is [Structure.Skeleton] with further edits of the source applied.
// The result states the source line of each line.
func (s *Structure) SkeletonWithout(src string, edits []text.Edit) text.Mapped {
	cuts := s.skeletonCuts(src)
	all := make([]text.Edit, 0, len(cuts)+len(edits))
	for _, c := range cuts {
		all = append(all, text.Edit{Start: c.Start, End: c.End, New: c.Text})
	}
	return text.Mapped{Text: src}.Apply(append(all, edits...))
}

func (s *Structure) skeletonCuts(src string) []Cut {
	if grows(s.Cuts) > 0 && strings.Count(src, "\n") >= 20 {
		return slices.DeleteFunc(slices.Clone(s.Cuts), func(c Cut) bool { return len(c.Text) > c.Len() })
	}
	return s.Cuts
}

// grows returns the number of bytes by which cuts lengthen a source.
func grows(cuts []Cut) int {
	n := 0
	for _, c := range cuts {
		n += len(c.Text) - c.Len()
	}
	return n
}

// applyCuts returns the part of src in span with the cuts in it applied. Of overlapping cuts the
// first one is applied.
func applyCuts(src string, span Span, cuts []Cut) string {
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

// cutsIn returns the cuts that are entirely within span.
func cutsIn(cuts []Cut, span Span) []Cut {
	from := sort.Search(len(cuts), func(i int) bool { return cuts[i].Start >= span.Start })
	to := sort.Search(len(cuts), func(i int) bool { return cuts[i].End > span.End })
	if from >= to {
		return nil
	}
	return cuts[from:to]
}

// Outline returns one line per symbol, nested by two spaces:
//
//	[Class] Server (Lines 10-84)
//	  [Method] Login (Lines 20-41)
//
// There is no final newline.
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

// Title returns the name of symbol i in the outline: a method declared outside its type includes
// it. The overload number, which is only for masks, is omitted.
func (s *Structure) Title(i int) string {
	_, bare := s.relative(i)
	if name := s.Symbols[i].Name; bare == Normal(name) {
		return name // as written: a::before
	}
	return bare
}

// LostError reports that a mask names a symbol that is not in the source.
type LostError struct {
	Path    string
	Nearest []string // the most similar names, best first
}

func (e *LostError) Error() string {
	msg := "the symbol " + e.Path + " is not in the file"
	if len(e.Nearest) > 0 {
		msg += "; nearest: " + strings.Join(e.Nearest, ", ")
	}
	return msg
}

// extent returns a symbol with its doc comment and the white space before it on its line.
func (sym *Symbol) extent(src string) Span { return fromMargin(src, sym.core()) }

// fromMargin extends a span to the left over white space.
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

// elisions returns the cuts that reduce a symbol's definition to its signature.
func (s *Structure) elisions(sym *Symbol) []Cut {
	if !sym.Fold.Empty() {
		return []Cut{sym.Fold}
	}
	return cutsIn(s.Cuts, sym.Whole)
}

// blanks is white space.
const blanks = " \t\r\n"

// trimEnd removes trailing white space.
func trimEnd(text string) string { return strings.TrimRight(text, blanks) }

// Signature returns the header of a symbol on one line, without its body and the token that opens
// it.
func (s *Structure) Signature(src string, i int) string {
	return SignatureOf(s.Symbols[i].Head.Of(src))
}

// SignatureOf returns the signature for the text of a symbol's [Symbol.Head], as [Structure.Signature] does.
func SignatureOf(head string) string {
	head = strings.Join(strings.Fields(head), " ")
	for _, tail := range []string{"{", "=>", "=", ":", " do", ","} {
		if cut, ok := strings.CutSuffix(head, tail); ok {
			head = strings.TrimRight(cut, " ")
		}
	}
	return head
}

// Definition returns the source of a symbol with its doc comment, as shown by a mask in mode def.
func (s *Structure) Definition(src string, i int) string {
	return s.Symbols[i].extent(src).Of(src)
}
