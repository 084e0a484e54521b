package project

import (
	"slices"

	"dossier/aggregate"
	"dossier/aggregate/secrets"
	"dossier/aggregate/text"
	"dossier/models"
)

// DocumentReport describes the result of a build in figures, as JSON.
type DocumentReport struct {
	Output   string              `json:"output"`           // empty if it was not written
	Record   string              `json:"record,omitempty"` // path of its record, next to it
	Bytes    int                 `json:"bytes"`
	Tokens   aggregate.Count     `json:"tokens"`
	Sections []SectionReport     `json:"sections"`
	Items    []ItemReport        `json:"items"`
	Secrets  SecretsReport       `json:"secrets"`
	Warnings []aggregate.Warning `json:"warnings"`
	Document string              `json:"document,omitempty"` // the text, if it was not written
	Parts    []PartReport        `json:"parts,omitempty"`    // written instead of the whole document
}

// PartReport is a part of a document that was written to a separate file.
type PartReport struct {
	Output string          `json:"output"`
	Bytes  int             `json:"bytes"`
	Tokens aggregate.Count `json:"tokens"`
}

// SecretsReport counts the possible secrets in a document, before redaction.
type SecretsReport struct {
	Redacted   int `json:"redacted"`
	Withheld   int `json:"withheld"`    // files whose names are secret
	Likely     int `json:"likely"`      // readable values that may be secrets
	Readable   int `json:"readable"`    // readable values and files that would be redacted or withheld by default
	Allowed    int `json:"allowed"`     // marked as false alarms
	NotScanned int `json:"not_scanned"` // files and other parts that were not fully checked
}

func reportSecrets(s aggregate.Secrets) SecretsReport {
	r := SecretsReport{
		Redacted: s.In(secrets.Redacted), Withheld: s.Withheld(), Allowed: s.In(secrets.Allowed),
		Readable: s.In(secrets.Readable), NotScanned: len(s.Late),
	}
	for _, one := range s.List {
		if one.State == secrets.Readable && one.Class == secrets.Likely {
			r.Likely++
			r.Readable--
		}
	}
	return r
}

// SectionReport is a section of a document.
type SectionReport struct {
	Name   string `json:"name"`
	Bytes  int    `json:"bytes"`
	Tokens int    `json:"tokens"`
}

// ItemReport is a file of a document.
type ItemReport struct {
	Path          string                  `json:"path"`
	ViewMode      models.ViewMode         `json:"view_mode"`
	AutoAggregate bool                    `json:"auto_aggregate"`
	Error         bool                    `json:"error"`
	Mtime         float64                 `json:"mtime"`
	Bytes         int64                   `json:"bytes"`
	Chars         int                     `json:"chars"`
	Tokens        int                     `json:"tokens"`
	Health        []aggregate.SliceHealth `json:"health"`
}

// ReportDocument describes the result of a build. The caller adds text and path.
func ReportDocument(doc *aggregate.Document, warnings []aggregate.Warning) DocumentReport {
	r := DocumentReport{
		Bytes: doc.Bytes, Tokens: doc.Tokens, Warnings: NonNil(warnings), Secrets: reportSecrets(doc.Secrets),
		Sections: []SectionReport{}, Items: []ItemReport{},
	}
	for _, s := range doc.Sections {
		r.Sections = append(r.Sections, SectionReport{s.Title, s.Bytes.Len(), s.Tokens.N})
	}
	for _, it := range doc.Items {
		r.Items = append(r.Items, ItemReport{
			Path: it.Path, ViewMode: it.Shown, AutoAggregate: it.AutoAggregate, Error: it.Err != nil,
			Mtime: it.Mtime, Bytes: it.Size, Chars: it.Chars, Tokens: it.Tokens.N, Health: NonNil(it.Health),
		})
	}
	return r
}

// NonNil replaces a nil list by an empty one, which JSON encodes as [].
func NonNil[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// FocusWarnings returns warnings for focus entries that match no file of the document.
func FocusWarnings(c models.Composition, doc *aggregate.Document) []aggregate.Warning {
	var out []aggregate.Warning
	for _, name := range c.Focus {
		named := func(item aggregate.Item) bool { return models.InFocus(item.Path, []string{name}) }
		if !slices.ContainsFunc(doc.Items, named) {
			out = append(out, aggregate.Warning{Path: name, Message: "no file of the document has this path, name or end of a path, so nothing is in focus for it"})
		}
	}
	return out
}

// Unchanged returns warnings for paths of changed files, relative to the project, that are not
// among the git changes in the document.
func Unchanged(c models.Composition, paths []string, doc *aggregate.Document) []aggregate.Warning {
	shown := map[string]bool{}
	if section, ok := doc.Section(aggregate.GitChangesSection); ok {
		for b := section.Blocks.Start; b < section.Blocks.End; b++ {
			shown[doc.Block(b).Title] = true
		}
	}
	var out []aggregate.Warning
	for _, path := range paths {
		if !shown[path] {
			out = append(out, aggregate.Warning{Path: path, Message: "is not shown among the changes of " + text.Escape(c.Git.Range) + ", so it has no view"})
		}
	}
	return out
}
