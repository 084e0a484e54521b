package models

import (
	"path"
	"strings"
)

// StoresText reports whether a file contains discussions or notes, by its slash-separated path:
// history.toml, *_history.toml and dossier_notes.toml are never included as files, whether by a
// folder, a glob or their path. Documents show their content in separate sections.
func StoresText(p string) bool {
	base := path.Base(p)
	return base == "history.toml" || strings.HasSuffix(base, "_history.toml") || base == "dossier_notes.toml"
}

// TextStores returns the files of [StoresText] as patterns of a .gitignore.
func TextStores() []string { return []string{"history.toml", "*_history.toml", "dossier_notes.toml"} }

// OwnFiles returns the files that Dossier keeps in a project, [TextStores] and others, as patterns of a .gitignore.
func OwnFiles() []string { return append(TextStores(), "dossier.toml", "/"+ownFolder+"/") }

// InFocus reports whether an entry of focus matches the path: the path itself, its base name, or
// a suffix that begins after a slash.
func InFocus(p string, focus []string) bool {
	for _, f := range focus {
		if f = CleanPath(f); f == p || f == path.Base(p) || strings.HasSuffix(p, "/"+f) {
			return true
		}
	}
	return false
}
