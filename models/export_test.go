package models

import "errors"

// ParseEntry reads one entry, for the tests that know only what is exported.
func ParseEntry(key string, v any) (Entry, error) {
	var errs []error
	e := parseEntry(key, v, &errs)
	return e, errors.Join(errs...)
}
