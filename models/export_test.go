package models

// ParseEntry reads one entry, for the tests that know only what is exported.
func ParseEntry(key string, v any) (Entry, error) {
	var found report
	e := parseEntry(key, v, &found)
	return e, found.err()
}
