package project

import (
	"slices"

	"dossier/models"
	"dossier/presets"
)

// WithoutOwn returns the paths of a project without Dossier's own files, which are irrelevant to questions.
func WithoutOwn(paths []string) []string { return slices.DeleteFunc(slices.Clone(paths), IsOwn) }

// IsOwn reports whether a path of a project is one of Dossier's files or in their folder.
func IsOwn(path string) bool {
	switch path {
	case presets.ProjectName, presets.HistoryName, presets.NotesName:
		return true
	}
	return models.OwnFolder(path)
}
