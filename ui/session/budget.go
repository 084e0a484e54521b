package session

import (
	"dossier/aggregate"
	"dossier/aggregate/tokens"
	"dossier/ui/project"
)

// Budget is what the document costs of the model's window.
type Budget struct {
	Files    int             // see [aggregate.Document.Files]
	Tokens   aggregate.Count // of the document, in tokens of the model
	Window   int             // tokens; 0 is unknown
	Sections []SectionCost   // in output order
	// Pending is set while the document is not yet that of what is put together: Tokens and
	// Sections are of the one before, and Files are those that are named. Unlisted is set
	// where not even these are known, as the folder is not listed yet.
	Pending, Unlisted bool
}

// SectionCost is one part of the budget.
type SectionCost struct {
	Kind   aggregate.SectionKind
	Title  string
	Tokens aggregate.Count
}

// Share is the part of the window that the document fills: 1 is all of it.
func (b Budget) Share() float64 {
	if b.Window <= 0 {
		return 0
	}
	return float64(b.Tokens.N) / float64(b.Window)
}

// budgetOf counts a document in the tokens of a model.
func budgetOf(doc *aggregate.Document, model tokens.Model) Budget {
	b := Budget{Files: doc.Files(), Window: model.Window, Tokens: project.Scaled(doc.Tokens, model)}
	for _, s := range doc.Sections {
		b.Sections = append(b.Sections, SectionCost{s.Kind, s.Title, project.Scaled(s.Tokens, model)})
	}
	return b
}
