package project

import (
	"context"
	"fmt"

	"dossier/aggregate"
	"dossier/aggregate/tokens"
)

// CountReport contains the token counts of files, or of the sections of the document, as JSON.
type CountReport struct {
	Model  string          `json:"model"`
	Rows   []CountRow      `json:"rows"`
	Tokens aggregate.Count `json:"tokens"`          // the sum
	Error  float64         `json:"error,omitempty"` // relative error of the model's factor
}

// CountRow is the token count of a file or section.
type CountRow struct {
	Path    string `json:"path,omitempty"`
	Section string `json:"section,omitempty"`
	Tokens  int    `json:"tokens"`
	Exact   bool   `json:"exact"`
}

// CountDocument builds the document and counts each of its sections for a model. The warnings are
// those of the build.
func (p *Project) CountDocument(ctx context.Context, model tokens.Model) (CountReport, []aggregate.Warning, error) {
	doc, err := p.Builder.Build(ctx, p.Input(), nil)
	if err != nil {
		return CountReport{}, nil, err
	}
	if doc, err = p.Builder.Count(ctx, doc, nil); err != nil {
		return CountReport{}, nil, err
	}
	r := CountReport{Model: model.ID, Rows: []CountRow{}, Tokens: ForModel(doc.Tokens, model), Error: model.Error}
	for _, s := range doc.Sections {
		n := ForModel(s.Tokens, model)
		r.Rows = append(r.Rows, CountRow{Section: s.Title, Tokens: n.N, Exact: n.Exact})
	}
	return r, doc.Warnings, nil
}

// CountFiles counts files as [Project.CountFile] does. Files that cannot be counted are not in
// the report; failed contains an error for each. err is the context's.
func (p *Project) CountFiles(ctx context.Context, model tokens.Model, names []string) (r CountReport, failed []error, err error) {
	r = CountReport{Model: model.ID, Rows: []CountRow{}, Tokens: aggregate.Count{Exact: true}, Error: model.Error}
	for _, name := range names {
		n, err := p.CountFile(ctx, name)
		if ctx.Err() != nil {
			return r, nil, ctx.Err()
		}
		if err != nil {
			failed = append(failed, fmt.Errorf("count %s: %w", Shown(name), err))
			continue
		}
		n = ForModel(n, model)
		r.Tokens = r.Tokens.Add(n)
		r.Rows = append(r.Rows, CountRow{Path: name, Tokens: n.N, Exact: n.Exact})
	}
	return r, failed, nil
}
