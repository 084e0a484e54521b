package answer

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/agnivade/levenshtein"

	"dossier/aggregate/diff"
)

const (
	// minLikeness is the minimum likeness of two lines to be treated as the same one, from 0 to 1, and
	// minRemovedLikeness that for a line that the edit removes.
	minLikeness        = 0.6
	minRemovedLikeness = 0.85
	// minMargin is the minimum advantage of the best place over the second, in lines.
	minMargin = 0.5
	// maxNear is the maximum number of places compared.
	maxNear = 60
	// maxDifferent is the maximum number of lines that differ.
	maxDifferent = 8
	// maxPositions is the number of places of a line above which the line is ignored.
	maxPositions = 80
)

// candidate is a place with some of the quoted lines.
type candidate struct {
	start     int
	equal     int // number of equal lines that are not blank
	score     float64
	different []int // the quoted lines that differ
}

// placeNear finds a place where the quoted lines differ slightly. It returns a Likely placement if there is one;
// otherwise the nearest place with the differences.
func (f *File) placeNear(e Edit, r Reading) Placement {
	old, new := splitLines(r.Old), splitLines(r.New)
	list := f.candidates(old)
	miss := Placement{Level: NotFound, Reason: "the text to replace is not in the file"}
	if len(list) == 0 {
		return miss
	}
	best := list[0]
	miss.Lines = Lines{best.start + 1, best.start + len(old)}
	if len(best.different) > 0 {
		miss.Reason = f.describeDifference(old, best)
	}
	removed := make([]bool, len(old))
	for _, c := range diff.Lines(old, new) {
		for i := c.Old.Start; i < c.Old.End; i++ {
			removed[i] = true
		}
	}
	solid := 0
	for _, s := range old {
		if trimSpace(s) != "" {
			solid++
		}
	}
	if solid < 2 || best.equal == 0 || len(best.different) > min(maxDifferent, max(1, solid/3)) {
		return miss
	}
	var quoted, file []string
	unique := false
	for i, s := range old {
		at := best.start + i
		if slices.Contains(best.different, i) {
			need := minLikeness
			if removed[i] {
				need = minRemovedLikeness
			}
			if likeness(trimSpace(s), f.trimmed[at]) < need {
				return miss
			}
			continue
		}
		quoted, file = append(quoted, s), append(file, f.lines[at])
		unique = unique || trimSpace(s) != "" && len(f.byTrimmed[trimSpace(s)]) == 1
	}
	if best.equal == 1 && !unique && !f.isDistinctive(old, best) {
		return miss
	}
	if len(list) > 1 && list[1].score > best.score-minMargin {
		miss.Reason = "several places are about as near"
		return miss
	}
	m := match{at: make([]int, len(old)), indent: relate(quoted, file)}
	if m.indent.class == irregular {
		return miss
	}
	for i := range m.at {
		m.at[i] = best.start + i
	}
	return Placement{Level: Likely, Changes: f.changes(m, old, new, e.Final), Lines: m.lines(), Reason: f.describeDifference(old, best)}
}

// isDistinctive reports whether the differing lines at a place are very similar, and occur in the file only once.
func (f *File) isDistinctive(old []string, c candidate) bool {
	for _, i := range c.different {
		is := f.trimmed[c.start+i]
		if likeness(trimSpace(old[i]), is) < minRemovedLikeness || len(f.byTrimmed[is]) > 1 {
			return false
		}
	}
	return len(c.different) > 0
}

// describeDifference describes the differences at a place.
func (f *File) describeDifference(old []string, c candidate) string {
	i := c.different[0]
	if more := len(c.different) - 1; more > 0 {
		return fmt.Sprintf("line %d reads %s, not “%s”, and %d more differ", c.start+i+1, f.quotable(c.start+i, old[i]), shorten(trimSpace(old[i])), more)
	}
	return fmt.Sprintf("line %d reads %s, not “%s”", c.start+i+1, f.quotable(c.start+i, old[i]), shorten(trimSpace(old[i])))
}

func shorten(s string) string {
	const most = 60
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}

// candidates returns the places with some of the quoted lines, best first.
func (f *File) candidates(old []string) []candidate {
	if len(old) == 0 || len(old) > len(f.lines) {
		return nil
	}
	votes := map[int]int{}
	for i, s := range old {
		places := f.byTrimmed[trimSpace(s)]
		if trimSpace(s) == "" || len(places) > maxPositions {
			continue
		}
		for _, at := range places {
			if start := at - i; start >= 0 && start+len(old) <= len(f.lines) {
				votes[start]++
			}
		}
	}
	starts := make([]int, 0, len(votes))
	for start := range votes {
		starts = append(starts, start)
	}
	slices.SortFunc(starts, func(a, b int) int { return cmp.Or(cmp.Compare(votes[b], votes[a]), cmp.Compare(a, b)) })
	var out []candidate
	for _, start := range starts[:min(len(starts), maxNear)] {
		c := candidate{start: start}
		for i, s := range old {
			a, b := trimSpace(s), f.trimmed[start+i]
			switch {
			case a == b && a != "":
				c.equal++
				c.score++
			case a != b:
				c.different = append(c.different, i)
			}
		}
		if len(c.different) <= maxDifferent { // with more differences, it is not a near place
			for _, i := range c.different {
				c.score += likeness(trimSpace(old[i]), f.trimmed[start+i])
			}
		}
		out = append(out, c)
	}
	slices.SortStableFunc(out, func(a, b candidate) int { return cmp.Compare(b.score, a.score) })
	return out
}

// maxLikeness is the maximum length of lines whose likeness is computed letter by letter.
const maxLikeness = 400

// likeness returns how similar two lines are, from 0 to 1: by their edit distance, or by what was appended to one of
// them.
func likeness(a, b string) float64 {
	if a == b {
		return 1
	}
	short, long := a, b
	if len(short) > len(long) {
		short, long = long, short
	}
	if short == "" {
		return 0
	}
	if rest, ok := strings.CutPrefix(long, short); ok && (rest[0] == ' ' || rest[0] == '\t' || len(short) > 4) {
		return 0.8
	}
	if len(long) > maxLikeness || len(short)*2 < len(long) {
		return 0
	}
	return 1 - float64(levenshtein.ComputeDistance(a, b))/float64(max(len([]rune(a)), len([]rune(b))))
}
