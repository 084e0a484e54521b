package mentions

import "strings"

// FileName reports whether the last element of a path looks like a file name: it has a known extension, or is a known
// name.
func FileName(name string) bool { return nameLike(name) }

// NoFile reports whether a word with a dot looks like a file name but is something else: a product, an address, a
// version.
func NoFile(word string) bool {
	return products[strings.ToLower(word)] || domain().MatchString(word) && !isSourceExtension(extension(word)) || version().MatchString(word)
}

// Resolve returns the file that a path refers to: the path may be complete, a suffix, or have leading folders that
// the project does not have. If there is no such file, candidates are the files that it may refer to, in byte order
// and at most [MaxCandidates]; several says that the path as written is a suffix of all of them.
func (n *Names) Resolve(path string) (file string, candidates []string, several bool) {
	m := n.resolve(path)
	return m.file, m.candidates, m.several
}
