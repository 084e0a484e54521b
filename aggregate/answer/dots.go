package answer

import (
	"slices"
	"strings"
)

// isDotsLine reports whether a quoted line marks omitted lines of the file.
func isDotsLine(s string) bool {
	c := trimSpace(s)
	return c == "..." || c == "…" || c == "[...]" || isElision(s)
}

// placeDotted places quoted lines with omitted lines in the middle of the old and the new text, which are retained. ok
// is false if there are no such lines.
func (f *File) placeDotted(e Edit, old, new []string) (Placement, bool) {
	olds, news := splitAtDots(old), splitAtDots(new)
	if len(olds) < 2 || len(olds) != len(news) {
		return Placement{}, false
	}
	missing := Placement{Level: NotFound, Reason: "the lines around the dots are not in the file"}
	var found [][]match
	for _, part := range olds {
		if len(part) == 0 {
			found = append(found, nil)
			continue
		}
		matches := f.matchLines(part)
		if len(matches) == 0 {
			matches = f.matchIgnoringBlanks(part)
		}
		if len(matches) == 0 {
			return missing, true
		}
		found = append(found, matches)
	}
	chains := placementChains(found)
	if len(chains) == 0 {
		return missing, true
	}
	var choices []Choice
	for _, chain := range chains[:min(len(chains), MaxChoices)] {
		choices = append(choices, f.chainChoice(chain, olds, news, e.Final))
	}
	c := choices[0]
	if choices = slices.DeleteFunc(choices, func(c Choice) bool { return len(c.Changes) == 0 }); len(choices) == 0 && !slices.Equal(old, new) {
		return alreadyApplied(c.Lines), true
	}
	if len(chains) > 1 && len(choices) > 0 {
		return Placement{
			Level: Ambiguous, Reason: "the lines around the dots are in the file several times",
			Lines: choices[0].Lines, Changes: choices[0].Changes, Choices: choices,
		}, true
	}
	return Placement{Level: Certain, Changes: c.Changes, Lines: c.Lines, Note: "the quoted text leaves lines out"}, true
}

// splitAtDots splits lines at lines of dots.
func splitAtDots(lines []string) [][]string {
	out := [][]string{nil}
	for _, s := range lines {
		if isDotsLine(s) {
			out = append(out, nil)
			continue
		}
		out[len(out)-1] = append(out[len(out)-1], s)
	}
	return out
}

// maxChains is the maximum number of ways through the places of parts, and maxSteps that of the steps tried.
const (
	maxChains = 200
	maxSteps  = 20_000
)

// placementChains returns the ways to choose a place for each part, in ascending order.
func placementChains(found [][]match) [][]match {
	var chains [][]match
	steps := 0
	var follow func(part, after int, chain []match)
	follow = func(part, after int, chain []match) {
		if steps++; len(chains) >= maxChains || steps > maxSteps {
			return
		}
		if part == len(found) {
			chains = append(chains, append([]match(nil), chain...))
			return
		}
		if found[part] == nil {
			follow(part+1, after, append(chain, match{}))
			return
		}
		for _, m := range found[part] {
			if l := m.lines(); l.Start > after {
				follow(part+1, l.End, append(chain, m))
			}
		}
	}
	follow(0, 0, nil)
	return chains
}

// chainChoice returns the changes of the parts of an edit at their places.
func (f *File) chainChoice(places []match, olds, news [][]string, final Final) Choice {
	var c Choice
	for i, m := range places {
		if m.at == nil {
			continue
		}
		if l := m.lines(); c.Lines.Start == 0 {
			c.Lines = l
		} else {
			c.Lines.End = l.End
		}
		if !f.applied(m, olds[i], news[i]) {
			c.Changes = append(c.Changes, f.changes(m, olds[i], news[i], final)...)
		}
	}
	return c
}

// segments splits the lines of an elided file at its elisions and drops the blank lines next to these. It
// reports whether an elision precedes the first segment and follows the last.
func segments(lines []string) (list [][]string, elidedBefore, elidedAfter bool) {
	var current []string
	flush := func(next bool) {
		s := current
		if len(list) > 0 || elidedBefore {
			for len(s) > 0 && strings.TrimSpace(s[0]) == "" {
				s = s[1:]
			}
		}
		if next {
			for len(s) > 0 && strings.TrimSpace(s[len(s)-1]) == "" {
				s = s[:len(s)-1]
			}
		}
		if len(s) > 0 {
			list = append(list, s)
		}
		current = nil
	}
	for _, s := range lines {
		if !isElision(s) {
			current = append(current, s)
			elidedAfter = elidedAfter && strings.TrimSpace(s) == ""
			continue
		}
		if len(list) == 0 && len(trimBlank(current)) == 0 {
			elidedBefore, current = true, nil
		}
		flush(true)
		elidedAfter = true
	}
	flush(elidedAfter)
	return list, elidedBefore, elidedAfter
}
