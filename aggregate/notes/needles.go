package notes

import (
	"regexp/syntax"
	"strings"
)

// needles are strings of which a text holds at least one wherever a pattern matches: looking
// for them is a hundred times as fast as the pattern. Without any, nothing is known. All are
// in lower case, and looked for in a text in lower case.
type needles []string

// in reports whether a text, which is in lower case, may match.
func (n needles) in(lower string) bool {
	for _, s := range n {
		if strings.Contains(lower, s) {
			return true
		}
	}
	return len(n) == 0
}

// needlesOf returns the needles of a pattern.
func needlesOf(pattern string) needles {
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return nil
	}
	return needlesIn(re)
}

func needlesIn(re *syntax.Regexp) needles {
	switch re.Op {
	case syntax.OpLiteral:
		return needles{strings.ToLower(string(re.Rune))}
	case syntax.OpCapture, syntax.OpPlus:
		return needlesIn(re.Sub[0])
	case syntax.OpConcat:
		var best needles
		for _, sub := range re.Sub {
			if n := needlesIn(sub); n.tell() > best.tell() {
				best = n
			}
		}
		return best
	case syntax.OpAlternate:
		var all needles
		for _, sub := range re.Sub {
			n := needlesIn(sub)
			if len(n) == 0 {
				return nil
			}
			all = append(all, n...)
		}
		return all
	}
	return nil
}

// tell is how much needles say: the length of the shortest, and a little for being few.
func (n needles) tell() int {
	if len(n) == 0 {
		return 0
	}
	least := len(n[0])
	for _, s := range n {
		least = min(least, len(s))
	}
	return 100*least - len(n)
}
