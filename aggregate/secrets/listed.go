package secrets

import (
	"regexp/syntax"
	"slices"
	"strings"
)

// matchingID returns the [ID] in a list by which the user has named a finding in a text. Because the
// rules change with program versions, a value also matches an ID in the list if
//   - another rule found it;
//   - the rule's finding was longer and contains all of it, as a whole URL does;
//   - the rule found its beginning, and only a token has a form of that one length.
//
// Any other value with a common beginning is different: a longer password, or a token with one
// more part.
func matchingID(list []string, f Finding, src string) (id string, ok bool) {
	if len(list) == 0 {
		return "", false
	}
	value := f.Secret(src)
	if id = ID(f.Rule, value); slices.Contains(list, id) {
		return id, true
	}
	var containing, tried []string
	for _, other := range list {
		rule, _, ok := strings.Cut(other, ":")
		if !ok || rule == NameRule || slices.Contains(tried, rule) {
			continue
		}
		if containing == nil {
			containing = containingValues(f, src)
		}
		tried = append(tried, rule)
		for _, text := range containing {
			if id = ID(rule, text); slices.Contains(list, id) {
				return id, true
			}
		}
		if prefix := tokenPrefix(rule, value); prefix != "" {
			if id = ID(rule, prefix); slices.Contains(list, id) {
				return id, true
			}
		}
	}
	return "", false
}

// containingValues returns a finding in a text, and the values containing all of it that other rules may
// find.
func containingValues(f Finding, src string) []string {
	const (
		maxDistance = 200
		ends        = " \t\r\n\"'`<>#;,{}[]()$%"
		begins      = "=:/?&@>"
	)
	word := func(c byte) bool { return isWord(c) || c == '.' || c == '=' || c == '-' }
	starts, stops := []int{f.Start}, []int{f.End}
	inWord := true
	for at := f.Start - 1; at >= max(0, f.Start-maxDistance); at-- {
		end := strings.IndexByte(ends, src[at]) >= 0
		if end || strings.IndexByte(begins, src[at]) >= 0 || inWord && !word(src[at]) {
			starts = append(starts, at+1)
		}
		inWord = inWord && word(src[at])
		if end {
			break
		}
		if at == 0 {
			starts = append(starts, 0)
		}
	}
	inWord, padded := true, true
	for at := f.End; at < min(len(src), f.End+maxDistance); at++ {
		end := strings.IndexByte(ends, src[at]) >= 0
		if end || inWord && !word(src[at]) || padded && src[at] != '=' {
			stops = append(stops, at)
		}
		inWord, padded = inWord && word(src[at]), padded && src[at] == '='
		if end {
			break
		}
		if at == len(src)-1 {
			stops = append(stops, len(src))
		}
	}
	starts, stops = slices.Compact(starts), slices.Compact(stops)
	var list []string
	for _, start := range starts {
		for _, stop := range stops {
			list = append(list, src[start:stop])
		}
	}
	return list
}

// tokenPrefix returns the prefix of a value that is a token of a rule, if all of its tokens have
// the same length and cannot be distinguished from what follows in the value; empty if there is
// none.
func tokenPrefix(id, value string) string {
	i := slices.IndexFunc(Default().rules, func(r *rule) bool { return r.id == id })
	if i < 0 || Default().rules[i].edges == nil {
		return ""
	}
	r := Default().rules[i]
	re, err := syntax.Parse(r.expr.source, syntax.Perl)
	if err != nil {
		return ""
	}
	n := minLength(re)
	if n >= len(value) || n != maxLength(re) {
		return ""
	}
	m := r.expr.re().FindStringIndex(value[:n])
	if m == nil || m[0] != 0 || m[1] != n || len(strings.TrimFunc(value[n:], func(c rune) bool { return c < 0x80 && r.edges().bytes[c] })) > 0 {
		return ""
	}
	return value[:n]
}

// maxLength returns the max length of a match of an expression in characters; -1 if it is
// unbounded.
func maxLength(re *syntax.Regexp) int {
	switch re.Op {
	case syntax.OpLiteral:
		return len(re.Rune)
	case syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return 1
	case syntax.OpStar, syntax.OpPlus:
		return -1
	case syntax.OpQuest:
		return maxLength(re.Sub[0])
	case syntax.OpRepeat:
		if n := maxLength(re.Sub[0]); n < 0 || re.Max < 0 {
			return -1
		} else {
			return n * re.Max
		}
	}
	length := 0
	for _, sub := range re.Sub {
		switch n := maxLength(sub); {
		case n < 0:
			return -1
		case re.Op == syntax.OpAlternate:
			length = max(length, n)
		default:
			length += n
		}
	}
	return length
}
