package project

import (
	"fmt"
	"path"
	"strings"

	"dossier/aggregate"
	"dossier/models"
	"dossier/presets/snapshots"
)

// Output is where dossiers go.
type Output struct {
	Folder *snapshots.Folder
	Dir    string // the folder's path, slash-separated: relative to the project, or absolute
}

// Write writes a document with its record under the next number and returns its path,
// which begins with Dir; the record has the same with the ending of [RecordName]. Two
// writers never share a number, and a file that exists is never replaced.
func (o Output) Write(doc *aggregate.Document, record models.Snapshot) (string, error) {
	name, err := o.Folder.Create(doc, record)
	if err != nil {
		return "", fmt.Errorf("write the dossier: %w", err)
	}
	return path.Join(o.Dir, o.Folder.TextName(name)), nil
}

// RecordName returns the name of the record of a document.
func RecordName(dossier string) string {
	return strings.TrimSuffix(dossier, path.Ext(dossier)) + ".toml"
}
