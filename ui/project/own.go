package project

import (
	"slices"

	"dossier/models"
	"dossier/presets"
)

// WithoutOwn returns the paths of a project that are no files of Dossier itself, which no question
// is about.
func WithoutOwn(paths []string) []string {
	return slices.DeleteFunc(slices.Clone(paths), func(p string) bool {
		switch p {
		case presets.ProjectName, presets.HistoryName, presets.NotesName:
			return true
		}
		return models.OwnFolder(p)
	})
}
