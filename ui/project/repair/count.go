package repair

// Count counts missing items: files, folders, patterns and screenshots, and slices and symbols of
// files.
func Count(list []Item) (files, parts int) {
	for _, one := range list {
		if one.Kind == Slice || one.Kind == Symbol {
			parts++
		} else {
			files++
		}
	}
	return files, parts
}
