package code

import (
	"sort"
	"strings"
)

// Nearest returns up to n paths of symbols most similar to a name, best first: the same last part
// elsewhere, then by edit distance. Names that differ in more than half of their letters are not
// similar.
func (s *Structure) Nearest(path string, n int) []string {
	path = Normal(path)
	type candidate struct {
		path string
		away int
	}
	var found []candidate
	for i := range s.Symbols {
		have := s.Symbols[i].Path
		away := distance(fold(path), fold(have))
		if last(path) == last(have) {
			away = 0
		} else {
			away = min(away, distance(fold(last(path)), fold(last(have)))+1)
		}
		if away*2 <= len(last(path)) {
			found = append(found, candidate{have, away})
		}
	}
	sort.SliceStable(found, func(a, b int) bool { return found[a].away < found[b].away })
	var paths []string
	for _, c := range found[:min(n, len(found))] {
		paths = append(paths, c.path)
	}
	return paths
}

// last returns the last part of a symbol's path.
func last(path string) string { return path[strings.LastIndexByte(path, '.')+1:] }

// maxCompared is the max number of letters of a name that are compared.
const maxCompared = 64

func fold(name string) []rune {
	r := []rune(strings.ToLower(name))
	return r[max(0, len(r)-maxCompared):]
}

// distance returns the Levenshtein distance.
func distance(a, b []rune) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i, x := range a {
		diagonal := row[0]
		row[0] = i + 1
		for j, y := range b {
			cost := diagonal
			if x != y {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j+1]+1, row[j]+1)
		}
	}
	return row[len(b)]
}
