package project

import (
	"testing"

	"dossier/aggregate"
	"dossier/models"
	"dossier/presets"
)

// TestOwnFilesAreExcludedFromChanges checks that the patterns of models name every file of Dossier in a project.
func TestOwnFilesAreExcludedFromChanges(t *testing.T) {
	choice := aggregate.NewGitChoice(models.Git{})
	for path, own := range map[string]bool{
		presets.ProjectName: true, presets.HistoryName: true, presets.NotesName: true, ".dossier/prompts/a.md": true,
		"main.go": false, "other.toml": false,
	} {
		if _, excluded := choice.Excludes(path); excluded != own || IsDossierFile(path) != own {
			t.Errorf("%s: excluded %t, one of Dossier's files %t, want %t", path, excluded, IsDossierFile(path), own)
		}
	}
}
