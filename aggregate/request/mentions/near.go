package mentions

import (
	"slices"
	"strings"
)

// maxNear is the maximum number of misspelled paths in one text that are compared with all files.
const maxNear = 50

// similarNames returns the files whose names differ from that of a path by one or two letters, in byte order and at
// most [MaxCandidates]: those in its folder if there are any.
func (f *finder) similarNames(path string) []string {
	dir, name := path[:strings.LastIndexByte(path, '/')+1], strings.ToLower(path[strings.LastIndexByte(path, '/')+1:])
	if f.nearLeft == 0 || len(name) < 5 || len(name) > 100 || strings.HasPrefix(path, "/") {
		return nil
	}
	f.nearLeft--
	limit := 1
	if len(name) > 8 {
		limit = 2
	}
	var here, elsewhere []string
	best := limit
	for _, file := range f.names.files {
		base := file[strings.LastIndexByte(file, '/')+1:]
		if len(base)-len(name) > best || len(name)-len(base) > best {
			continue
		}
		d := distance(name, strings.ToLower(base))
		switch {
		case d > best:
			continue
		case d < best:
			best, here, elsewhere = d, nil, nil
		}
		if dir == "" || file[:len(file)-len(base)] == dir || strings.HasSuffix(file[:len(file)-len(base)], "/"+dir) {
			here = append(here, file)
		} else {
			elsewhere = append(elsewhere, file)
		}
	}
	if here == nil {
		here = elsewhere
	}
	return slices.Clip(here[:min(len(here), MaxCandidates)])
}

// distance returns the edit distance of two names, in bytes added, removed, changed or swapped with their neighbour.
func distance(a, b string) int {
	two, one, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range one {
		one[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(one[j]+1, row[j-1]+1, one[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], two[j-2]+1)
			}
		}
		two, one, row = one, row, two
	}
	return one[len(b)]
}
