package grammar

import (
	"bytes"
	"slices"
	"sort"

	"dossier/aggregate/code"
)

// HasComments reports whether [Language.ReadComments] can find the comments of sources.
func (l *Language) HasComments() bool {
	return l.CommentSpans != nil || l.Read == nil && l.Grammar != nil
}

// ReadComments returns the comments of a source, sorted and disjoint. It omits those
// that could not be parsed reliably, and directives, whose removal would change the
// code for compilers or tools: build constraints, the first line of a script.
func (l *Language) ReadComments(src []byte) ([]code.Comment, error) {
	if s, err := l.ParseExact(src); err != nil {
		return nil, err // it is too large
	} else if l.CommentSpans != nil {
		if spans := l.CommentSpans(src); s != nil || spans != nil || l.Read != nil {
			return l.classify(src, spans, s)
		}
	}
	if l.Read != nil {
		return nil, nil
	}
	if d := l.dialect(src, false); d != nil {
		return d.ReadComments(src)
	}
	s, spans, err := l.readUncut(src)
	if err != nil {
		return nil, err
	}
	if s.Broken {
		if d := l.dialect(src, true); d != nil {
			if other, others, failed := d.readUncut(src); failed == nil && !other.Broken {
				s, spans = other, others
			}
		}
	}
	return l.classify(src, spans, s)
}

// classify converts spans to comments. s is the structure of the source, or nil if it is unknown.
func (l *Language) classify(src []byte, spans []code.Span, s *code.Structure) ([]code.Comment, error) {
	if s == nil && l.Support == code.FullSupport {
		var err error
		if s, err = l.Parse(src); err != nil {
			return nil, err
		}
	}
	var out []code.Comment
	slices.SortFunc(spans, func(a, b code.Span) int { return a.Start - b.Start })
	for _, span := range spans {
		span = Trimmed(src, span)
		if n := len(out); span.Empty() || n > 0 && span.Start < out[n-1].End || isDirective(src, span) {
			continue
		}
		out = append(out, code.Comment{Span: span, Doc: l.Support == code.FullSupport && isShown(s.Cuts, span)})
	}
	return out, nil
}

// isShown reports whether a skeleton shows a span.
func isShown(cuts []code.Cut, span code.Span) bool {
	i := sort.Search(len(cuts), func(i int) bool { return cuts[i].End > span.Start })
	return i == len(cuts) || cuts[i].Start > span.Start
}

// directives are the prefixes of comments that have a meaning for compilers and
// other tools, so that removing them would change the code.
var directives = []string{
	"#!", "//go:", "//export ", "//line ", "/*line ", "// +build ", "/// <", "/*+", "<!--[if", "<!--<!", "#cgo ",
	"# syntax=", "# escape=", "# check=", "#syntax=", "#escape=", "#check=",
}

func isDirective(src []byte, span code.Span) bool {
	comment := src[span.Start:span.End]
	return slices.ContainsFunc(directives, func(d string) bool { return bytes.HasPrefix(comment, []byte(d)) })
}
