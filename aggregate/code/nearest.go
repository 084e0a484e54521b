package code

import (
	"sort"
	"strings"

	"github.com/agnivade/levenshtein"
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
		distance := levenshtein.ComputeDistance(fold(path), fold(have))
		if last(path) == last(have) {
			distance = 0
		} else {
			distance = min(distance, levenshtein.ComputeDistance(fold(last(path)), fold(last(have)))+1)
		}
		if distance*2 <= len(last(path)) {
			found = append(found, candidate{have, distance})
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

func fold(name string) string {
	r := []rune(strings.ToLower(name))
	return string(r[max(0, len(r)-maxCompared):])
}
