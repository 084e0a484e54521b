package mentions

// FileName reports whether the last part of a path looks like the name of a file: it has a known
// ending, or is known as a whole.
func FileName(name string) bool { return nameLike(name) }

// NoFile reports whether a word with a dot that looks like the name of a file is something else: a
// product, an address, a member of an object.
func NoFile(word string) bool { return trap(word) }

// Resolve returns the file that a path means, however it is written: whole, by its end, or with
// folders before it that the project does not have. Where it means none, candidates are the files
// that may be meant, in byte order and at most [MaxCandidates]; several says that the path, as it is
// written, is the end of all of them.
func (n *Names) Resolve(path string) (file string, candidates []string, several bool) {
	m := n.look(path)
	return m.file, m.candidates, m.several
}
