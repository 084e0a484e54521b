package project

import (
	"dossier/aggregate"
	"dossier/models"
)

// DocumentReport says in figures what came of a build, as JSON.
type DocumentReport struct {
	Output   string              `json:"output"`           // empty when it was not written
	Record   string              `json:"record,omitempty"` // of what made it, beside it
	Bytes    int                 `json:"bytes"`
	Tokens   aggregate.Count     `json:"tokens"`
	Sections []SectionReport     `json:"sections"`
	Items    []ItemReport        `json:"items"`
	Warnings []aggregate.Warning `json:"warnings"`
	Document string              `json:"document,omitempty"` // the text, when it was not written
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

// ReportDocument says what came of a build. The text, and where it was written, are the
// caller's to add.
func ReportDocument(doc *aggregate.Document, warnings []aggregate.Warning) DocumentReport {
	r := DocumentReport{
		Bytes: doc.Bytes, Tokens: doc.Tokens, Warnings: listed(warnings),
		Sections: []SectionReport{}, Items: []ItemReport{},
	}
	for _, s := range doc.Sections {
		r.Sections = append(r.Sections, SectionReport{s.Title, s.Bytes.Len(), s.Tokens.N})
	}
	for _, it := range doc.Items {
		r.Items = append(r.Items, ItemReport{
			Path: it.Path, ViewMode: it.Shown, AutoAggregate: it.AutoAggregate, Error: it.Err != nil,
			Mtime: it.Mtime, Bytes: it.Size, Chars: it.Chars, Tokens: it.Tokens.N, Health: listed(it.Health),
		})
	}
	return r
}

// listed returns a list that JSON shows as one, also when it is empty.
func listed[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
