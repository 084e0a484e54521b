package models

import (
	"path"
	"slices"
	"testing"

	"dossier/aggregate/ignore"
)

// The patterns are those of the files that are recognized.
func TestTextKeepersAreThoseThatKeepText(t *testing.T) {
	names := []string{"history.toml", "dossier_history.toml", "dossier_notes.toml", "history.md", "dossier.toml", "my_notes.toml", "xhistory.toml"}
	for _, name := range names {
		named := slices.ContainsFunc(TextStores(), func(pattern string) bool { return ignore.Parse("", []byte(pattern)).Matches(name, false) })
		if named != StoresText(name) {
			t.Errorf("%s: the patterns say %t, want %t", name, named, StoresText(name))
		}
	}
}

// The patterns of files that contain discussions and notes match what StoresText reports.
func TestTextKeepers(t *testing.T) {
	for _, name := range []string{"history.toml", "a_history.toml", "_history.toml", "dossier_notes.toml", "notes.toml", "history.toml.bak", "ahistory.toml", "dossier.toml"} {
		matched := slices.ContainsFunc(TextStores(), func(pattern string) bool {
			ok, err := path.Match(pattern, name)
			return ok && err == nil
		})
		if matched != StoresText("folder/"+name) {
			t.Errorf("%s: the patterns say %v", name, matched)
		}
	}
}
