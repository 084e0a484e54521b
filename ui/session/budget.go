package session

import (
	"dossier/aggregate"
	"dossier/aggregate/tokens"
	"dossier/ui/project"
)

// Budget is the cost of the document compared with the model's context window.
type Budget struct {
	Files    int             // see [aggregate.Document.Files]
	Tokens   aggregate.Count // of the document, in the model's tokens
	Window   int             // tokens; 0 is unknown
	Sections []SectionCost   // in output order
	// Pending is set while the document is older than the composition: then Tokens and Sections are
	// those of the previous document, and Files is the number of files that the composition names.
	// Unlisted is set if that is unknown too, because the folder has not been listed yet.
	Pending, Unlisted bool
}

// SectionCost is one part of the budget.
type SectionCost struct {
	Kind   aggregate.SectionKind
	Title  string
	Tokens aggregate.Count
}

// Share returns the fraction of the context window that the document fills: 1 is all of it.
func (b Budget) Share() float64 {
	if b.Window <= 0 {
		return 0
	}
	return float64(b.Tokens.N) / float64(b.Window)
}

// budgetOf returns the cost of a document in the tokens of a model.
func budgetOf(doc *aggregate.Document, model tokens.Model) Budget {
	b := Budget{Files: doc.Files(), Window: model.Window, Tokens: project.ForModel(doc.Tokens, model)}
	for _, s := range doc.Sections {
		b.Sections = append(b.Sections, SectionCost{s.Kind, s.Title, project.ForModel(s.Tokens, model)})
	}
	return b
}
