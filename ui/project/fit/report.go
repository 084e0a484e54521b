package fit

import (
	"context"

	"dossier/aggregate/rank"
	"dossier/aggregate/rank/classic"
	"dossier/models"
)

// Report describes a proposal as JSON. Files shown in full are among the full files, all others
// among the summaries.
type Report struct {
	FullFiles []FullReport    `json:"full_files"`
	Summaries []SummaryReport `json:"summaries"`
	Tokens    int             `json:"token_count"`
	Items     []ItemReport    `json:"items,omitzero"` // nil with the classic scorer
}

// FullReport is a file that is shown in full.
type FullReport struct {
	Path    string  `json:"path"`
	Content *string `json:"content,omitempty"` // with the classic scorer; secrets are redacted
	Score   float64 `json:"score"`
	Tokens  int     `json:"tokens"`
}

// SummaryReport is a file that is not shown in full.
type SummaryReport struct {
	Path    string  `json:"path"`
	Lines   int     `json:"line_count"` // one more than the number of line ends
	Purpose string  `json:"purpose"`
	Score   float64 `json:"score"`
}

// ItemReport is a file with its view and the reasons for it.
type ItemReport struct {
	Path    string          `json:"path"`
	Mode    models.ViewMode `json:"view_mode"`
	Score   float64         `json:"score"`
	Tokens  int             `json:"tokens"`
	Reasons []rank.Reason   `json:"reasons"`
}

// ReportClassic describes a context. Tokens counts the full files.
func ReportClassic(c classic.Context) Report {
	r := Report{FullFiles: []FullReport{}, Summaries: []SummaryReport{}, Tokens: c.Tokens}
	for _, s := range c.Full {
		r.FullFiles = append(r.FullFiles, FullReport{s.Path, &s.Content, s.Score, s.Tokens})
	}
	for _, s := range c.Summaries {
		r.Summaries = append(r.Summaries, SummaryReport{s.Path, s.Lines, s.Purpose, s.Score})
	}
	return r
}

// Report describes the proposal. Tokens counts the document. It returns the context's error.
func (f Fit) Report(ctx context.Context, p Proposal) (Report, error) {
	r := Report{FullFiles: []FullReport{}, Summaries: []SummaryReport{}, Tokens: p.Tokens.N, Items: []ItemReport{}}
	for _, row := range p.Rows {
		if row.New == "" {
			continue
		}
		reasons := row.Reasons
		if reasons == nil {
			reasons = []rank.Reason{}
		}
		r.Items = append(r.Items, ItemReport{row.Path, row.New, row.Score, row.Tokens.N, reasons})
		if row.New == models.Full {
			r.FullFiles = append(r.FullFiles, FullReport{Path: row.Path, Score: row.Score, Tokens: row.Tokens.N})
			continue
		}
		lines, err := f.lines(ctx, p, row)
		if err != nil {
			return r, err
		}
		r.Summaries = append(r.Summaries, SummaryReport{row.Path, lines, classic.Purpose(row.Path), row.Score})
	}
	return r, nil
}

// lines counts the lines of a newly built file.
func (f Fit) lines(ctx context.Context, p Proposal, row Row) (int, error) {
	in := p.of.baseline.Input
	view, err := f.p.Builder.View(ctx, in, plain(p.of.files[row.file].ways[row.way].item, models.Full))
	if err != nil {
		return 0, ctx.Err() // it was deleted meanwhile
	}
	n := 1
	for _, c := range []byte(view.Text) {
		if c == '\n' {
			n++
		}
	}
	return n, nil
}
