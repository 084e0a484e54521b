package models

import (
	"slices"
	"testing"

	"dossier/aggregate/ignore"
)

// The patterns are those of the files that are recognized.
func TestTextKeepersAreThoseThatKeepText(t *testing.T) {
	names := []string{"history.toml", "dossier_history.toml", "dossier_notes.toml", "history.md", "dossier.toml", "my_notes.toml", "xhistory.toml"}
	for _, name := range names {
		named := slices.ContainsFunc(TextKeepers(), func(pattern string) bool { return ignore.Parse("", []byte(pattern)).Matches(name, false) })
		if named != KeepsText(name) {
			t.Errorf("%s: the patterns say %t, want %t", name, named, KeepsText(name))
		}
	}
}
