package session

import (
	"strconv"
	"strings"

	"dossier/aggregate"
	"dossier/models"
)

// stretch is a part of how a file is shown that shows its lines as they are.
type stretch struct {
	lines  aggregate.Range // of what is shown, from 0
	source int             // the line of the file that the first of them is, from 1
}

// stretchesOf returns what n lines show of a file line by line: all of it, or its slices,
// each of which stands under its lines.
func stretchesOf(shown models.ViewMode, n int, line func(i int) string) []stretch {
	switch shown {
	case models.Full:
		return []stretch{{aggregate.Range{Start: 0, End: n}, 1}}
	case models.Custom:
	default:
		return nil
	}
	var out []stretch
	for i := 0; i < n; {
		if line(i) != "---" {
			i++ // a blank line, or what stands in the place of a slice that was not found
			continue
		}
		head := i + 1
		if head < n && (strings.HasPrefix(line(head), "[") || strings.HasPrefix(line(head), "(")) {
			head++ // its tag and its comment
		}
		i++
		if head >= n {
			break
		}
		if first, last, ok := sliceLines(line(head)); ok {
			i = min(head+1+last-first+1, n)
			out = append(out, stretch{aggregate.Range{Start: head + 1, End: i}, first})
		}
	}
	return out
}

// sliceLines reads the lines of a slice from what stands above it: "Lines 3-9:".
func sliceLines(head string) (first, last int, ok bool) {
	ends, colon := strings.CutSuffix(strings.TrimPrefix(head, "Lines "), ":")
	a, b, dash := strings.Cut(ends, "-")
	first, err := strconv.Atoi(a)
	last, err2 := strconv.Atoi(b)
	return first, last, colon && dash && err == nil && err2 == nil && first >= 1 && last >= first && strings.HasPrefix(head, "Lines ")
}

// numbersOf returns the line of its file that each line of a file's block is, from 1; 0
// where it is none: of a heading, a fence, and of what is not shown line by line.
func numbersOf(shown models.ViewMode, block []string) []int {
	out := make([]int, len(block))
	const head = 3 // the heading, a blank line, the fence
	if len(block) <= head || !strings.HasPrefix(block[head-1], "```") {
		return out
	}
	body := block[head : len(block)-1]
	line := func(i int) string { return strings.TrimRight(body[i], "\r\n") }
	for _, part := range stretchesOf(shown, len(body), line) {
		for i := part.lines.Start; i < part.lines.End; i++ {
			out[head+i] = part.source + i - part.lines.Start
		}
	}
	return out
}
