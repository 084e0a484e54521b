package caches

import (
	"fmt"

	"dossier/presets"
)

// Report describes the contents of the cache folder, as JSON.
type Report struct {
	Folder string  `json:"folder"` // empty if there is none
	Kinds  []Usage `json:"kinds"`  // after the call
	Bytes  int64   `json:"bytes"`  // of all kinds
	Freed  int64   `json:"freed"`  // by the call
}

// ReportOf describes the contents of the cache folder, after clearing it if clear is set.
func ReportOf(places presets.Places, clear bool) (Report, error) {
	r := Report{Folder: places.Cache}
	var err error
	if clear {
		if r.Freed, err = Clear(places); err != nil {
			return r, fmt.Errorf("clear the cache: %w", err)
		}
	}
	if r.Kinds, err = List(places); err != nil {
		return r, fmt.Errorf("list the cache: %w", err)
	}
	for _, kind := range r.Kinds {
		r.Bytes += kind.Bytes
	}
	return r, nil
}
