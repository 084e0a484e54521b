package mentions

import (
	"slices"
	"sort"
	"strings"
)

// MaxCandidates is the maximum number of files proposed for one mention.
const MaxCandidates = 20

// maxCompared is the maximum number of names compared for one short path.
const maxCompared = 256

// Names is an immutable index of the files of a project.
type Names struct {
	folder   string // the name of the project's own folder
	near     string // the folder against which paths are resolved first; empty for the project's
	files    []string
	reversed []string // the reversed paths in lower case, in byte order
	order    []int32  // the index in files of each
	unlisted func(path string) bool
}

// NewNames returns the index of files, given as slash-separated paths in byte order, relative to a folder with the
// given name. unlisted reports whether there is another file at a path; such a file is only found by its full path.
// It may be nil. The caller must not modify the slice.
func NewNames(folder string, files []string, unlisted func(path string) bool) *Names {
	n := &Names{folder: folder, files: files, unlisted: unlisted, order: make([]int32, len(files)), reversed: make([]string, len(files))}
	byFile := make([]string, len(files))
	for i, file := range files {
		n.order[i] = int32(i)
		byFile[i] = reverse(strings.ToLower(file))
	}
	slices.SortFunc(n.order, func(a, b int32) int { return strings.Compare(byFile[a], byFile[b]) })
	for k, i := range n.order {
		n.reversed[k] = byFile[i]
	}
	return n
}

// From returns the same index for a text with paths relative to a folder of the project; "." is the project's. Paths
// that do not exist in that folder are resolved as otherwise.
func (n *Names) From(dir string) *Names {
	from := *n
	if from.near = dir; dir == "." {
		from.near = ""
	}
	return &from
}

// relativeToNear returns a path relative to the project, if it exists relative to the near folder.
func (n *Names) relativeToNear(path string) string {
	if n.near != "" && n.has(n.near+"/"+path) {
		return n.near + "/" + path
	}
	return path
}

func reverse(s string) string {
	b := []byte(s)
	slices.Reverse(b)
	return string(b)
}

// has reports whether a path is a file of the project.
func (n *Names) has(path string) bool {
	if _, ok := slices.BinarySearch(n.files, path); ok {
		return true
	}
	return n.unlisted != nil && path != "" && n.unlisted(path)
}

// isFolder reports whether a folder contains files.
func (n *Names) isFolder(dir string) bool {
	at, _ := slices.BinarySearch(n.files, dir+"/")
	return at < len(n.files) && strings.HasPrefix(n.files[at], dir+"/")
}

// withSuffix returns the files with a path as their path or its suffix, in byte order and at most [MaxCandidates]:
// those with the same case if there are any.
func (n *Names) withSuffix(path string) []string {
	back := reverse(strings.ToLower(path))
	var exact, folded []string
	looked := 0
	take := func(from int, prefix string) {
		for k := from; k < len(n.reversed) && strings.HasPrefix(n.reversed[k], prefix) && looked < maxCompared; k++ {
			if prefix == back && len(n.reversed[k]) != len(back) {
				break // others only share the suffix
			}
			looked++
			file := n.files[n.order[k]]
			if strings.HasSuffix(file, path) {
				exact = append(exact, file)
			} else {
				folded = append(folded, file)
			}
		}
	}
	for _, prefix := range []string{back, back + "/"} {
		take(sort.SearchStrings(n.reversed, prefix), prefix)
	}
	if exact == nil {
		exact = folded
	}
	slices.Sort(exact)
	return exact[:min(len(exact), MaxCandidates)]
}

// resolution is the result of resolving a path in a project.
type resolution struct {
	file       string   // empty if there is none or several
	candidates []string // set if there are several, or if nothing is at the path
	several    bool     // whether the path as written is a suffix of several
}

// resolve resolves a path: it may be complete, a suffix, or have leading folders that the project does not have.
func (n *Names) resolve(path string) resolution {
	if n.has(path) {
		return resolution{file: path}
	}
	if found := n.withSuffix(path); len(found) == 1 {
		return resolution{file: found[0]}
	} else if len(found) > 1 {
		return resolution{candidates: found, several: true}
	}
	for rest := path; !strings.Contains(path, " "); { // with a space before a folder it would be a command
		first, tail, ok := strings.Cut(rest, "/")
		if !ok {
			break
		}
		own := first == n.folder && first != ""
		if rest = tail; tail == "" || !own && !strings.Contains(tail, "/") {
			continue
		}
		if n.has(tail) {
			return resolution{file: tail}
		}
		if found := n.withSuffix(tail); len(found) == 1 && strings.Contains(tail, "/") {
			return resolution{file: found[0]}
		}
	}
	if !strings.Contains(path, "/") {
		return resolution{}
	}
	return resolution{candidates: closest(path, n.withSuffix(path[strings.LastIndexByte(path, '/')+1:]))}
}

// closest returns those of some files whose paths differ from another by one or two letters, or all of them if there
// are none.
func closest(path string, files []string) []string {
	near := slices.DeleteFunc(slices.Clone(files), func(file string) bool {
		return len(file)-len(path) > 2 || len(path)-len(file) > 2 || distance(strings.ToLower(path), strings.ToLower(file)) > 2
	})
	if len(near) > 0 {
		return near
	}
	return files
}

// between returns the files that begin and end with the parts of a path whose middle is elided.
func (n *Names) between(first, last string) []string {
	return slices.DeleteFunc(n.withSuffix(last), func(file string) bool { return first != "" && !strings.HasPrefix(file, first+"/") })
}
