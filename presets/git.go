package presets

import (
	"slices"

	"dossier/models"
)

// gitParts returns the settings of the git sections, each as a separate part.
func gitParts(g models.Git, place []string) []Part {
	fields := g.Fields()
	var out []Part
	for _, key := range models.GitKeys() {
		value := fields.Get(key)
		out = append(out, Part{path: append(slices.Clone(place), key), value: value, plain: value == nil})
	}
	return out
}
