package relocate

import (
	"path"
	"strings"
)

// Folder searches for a folder without listed files: one with its name elsewhere, or one that contains most of its
// former files. children are the known paths of these. It reads no files.
func (s *Search) Folder(dir string, children []string) []Place {
	dir = path.Clean(dir)
	folders, filesByFolder := map[string]bool{}, map[string]map[string]bool{}
	for _, p := range s.files.Paths {
		for d := path.Dir(p); d != "." && !folders[d]; d = path.Dir(d) {
			folders[d] = true
		}
		d := path.Dir(p)
		if filesByFolder[d] == nil {
			filesByFolder[d] = map[string]bool{}
		}
		filesByFolder[d][path.Base(p)] = true
	}
	var places []Place
	for d := range folders {
		if path.Base(d) == path.Base(dir) && d != dir {
			places = append(places, Place{Path: d, Why: SameName, Score: nameScore + folderShare*nearness(path.Dir(dir), path.Dir(d))})
		}
	}
	names := map[string]bool{}
	for _, child := range children {
		if path.Dir(child) == dir {
			names[path.Base(child)] = true
		}
	}
	if len(names) > 1 {
		for d, have := range filesByFolder {
			n := 0
			for name := range names {
				if have[name] {
					n++
				}
			}
			if share := float64(n) / float64(len(names)); d != "." && share > 0.5 {
				places = append(places, Place{Path: d, Why: Similar, Score: min(0.98, share)})
			}
		}
	}
	return topPlaces(places)
}

// Pattern searches for a replacement of the folder in a pattern without a match; matches reports
// whether a pattern matches anything. The paths of the places are complete patterns.
func (s *Search) Pattern(pattern string, children []string, matches func(string) bool) []Place {
	fixed, rest := splitPattern(pattern)
	if fixed == "" {
		return nil
	}
	var places []Place
	for _, p := range s.Folder(fixed, children) {
		if p.Path += "/" + rest; matches(p.Path) {
			places = append(places, p)
		}
	}
	return places
}

// splitPattern splits a pattern after its last folder without a wildcard.
func splitPattern(pattern string) (fixed, rest string) {
	all := strings.Split(pattern, "/")
	for i, part := range all {
		if strings.ContainsAny(part, `*?[{\`) {
			return strings.Join(all[:i], "/"), strings.Join(all[i:], "/")
		}
	}
	return "", pattern
}
