package rank

import "slices"

// IsName reports whether an index records which files define s: whether s is one identifier of three to eighty bytes.
func IsName(s string) bool {
	whole := false
	eachToken(s, func(token string) { whole = token == s })
	return whole && isWhole(s)
}

// isWhole reports whether a token of code is indexed as a whole, in addition to its words.
func isWhole(token string) bool { return len(token) > 2 && len(token) <= 2*maxWord }

// Defining returns the files that define a name for which [IsName] reports true, in byte order. Keys of data are not
// definitions. all is false if other files may define it too because the index is full.
func (x *Index) Defining(name string) (files []string, all bool) {
	x.each(nameTerm(name), func(i int32, packed uint32) {
		if levelIn(packed, defField) > 0 {
			files = append(files, x.files[i].path)
		}
	})
	slices.Sort(files)
	return files, x.over == 0
}
