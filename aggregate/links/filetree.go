package links

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode"

	"dossier/aggregate/text"
)

// FileTree draws paths as a tree: folders before files, both by name in any case. A path
// with a slash behind it is a folder. Of a folder that holds nothing but another, the two
// are one line; a folder that was named stays on its own. There is no final newline.
func FileTree(paths []string) string {
	root := &folder{}
	for _, p := range paths {
		root.put(p)
	}
	root.join()
	var b strings.Builder
	root.draw(&b, "")
	return strings.TrimSuffix(b.String(), "\n")
}

// folder is what lies in a folder.
type folder struct {
	named   bool // as a folder, and not by what lies in it
	folders map[string]*folder
	files   map[string]bool
}

// put adds a path.
func (f *folder) put(p string) {
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
			next = &folder{named: i == len(parts)-1}
			f.folders[part] = next
		}
		f = next
	}
}

// join makes one of a folder and the only thing in it, where that is a folder too. Of
// longer chains two at a time are joined, as the seed does.
func (f *folder) join() {
	for _, name := range slices.Collect(maps.Keys(f.folders)) {
		child := f.folders[name]
		if !child.named && len(child.files) == 0 && len(child.folders) == 1 {
			for inner, grandchild := range child.folders {
				if !grandchild.named {
					delete(f.folders, name)
					name += "/" + inner
					f.folders[name] = grandchild
				}
			}
		}
		f.folders[name].join()
	}
}

// draw writes the lines of what lies in a folder.
func (f *folder) draw(b *strings.Builder, indent string) {
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
			f.folders[name].draw(b, indent+below)
			continue
		}
		b.WriteByte('\n')
	}
}

// byName compares names as people sort them: signs, then digits, then letters, in any case;
// of two that differ in case alone the one in lower case stands first.
func byName(a, b string) int {
	ra, rb := []rune(a), []rune(b)
	for i := range min(len(ra), len(rb)) {
		if c := cmp.Or(cmp.Compare(class(ra[i]), class(rb[i])), cmp.Compare(unicode.ToLower(ra[i]), unicode.ToLower(rb[i]))); c != 0 {
			return c
		}
	}
	return cmp.Or(cmp.Compare(len(ra), len(rb)), -strings.Compare(a, b))
}

// class is 0 for signs, 1 for digits and 2 for letters.
func class(r rune) int {
	switch {
	case unicode.IsLetter(r):
		return 2
	case unicode.IsDigit(r):
		return 1
	}
	return 0
}
