package project

import (
	"context"

	"dossier/aggregate/tokens"
)

// ScreenshotReport is a screenshot in a list, as JSON.
type ScreenshotReport struct {
	Path     string `json:"path"`
	Caption  string `json:"caption"`
	Format   string `json:"format"`
	Width    int    `json:"width"`
	Height   int    `json:"height"`
	Bytes    int64  `json:"bytes"`
	Animated bool   `json:"animated"`
	Misnamed bool   `json:"misnamed"` // the extension is that of another format
	Tokens   int    `json:"tokens"`   // an estimate
	Error    string `json:"error"`
}

// Report describes the screenshots in output order, with tokens for a model.
func (s Screenshots) Report(ctx context.Context, model tokens.Model) ([]ScreenshotReport, error) {
	rows, err := s.List(ctx)
	if err != nil {
		return nil, err
	}
	reports := make([]ScreenshotReport, len(rows))
	for i, row := range rows {
		reports[i] = ScreenshotReport{
			Path: row.Path, Caption: row.Caption, Format: string(row.Info.Format), Width: row.Info.Width, Height: row.Info.Height,
			Bytes: row.Info.Bytes, Animated: row.Info.Animated, Misnamed: row.Misnamed(), Tokens: row.Cost(model).N,
		}
		if row.Err != nil {
			reports[i].Error = row.Err.Error()
		}
	}
	return reports, nil
}
