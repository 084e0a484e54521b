package project

import "dossier/aggregate/anchor"

// SliceReport is a stored slice of a file and its current lines, as JSON.
type SliceReport struct {
	Tag       string        `json:"tag,omitempty"`
	Comment   string        `json:"comment,omitempty"`
	StartLine int           `json:"start_line"` // as stored; from 1
	EndLine   int           `json:"end_line"`
	Health    anchor.Health `json:"health"`
	Now       *LineReport   `json:"now"` // null if the slice is lost
}

// LineReport is a range of lines, from 1, with both ends included.
type LineReport struct {
	StartLine int `json:"start_line"`
	EndLine   int `json:"end_line"`
}

// Report describes the slices in document order.
func (f *FileSlices) Report() []SliceReport { return reportSlices(f.List) }

func reportSlices(list []PlacedSlice) []SliceReport {
	rows := make([]SliceReport, len(list))
	for i, s := range list {
		rows[i] = SliceReport{Tag: s.Tag, Comment: s.Comment, StartLine: s.StartLine, EndLine: s.EndLine, Health: s.Health}
		if !s.Lost() {
			rows[i].Now = &LineReport{s.Start, s.End}
		}
	}
	return rows
}
