package secrets

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"dossier/aggregate/text"
)

// Numbers number the values that are redacted in one document: the same value has the same
// number wherever it stands, and those of a rule count from 1. The zero value has none.
type Numbers struct {
	of   map[string]int // by ID
	last map[string]int // by rule
}

// Clone returns numbers that go on from the same.
func (n *Numbers) Clone() *Numbers {
	next := &Numbers{make(map[string]int, len(n.of)), make(map[string]int, len(n.last))}
	for id, i := range n.of {
		next.of[id] = i
	}
	for rule, i := range n.last {
		next.last[rule] = i
	}
	return next
}

// Placeholder returns what stands in the place of a value, such as [REDACTED:github-pat#1]:
// on one line, of ASCII for the rules that are embedded.
func (n *Numbers) Placeholder(rule, value string) string {
	if n.of == nil {
		n.of, n.last = map[string]int{}, map[string]int{}
	}
	id := ID(rule, value)
	i, ok := n.of[id]
	if !ok {
		n.last[rule]++
		i = n.last[rule]
		n.of[id] = i
	}
	return fmt.Sprintf("[REDACTED:%s#%d]", rule, i)
}

// Cut is a range of bytes of a text with what stands in its place.
type Cut struct {
	Start, End int
	Rule       string
	By         string
}

// Repeated is how long a value is, in bytes, of which every other place in its text is cut
// out too. A shorter one may be any word.
const Repeated = 8

// Cuts returns what is to be cut out of a text that holds some findings, in its order. Those
// that overlap are one; a value is cut out wherever it stands, but for the places in keep,
// which a person has allowed.
func (n *Numbers) Cuts(src string, found, keep []Finding) []Cut {
	var cuts []Cut
	for _, f := range found {
		last := len(cuts) - 1
		switch {
		case f.Start >= f.End:
		case last >= 0 && f.Start < cuts[last].End:
			cuts[last].End = max(cuts[last].End, f.End)
		default:
			cuts = append(cuts, Cut{Start: f.Start, End: f.End, Rule: f.Rule})
		}
	}
	values := map[string]Cut{}
	for i := range cuts {
		c := &cuts[i]
		value := src[c.Start:c.End]
		c.By = n.Placeholder(c.Rule, value)
		if _, ok := values[value]; !ok && len(value) >= Repeated {
			values[value] = *c
		}
	}
	taken := slices.Clone(cuts)
	for _, f := range keep {
		taken = append(taken, Cut{Start: f.Start, End: f.End})
	}
	return joinedCuts(append(cuts, others(src, values, taken)...))
}

// others returns the other places of values that are cut out, of those that touch none that is
// taken. Its work grows with the text and not with how many values there are.
func others(src string, values map[string]Cut, taken []Cut) []Cut {
	if len(values) == 0 {
		return nil
	}
	begin := map[string][]string{} // values by how they begin, the longest first
	for value := range values {
		begin[value[:Repeated]] = append(begin[value[:Repeated]], value)
	}
	for _, list := range begin {
		slices.SortFunc(list, func(a, b string) int { return cmp.Or(cmp.Compare(len(b), len(a)), strings.Compare(a, b)) })
	}
	slices.SortFunc(taken, func(a, b Cut) int { return cmp.Compare(a.Start, b.Start) })
	var cuts []Cut
	next, until := 0, 0 // of taken; where the last one that began before ends
	for i := 0; i+Repeated <= len(src); i++ {
		for next < len(taken) && taken[next].Start <= i {
			until = max(until, taken[next].End)
			next++
		}
		list := begin[src[i:i+Repeated]]
		if list == nil || i < until {
			continue
		}
		at := slices.IndexFunc(list, func(value string) bool {
			free := next == len(taken) || taken[next].Start >= i+len(value)
			return free && strings.HasPrefix(src[i:], value)
		})
		if at >= 0 {
			c := values[list[at]]
			cuts = append(cuts, Cut{i, i + len(list[at]), c.Rule, c.By})
			i += len(list[at]) - 1
		}
	}
	return cuts
}

// joinedCuts brings cuts into the order of their text, and makes one of those that overlap.
func joinedCuts(cuts []Cut) []Cut {
	slices.SortFunc(cuts, func(a, b Cut) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End), strings.Compare(a.By, b.By))
	})
	out := cuts[:0]
	for _, c := range cuts {
		if last := len(out) - 1; last >= 0 && c.Start < out[last].End {
			out[last].End = max(out[last].End, c.End)
			continue
		}
		out = append(out, c)
	}
	return out
}

// Apply returns a text with cuts in it, which are in its order and do not overlap. It has as
// many lines as before: of a cut the ends of lines stay.
func Apply(src string, cuts []Cut) string {
	if len(cuts) == 0 {
		return src
	}
	var b strings.Builder
	b.Grow(len(src))
	at := 0
	for _, c := range cuts {
		b.WriteString(src[at:c.Start])
		b.WriteString(c.By)
		for i := c.Start; i < c.End; i++ {
			if src[i] != '\n' {
				continue
			}
			if i > c.Start && src[i-1] == '\r' {
				b.WriteByte('\r')
			}
			b.WriteByte('\n')
		}
		at = c.End
	}
	b.WriteString(src[at:])
	return b.String()
}

// maxExcerpt is how many bytes of a line an excerpt shows before a value.
const maxExcerpt = 40

// Excerpts returns for each of the findings in a text what stands on the line before it, and how
// the value begins. Nothing of another one is in it.
func Excerpts(src string, found []Finding) []string {
	out, past := make([]string, len(found)), 0 // where the one before ends that goes furthest
	for i, f := range found {
		out[i] = excerpt(src, f, min(past, f.Start))
		past = max(past, f.End)
	}
	return out
}

func excerpt(src string, f Finding, past int) string {
	start := max(past, f.Start-maxExcerpt, 0)
	start += strings.LastIndexByte(src[start:f.Start], '\n') + 1
	for start < f.Start && !utf8.RuneStart(src[start]) {
		start++
	}
	// What stands behind a secret may be one too, and is left out.
	return text.Escape(strings.TrimLeft(src[start:f.Start], " \t") + Mask(f.Secret(src)))
}

// Mask returns a secret as it may be shown: the first characters of a long one, which tell
// whose it is.
func Mask(secret string) string {
	const shown, long = 4, 20
	if len(secret) < long {
		return "…"
	}
	for i := range shown {
		if secret[i] <= ' ' || secret[i] >= utf8.RuneSelf {
			return "…"
		}
	}
	return secret[:shown] + "…"
}
