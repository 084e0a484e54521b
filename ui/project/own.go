package project

import (
	"slices"

	"dossier/models"
	"dossier/presets"
)

// WithoutOwn returns the paths of a project that are no files of Dossier itself, which no question
// is about.
func WithoutOwn(paths []string) []string { return slices.DeleteFunc(slices.Clone(paths), IsOwn) }

// IsOwn reports whether a path of a project is one of Dossier itself: a file in which it stores something,
// or in the folder of them.
func IsOwn(path string) bool {
	switch path {
	case presets.ProjectName, presets.HistoryName, presets.NotesName:
		return true
	}
	return models.OwnFolder(path)
}
