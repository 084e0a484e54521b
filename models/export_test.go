package models

// ParseEntry parses one entry, for the external tests.
func ParseEntry(key string, v any) (Entry, error) {
	var found report
	e := parseEntry(key, v, &found)
	return e, found.err()
}

// ParseSmartContexts parses the stored form of smart contexts, for the external tests.
func ParseSmartContexts(key string, v any) (SmartContexts, error) {
	var found report
	s := parseSmartContexts(key, v, &found)
	return s, found.err()
}
