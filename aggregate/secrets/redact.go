package secrets

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"dossier/aggregate/text"
)

// Numbers assigns numbers to the redacted values of one document: the same value always has the
// same number, and the values of each rule count from 1. The zero value is empty.
type Numbers struct {
	numbers map[string]int // by ID
	last    map[string]int // by rule
}

// Clone returns a copy, which continues from the same numbers.
func (n *Numbers) Clone() *Numbers {
	next := &Numbers{make(map[string]int, len(n.numbers)), make(map[string]int, len(n.last))}
	for id, i := range n.numbers {
		next.numbers[id] = i
	}
	for rule, i := range n.last {
		next.last[rule] = i
	}
	return next
}

// Placeholder returns the replacement of a value, such as [REDACTED:github-pat#1]: on one line,
// in ASCII for the embedded rules.
func (n *Numbers) Placeholder(rule, value string) string {
	if n.numbers == nil {
		n.numbers, n.last = map[string]int{}, map[string]int{}
	}
	id := ID(rule, value)
	i, ok := n.numbers[id]
	if !ok {
		n.last[rule]++
		i = n.last[rule]
		n.numbers[id] = i
	}
	return fmt.Sprintf("[REDACTED:%s#%d]", rule, i)
}

// Cut is a byte range of a text and its replacement.
type Cut struct {
	Start, End  int
	Rule        string
	Placeholder string
}

// Repeated is the min length, in bytes, of a value whose other occurrences in the text are also
// redacted. A shorter one may be an ordinary word.
const Repeated = 8

// Cuts returns the redactions of a text with findings, in text order. Overlapping ones are
// merged; all occurrences of a value are redacted except those in keep, which the user has
// allowed.
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
		c.Placeholder = n.Placeholder(c.Rule, value)
		if _, ok := values[value]; !ok && len(value) >= Repeated {
			values[value] = *c
		}
	}
	excluded := slices.Clone(cuts)
	for _, f := range keep {
		excluded = append(excluded, Cut{Start: f.Start, End: f.End})
	}
	return mergeCuts(append(cuts, otherOccurrences(src, values, excluded)...))
}

// otherOccurrences returns the other occurrences of redacted values that do not overlap excluded ranges. It
// takes time proportional to the text, independent of the number of values.
func otherOccurrences(src string, values map[string]Cut, excluded []Cut) []Cut {
	if len(values) == 0 {
		return nil
	}
	byPrefix := map[string][]string{} // values by prefix, longest first
	var pairs [1 << 16 / 64]uint64    // a bit per first two bytes: almost nowhere a prefix has to be looked up
	for value := range values {
		pair := uint16(value[0])<<8 | uint16(value[1])
		pairs[pair/64] |= 1 << (pair % 64)
		byPrefix[value[:Repeated]] = append(byPrefix[value[:Repeated]], value)
	}
	for _, list := range byPrefix {
		slices.SortFunc(list, func(a, b string) int { return cmp.Or(cmp.Compare(len(b), len(a)), strings.Compare(a, b)) })
	}
	slices.SortFunc(excluded, func(a, b Cut) int { return cmp.Compare(a.Start, b.Start) })
	var cuts []Cut
	next, excludedEnd := 0, 0 // index in excluded; end of the ranges that began before
	for i := 0; i+Repeated <= len(src); i++ {
		for next < len(excluded) && excluded[next].Start <= i {
			excludedEnd = max(excludedEnd, excluded[next].End)
			next++
		}
		pair := uint16(src[i])<<8 | uint16(src[i+1])
		if pairs[pair/64]&(1<<(pair%64)) == 0 || i < excludedEnd {
			continue
		}
		list := byPrefix[src[i:i+Repeated]]
		if list == nil {
			continue
		}
		at := slices.IndexFunc(list, func(value string) bool {
			free := next == len(excluded) || excluded[next].Start >= i+len(value)
			return free && strings.HasPrefix(src[i:], value)
		})
		if at >= 0 {
			c := values[list[at]]
			cuts = append(cuts, Cut{i, i + len(list[at]), c.Rule, c.Placeholder})
			i += len(list[at]) - 1
		}
	}
	return cuts
}

// mergeCuts sorts cuts and merges overlapping ones.
func mergeCuts(cuts []Cut) []Cut {
	slices.SortFunc(cuts, func(a, b Cut) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End), strings.Compare(a.Placeholder, b.Placeholder))
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

// Apply applies cuts, which must be sorted and disjoint, to a text. It preserves the number of
// lines: line ends within a cut are kept.
func Apply(src string, cuts []Cut) string {
	if len(cuts) == 0 {
		return src
	}
	var b strings.Builder
	b.Grow(len(src))
	at := 0
	for _, c := range cuts {
		b.WriteString(src[at:c.Start])
		b.WriteString(c.Placeholder)
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

// maxExcerpt is the max number of bytes of a line shown before a value.
const maxExcerpt = 40

// Excerpts returns, for each finding in a text, the preceding part of its line and the beginning
// of the value. It contains nothing of other findings.
func Excerpts(src string, found []Finding) []string {
	out, past := make([]string, len(found)), 0 // the furthest end of the previous findings
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
	// The text after a secret may also be one, so it is not shown.
	return text.Escape(strings.TrimLeft(src[start:f.Start], " \t") + Mask(f.Secret(src)))
}

// Mask returns a displayable form of a secret: the first characters of a long one, which identify
// the provider.
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
