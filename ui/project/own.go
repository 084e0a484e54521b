package project

import (
	"slices"

	"dossier/models"
	"dossier/presets"
)

// WithoutDossierFiles returns the paths of a project without Dossier's own files, which are irrelevant to questions.
func WithoutDossierFiles(paths []string) []string {
	return slices.DeleteFunc(slices.Clone(paths), IsDossierFile)
}

// IsDossierFile reports whether a path of a project is one of Dossier's files or in their folder.
func IsDossierFile(path string) bool {
	switch path {
	case presets.ProjectName, presets.HistoryName, presets.NotesName:
		return true
	}
	return models.OwnFolder(path)
}
