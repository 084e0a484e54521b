package project

import (
	"fmt"
	"path"
	"strings"

	"dossier/aggregate"
	"dossier/models"
	"dossier/presets/snapshots"
)

// Output is the destination of documents.
type Output struct {
	Folder *snapshots.Folder
	Dir    string // the folder's path, slash-separated: relative to the project, or absolute
}

// Write writes a document with its record under the next number and returns its path, which
// begins with Dir; [RecordName] returns the path of its record. Numbers are unique among
// concurrent writers, and existing files are never replaced.
func (o Output) Write(doc *aggregate.Document, record models.Snapshot) (string, error) {
	name, err := o.Folder.Create(doc, record)
	if err != nil {
		return "", fmt.Errorf("the dossier was not written: %w", err)
	}
	return path.Join(o.Dir, o.Folder.TextName(name)), nil
}

// RecordName returns the name of the record of a document.
func RecordName(dossier string) string {
	return strings.TrimSuffix(dossier, path.Ext(dossier)) + ".toml"
}
