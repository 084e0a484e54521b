package presets

import (
	"slices"

	"dossier/models"
)

// gitParts are the settings of what a document shows of the repository, each a part of its own.
func gitParts(g models.Git, place []string) []Part {
	fields := g.Fields()
	var out []Part
	for _, key := range models.GitKeys() {
		value := fields.Get(key)
		out = append(out, Part{path: append(slices.Clone(place), key), value: value, plain: value == nil})
	}
	return out
}
