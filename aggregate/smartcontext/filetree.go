package smartcontext

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode"

	"dossier/aggregate/text"
)

// FileTree draws paths as a tree: folders before files, each sorted by name, ignoring case. A
// path with a trailing slash is a folder. A folder whose only content is another folder shares a
// line with it, unless it was named itself. There is no final newline.
func FileTree(paths []string) string {
	root := &folder{}
	for _, p := range paths {
		root.add(p)
	}
	root.collapse()
	var b strings.Builder
	root.render(&b, "")
	return strings.TrimSuffix(b.String(), "\n")
}

// folder is the content of a folder.
type folder struct {
	explicit bool // listed as a folder, not only by its contents
	folders  map[string]*folder
	files    map[string]bool
}

// add adds a path.
func (f *folder) add(p string) {
	parts := strings.FieldsFunc(p, func(r rune) bool { return r == '/' })
	for i, part := range parts {
		if i == len(parts)-1 && !strings.HasSuffix(p, "/") {
			if f.files == nil {
				f.files = map[string]bool{}
			}
			f.files[part] = true
			return
		}
		if f.folders == nil {
			f.folders = map[string]*folder{}
		}
		next := f.folders[part]
		if next == nil {
			next = &folder{explicit: i == len(parts)-1}
			f.folders[part] = next
		}
		f = next
	}
}

// collapse merges a folder with its only child if that is a folder too. Longer chains are merged in
// pairs, for compatibility.
func (f *folder) collapse() {
	for _, name := range slices.Collect(maps.Keys(f.folders)) {
		child := f.folders[name]
		if !child.explicit && len(child.files) == 0 && len(child.folders) == 1 {
			for inner, grandchild := range child.folders {
				if !grandchild.explicit {
					delete(f.folders, name)
					name += "/" + inner
					f.folders[name] = grandchild
				}
			}
		}
		f.folders[name].collapse()
	}
}

// render writes the lines of a folder's contents.
func (f *folder) render(b *strings.Builder, indent string) {
	folders := slices.SortedFunc(maps.Keys(f.folders), byName)
	files := slices.SortedFunc(maps.Keys(f.files), byName)
	for i, name := range slices.Concat(folders, files) {
		branch, below := "├── ", "│   "
		if i == len(folders)+len(files)-1 {
			branch, below = "└── ", "    "
		}
		b.WriteString(indent + branch + text.Escape(name))
		if i < len(folders) {
			b.WriteString("/\n")
			f.folders[name].render(b, indent+below)
			continue
		}
		b.WriteByte('\n')
	}
}

// byName compares names in display order: punctuation, then digits, then letters, ignoring case;
// lower case first among names that differ only in case.
func byName(a, b string) int {
	ra, rb := []rune(a), []rune(b)
	for i := range min(len(ra), len(rb)) {
		if c := cmp.Or(cmp.Compare(runeClass(ra[i]), runeClass(rb[i])), cmp.Compare(unicode.ToLower(ra[i]), unicode.ToLower(rb[i]))); c != 0 {
			return c
		}
	}
	return cmp.Or(cmp.Compare(len(ra), len(rb)), -strings.Compare(a, b))
}

// runeClass returns 0 for punctuation, 1 for digits and 2 for letters.
func runeClass(r rune) int {
	switch {
	case unicode.IsLetter(r):
		return 2
	case unicode.IsDigit(r):
		return 1
	}
	return 0
}
