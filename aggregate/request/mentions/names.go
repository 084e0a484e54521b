package mentions

import (
	"slices"
	"sort"
	"strings"
)

// MaxCandidates is how many files are proposed for one mention.
const MaxCandidates = 20

// maxLookedAt bounds the names that are compared for one short path.
const maxLookedAt = 256

// Names knows the files of a project. It does not change.
type Names struct {
	folder   string // what the project's own folder is called
	near     string // the folder that paths are seen from first; empty: the project's
	files    []string
	backward []string // the paths in lower case, read from their end, in byte order
	order    []int32  // which file each of them is
	unlisted func(path string) bool
}

// NewNames returns the names of files: their paths in byte order, separated by slashes and
// relative to a folder of the given name. unlisted reports whether there is another file at
// a path, which is found only where it is named in full; nil: there are none. The caller
// must not change the slice.
func NewNames(folder string, files []string, unlisted func(path string) bool) *Names {
	n := &Names{folder: folder, files: files, unlisted: unlisted, order: make([]int32, len(files)), backward: make([]string, len(files))}
	reversed := make([]string, len(files))
	for i, file := range files {
		n.order[i] = int32(i)
		reversed[i] = reverse(strings.ToLower(file))
	}
	slices.SortFunc(n.order, func(a, b int32) int { return strings.Compare(reversed[a], reversed[b]) })
	for k, i := range n.order {
		n.backward[k] = reversed[i]
	}
	return n
}

// From returns the names of the same files for a text that sees them from a folder of the
// project; "." is its own. Where there is no such file there, a path means what it does
// otherwise.
func (n *Names) From(dir string) *Names {
	from := *n
	if from.near = dir; dir == "." {
		from.near = ""
	}
	return &from
}

// seen returns a path as seen from the project, where it is seen from another folder.
func (n *Names) seen(path string) string {
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

// folderOf reports whether files lie in a folder.
func (n *Names) folderOf(dir string) bool {
	at, _ := slices.BinarySearch(n.files, dir+"/")
	return at < len(n.files) && strings.HasPrefix(n.files[at], dir+"/")
}

// ending returns the files whose paths are, or end in, a path, in byte order and at most
// [MaxCandidates]: those in its own case if there are any.
func (n *Names) ending(path string) []string {
	back := reverse(strings.ToLower(path))
	var exact, folded []string
	looked := 0
	take := func(from int, prefix string) {
		for k := from; k < len(n.backward) && strings.HasPrefix(n.backward[k], prefix) && looked < maxLookedAt; k++ {
			if prefix == back && len(n.backward[k]) != len(back) {
				break // others that only end alike
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
		take(sort.SearchStrings(n.backward, prefix), prefix)
	}
	if exact == nil {
		exact = folded
	}
	slices.Sort(exact)
	return exact[:min(len(exact), MaxCandidates)]
}

// meaning is what a path means in a project.
type meaning struct {
	file       string   // empty where it is none, or one of several
	candidates []string // where it may be one of several, or where nothing is at the path
	several    bool     // whether the path, as it is written, is the end of several
}

// look says which files a path means, however it is written: whole, by its end, or with
// folders before it that the project does not have.
func (n *Names) look(path string) meaning {
	if n.has(path) {
		return meaning{file: path}
	}
	if found := n.ending(path); len(found) == 1 {
		return meaning{file: found[0]}
	} else if len(found) > 1 {
		return meaning{candidates: found, several: true}
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
			return meaning{file: tail}
		}
		if found := n.ending(tail); len(found) == 1 && strings.Contains(tail, "/") {
			return meaning{file: found[0]}
		}
	}
	if !strings.Contains(path, "/") {
		return meaning{}
	}
	return meaning{candidates: nearest(path, n.ending(path[strings.LastIndexByte(path, '/')+1:]))}
}

// nearest returns those of some files whose paths differ from another by a letter or two, if
// there are any; otherwise all of them.
func nearest(path string, files []string) []string {
	near := slices.DeleteFunc(slices.Clone(files), func(file string) bool {
		return len(file)-len(path) > 2 || len(path)-len(file) > 2 || distance(strings.ToLower(path), strings.ToLower(file)) > 2
	})
	if len(near) > 0 {
		return near
	}
	return files
}

// between returns the files that begin and end in the parts of a path whose middle was left
// out.
func (n *Names) between(first, last string) []string {
	return slices.DeleteFunc(n.ending(last), func(file string) bool { return first != "" && !strings.HasPrefix(file, first+"/") })
}
