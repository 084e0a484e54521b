package project

import "dossier/presets"

// FileChangeReport is a change of files that can be undone, as JSON.
type FileChangeReport struct {
	ID    string   `json:"id"`
	Time  string   `json:"time"`
	State string   `json:"state"` // written, undone, or writing where it was interrupted
	Files []string `json:"files"`
}

// ReportFileChange returns the record of a change as JSON has it.
func ReportFileChange(r presets.UndoRecord) FileChangeReport {
	report := FileChangeReport{ID: r.ID, Time: r.Time.Format("2006-01-02T15:04:05Z"), State: string(r.State), Files: []string{}}
	for _, file := range r.Files {
		report.Files = append(report.Files, file.Path)
	}
	return report
}
