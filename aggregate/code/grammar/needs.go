package grammar

import (
	"bytes"
	"regexp"
	"regexp/syntax"
)

// quick is an expression with words that it needs, which are found far sooner than it is
// tried.
type quick struct {
	*regexp.Regexp
	needs []string // of which one stands in whatever fits; none are known when empty
}

// may reports whether a text can fit, by its words.
func (q quick) may(text []byte) bool {
	for _, word := range q.needs {
		if bytes.Contains(text, []byte(word)) {
			return true
		}
	}
	return len(q.needs) == 0
}

// needs returns words of which one stands in whatever fits an expression, or none.
func needs(expr string) []string {
	parsed, err := syntax.Parse(expr, syntax.Perl)
	if err != nil {
		return nil // as MustCompile says of it
	}
	return wordsOf(parsed)
}

// wordsOf is [needs] of a part of an expression.
func wordsOf(e *syntax.Regexp) []string {
	switch e.Op {
	case syntax.OpLiteral:
		if e.Flags&syntax.FoldCase == 0 {
			return []string{string(e.Rune)}
		}
	case syntax.OpCapture, syntax.OpPlus:
		return wordsOf(e.Sub[0])
	case syntax.OpRepeat:
		if e.Min > 0 {
			return wordsOf(e.Sub[0])
		}
	case syntax.OpAlternate:
		var all []string
		for _, sub := range e.Sub {
			words := wordsOf(sub)
			if len(words) == 0 {
				return nil
			}
			all = append(all, words...)
		}
		return all
	case syntax.OpConcat:
		var best []string
		for _, sub := range e.Sub {
			if words := wordsOf(sub); shortest(words) > shortest(best) {
				best = words
			}
		}
		return best
	}
	return nil
}

// shortest is the length of the shortest word; 0 when there are none.
func shortest(words []string) int {
	length := 0
	for i, word := range words {
		if i == 0 || len(word) < length {
			length = len(word)
		}
	}
	return length
}
