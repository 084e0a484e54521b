package models

// ParseEntry parses one entry, for the external tests.
func ParseEntry(key string, v any) (Entry, error) {
	var found report
	e := parseEntry(key, v, &found)
	return e, found.err()
}
